/**
 * The lattice behind a split k ≡ k0 + λ·k1 (mod r), its rounding constants, and proven bounds on the halves.
 *
 * L = {(a, b): a + bλ ≡ 0 (mod r)} has determinant r, so a reduced basis v1 = (a1, b1), v2 = (a2, b2) has entries near
 * √r. Write (k, 0) = β1·v1 + β2·v2, round βi to an integer ci, and take (k0, k1) = (k, 0) − c1·v1 − c2·v2: what is left
 * is congruent to k and as short as the basis. Cramer's rule gives β1 = k·b2/D, β2 = −k·b1/D with D = a1·b2 − a2·b1 = ±r;
 * vectors are negated as needed so that both β are ≥ 0, hence βi = k·Bi/r with B1 = |b2|, B2 = |b1|.
 *
 * Rounding without division. w = 29 bits a limb (LIMB_BITS), T = 2^(4w), S = 2^s, all in integers ≥ 0:
 *   Gi = ⌊S·Bi/r⌋ < 2^(5w)      the constant, 5 limbs; s is the largest exponent for which both fit
 *   K  = ⌊k/T⌋                  the upper 5 of the 9 limbs of k
 *   Vi = K·Gi without the limb products below column 4
 *   ci = ⌊Vi·T/S + 1/2⌋
 * Every step rounds down, so 0 ≤ βi − Vi·T/S =: δi, and the losses add up:
 *   k·Bi/r  − k·Gi/S    < k/S              < 2^256/S           (Gi is rounded down)
 *   k·Gi/S  − K·T·Gi/S  = (k mod T)·Gi/S   < T·Gi/S            (low limbs of k)
 *   K·T·Gi/S − Vi·T/S   ≤ T·Ni/S,  Ni = Σ_{i+j<4} (2^w − 1)·Gi_j·2^(w(i+j))   (dropped products)
 * so δi < εi := (2^256 + T·Gi + T·Ni)/S, and −1/2 ≤ βi − ci < 1/2 + εi for EVERY 0 ≤ k < 2^256. Therefore
 *   |k0| ≤ (1/2 + ε1)·|a1| + (1/2 + ε2)·|a2|,   |k1| ≤ (1/2 + ε1)·|b1| + (1/2 + ε2)·|b2|.
 * `splitParameters` evaluates the two right-hand sides exactly.
 *
 * Short scalars stay short: βi < 1/2 gives Vi·T/S < 1/2 and ci = 0, so every k < r/(2·max(B1, B2)) is split into
 * (k, 0). For BLS12-381 G1 that is k < λ/2. Where halves need 128 bits anyway (secp256k1), all k < 2^128 are left as they are:
 * the coefficients of batch verification have 128 bits, and one half-point is less work than two.
 */

import { mod } from '../../src/math/modular.js';

/** @typedef {[a: bigint, b: bigint]} Vector */

/**
 * @typedef {object} SplitParameters
 * @property {[Vector, Vector]} basis v1, v2
 * @property {[bigint, bigint]} gains G1, G2
 * @property {number} shift log2(S/T): ci = ⌊Vi/2^shift + 1/2⌋
 * @property {[number, number]} roundedLimbs limbs that the largest c1, c2 need
 * @property {[bigint, bigint]} bounds |k0| and |k1| of a k that is split never exceed these
 * @property {bigint} shortBelow every k below is split into (k, 0)
 * @property {boolean} keepsShort `shortBelow` is 2^128, above what rounding gives by itself
 */

/** Bits of a limb (w): a column of ten products stays below 2^62, so nothing carries while it is summed. */
export const LIMB_BITS = 29;

/** Limbs of K, of the constants G, of ci and of a half: all below 2^145. */
export const HALF_LIMBS = 5;

/** Limbs of a scalar below 2^256; the upper `HALF_LIMBS` are K. */
export const SCALAR_LIMBS = 9;

/** The lowest column of K·G that is summed. */
export const LOWEST_COLUMN = 4;

/** Bits of a scalar. */
const SCALAR_BITS = 256n;

/** Bits of a scalar that need not be split where halves have as many. */
const SHORT_BITS = 128n;

const CAPACITY = 1n << BigInt(LIMB_BITS * HALF_LIMBS);
const T = 1n << BigInt(LIMB_BITS * (SCALAR_LIMBS - HALF_LIMBS));

/**
 * The limbs of a value, lowest first.
 * @param {bigint} value in [0, 2^145)
 * @returns {bigint[]}
 */
export function halfLimbs(value) {
  if (value < 0n || value >= CAPACITY)
    throw new RangeError(`expected a value in [0, 2^145), got ${value}`);
  return Array.from({ length: HALF_LIMBS }, (_, i) =>
    BigInt.asUintN(LIMB_BITS, value >> BigInt(LIMB_BITS * i)),
  );
}

