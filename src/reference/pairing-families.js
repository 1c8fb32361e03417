/**
 * The families of curves with a pairing, and types of their twists, by the names in configs: the
 * steps of Miller's loop of an optimal ate pairing, its lines' shape, and the final exponentiation.
 *
 * The final exponentiation, to a multiple of (p¹² − 1)/r that is prime to r.
 *
 * Symbols: x the seed, r the order of the groups, g = f^((p⁶ − 1)(p² + 1)), an element of the
 * cyclotomic group, where the inverse is the conjugate. The rest of the power:
 *   bls12: 3(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya,
 *     ePrint 2020/875; the cube costs less than the power itself);
 *   bn: 2x(6x² + 3x + 1)·(p⁴ − p² + 1)/r = (A + 6x² + 1) + B·p + A·p² + (B − 1)·p³ with
 *     A = 12x³ + 6x² + 6x, B = A − 2x (Fuentes-Castañeda, Knapp, Rodríguez-Henríquez, "Faster
 *     hashing to G2").
 *
 * The loop. Symbols: T the running multiple of Q, from T = Q; π the p-th power map of the curve,
 * taken to the twist; f_(n,Q) Miller's function.
 *   bls12: f_(x,Q). The digits of the loop are the bits of |x|.
 *   bn: f_(s,Q) for s = 6x + 2, times the lines of T + π(Q) for T = [s]Q and of that sum − π²(Q)
 *     (Vercauteren, ePrint 2008/096). The digits are 0, 1 and −1, few of them not 0.
 * If x < 0, the loop runs to |x| or |s|, and the result is conjugated. As the line through −T and R
 * is the conjugate of that through T and −R, up to the sign, the points that are added at the end
 * are −π(Q) and π²(Q) then.
 *
 * Sources: Aranha et al., ePrint 2010/526 (loop, negative seeds).
 */

import { power } from './field.js';

/** @import { Field, Fp2 } from './field.js' */
/** @import { PointOfG2 } from './pairing.js' */
/** @import { Fp12, Tower } from './tower.js' */

/**
 * `turnOf`: what is added in steps that do not add Q; null if there are none.
 * @typedef {{ readonly steps: (seed: bigint) => number[], readonly hardPart: HardPart,
 *   readonly turnOf: null | ((fp2: Field<Fp2>, pairing: { readonly xi: Fp2,
 *   readonly twist: string }) => (Q: PointOfG2, kind: number) => PointOfG2) }} PairingFamily
 */

/**
 * The product of an element and a line, by the type of the twist.
 * @typedef {(tower: Tower) => Tower['fp12']['multiplyByLine']} TwistType
 */

/** @type {TwistType} */
const typeM = ({ fp12 }) => fp12.multiplyByLine;

/** a·(1 + l1·w + l0·w³) = a + a·(l1 + l0·v)·w. @type {TwistType} */
const typeD =
  ({ fp6: { add, multiplyByV, multiplyByLine } }) =>
  ({ c0, c1 }, l0, l1) => ({
    c0: add(c0, multiplyByV(multiplyByLine(c1, l1, l0))),
    c1: add(c1, multiplyByLine(c0, l1, l0)),
  });

/** @type {ReadonlyMap<string, TwistType>} */
export const types = new Map([
  ['M', typeM],
  ['D', typeD],
]);

/**
 * π(Q), −Q or −π(Q); π(x, y) = (c_x·x^p, c_y·y^p) on the twist.
 * @type {NonNullable<PairingFamily['turnOf']>}
 */
function turnOf(fp2, { xi, twist }) {
  const factor = (/** @type {bigint} */ degree) => {
    const gamma = power(fp2, xi, (fp2.p - 1n) / degree);
    return twist === 'M' ? fp2.invert(gamma) : gamma;
  };
  const [cx, cy] = [factor(3n), factor(2n)];
  return (Q, kind) => {
    const map = (/** @type {Fp2} */ c, /** @type {Fp2} */ a) => fp2.multiply(c, fp2.conjugate(a));
    const { x, y } = kind & FROBENIUS ? { x: map(cx, Q.x), y: map(cy, Q.y) } : Q;
    return { x, y: kind & NEGATED ? fp2.negate(y) : y };
  };
}

/**
 * The rest of the power of g: an element of the cyclotomic group. `power`: its powers of x.
 * @typedef {(g: Fp12, fp12: Tower['fp12'], power: (a: Fp12) => Fp12) => Fp12} HardPart
 */

