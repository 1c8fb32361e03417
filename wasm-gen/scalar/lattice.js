/**
 * The lattice behind a split k ≡ Σ λ^j·k_j (mod r) into d parts, its rounding constants, and proven
 * bounds on the parts.
 *
 * L = {z: Σ λ^j·z_j ≡ 0 (mod r)} ⊂ Z^d has determinant r, so a reduced basis v_1 … v_d has entries
 * near r^(1/d). Write (k, 0, …) = Σ βi·v_i, round βi to an integer ci, and take the parts to be (k,
 * 0, …) − Σ ci·v_i: the remainder is congruent to k and as short as the basis (Babai's rounding;
 * Gallant, Lambert, Vanstone for d = 2; Galbraith, Lin, Scott for d = 4). By Cramer's rule βi =
 * k·Bi/r, with Bi the minor of v_i's first entry, up to a sign; vectors are negated as needed so
 * that all β are ≥ 0. For d = 1, v_1 = (r) and B1 = 1: k modulo r, in (−r/2, r/2), which saves a
 * bit.
 *
 * Rounding without division. w = 29 bits per limb (LIMB_BITS), T = 2^(tw), S = 2^s, in integers ≥
 * 0:
 *   Gi = ⌊S·Bi/r⌋ < 2^(gw)      the constant, g limbs; s is the largest exponent for which all fit
 *   K  = ⌊k/T⌋                  the limbs of k from t on
 *   Vi = K·Gi without the limb products below column ℓ
 *   ci = ⌊Vi·T/S + 1/2⌋
 * Every step rounds down, so 0 ≤ βi − Vi·T/S =: δi, and the losses add up:
 *   k·Bi/r  − k·Gi/S    < k/S              < 2^256/S           (Gi is rounded down)
 *   k·Gi/S  − K·T·Gi/S  = (k mod T)·Gi/S   ≤ (T − 1)·Gi/S      (low limbs of k)
 *   K·T·Gi/S − Vi·T/S   ≤ T·Ni/S,  Ni = Σ_{i+j<ℓ} (2^w − 1)·Gi_j·2^(w(i+j))   (dropped products)
 * so δi < εi := (2^256 + (T − 1)·Gi + T·Ni)/S, and −1/2 ≤ βi − ci < 1/2 + εi for EVERY k in
 * [0, 2^256). Therefore
 *   |k_j| ≤ Σ (1/2 + εi)·|v_ij|.
 * `latticeParameters` evaluates the right-hand sides exactly. g, t and ℓ are the cheapest with
 * every loss below 2^(−8), or below 2^(−37), 2^(−66), … if parts would otherwise be longer than
 * with exact rounding.
 *
 * Short scalars stay short: βi < 1/2 gives Vi·T/S < 1/2 and ci = 0, so every k < r/(2·max Bi) is
 * split into (k, 0, …). For BLS12-381 G1 that is k < λ/2. If these scalars do not fill the 64-bit
 * words of a part (128 bits for secp256k1), all k that fit in those words are left unsplit: the
 * coefficients of batch verification have 128 bits, and one part is less work than two.
 */

import { shortBasis } from './short-basis.js';

/** @import { Vector } from './short-basis.js' */

/**
 * @typedef {object} SplitParameters
 * @property {Vector[]} basis v_1 … v_d, a vector for each part
 * @property {bigint[]} factors B1 … Bd
 * @property {bigint[]} gains G1 … Gd
 * @property {number} shift log2(S/T): ci = ⌊Vi/2^shift + 1/2⌋
 * @property {number} firstLimb t: K begins with this limb of k
 * @property {number} lowestColumn ℓ
 * @property {number} columns of a whole product K·Gi
 * @property {number[]} roundedLimbs number of limbs of each of c1 … cd on which the parts depend
 * @property {bigint[]} bounds the j-th bounds |k_j| of every k that is split
 * @property {number} bits of the largest |k_j|, also of one that is not split
 * @property {number} words of 64 bits in which every |k_j| fits
 * @property {number} partLimbs in which every k_j fits with its sign
 * @property {bigint} shortBelow every k below is split into (k, 0, …)
 * @property {number} keptWords if not 0, `shortBelow` is 2^(64·keptWords), more than by rounding
 */

/** Bits of a limb (w): a column of 31 products stays below 2^63, so sums need no carries. */
export const LIMB_BITS = 29;

