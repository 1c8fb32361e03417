/**
 * The optimal ate pairing of a BLS12 curve: e(P, Q) = f_{x,Q}(P)^(3(p¹² − 1)/r), for P on the curve
 * over Fp and Q on its twist of type M.
 *
 * Symbols: x the seed, r the order of the groups, T the running multiple of Q, λ the slope of a
 * line through T on the twist, f the value of the Miller loop, w with w⁶ = ξ (tower.js). Points are
 * assumed to be of order r and not infinity: then no denominator is zero.
 *
 * Sources: Barreto, Lynn, Scott, "Constructing Elliptic Curves with Prescribed Embedding Degrees"
 * (family); Aranha et al., ePrint 2010/526 (loop); Hayashida, Hayasaka, Teruya, ePrint 2020/875
 * (final exponentiation, whose cube costs less than the power itself).
 */
import { towerOf } from './tower.js';

/** @import { Field, Fp2 } from './field.js' */
/** @import { Fp12 } from './tower.js' */

/**
 * A line through T with slope λ: `slope` is λ, `constant` λ·x_T − y_T.
 * @typedef {{ readonly slope: Fp2, readonly constant: Fp2 }} Line
 */

/** @typedef {{ readonly x: bigint, readonly y: bigint }} PointOfG1 */
/** @typedef {{ readonly x: Fp2, readonly y: Fp2 }} PointOfG2 */

/**
 * A point P, and the lines of a point Q in the order of the loop.
 * @typedef {{ readonly P: PointOfG1, readonly lines: readonly Line[] }} LoopPair
 */

/**
 * @param {{ readonly field: Field<Fp2>,
 *   readonly pairing: { readonly family: string, readonly seed: bigint, readonly xi: Fp2,
 *     readonly twist: string } }} twist the curve over Fp²
 * @param {Field<bigint>} fp
 */
export function pairingOf(twist, fp) {
  const { family, seed, twist: type } = twist.pairing;
  if (family !== 'bls12' || type !== 'M') {
    throw new RangeError(`expected a BLS12 curve with a twist of type M, got ${family}, ${type}`);
  }
  const { fp2, fp12 } = towerOf(twist);
  const bits = (seed < 0n ? -seed : seed).toString(2).slice(1);
  const signed = (/** @type {Fp12} */ f) => (seed < 0n ? fp12.conjugate(f) : f);

  /** One step for every T: the lines, and the next Ts. Inversions are shared. */
  const step = (
    /** @type {PointOfG2[]} */ Ts,
    /** @type {Fp2[]} */ numerators,
    /** @type {Fp2[]} */ denominators,
    /** @type {Fp2[]} */ otherXs,
  ) => {
    const { multiply, subtract, add } = fp2;
    const inverses = invertAll(fp2, denominators);
    const slopes = numerators.map((numerator, i) => multiply(numerator, inverses[i]));
    const lines = Ts.map(({ x, y }, i) => ({
      slope: slopes[i],
      constant: subtract(multiply(slopes[i], x), y),
    }));
    const next = lines.map(({ slope, constant }, i) => {
      const newX = subtract(fp2.square(slope), add(Ts[i].x, otherXs[i]));
      return { x: newX, y: subtract(constant, multiply(slope, newX)) };
    });
    return { lines, next };
  };

  /**
   * The lines of some points, in the order in which the loop takes them.
   * @param {readonly PointOfG2[]} Qs
   * @returns {Line[][]} of each point
   */
  function linesOf(Qs) {
    /** @type {Line[][]} */
    const all = Qs.map(() => []);
    const keep = (/** @type {ReturnType<typeof step>} */ { lines, next }) => {
      lines.forEach((line, i) => all[i].push(line));
      return next;
    };
    let Ts = [...Qs];
    for (const bit of bits) {
      const tangents = Ts.map(({ x }) => fp2.scale(fp2.square(x), 3n));
      const doubles = Ts.map(({ y }) => fp2.add(y, y));
      const xs = (/** @type {readonly PointOfG2[]} */ points) => points.map(({ x }) => x);
      Ts = keep(step(Ts, tangents, doubles, xs(Ts)));
      if (bit === '0') continue;
      const rises = Ts.map(({ y }, i) => fp2.subtract(y, Qs[i].y));
      const runs = Ts.map(({ x }, i) => fp2.subtract(x, Qs[i].x));
      Ts = keep(step(Ts, rises, runs, xs(Qs)));
    }
    return all;
  }

  /**
   * The product of the Miller functions. The line at P, λ·x_T − y_T − λ·x_P·w² + y_P·w³, is divided
   * by y_P, which the final exponentiation does not see.
   * @param {readonly LoopPair[]} pairs
   * @returns {Fp12}
   */
  function millerLoop(pairs) {
    const inverses = invertAll(
      fp,
      pairs.map(({ P }) => P.y),
    );
    const slopes = pairs.map(({ P }, i) => fp.negate(fp.multiply(P.x, inverses[i])));
    let f = fp12.one;
    let at = 0;
    const multiplyLines = () => {
      pairs.forEach(({ lines }, i) => {
        const { slope, constant } = lines[at];
        f = fp12.multiplyByLine(f, fp2.scale(constant, inverses[i]), fp2.scale(slope, slopes[i]));
      });
      at++;
    };
    for (const bit of bits) {
      if (at > 0) f = fp12.square(f);
      multiplyLines();
      if (bit === '1') multiplyLines();
    }
    return signed(f);
  }

  /** Power of an element of the cyclotomic subgroup. @type {(f: Fp12, exponent: bigint) => Fp12} */
  function cyclotomicPower(f, exponent) {
    let result = fp12.one;
    for (const bit of exponent.toString(2)) {
      result = fp12.cyclotomicSquare(result);
      if (bit === '1') result = fp12.multiply(result, f);
    }
    return result;
  }

  /**
   * f^(3(p¹² − 1)/r): first f^((p⁶ − 1)(p² + 1)), then the power
   * 3(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3.
   * @param {Fp12} f not zero
   * @returns {Fp12}
   */
  function finalExponentiation(f) {
    const { multiply, conjugate, frobenius } = fp12;
    const frobenius2 = (/** @type {Fp12} */ a) => frobenius(frobenius(a));
    const powerOfSeed = (/** @type {Fp12} */ a) =>
      signed(cyclotomicPower(a, seed < 0n ? -seed : seed));
    const easy = multiply(conjugate(f), fp12.invert(f));
    const g = multiply(frobenius2(easy), easy);
    let a = multiply(powerOfSeed(g), conjugate(g));
    a = multiply(powerOfSeed(a), conjugate(a));
    const b = multiply(powerOfSeed(a), frobenius(a));
    const c = multiply(multiply(powerOfSeed(powerOfSeed(b)), frobenius2(b)), conjugate(b));
    return multiply(c, multiply(fp12.cyclotomicSquare(g), g));
  }

  return { fp12, linesOf, millerLoop, finalExponentiation, cyclotomicPower };
}

/**
 * The inverses of some elements, by a single inversion (Montgomery's trick).
 * @template E
 * @param {Field<E>} field
 * @param {readonly E[]} elements none is zero
 * @returns {E[]}
 */
function invertAll({ one, multiply, invert }, elements) {
  const products = [one];
  for (const element of elements) products.push(multiply(products[products.length - 1], element));
  let inverse = invert(products[elements.length]);
  /** @type {E[]} */
  const inverses = [];
  for (let i = elements.length - 1; i >= 0; i--) {
    inverses[i] = multiply(inverse, products[i]);
    inverse = multiply(inverse, elements[i]);
  }
  return inverses;
}
