/**
 * A group of a curve of one's own beside the definitions: the affine group law, SEC 1's bytes and
 * those of provers, in BigInt.
 */
import { expect } from 'vitest';
import { byteLength, mod, wordBytes } from '../../src/math/modular.js';
import {
  add,
  curveOf,
  double,
  isOnCurve,
  multiply,
  negate,
} from '../../src/reference/weierstrass.js';
import { expectPointError } from '../support/errors.js';
import { toHex } from '../support/hex.js';

/** Coefficients of an element, the lowest first. @param {any} element @returns {bigint[]} */
const partsOf = (element) => (typeof element === 'bigint' ? [element] : [element.c0, element.c1]);

/** @param {bigint} value @param {number} bytes */
const bigEndian = (value, bytes) => value.toString(16).padStart(2 * bytes, '0');

/** @param {bigint} value @param {number} bytes */
const littleEndian = (value, bytes) =>
  Buffer.from(bigEndian(value, bytes), 'hex').reverse().toString('hex');

/**
 * Multiples of the generator with edges among their logarithms, and their sums.
 * @param {any} config
 * @param {readonly bigint[]} scalars random ones
 */
export function expectedOf(config, scalars) {
  const curve = curveOf(config);
  const { generator: G, order } = curve;
  const P = multiply(curve, G, scalars[0] % order);
  const points = [G, double(curve, G), negate(curve, G), P].filter((point) => point !== null);
  const all = points.map((_, i) => scalars[i + 1]);
  const sum = points.reduce(
    (/** @type {any} */ total, point, i) => add(curve, total, multiply(curve, point, all[i])),
    null,
  );
  return { curve, points, scalars: all, sum, P };
}

/**
 * @param {any} group
 * @param {ReturnType<typeof expectedOf>} expected
 */
export async function expectAgreement(group, { curve, points, scalars, sum, P }) {
  const { generator: G, order, field } = curve;
  const affine = (/** @type {any} */ point) => point.toAffine();
  expect(affine(group.generator)).toEqual(G);
  expect(affine(group.generator.double())).toEqual(double(curve, G));
  expect(affine(group.generator.multiply(order - 1n))).toEqual(negate(curve, G));
  expect(
    group.generator
      .multiply(order - 1n)
      .add(group.generator)
      .isIdentity(),
  ).toBe(true);
  const vector = group.points(points);
  expect(points.map((_, i) => affine(vector.at(i)))).toEqual(points);
  expect(affine(group.msm(vector, scalars))).toEqual(sum);
  for (const point of points) expectBytes(group, curve, group.point(point), point);
  for (const format of ['compressed', 'uncompressed', 'little-endian', 'montgomery-le']) {
    const bytes = vector.toBytes(format);
    expect(toHex(bytes)).toBe(points.map((point) => group.point(point).toHex(format)).join(''));
    const read = group.points(bytes, { format });
    expect(points.map((_, i) => affine(read.at(i)))).toEqual(points);
    expect(affine(group.msm(read, scalars))).toEqual(sum);
    read.dispose();
  }
  const basis = await group.fixedBasis(vector, { memory: 2 ** 16 });
  expect(affine(basis.msm(scalars))).toEqual(sum);
  basis.dispose();
  vector.dispose();
  const random = group.randomScalars(8, 1);
  for (let at = 0; at < random.length; at += 32)
    expect(BigInt(`0x${toHex(random.subarray(at, at + 32))}`) < order).toBe(true);
  const off = { x: G.x, y: field.add(G.y, field.one) };
  if (!isOnCurve(curve, off)) {
    expectPointError(() => group.point(off), 'not-on-curve');
    expectPointError(() => group.points([G, off]), 'not-on-curve', 1);
  }
  if (P !== null) expect(affine(group.point(P).add(group.point(G)))).toEqual(add(curve, P, G));
}

/**
 * @param {any} group
 * @param {any} curve
 * @param {any} point
 * @param {any} affine
 */
function expectBytes(group, { p, field, rootSign }, point, { x, y }) {
  const size = byteLength(p);
  const R = 1n << BigInt(8 * wordBytes(p));
  const parts = [...partsOf(x), ...partsOf(y)];
  const text = (/** @type {bigint[]} */ values) =>
    values.map((value) => littleEndian(value, size)).join('');
  expect(point.toHex('little-endian')).toBe(text(parts));
  expect(point.toHex('montgomery-le')).toBe(text(parts.map((c) => mod(c * R, p))));
  const coordinate = (/** @type {any} */ element) =>
    partsOf(element)
      .reverse()
      .map((c) => bigEndian(c, size))
      .join('');
  const both = coordinate(x) + coordinate(y);
  if (rootSign !== 'larger') {
    expect(point.toHex('uncompressed')).toBe(`04${both}`);
    expect(point.toHex()).toBe(`${y & 1n ? '03' : '02'}${coordinate(x)}`);
    return;
  }
  expect(point.toHex('uncompressed')).toBe(both);
  const flags = field.isLarger(y) ? 0xa0 : 0x80;
  const head = (parseInt(coordinate(x).slice(0, 2), 16) | flags).toString(16);
  expect(point.toHex()).toBe(head + coordinate(x).slice(2));
}