/** Bits of a scalar. */
const SCALAR_BITS = 256;

/** Limbs of a scalar. */
export const SCALAR_LIMBS = Math.ceil(SCALAR_BITS / LIMB_BITS);

/** Losses are below 2^(−precision): the first of these with parts as short as by exact rounding. */
const PRECISIONS = [8, 37, 66, 95, 124, 153];

/**
 * Twice as many parts are worth their images if they are shorter by a quarter; a suitable lattice
 * makes them half as long.
 */
const SHORTER = 3 / 4;

/**
 * The limbs of a value, lowest first.
 * @param {bigint} value not negative
 * @returns {bigint[]}
 */
export function limbsOf(value) {
  return Array.from({ length: Math.ceil(bitLength(value) / LIMB_BITS) }, (_, i) =>
    BigInt.asUintN(LIMB_BITS, value >> BigInt(LIMB_BITS * i)),
  );
}

/**
 * The parameters for the generator of `split`, from the lattice with the best parts: four if the
 * eigenvalue has degree 4 (ψ on G2 of BLS and BN curves), otherwise two, or one without an
 * endomorphism.
 * @param {bigint} r order of the group, at most 256 bits
 * @param {bigint | null} lambda eigenvalue of the endomorphism, or null
 * @returns {SplitParameters}
 * @throws {RangeError} if the order is too long, or λ gives parts that are not shorter than scalars
 */
export function splitParameters(r, lambda) {
  if (r < 3n || bitLength(r) > SCALAR_BITS)
    throw new RangeError(`expected an order of 2 to ${SCALAR_BITS} bits, got ${r}`);
  const whole = latticeParameters(r, 0n, 1);
  if (lambda === null) return whole;
  const [two, four] = [2, 4].map((d) => latticeParameters(r, lambda, d));
  const best = four.bits <= SHORTER * two.bits ? four : two;
  if (best.bits > SHORTER * whole.bits) {
    const expected = `expected an eigenvalue that splits scalars of ${bitLength(r)} bits`;
    throw new RangeError(`${expected}, got ${lambda}, whose parts have ${best.bits} bits`);
  }
  return best;
}

/** @type {(r: bigint, lambda: bigint, d: number) => SplitParameters} */
function latticeParameters(r, lambda, d) {
  const { basis, factors } = orientedBasis(r, lambda, d);
  const exact = longest(boundsOf(basis, { S: 1n, losses: factors.map(() => 0n) }));
  const roundings = PRECISIONS.map((precision) => roundingOf(r, factors, precision));
  const isExact = (/** @type {Rounding} */ rounding) =>
    longest(boundsOf(basis, rounding)) === exact;
  const { s, t, g, lowestColumn, gains, ...rounding } = roundings.find(isExact) ?? roundings[0];
  const bounds = boundsOf(basis, rounding);
  const bits = longest(bounds);
  const partLimbs = Math.ceil((bits + 1) / LIMB_BITS);
  const largest = factors.reduce((a, b) => (a > b ? a : b));
  const shortByRounding = (r + 2n * largest - 1n) / (2n * largest);
  const filledWords = Math.min(Math.floor(bits / 64), SCALAR_BITS / 64 - 1);
  const filled = 1n << BigInt(64 * filledWords);
  const keepsShort = filled > shortByRounding;
  return {
    basis,
    factors,
    gains,
    shift: s - LIMB_BITS * t,
    firstLimb: t,
    lowestColumn,
    columns: SCALAR_LIMBS - t + g,
    roundedLimbs: factors.map((B) => Math.min(partLimbs, limbsOf(largestMultiple(B, r)).length)),
    bounds,
    bits,
    words: Math.ceil(bits / 64),
    partLimbs,
    shortBelow: keepsShort ? filled : shortByRounding,
    keptWords: keepsShort ? filledWords : 0,
  };
}

/**
 * The reduced basis, its vectors negated where β would be negative, and the minors of the first
 * column.
 * @param {bigint} r
 * @param {bigint} lambda
 * @param {number} d
 */
function orientedBasis(r, lambda, d) {
  const basis = shortBasis(r, lambda, d);
  const cofactors = basis.map((_, i) => (i % 2 ? -1n : 1n) * determinant(minorOf(basis, i)));
  const volume = determinant(basis);
  if (abs(volume) !== r) throw new Error(`expected a basis of determinant ±${r}, got ${volume}`);
  return {
    basis: basis.map((v, i) => (cofactors[i] * volume < 0n ? v.map((entry) => -entry) : v)),
    factors: cofactors.map(abs),
  };
}

