/**
 * Everything that follows from a prime, for limbs of 64 bits.
 *
 * Symbols: p the prime, n limbs, B = 2^64, R = B^n the Montgomery radix (1 where products are folded). One range of
 * integers stands for elements everywhere but in bytes; sums are reduced at once, as there is no room to be loose:
 *
 *   reduced  [0, p)      what leaves as bytes
 *   lazy     [0, 2p)     what every operation takes and gives; 2p ≤ R
 *            [0, B^n)    the same for p = B^n − c, where 2p would need another limb
 *
 * In both, 0 has the representatives 0 and p and no others.
 */

import { invert, mod } from '../../../src/reference/modular.js';

/**
 * How a Montgomery product gets back below 2p; every bound is for factors below 2p.
 *   'logjump'   all rows but the last add q·ρ, ρ = 1/B mod p: no multiplication by μ in their chain. Below 4p²/R + ρ + p.
 *   'plain'     every row adds q·p, q = μ·t. Below 4p²/R + p.
 *   'subtract'  the same with 2p subtracted at the end if it can be: below 3p before, as 4p² ≤ 2pR.
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
 * @property {bigint} R
 * @property {bigint} mask B − 1
 * @property {bigint} mu −1/p mod B
 * @property {bigint} rho 1/B mod p
 * @property {bigint} limit lazy values lie in [0, limit)
 * @property {number} slotBytes memory of one element: n limbs of 8 bytes and at least 4 spare bytes, a multiple of 16
 * @property {number} flagOffset of the first spare word behind the limbs
 * @property {number} bytes length of the canonical encoding, a multiple of 8
 */

const B = 1n << 64n;

/** @type {Reduction[]} the best first */
const REDUCTIONS = ['logjump', 'plain', 'subtract'];

/** c of a prime that is folded: c² and c times a few dozen must stay small beside a limb (fold.js, linear.js). */
const FOLD_LIMIT = 1n << 40n;

/**
 * @param {bigint} p an odd prime
 * @param {{ form?: 'montgomery', reduction?: Reduction }} [options] to ask for what is not the default, where it is possible
 * @returns {WideParameters}
 */
export function wideParameters(p, { form, reduction } = {}) {
  const bits = p.toString(2).length;
  const folds = form !== 'montgomery' && bits % 64 === 0 && (1n << BigInt(bits)) - p < FOLD_LIMIT;
  if (bits < 64) throw new RangeError(`expected a prime of at least 64 bits, got ${bits}`);
  const rho = invert(B % p, p);
  let n = folds ? bits / 64 : Math.ceil((bits + 1) / 64);
  const reductions = () =>
    REDUCTIONS.filter((kind) => fits(kind, p, 1n << BigInt(64 * n), rho) && n > 1);
  // A prime that fills its limbs to the brim takes one more.
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
    R: folds ? 1n : R,
    mask: B - 1n,
    mu: mod(-invert(p % B, B), B),
    rho,
    limit: folds ? R : 2n * p,
    slotBytes: Math.ceil((8 * n + 4) / 16) * 16,
    flagOffset: 8 * n,
    bytes: 8 * Math.ceil(bits / 64),
  };
}

/**
 * Whether products of factors below 2p come out below 2p, and no row passes n + 1 limbs on the way (multiply.js).
 * @param {Reduction} kind
 * @param {bigint} p
 * @param {bigint} R
 * @param {bigint} rho
 */
function fits(kind, p, R, rho) {
  const square = 4n * p * p;
  if (kind === 'logjump') return square + (rho + p) * R < 2n * p * R && (2n * p + rho) * B <= R * B;
  if (kind === 'plain') return square + p * R <= 2n * p * R;
  return square + p * R <= 4n * p * R && 2n * p * B + p <= R * B;
}
