/** A list of points of a curve, in BigInt, in which every special case occurs. */

import { endomorphismMap } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { curveOf, multiply, negate, rightSide } from '../../src/reference/weierstrass.js';
import { elementOf } from '../support/elements.js';
import { randomStream } from '../wasm-gen/field-module.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/** @param {any} config */
export function castOf(config) {
  const curve = curveOf(config);
  const { p, field, order, cofactor, generator: G, endomorphism } = curve;
  const random = randomStream(BigInt(config.name.length) + 41n);
  const bits = p.toString(2).length;

  /** n, and in an extension n + c1·u. @param {bigint} n @param {bigint} [c1] */
  const element = (n, c1 = 0n) => elementOf([n, c1].slice(0, field.degree));
  const randomElement = () =>
    elementOf(Array.from({ length: field.degree }, () => random(bits - 1)));

  /**
   * Faster than the definition, for long scalars.
   * @param {AffinePoint} point
   * @param {bigint} k not negative
   */
  const times = (point, k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));

  /**
   * The first x at least so, in steps of 1, that has a point, or none.
   * @param {any} x
   * @param {boolean} has
   */
  const nextX = (x, has) => {
    while ((field.squareRoot(rightSide(curve, x)) !== null) !== has) x = field.add(x, field.one);
    return x;
  };

  /** A point of the curve, rarely in the group. @param {any} x */
  const curvePoint = (x) => {
    const found = nextX(x, true);
    return { x: found, y: field.squareRoot(rightSide(curve, found)) };
  };

  /** A point of a prime order q that divides the cofactor. @param {bigint} q */
  const pointOfOrder = (q) => {
    let rest = BigInt(cofactor * order);
    while (rest % q === 0n) rest /= q;
    for (let x = element(3n, 1n); ; x = field.add(x, field.one)) {
      let point = times(curvePoint(x), rest);
      if (point === null) continue;
      for (let next = times(point, q); next !== null; next = times(point, q)) point = next;
      return point;
    }
  };

  const smallOrders = smallFactors(cofactor).map((q) => ({ q, T: pointOfOrder(q) }));
  const phi = endomorphism === null ? null : endomorphismMap(curve);
  const P = multiply(curve, G, 5n);
  const y0 = field.squareRoot(curve.b);
  const images = phi ? [phi(P), negate(curve, phi(P)), phi(phi(P))] : [];
  /** Members of the group. @type {AffinePoint[]} */
  const inside = [
    null,
    G,
    P,
    negate(curve, P),
    multiply(curve, G, 10n),
    times(G, order - 1n),
    times(G, random(bits) % order),
    ...images,
  ];
  /** Points of the curve. @type {AffinePoint[]} */
  const all = [
    ...inside,
    ...(y0 === null ? [] : [y0, field.negate(y0)].map((y) => ({ x: field.zero, y }))),
    curvePoint(element(1000n, 7n)),
    ...smallOrders.map(({ T }) => T),
  ];
  return {
    curve,
    random,
    element,
    randomElement,
    times,
    nextX,
    curvePoint,
    smallOrders,
    phi,
    inside,
    all,
  };
}

/** Prime divisors below a million. @param {bigint} n */
function smallFactors(n) {
  const factors = [];
  for (let q = 2n; q < 1_000_000n && q <= n; q++) {
    if (n % q !== 0n) continue;
    factors.push(q);
    while (n % q === 0n) n /= q;
  }
  return factors;
}