/** @typedef {ReturnType<typeof roundingOf>} Rounding */

/**
 * The cheapest rounding whose losses stay below 2^(−precision).
 * @param {bigint} r
 * @param {bigint[]} factors
 * @param {number} precision
 */
function roundingOf(r, factors, precision) {
  const largest = factors.reduce((a, b) => (a > b ? a : b));
  const isSmall = (/** @type {bigint} */ loss, /** @type {bigint} */ scale) =>
    loss << BigInt(precision) <= scale;
  let t = SCALAR_LIMBS - 1;
  while (!isSmall((limb(t) - 1n) * largest, r)) t--;
  // S·largest/r < 2^(gw) for the largest s.
  let g = 1;
  while (scaleBits(g, largest, r) < SCALAR_BITS + precision) g++;
  const s = scaleBits(g, largest, r);
  const S = 1n << BigInt(s);
  const gains = factors.map((factor) => (factor * S) / r);
  const dropped = (/** @type {bigint} */ G, /** @type {number} */ columns) =>
    limb(t) * lowColumns(G, columns);
  let lowestColumn = 0;
  while (gains.every((G) => isSmall(dropped(G, lowestColumn + 1), S))) lowestColumn++;
  const losses = gains.map(
    (G) => (1n << BigInt(SCALAR_BITS)) + (limb(t) - 1n) * G + dropped(G, lowestColumn),
  );
  return { s, t, g, lowestColumn, gains, S, losses };
}

/**
 * The largest s for which 2^s·factor/r has g limbs.
 * @type {(g: number, factor: bigint, r: bigint) => number}
 */
function scaleBits(g, factor, r) {
  let s = Math.max(0, LIMB_BITS * g + bitLength(r) - bitLength(factor) - 1);
  while ((factor << BigInt(s + 1)) / r < limb(g)) s++;
  return s;
}

/**
 * An upper bound on the products in the lowest `columns` columns of K·G.
 * @type {(G: bigint, columns: number) => bigint}
 */
function lowColumns(G, columns) {
  let sum = 0n;
  limbsOf(G).forEach((factor, j) => {
    for (let i = 0; i + j < columns; i++) sum += (limb(1) - 1n) * factor * limb(i + j);
  });
  return sum;
}

/**
 * Σ (1/2 + εi)·|v_ij|, with εi the i-th loss over S.
 * @type {(basis: Vector[], rounding: { S: bigint, losses: bigint[] }) => bigint[]}
 */
function boundsOf(basis, { S, losses }) {
  return basis.map((_, j) => {
    const sum = basis.reduce((total, v, i) => total + (S + 2n * losses[i]) * abs(v[j]), 0n);
    return sum / (2n * S);
  });
}

/**
 * At least the largest ci, as k < 2^256; 0 for a vector that is never subtracted.
 * @type {(factor: bigint, r: bigint) => bigint}
 */
function largestMultiple(factor, r) {
  return factor === 0n ? 0n : (factor << BigInt(SCALAR_BITS)) / r + 1n;
}

/**
 * The matrix without row i and the first column.
 * @param {Vector[]} matrix
 * @param {number} i
 */
function minorOf(matrix, i) {
  return matrix.filter((_, row) => row !== i).map((v) => v.slice(1));
}

/** By its first column; 1 for the empty matrix. @type {(matrix: Vector[]) => bigint} */
function determinant(matrix) {
  if (matrix.length === 0) return 1n;
  return matrix.reduce((sum, v, i) => {
    const term = v[0] * determinant(minorOf(matrix, i));
    return i % 2 ? sum - term : sum + term;
  }, 0n);
}

/** @type {(values: bigint[]) => number} */
function longest(values) {
  return Math.max(...values.map(bitLength));
}

/** @param {bigint} a not negative */
function bitLength(a) {
  return a === 0n ? 0 : a.toString(2).length;
}

/** @param {number} index where a limb begins, as a factor */
function limb(index) {
  return 1n << BigInt(LIMB_BITS * index);
}

/** @type {(a: bigint) => bigint} */
function abs(a) {
  return a < 0n ? -a : a;
}
