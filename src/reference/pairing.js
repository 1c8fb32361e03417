/**
 * The optimal ate pairing of a BLS12 or BN curve: e(P, Q) = f(P)^(k(p¹² − 1)/r) for the function f
 * of Miller's loop over Q and a k prime to r (pairing-families.js), with P on the curve over Fp and
 * Q on its sextic twist.
 *
 * Symbols: x the seed, r the order of the groups, T the running multiple of Q, λ the slope of a
 * line through T on the twist, f the value of the Miller loop, w with w⁶ = ξ (tower.js). Points are
 * assumed to be of order r and not infinity: then no denominator is zero.
 *
 * The twist y² = x³ + bξ, type M, goes to the curve by (x, y) → (x/w², y/w³), and y² = x³ + b/ξ,
 * type D, by (x, y) → (xw², yw³). The line at P, divided by y_P and, for type M, times w³:
 *   M: l_0 + l_1·w² + w³,  D: 1 + l_1·w + l_0·w³,  l_0 = (λ·x_T − y_T)/y_P, l_1 = −λ·x_P/y_P.
 *
 * Sources: Barreto, Lynn, Scott, "Constructing Elliptic Curves with Prescribed Embedding Degrees";
 * Barreto, Naehrig, ePrint 2005/133 (families); Aranha et al., ePrint 2010/526 (loop).
 */

import { ADD, exponentiationOf, families, FROBENIUS, types } from './pairing-families.js';
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
  const { seed, family: name, twist: type } = twist.pairing;
  const [family, product] = [families.get(name), types.get(type)];
  if (!family || !product) throw new RangeError(`no pairing of ${name} with a twist ${type}`);
  const tower = towerOf(twist);
  const { fp2, fp12 } = tower;
  const multiplyByLine = product(tower);
  const steps = family.steps(seed);
  const turn = family.turnOf ? family.turnOf(fp2, twist.pairing) : null;

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
    let addends = Qs;
    const xs = (/** @type {readonly PointOfG2[]} */ points) => points.map(({ x }) => x);
    for (const kind of steps) {
      if (!(kind & ADD)) {
        const tangents = Ts.map(({ x }) => fp2.scale(fp2.square(x), 3n));
        const doubles = Ts.map(({ y }) => fp2.add(y, y));
        Ts = keep(step(Ts, tangents, doubles, xs(Ts)));
        continue;
      }
      const points = turn && kind !== ADD ? addends.map((Q) => turn(Q, kind)) : Qs;
      if (kind & FROBENIUS) addends = points;
      const rises = Ts.map(({ y }, i) => fp2.subtract(y, points[i].y));
      const runs = Ts.map(({ x }, i) => fp2.subtract(x, points[i].x));
      Ts = keep(step(Ts, rises, runs, xs(points)));
    }
    return all;
  }

  /**
   * The product of the Miller functions, up to factors in Fp, which the final exponentiation does
   * not see.
   * @type {(pairs: readonly LoopPair[]) => Fp12}
   */
  function millerLoop(pairs) {
    const inverses = invertAll(
      fp,
      pairs.map(({ P }) => P.y),
    );
    const slopes = pairs.map(({ P }, i) => fp.negate(fp.multiply(P.x, inverses[i])));
    let f = fp12.one;
    steps.forEach((kind, at) => {
      if (at > 0 && !(kind & ADD)) f = fp12.square(f);
      pairs.forEach(({ lines }, i) => {
        const { slope, constant } = lines[at];
        f = multiplyByLine(f, fp2.scale(constant, inverses[i]), fp2.scale(slope, slopes[i]));
      });
    });
    return seed < 0n ? fp12.conjugate(f) : f;
  }

  return { fp12, linesOf, millerLoop, ...exponentiationOf(seed, fp12, family.hardPart) };
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
