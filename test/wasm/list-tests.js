/**
 * Tests of the exports that decode, check and map lists of points, for every kernel, over Fp and
 * Fp², against BigInt; and the points of curves that they are tested on.
 */
import { expect, it } from 'vitest';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { mod } from '../../src/math/modular.js';
import { curveOf, isOnCurve, negate, rightSide } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { outsiders } from '../support/outsiders.js';
import { randomStream } from '../wasm-gen/field-module.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @typedef {NonNullable<AffinePoint>} Finite */

/**
 * A kernel. `read`: the first points that were decompressed last; `recordsOnCurve`: of these, the
 * first that is off the curve. `squared`: of curves over Fp².
 * @typedef {{ decompress: (list: { x: any, sign: number }[]) => number,
 *   read: (count: number) => AffinePoint[], recordsOnCurve: (count: number) => number,
 *   firstOffCurve: (points: AffinePoint[]) => number,
 *   firstOutsideSubgroup: (points: AffinePoint[]) => number,
 *   endomorphism: (points: AffinePoint[]) => AffinePoint[],
 *   squared?: (points: AffinePoint[]) => AffinePoint[] }} Lists
 */

const random = randomStream(82n);

/**
 * Points of a curve: of the group, of the curve alone, and those that decide a sign by one
 * coefficient.
 * @param {any} config
 * @param {bigint[]} orders small primes that divide the cofactor
 */
