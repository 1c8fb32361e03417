/**
 * The final exponentiation, to a multiple of (p¹² − 1)/r that is prime to r.
 *
 * Symbols: x the seed, r the order of the groups, g = f^((p⁶ − 1)(p² + 1)), an element of the
 * cyclotomic group, where the inverse is the conjugate. The rest of the power:
 *   bls12: 3(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya,
 *     ePrint 2020/875; the cube costs less than the power itself);
 *   bn: 2x(6x² + 3x + 1)·(p⁴ − p² + 1)/r = (A + 6x² + 1) + B·p + A·p² + (B − 1)·p³ with
 *     A = 12x³ + 6x² + 6x, B = A − 2x (Fuentes-Castañeda, Knapp, Rodríguez-Henríquez, "Faster
 *     hashing to G2").
 */

/** @import { Fp12, Tower } from './tower.js' */

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
export function bls12HardPart(g, { multiply, conjugate, frobenius, cyclotomicSquare }, power) {
  let a = multiply(power(g), conjugate(g));
  a = multiply(power(a), conjugate(a));
  const b = multiply(power(a), frobenius(a));
  const c = multiply(multiply(power(power(b)), frobenius(frobenius(b))), conjugate(b));
  return multiply(c, multiply(cyclotomicSquare(g), g));
}

/** @type {HardPart} */
export function bnHardPart(g, { multiply, conjugate, frobenius, cyclotomicSquare }, power) {
  const g2x = cyclotomicSquare(power(g));
  const g6x = multiply(cyclotomicSquare(g2x), g2x);
  const g6x2 = power(g6x);
  const A = multiply(multiply(power(cyclotomicSquare(g6x2)), g6x2), g6x);
  const B = multiply(A, conjugate(g2x));
  // (A + 6x² + 1) + p·(B + p·(A + p·(B − 1))).
  const high = multiply(A, frobenius(multiply(B, conjugate(g))));
  return multiply(multiply(multiply(A, g6x2), g), frobenius(multiply(B, frobenius(high))));
}
