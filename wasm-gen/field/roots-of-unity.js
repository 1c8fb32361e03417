/**
 * The 2-power roots of unity of a field, for square roots by the method of Sarkar, "Computing
 * square roots faster than the Tonelli-Shanks/Bernstein algorithm" (ePrint 2020/1407).
 *
 * Symbols: p − 1 = 2^s·Q, Q odd; g of order 2^s, a power of the smallest non-square; blocks of b
 * bits, 8 where 8 divides s. T_i[j] = g^(−j·2^(bi)) for i < s/b and j < 2^b are the tables; the
 * last one holds all roots of order 2^b.
 */

import { invert, nonResidue, power } from '../../src/math/modular.js';

/** Possible bits of a block, by preference: wide ones take fewer products. */
const WIDTHS = [8, 7, 6, 5];

/** Where s is below, or Q, tables save next to nothing. */
const LEAST = { s: 16, Q: 2n ** 16n };

/** The logarithms of the roots of order 2^b are found by hashing to this many bits. */
export const HASH_BITS = 12;

/**
 * @param {bigint} p an odd prime
 * @returns {{ Q: bigint, s: number, root: bigint }} `root`: g
 */
export function rootOfUnity(p) {
  let [Q, s] = [p - 1n, 0];
  for (; (Q & 1n) === 0n; Q >>= 1n) s++;
  return { Q, s, root: power(nonResidue(p), Q, p) };
}

/**
 * The tables of a prime: b bits of a block, s/b blocks, 1/g, and the multiplier that separates the
 * keys of the roots of order 2^b.
 * @typedef {{ Q: bigint, bits: number, blocks: number, inverse: bigint, multiplier: number }}
 *   RootTables
 */

/**
 * @param {bigint} p an odd prime
 * @param {(root: bigint) => number | null} keyOf 32 bits by which a root of order 2^b is found;
 *   null of a root that has no such bits
 * @returns {RootTables | null} null where tables do not pay, where no width divides s, and where
 *   two roots have the same key, as one prime in thousands has
 */
export function rootTablesOf(p, keyOf) {
  const { Q, s, root } = rootOfUnity(p);
  const bits = WIDTHS.find((width) => s % width === 0);
  if (bits === undefined || s < LEAST.s || Q < LEAST.Q) return null;
  const [inverse, blocks] = [invert(root, p), s / bits];
  const step = power(inverse, 2n ** BigInt(s - bits), p);
  /** @type {Set<number>} */
  const keys = new Set();
  for (let j = 0, entry = 1n; j < 2 ** bits; j++, entry = (entry * step) % p) {
    const key = keyOf(entry);
    if (key === null || keys.has(key)) return null;
    keys.add(key);
  }
  return { Q, bits, blocks, inverse, multiplier: hashMultiplier([...keys]) };
}

/**
 * The odd part Q of p − 1 as a product, for powers; [Q] without a seed. With a seed z, p = z⁴ − z²
 * + 1 like the orders of BLS12 groups, so p − 1 = z²(z − 1)(z + 1), and z has few ones.
 * @type {(p: bigint, seed?: bigint) => bigint[]}
 */
export function oddFactors(p, seed) {
  const { Q } = rootOfUnity(p);
  if (seed === undefined) return [Q];
  let odd = seed;
  while ((odd & 1n) === 0n) odd >>= 1n;
  const factors = [odd, odd, seed + 1n, seed - 1n];
  if (p !== seed ** 4n - seed ** 2n + 1n || factors.reduce((a, b) => a * b) !== Q) {
    throw new RangeError(`expected p = z⁴ − z² + 1 with an even z, got z = ${seed}`);
  }
  return factors;
}

/**
 * A multiplier that separates keys: the highest HASH_BITS bits of key·multiplier mod 2^32 differ
 * for all keys. For 256 keys, one multiplier in some thousands does.
 * @param {readonly number[]} keys different, 32 bits each
 * @returns {number}
 */
export function hashMultiplier(keys) {
  for (let i = 1; i < 2 ** 22; i++) {
    const multiplier = Math.imul(i, 0x9e3779b1) | 1;
    const seen = new Set();
    const isNew = (/** @type {number} */ key) => {
      const hash = Math.imul(key, multiplier) >>> (32 - HASH_BITS);
      return !seen.has(hash) && seen.add(hash);
    };
    if (keys.every(isNew)) return multiplier;
  }
  throw new RangeError(`expected a multiplier that separates ${keys.length} keys, got none`);
}
