/**
 * The 2-power roots of unity of a field, for square roots by the method of Sarkar, "Computing
 * square roots faster than the Tonelli-Shanks/Bernstein algorithm" (ePrint 2020/1407), with blocks
 * of 8 bits.
 *
 * Symbols: p − 1 = 2^s·Q, Q odd; g of order 2^s, a power of the smallest non-square. T_i[j] =
 * g^(−j·2^(8i)) for i < s/8 and j < 256 are the tables; the last one holds all roots of order 256.
 */

import { invert, nonResidue, power } from '../../src/math/modular.js';

/** Bits of a block, and entries of its table. */
export const BLOCK_BITS = 8;
export const BLOCK = 2 ** BLOCK_BITS;

/** The logarithms of the roots of order 256 are found by hashing to this many bits. */
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
 * @param {bigint} p a prime, s a multiple of 8
 * @returns {{ Q: bigint, blocks: number, inverse: bigint }} `inverse`: 1/g; `blocks`: s/8
 */
export function rootsOfUnity(p) {
  const { Q, s, root } = rootOfUnity(p);
  if (s === 0 || s % BLOCK_BITS) {
    throw new RangeError(`expected p − 1 divisible by 2^8k and not 2^(8k+1), got ${p}`);
  }
  return { Q, blocks: s / BLOCK_BITS, inverse: invert(root, p) };
}

/**
 * The odd part Q of p − 1 as a product, for powers; [Q] without a seed. With a seed z, p = z⁴ − z²
 * + 1 like the orders of BLS12 groups, so p − 1 = z²(z − 1)(z + 1), and z has few ones.
 * @type {(p: bigint, seed?: bigint) => bigint[]}
 */
export function oddFactors(p, seed) {
  const { Q } = rootsOfUnity(p);
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