/**
 * @param {bigint} seed
 * @param {Tower['fp12']} fp12
 * @param {HardPart} hardPart
 */
export function exponentiationOf(seed, fp12, hardPart) {
  const { multiply, conjugate, frobenius, cyclotomicSquare } = fp12;

  /** Power of an element of the cyclotomic subgroup. @type {(f: Fp12, exponent: bigint) => Fp12} */
  function cyclotomicPower(f, exponent) {
    let result = fp12.one;
    for (const bit of exponent.toString(2)) {
      result = cyclotomicSquare(result);
      if (bit === '1') result = multiply(result, f);
    }
    return result;
  }

  const powerOfSeed = (/** @type {Fp12} */ a) =>
    seed < 0n ? conjugate(cyclotomicPower(a, -seed)) : cyclotomicPower(a, seed);

  /** @param {Fp12} f not zero @returns {Fp12} */
  function finalExponentiation(f) {
    const easy = multiply(conjugate(f), fp12.invert(f));
    return hardPart(multiply(frobenius(frobenius(easy)), easy), fp12, powerOfSeed);
  }

  return { cyclotomicPower, finalExponentiation };
}

/** @type {HardPart} */
function bls12HardPart(g, { multiply, conjugate, frobenius, cyclotomicSquare }, power) {
  let a = multiply(power(g), conjugate(g));
  a = multiply(power(a), conjugate(a));
  const b = multiply(power(a), frobenius(a));
  const c = multiply(multiply(power(power(b)), frobenius(frobenius(b))), conjugate(b));
  return multiply(c, multiply(cyclotomicSquare(g), g));
}

/** @type {HardPart} */
function bnHardPart(g, { multiply, conjugate, frobenius, cyclotomicSquare }, power) {
  const g2x = cyclotomicSquare(power(g));
  const g6x = multiply(cyclotomicSquare(g2x), g2x);
  const g6x2 = power(g6x);
  const A = multiply(multiply(power(cyclotomicSquare(g6x2)), g6x2), g6x);
  const B = multiply(A, conjugate(g2x));
  // (A + 6x² + 1) + p·(B + p·(A + p·(B − 1))).
  const high = multiply(A, frobenius(multiply(B, conjugate(g))));
  return multiply(multiply(multiply(A, g6x2), g), frobenius(multiply(B, frobenius(high))));
}

/** A step that doubles T. */
export const DOUBLE = 0;

/** Bits of a step that adds to T: Q, after Q became π(Q) for good, or −Q for this step. */
export const ADD = 1;
export const NEGATED = 2;
export const FROBENIUS = 4;

/** @type {(seed: bigint) => number[]} */
export const bls12Steps = (seed) =>
  [...abs(seed).toString(2).slice(1)].flatMap((bit) => (bit === '1' ? [DOUBLE, ADD] : DOUBLE));

/** After a step with FROBENIUS, a NEGATED Q stays so. @type {(seed: bigint) => number[]} */
export function bnSteps(seed) {
  const steps = signedDigits(abs(6n * seed + 2n)).flatMap((digit) =>
    digit === 0 ? DOUBLE : [DOUBLE, digit > 0 ? ADD : ADD + NEGATED],
  );
  const first = ADD + FROBENIUS + (seed < 0n ? NEGATED : 0);
  return [...steps, first, ADD + FROBENIUS + NEGATED];
}

/** @type {(value: bigint) => bigint} */
const abs = (value) => (value < 0n ? -value : value);

/**
 * The digits of the non-adjacent form below the top one, highest first. Where that form is longer
 * than the binary one, its 1, 0, −1 at the top become 1, 1.
 * @param {bigint} n positive
 */
function signedDigits(n) {
  // Digit 1: the bit is set in 3n but not in n. Digit −1: in n but not in 3n.
  const [triple, once] = [3n * n, n].map((value) => value.toString(2));
  const padded = once.padStart(triple.length, '0');
  const digits = [...triple].map((bit, i) => Number(bit) - Number(padded[i])).slice(0, -1);
  if (digits.length > once.length) digits.splice(0, 3, 1, 1);
  return digits.slice(1);
}

/** @type {ReadonlyMap<string, PairingFamily>} */
export const families = new Map([
  ['bls12', { steps: bls12Steps, hardPart: bls12HardPart, turnOf: null }],
  ['bn', { steps: bnSteps, hardPart: bnHardPart, turnOf }],
]);
