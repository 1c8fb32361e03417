/** The `Pairings` of the port without WebAssembly, over the reference. */

import { SCALAR_BYTES, fromBytesLE, toBytesBE } from '../../math/integers.js';
import { FixedLines, isInfinity } from '../../port/pairings.js';
import { fieldOf } from '../../reference/field.js';
import * as jacobian from '../../reference/jacobian.js';
import { pairingOf } from '../../reference/pairing.js';
import { curveOf } from '../../reference/weierstrass.js';
import { readPoint, writePoint } from './weierstrass.js';

/** @import { Pair, Pairings } from '../../port/pairings.js' */
/** @import { Line, PointOfG1, PointOfG2 } from '../../reference/pairing.js' */
/** @import { Field } from '../../reference/field.js' */
/** @import { Fp12 } from '../../reference/tower.js' */
/** @import { BigintCurve } from './weierstrass.js' */

/**
 * A config over Fp² that states its pairing.
 * @typedef {BigintCurve & { readonly pairing?: { readonly family: string, readonly seed: bigint,
 *   readonly xi: { c0: bigint, c1: bigint }, readonly twist: string } }} BigintTwist
 */

/** The pairing of two curves. @type {(g1: BigintCurve, g2: BigintTwist) => Pairings} */
export function createBigintPairings(g1, g2) {
  const fp = fieldOf(g1);
  const [curve, twist] = [curveOf(g1), curveOf(g2)];
  const { fp12, linesOf, millerLoop, finalExponentiation, cyclotomicPower } = pairingOf(
    /** @type {any} */ (twist),
    fp,
  );

  /** The pairs without infinity. Lines that are not stored share their inversions. */
  const loopPairs = (/** @type {readonly Pair[]} */ pairs) => {
    const finite = pairs
      .map(([P, Q]) => ({ P: pointOf(fp, P), ...readSecond(twist.field, Q) }))
      .filter(({ P, Q, lines }) => P !== null && (Q ?? lines) !== null);
    const computed = linesOf(finite.flatMap(({ Q }) => Q ?? []));
    let next = 0;
    return finite.map(({ P, lines }) => ({
      P: /** @type {PointOfG1} */ (P),
      lines: lines ?? computed[next++],
    }));
  };
  const product = (/** @type {readonly Pair[]} */ pairs) => {
    const given = loopPairs(pairs);
    return given.length === 0 ? fp12.one : finalExponentiation(millerLoop(given));
  };
  const isOne = (/** @type {object} */ a) => fp12.equals(elementOf(a), fp12.one);

  return {
    kernel: 'bigint',
    lambda: g1.endomorphism.lambda,
    terms: (points, weights) =>
      points.map((point, i) => {
        const weight = fromBytesLE(weights.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES));
        const given = jacobian.fromAffine(curve, readPoint(fp, point));
        return writePoint(fp, jacobian.toAffine(curve, jacobian.multiply(curve, given, weight)));
      }),
    check: (pairs) => isOne(product(pairs)),
    product,
    prepare(bytes) {
      const Q = pointOf(twist.field, bytes);
      return new FixedLines(bytes, Q === null ? null : linesOf([Q])[0]);
    },
    multiply: (a, b) => fp12.multiply(elementOf(a), elementOf(b)),
    square: (a) => fp12.cyclotomicSquare(elementOf(a)),
    pow: (a, exponent) => cyclotomicPower(elementOf(a), exponent),
    inverse: (a) => fp12.conjugate(elementOf(a)),
    equals: (a, b) => fp12.equals(elementOf(a), elementOf(b)),
    isOne,
    toBytes(a) {
      const { c0, c1 } = elementOf(a);
      const parts = [c0, c1].flatMap((half) => [half.c0, half.c1, half.c2]);
      const bytes = new Uint8Array(parts.length * 2 * fp.bytes);
      parts
        .flatMap((part) => [part.c0, part.c1])
        .forEach((value, i) => bytes.set(toBytesBE(value, fp.bytes), i * fp.bytes));
      return bytes;
    },
  };
}

/** @param {object} a an element of GT */
const elementOf = (a) => /** @type {Fp12} */ (a);

/**
 * The second point of a pair, or its stored lines; both null for infinity.
 * @type {(field: Field<any>,
 *   second: Uint8Array | FixedLines) => { Q: PointOfG2 | null, lines: readonly Line[] | null }}
 */
function readSecond(field, second) {
  if (second instanceof Uint8Array) return { Q: pointOf(field, second), lines: null };
  return { Q: null, lines: FixedLines.partsOf(second).lines };
}

/** A point, or null for infinity. @param {Field<any>} field @param {Uint8Array} bytes */
const pointOf = (field, bytes) =>
  isInfinity(bytes, 2 * field.bytes) ? null : readPoint(field, bytes);