export function contextOf(config, orders) {
  const curve = /** @type {any} */ (curveOf(config));
  const bits = curve.p.toString(2).length;
  const { p, order, cofactor } = /** @type {Record<string, bigint>} */ (curve);
  const { field, generator: G } = curve;
  const { degree } = field;
  /** Bytes of a coefficient, of a coordinate and of a point. */
  const size = 8 * Math.ceil(bits / 64);
  const fieldBytes = degree * size;
  const pointBytes = 2 * fieldBytes;
  /** An element with this lowest coefficient, and the others as far as there are any. */
  const element = (/** @type {bigint} */ c0, c1 = 0n) => elementOf([c0, c1].slice(0, degree));
  /** @param {AffinePoint} point @param {bigint} k @returns {AffinePoint} */
  const times = (point, k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
  const psi = endomorphismMap(curve);
  const rootOf = (/** @type {any} */ x) => field.squareRoot(rightSide(curve, x));

  /**
   * A point of the curve, rarely in the group: the first with a lowest coefficient at least so.
   * @param {any} x
   * @returns {Finite}
   */
  function curvePoint(x) {
    for (; ; x = field.add(x, field.one)) {
      const y = rootOf(x);
      if (y !== null) return { x, y };
    }
  }

  /** The first such x that no point has. @param {any} x */
  function rootless(x) {
    while (rootOf(x) !== null) x = field.add(x, field.one);
    return x;
  }

  const randomX = () => element(random(bits - 1), random(bits - 1));

  /** A point of a prime order q that divides the cofactor. @param {bigint} q */
  function pointOfOrder(q) {
    let rest = cofactor * order;
    while (rest % q === 0n) rest /= q;
    for (let c0 = 1n; ; c0++) {
      let point = times(curvePoint(element(c0, 1n)), rest);
      if (point === null) continue;
      for (let next = times(point, q); next !== null; next = times(point, q)) point = next;
      return point;
    }
  }

  /**
   * Points whose x³ + b lies in the prime field, squares and others: of these, a
   * coefficient of y is 0.
   * @returns {Finite[]}
   */
  function realRightSides() {
    const found = [];
    if (degree === 1) {
      const y = rootOf(0n);
      return y === null ? [] : [y, field.negate(y)].map((root) => ({ x: 0n, y: root }));
    }
    for (let t = 1n; found.length < 6 && t < 200n; t++) {
      const x = cubeRoot({ c0: t % 2n ? t : p - t, c1: p - curve.b.c1 });
      const y = x && rootOf(x);
      if (x && y) found.push({ x, y });
    }
    return found;
  }

  /**
   * A cube root, by the power that is right up to a root of unity of order 3^s; or null.
   * @param {any} a
   */
  function cubeRoot(a) {
    const group = p * p - 1n;
    let s = 0n;
    let rest = group;
    while (rest % 3n === 0n) [rest, s] = [rest / 3n, s + 1n];
    const power = (/** @type {any} */ base, /** @type {bigint} */ exponent) => {
      let result = field.one;
      for (const bit of exponent.toString(2)) {
        result = field.square(result);
        if (bit === '1') result = field.multiply(result, base);
      }
      return result;
    };
    let nonCube = { c0: 1n, c1: 1n };
    while (field.equals(power(nonCube, group / 3n), field.one))
      nonCube = { c0: nonCube.c0 + 1n, c1: 1n };
    const unit = power(nonCube, rest);
    const inverseOf3 = rest % 3n === 1n ? (2n * rest + 1n) / 3n : (rest + 1n) / 3n;
    let candidate = power(a, inverseOf3);
    for (let i = 0n; i < 3n ** s; i++) {
      if (field.equals(field.multiply(field.square(candidate), candidate), a)) return candidate;
      candidate = field.multiply(candidate, unit);
    }
    return null;
  }

  const smallOrders = orders.map((q) => ({ q, T: pointOfOrder(q) }));
  const P = times(G, 5n);
  const edges = [
    curvePoint(element(1n)),
    curvePoint(element(0n, 1n)),
    curvePoint(element(p - 40n, p - 1n)),
    ...realRightSides(),
  ];
  /** Of the check, where there is one. */
  const seed = /** @type {bigint} */ (curve.subgroupCheck?.seed ?? 1n);
  const inside = [null, G, P, negate(curve, P), psi(P)].concat(
    [order - 1n, mod(-(/** @type {bigint} */ (seed)), order)].map((k) => times(G, k)),
  );

  /** @param {any} y */
  const signOf = (y) => Number(curve.rootSign === 'odd' ? field.isOdd(y) : field.isLarger(y));
  /** @param {Finite} point */
  const compress = ({ x, y }) => ({ x, sign: signOf(y) });

  return {
    curve,
    element,
    bits,
    fieldBytes,
    pointBytes,
    size,
    times,
    psi,
    rootOf,
    curvePoint,
    rootless,
    randomX,
    smallOrders,
    seed,
    edges,
    inside,
    signOf,
    compress,
  };
}

/**
 * Defines the tests.
 * @param {ReturnType<typeof contextOf>} context
 * @param {() => Lists} opened
 */
export function testLists(context, opened) {
  const { curve, element, size, times, psi, rootOf, curvePoint, rootless, randomX } = context;
  const { smallOrders, edges, inside, seed, signOf, compress } = context;
  const { p, cofactor, order } = /** @type {Record<string, bigint>} */ (curve);
  const { field, generator: G } = curve;
  const hasSubgroup = cofactor !== 1n;

  it('points_decompress finds the root that the sign names, for every length', () => {
    // Among the edges are y with one coefficient 0, where the other decides the sign.
    const real = edges.filter(({ y }) => y.c0 === 0n || y.c1 === 0n);
    expect(new Set(real.map(({ y }) => y.c0 === 0n)).size).toBe(field.degree === 1 ? 0 : 2);
    const some = [
      ...edges,
      ...inside.filter((point) => point !== null),
      ...smallOrders.map(({ T }) => T),
      ...Array.from({ length: 15 }, () => curvePoint(randomX())),
    ];
    const both = some.flatMap((point) => [point, { x: point.x, y: field.negate(point.y) }]);
    expect(opened().decompress(both.map(compress))).toBe(-1);
    expect(opened().read(both.length)).toEqual(both);
    expect(opened().recordsOnCurve(both.length)).toBe(-1);
    for (let n = 0; n <= 5; n++) {
      const part = both.slice(3, 3 + n);
      expect(opened().decompress(part.map(compress))).toBe(-1);
      expect(opened().read(n)).toEqual(part);
    }
  });

  it('points_decompress gives infinity for its sign and any x, in either lane', () => {
    const full = (1n << BigInt(8 * size)) - 1n;
    const xs = [field.zero, G.x, element(p), element(full, full)];
    const ignored = xs.map((x) => ({ x, sign: 2 }));
    expect(opened().decompress(ignored)).toBe(-1);
    expect(opened().read(ignored.length)).toEqual(ignored.map(() => null));
    for (const infinite of ignored) {
      expect(opened().decompress([infinite, compress(G)])).toBe(-1);
      expect(opened().read(2)).toEqual([null, G]);
      expect(opened().decompress([compress(G), compress(G), infinite])).toBe(-1);
      expect(opened().read(3)).toEqual([G, G, null]);
      expect(opened().decompress([compress(G), infinite])).toBe(-1);
      expect(opened().read(2)).toEqual([G, null]);
    }
  });

  it('points_decompress names the first bad x and the reason, at any position', () => {
    const [c0, c1] = coefficientsOf(G.x);
    const full = (1n << BigInt(8 * size)) - 1n;
    const lowest = [p, p + 1n, c0 + p].filter((c) => c <= full).map((c) => element(c, c1));
    const highest = field.degree > 1 ? [p, c1 + p].map((c) => element(c0, c)) : [];
    const outOfRange = [...lowest, ...highest, element(full, full)].map((x) => ({
      x,
      reason: 0,
    }));
    const offCurve = [field.one, element(0n, 9n), randomX()].map((x) => ({
      x: rootless(x),
      reason: 1,
    }));
    const good = compress(G);
    for (const { x, reason } of [...outOfRange, ...offCurve]) {
      for (const sign of [0, 1]) {
        for (let n = 1; n <= 5; n++) {
          for (let i = 0; i < n; i++) {
            const list = Array.from({ length: n }, () => good).with(i, { x, sign });
            expect(opened().decompress(list)).toBe(2 * i + reason);
            for (const other of [outOfRange[0], offCurve[0]]) {
              const more = list.map((entry, j) => (j > i ? { x: other.x, sign } : entry));
              expect(opened().decompress(more)).toBe(2 * i + reason);
            }
          }
        }
      }
    }
  });

  it('points_decompress decides about random x as BigInt does', () => {
    for (let round = 0; round < 40; round++) {
      const x = randomX();
      const y = rootOf(x);
      const sign = round & 1;
      expect(opened().decompress([{ x, sign }])).toBe(y === null ? 1 : -1);
      if (y === null) continue;
      const root = signOf(y) === sign ? y : field.negate(y);
      expect(opened().read(1)).toEqual([{ x, y: root }]);
    }
  });

  it('points_on_curve names the first point off the curve', () => {
    const cast = [...inside, ...edges, ...smallOrders.map(({ T }) => T)];
    expect(opened().firstOffCurve([])).toBe(-1);
    for (let n = 1; n <= cast.length; n++)
      expect(opened().firstOffCurve(cast.slice(0, n))).toBe(-1);
    const conjugates = [
      { x: G.x, y: field.conjugate(G.y) },
      { x: field.conjugate(G.x), y: field.conjugate(G.y) },
    ];
    for (const bad of [
      ...(field.degree > 1 ? conjugates : []),
      { x: G.x, y: field.add(G.y, field.one) },
      { x: G.y, y: G.x },
      { x: field.zero, y: element(3n, 2n) },
      { x: element(5n, 1n), y: field.zero },
    ]) {
      expect(isOnCurve(curve, bad)).toBe(false);
      for (let i = 0; i < cast.length; i++)
        expect(opened().firstOffCurve(cast.with(i, bad))).toBe(i);
      expect(opened().firstOffCurve([bad, bad])).toBe(0);
      expect(opened().firstOffCurve([null, bad, bad])).toBe(1);
    }
  });

  it('points_endomorphism is that of the curve, and its square, for every length', () => {
    const cast = [...inside, ...edges, null];
    for (let n = 0; n <= cast.length; n++) {
      const part = cast.slice(0, n);
      expect(opened().endomorphism(part)).toEqual(part.map(psi));
      const { squared } = opened();
      if (squared) expect(squared(part)).toEqual(part.map((point) => psi(psi(point))));
    }
  });

  if (!hasSubgroup) return;

  it('points_in_subgroup accepts the group, for every length', () => {
    expect(opened().firstOutsideSubgroup([])).toBe(-1);
    for (let n = 1; n <= inside.length; n++) {
      expect(opened().firstOutsideSubgroup(inside.slice(0, n))).toBe(-1);
      expect(opened().firstOutsideSubgroup(inside.slice(-n))).toBe(-1);
    }
    const cleared = Array.from({ length: 3 }, () => times(curvePoint(randomX()), cofactor));
    const multiples = [1n - seed, -seed - 1n, seed ** 2n, 2n, 3n].map((k) =>
      times(G, mod(k, order)),
    );
    expect(opened().firstOutsideSubgroup([...cleared, ...multiples])).toBe(-1);
  });

  it.each(smallOrders)(
    'points_in_subgroup refuses points of order $q, alone and added to others',
    ({ q, T }) => {
      expect(isOnCurve(curve, T)).toBe(true);
      expect(times(T, q)).toBe(null);
      const others = { inside, smallOrders, map: psi };
      for (const point of outsiders(curve, { q, T }, others)) {
        expect(opened().firstOutsideSubgroup([point])).toBe(0);
        expect(opened().firstOutsideSubgroup([G, point])).toBe(1);
        expect(opened().firstOutsideSubgroup([point, null, point])).toBe(0);
        expect(opened().firstOutsideSubgroup([...inside, point])).toBe(inside.length);
      }
    },
  );

  it('points_in_subgroup names the first point outside, at any position', () => {
    for (const bad of [...edges, curvePoint(randomX())]) {
      for (let n = 1; n <= 5; n++) {
        for (let i = 0; i < n; i++) {
          const list = inside.slice(0, n).with(i, bad);
          expect(opened().firstOutsideSubgroup(list)).toBe(i);
          expect(opened().firstOutsideSubgroup(list.map((point, j) => (j > i ? bad : point)))).toBe(
            i,
          );
        }
      }
    }
  });
}
