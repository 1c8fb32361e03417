/**
 * Everything that follows from a prime, for limbs of 64 bits.
 *
 * Symbols: p the prime, n limbs, B = 2^64, R = B^n the Montgomery radix (1 where products are
 * folded). One range of integers represents elements everywhere but in bytes; sums are reduced at
 * once, as the limbs have no room for loose values:
 *
 *   reduced  [0, p)      written as bytes
 *   lazy     [0, limit)  operands and results of every operation. The limit is 2p, or 17p/16 where
 *                        products end with a subtraction, or B^n for p = B^n − c, where 2p would
 *                        need another limb
 *
 * In all of them, 0 has the representatives 0 and p and no others.
 */

import { invert, mod, wordBytes } from '../../../src/math/modular.js';

/**
 * The way in which a Montgomery product returns below the limit, row by row. A jumping row adds
 * q·ρ, ρ = 1/B mod p: no multiplication by μ in its chain. A plain row adds q·p, q = μ·t.
 *   'logjump'   all rows but the last are jumps. Below limit²/R + ρ + p.
 *   'plain'     no row is a jump. Below limit²/R + p.
 *   'subtract'  all but the last two are jumps, so that their summands are divided by B. Below
 *               limit²/R + p + 2p/B, and p less at once where the highest limb shows that there is
 *               more than p (multiply.js).
 * @typedef {'logjump' | 'plain' | 'subtract'} Reduction
 */

/**
 * @typedef {object} WideParameters
 * @property {bigint} p
 * @property {number} bits of p
 * @property {64} w bits of a limb
 * @property {number} n number of limbs
 * @property {'montgomery' | 'fold'} form how products are reduced: fold.js takes primes B^n − c
 * @property {Reduction} reduction of Montgomery products
 * @property {number} jumps number of jumping rows in a product
 * @property {bigint} R
 * @property {bigint} mask B − 1
 * @property {bigint} mu −1/p mod B
 * @property {bigint} rho 1/B mod p
 * @property {bigint} limit lazy values lie in [0, limit)
 * @property {number} slotBytes memory of one element: n limbs of 8 bytes and at least 4 spare
 *   bytes, a multiple of 16
 * @property {number} flagOffset of the first spare word behind the limbs
 * @property {number} bytes of the canonical integer: whole words of 64 bits
 */

const B = 1n << 64n;

/** @type {Reduction[]} the best first */
const REDUCTIONS = ['logjump', 'plain', 'subtract'];

/**
 * c of a prime that is folded: c² and c times a few dozen must be small compared with a limb
 * (fold.js, linear.js).
 */
const FOLD_LIMIT = 1n << 40n;

/**
 * @param {bigint} p an odd prime
 * @param {{ form?: 'montgomery', reduction?: Reduction }} [options] to override the defaults, where
 *   possible
 * @returns {WideParameters}
 */
export function wideParameters(p, { form, reduction } = {}) {
  const bits = p.toString(2).length;
  const isNearPower = bits % 64 === 0 && (1n << BigInt(bits)) - p < FOLD_LIMIT;
  // Folding adds to two limbs.
  const folds = form !== 'montgomery' && isNearPower && bits > 64;
  if (bits < 64) throw new RangeError(`expected a prime of at least 64 bits, got ${bits}`);
  const rho = invert(B % p, p);
  let n = folds ? bits / 64 : Math.ceil((bits + 1) / 64);
  const reductions = () => REDUCTIONS.filter((kind) => n > 1 && fits(kind, p, n, rho));
  // A prime that fills its limbs completely takes one more.
  if (!folds && reductions().length === 0) n++;
  const chosen = reduction ?? reductions()[0];
  if (!folds && !reductions().includes(chosen))
    throw new RangeError(`p = ${p}: the reduction '${chosen}' does not fit`);
  const R = 1n << BigInt(64 * n);
  return {
    p,
    bits,
    w: 64,
    n,
    form: folds ? 'fold' : 'montgomery',
    reduction: chosen,
    jumps: jumpsOf(chosen, n),
    R: folds ? 1n : R,
    mask: B - 1n,
    mu: mod(-invert(p % B, B), B),
    rho,
    limit: folds ? R : limitOf(chosen, p),
    slotBytes: Math.ceil((8 * n + 4) / 16) * 16,
    flagOffset: 8 * n,
    bytes: wordBytes(p),
  };
}

/** @type {(kind: Reduction, n: number) => number} */
function jumpsOf(kind, n) {
  return { logjump: n - 1, plain: 0, subtract: n - 2 }[kind];
}

/** @type {(kind: Reduction, p: bigint) => bigint} */
function limitOf(kind, p) {
  return kind === 'subtract' ? p + (p >> 4n) : 2n * p;
}

/**
 * Whether products of lazy factors are lazy, and no intermediate value exceeds its limbs
 * (multiply.js): follows the largest value of the sum from row to row.
 * @type {(kind: Reduction, p: bigint, n: number, rho: bigint) => boolean}
 */
function fits(kind, p, n, rho) {
  const [R, high] = [1n << BigInt(64 * n), BigInt(64 * (n - 1))];
  const limit = limitOf(kind, p);
  const jumps = jumpsOf(kind, n);
  const x = limit - 1n;
  let t = 0n;
  for (let i = 0; i < n; i++) {
    t += x * (i < n - 1 ? B - 1n : x >> high);
    if (t >= R * B) return false;
    t = i < jumps ? t / B + (B - 1n) * rho : (t + (B - 1n) * p) / B;
    const mayPass = i < jumps || (kind === 'subtract' && i < n - 1);
    if (!mayPass && t >= R) return false;
  }
  if (kind !== 'subtract') return limit <= R && t < limit;
  // Bounds: on a result not detected to exceed p; on a result less p; on the sign of the
  // comparison; on a third addend in each column.
  const top = p >> high;
  return (
    (top + 3n) << high <= limit &&
    t - p < limit &&
    (t >> high) - top < 1n << 63n &&
    Array.from({ length: n }, (_, j) => (p >> BigInt(64 * j)) & (B - 1n))
      .slice(1)
      .every((limb) => limb < B - 3n)
  );
}
