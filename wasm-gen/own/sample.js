/**
 * Points and sums of a curve of a user's own, computed in BigInt by the definition of the group
 * law. Whoever opens the curve compares them with what its kernels compute
 * (src/group/sample.js).
 */
import { add, curveOf, double, isOnCurve, multiply } from '../../src/reference/weierstrass.js';

/** @import { Sample } from '../../src/group/sample.js' */

/** Any numbers without a pattern, as parts of 2^64 of the order: from the digits of π. */
const SHARES = [0x243f6a8885a308d3n, 0x13198a2e03707344n, 0xa4093822299f31d0n];

/**
 * @param {any} config completed
 * @returns {Sample}
 */
export function sampleOf(config) {
  const curve = curveOf(config);
  const { field, generator: G, order } = curve;
  const points = [G, double(curve, G), multiply(curve, G, (2n * order) / 3n)];
  const scalars = SHARES.map((share) => (share * order) >> 64n);
  const terms = points.map((point, i) => multiply(curve, point, scalars[i]));
  const [off] = [1n, 2n]
    .map((k) => ({ x: G.x, y: field.add(G.y, field.scale(field.one, k)) }))
    .filter((point) => !isOnCurve(curve, point));
  return {
    points,
    scalars,
    sum: terms.reduce((sum, term) => add(curve, sum, term), null),
    off,
  };
}
