/** Points of a curve outside the subgroup of prime order, made of one of small order. */
import { add, double, negate } from '../../src/reference/weierstrass.js';

/**
 * A point of small order alone, negated, mapped, doubled, and added to points inside and to points
 * of other small orders.
 * @param {any} curve
 * @param {{ q: bigint, T: any }} point of order q
 * @param {{ inside: any[], smallOrders: readonly { q: bigint, T: any }[], map: (point: any) => any
 *   }} others the first of `inside` is infinity; `map`: the endomorphism
 * @returns {any[]} none of them inside
 */
export const outsiders = (curve, { q, T }, { inside, smallOrders, map }) => [
  T,
  negate(curve, T),
  map(T),
  double(curve, T),
  ...inside.slice(1).map((point) => add(curve, point, T)),
  ...smallOrders.filter((other) => other.q !== q).map((other) => add(curve, other.T, T)),
];