/**
 * A basis of {(a, b): a + bλ ≡ 0 (mod r)} that Lagrange's reduction cannot shorten.
 * @param {bigint} r
 * @param {bigint} lambda
 * @returns {[Vector, Vector]}
 */
export function shortBasis(r, lambda) {
  /** @type {Vector} */
  let long = [r, 0n];
  /** @type {Vector} */
  let short = [mod(-lambda, r), 1n];
  for (;;) {
    const quotient = roundedQuotient(dot(long, short), dot(short, short));
    /** @type {Vector} */
    const rest = [long[0] - quotient * short[0], long[1] - quotient * short[1]];
    if (dot(rest, rest) >= dot(short, short)) return [short, rest];
    [long, short] = [short, rest];
  }
}

/**
 * Everything the generator of `split` needs.
 * @param {bigint} r order of the group, below 2^256
 * @param {bigint} lambda eigenvalue of the endomorphism
 * @returns {SplitParameters}
 */
export function splitParameters(r, lambda) {
  const basis = orientedBasis(r, lambda);
  const [[a1, b1], [a2, b2]] = basis;
  const factors = [abs(b2), abs(b1)];
  const largest = factors[0] > factors[1] ? factors[0] : factors[1];
  let s = SCALAR_BITS;
  while ((largest << (s + 1n)) / r < CAPACITY) s++;
  const S = 1n << s;
  const [G1, G2] = factors.map((factor) => (factor * S) / r);
  // Numerators of 1/2 + εi over 2S.
  const [e1, e2] = [G1, G2].map((G) => S + 2n * lossNumerator(G));
  const bound = (/** @type {bigint} */ x, /** @type {bigint} */ y) =>
    (e1 * abs(x) + e2 * abs(y)) / (2n * S);
  const limbs = factors.map((factor) => roundedLimbs((factor << SCALAR_BITS) / r + 1n));
  /** @type {[bigint, bigint]} */
  const bounds = [bound(a1, a2), bound(b1, b2)];
  const keepsShort = bounds.some((largestHalf) => largestHalf >> (SHORT_BITS - 1n) !== 0n);
  return {
    basis,
    gains: [G1, G2],
    shift: Number(s) - LIMB_BITS * (SCALAR_LIMBS - HALF_LIMBS),
    roundedLimbs: [limbs[0], limbs[1]],
    bounds,
    shortBelow: keepsShort ? 1n << SHORT_BITS : (r + 2n * largest - 1n) / (2n * largest),
    keepsShort,
  };
}

/**
 * The reduced basis, its vectors negated where β would be negative.
 * @param {bigint} r
 * @param {bigint} lambda
 * @returns {[Vector, Vector]}
 */
function orientedBasis(r, lambda) {
  const [v1, v2] = shortBasis(r, lambda);
  const determinant = v1[0] * v2[1] - v2[0] * v1[1];
  if (abs(determinant) !== r)
    throw new Error(`expected a basis of determinant ±${r}, got ${determinant}`);
  return [
    v2[1] * determinant < 0n ? [-v1[0], -v1[1]] : v1,
    -v1[1] * determinant < 0n ? [-v2[0], -v2[1]] : v2,
  ];
}

/**
 * εi·S.
 * @param {bigint} G
 */
function lossNumerator(G) {
  let dropped = 0n;
  halfLimbs(G).forEach((limb, j) => {
    for (let i = 0; i + j < LOWEST_COLUMN; i++) {
      dropped += (((1n << BigInt(LIMB_BITS)) - 1n) * limb) << BigInt(LIMB_BITS * (i + j));
    }
  });
  return (1n << SCALAR_BITS) + T * G + T * dropped;
}

/** @param {bigint} largest at least the largest ci */
function roundedLimbs(largest) {
  const limbs = Math.ceil(largest.toString(2).length / LIMB_BITS);
  if (limbs > HALF_LIMBS)
    throw new RangeError(`a multiple of a basis vector reaches ${largest}, above 2^145`);
  return limbs;
}

/** @param {Vector} u @param {Vector} v */
function dot(u, v) {
  return u[0] * v[0] + u[1] * v[1];
}

/** @param {bigint} a */
function abs(a) {
  return a < 0n ? -a : a;
}

/**
 * The integer nearest to a/b.
 * @param {bigint} a
 * @param {bigint} b positive
 */
function roundedQuotient(a, b) {
  const doubled = 2n * a + b;
  return (doubled - mod(doubled, 2n * b)) / (2n * b);
}
