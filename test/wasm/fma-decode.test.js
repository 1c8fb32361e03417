/** Decoding and checking of points two at a time, over Fp and Fp², against BigInt. */

import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { mod, squareRoot, toBytesLE } from '../../src/math/modular.js';
import { curveOf, isOnCurve, negate, rightSide } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { outsiders } from '../support/outsiders.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { instantiate } from '../support/instantiate.js';
import { batchKernels, canonical, elementBytes, fromCanonical } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @typedef {NonNullable<AffinePoint>} Finite */

const random = randomStream(82n);

/**
 * Points of a curve, and its kernel.
 * @param {any} config
 * @param {bigint[]} orders small primes that divide the cofactor
 */
function contextOf(config, orders) {
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
    if (degree === 1) return [curvePoint(0n), { x: 0n, y: field.negate(rootOf(0n)) }];
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
  const seed = curve.subgroupCheck.seed;
  const inside = [null, G, P, negate(curve, P), psi(P)].concat(
    [order - 1n, mod(-(/** @type {bigint} */ (seed)), order)].map((k) => times(G, k)),
  );

  /** @param {boolean} debug */
  async function kernelFace(debug) {
    const arena = new Arena();
    const kernel = emitFmaKernel(curve, {
      staticBase: 8192,
      staticEnd: 65536,
      debug,
    });
    const wasm = await instantiate(kernel, arena.memory);
    const capacity = 120;
    const pages = { points: 512, source: pointBytes, signs: 1 };
    const at = Object.fromEntries(
      Object.entries(pages).map(([name, each]) => [name, arena.allocate(capacity * each, 'test')]),
    );
    const write = (/** @type {AffinePoint[]} */ points) => {
      points.forEach((point, i) =>
        arena.u8.set(canonical(point, fieldBytes), at.source + pointBytes * i),
      );
      expect(wasm.points_from_affine(at.points, at.source, points.length)).toBe(-1);
    };
    /** @param {number} count @param {number} from @returns {AffinePoint[]} */
    const read = (count, from) => {
      wasm.points_to_affine(at.source, from, count);
      return Array.from({ length: count }, (_, i) => {
        const start = at.source + pointBytes * i;
        return fromCanonical(arena.u8.slice(start, start + pointBytes), degree);
      });
    };
    const mapped = (/** @type {Function} */ map, /** @type {AffinePoint[]} */ points) => {
      write(points);
      const target = at.points + 60 * wasm.point_bytes.value;
      map(target, at.points, points.length);
      expect(wasm.points_on_curve(target, points.length)).toBe(-1);
      return read(points.length, target);
    };
    return {
      read: (/** @type {number} */ count) => read(count, at.points),
      /** @param {Array<{ x: any, sign: number }>} list @returns {number} */
      decompress(list) {
        arena.u8.fill(0xa5, at.source, at.source + pointBytes * capacity);
        arena.u8.fill(0xa5, at.signs, at.signs + capacity);
        list.forEach(({ x, sign }, i) => {
          arena.u8.set(elementBytes(x, fieldBytes), at.source + fieldBytes * i);
          arena.u8[at.signs + i] = sign;
        });
        const end = at.points + list.length * wasm.point_bytes.value;
        arena.u8.fill(0xa5, end, end + 16);
        const result = wasm.points_decompress(at.points, at.source, at.signs, list.length);
        expect(arena.u8.subarray(end, end + 16).every((byte) => byte === 0xa5)).toBe(true);
        return result;
      },
      /** @param {AffinePoint[]} points @returns {number} */
      firstOffCurve(points) {
        write(points);
        return wasm.points_on_curve(at.points, points.length);
      },
      /** @param {AffinePoint[]} points @returns {number} */
      firstOutsideSubgroup(points) {
        write(points);
        return wasm.points_in_subgroup(at.points, points.length);
      },
      /**
       * Checks the records as the kernel wrote them, without a conversion in between.
       * @param {number} count
       */
      recordsOnCurve: (count) => wasm.points_on_curve(at.points, count),
      /** @param {AffinePoint[]} points */
      endomorphism: (points) => mapped(wasm.points_endomorphism, points),
      /** Of curves over Fp². */
      squared:
        wasm.points_endomorphism_squared &&
        ((/** @type {AffinePoint[]} */ points) => mapped(wasm.points_endomorphism_squared, points)),
    };
  }

  /** @param {Finite} point */
  const compress = ({ x, y }) => ({ x, sign: Number(field.isLarger(y)) });

  return {
    curve,
    element,
    bits,
    size,
    times,
    psi,
    rootOf,
    curvePoint,
    rootless,
    randomX,
    smallOrders,
    edges,
    inside,
    kernelFace,
    compress,
  };
}

const contexts = [
  contextOf(bls12381G1, [3n, 11n, 10177n, 859267n, 52437899n]),
  contextOf(bls12381G2, [13n, 23n, 2713n, 11953n, 262069n]),
  contextOf(bn254G2, [10069n, 5864401n]),
];

const cases = contexts.flatMap((context) =>
  ['debug', 'release'].map((build) => ({ name: context.curve.name, build, context })),
);

describe.skipIf(!batchKernels.includes('fma')).each(cases)(
  'decoding $name two at a time, $build build',
  ({ build, context }) => {
    const { curve, element, size, times, psi, rootOf, curvePoint, rootless, randomX } = context;
    const { smallOrders, edges, inside, kernelFace, compress } = context;
    const { p, cofactor, order } = /** @type {Record<string, bigint>} */ (curve);
    const { field, generator: G } = curve;
    const seed = /** @type {bigint} */ (curve.subgroupCheck.seed);
    /** @type {Awaited<ReturnType<typeof kernelFace>>} */
    let fma;
    beforeAll(async () => {
      fma = await kernelFace(build === 'debug');
    });

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
      expect(fma.decompress(both.map(compress))).toBe(-1);
      expect(fma.read(both.length)).toEqual(both);
      expect(fma.recordsOnCurve(both.length)).toBe(-1);
      for (let n = 0; n <= 5; n++) {
        const part = both.slice(3, 3 + n);
        expect(fma.decompress(part.map(compress))).toBe(-1);
        expect(fma.read(n)).toEqual(part);
      }
    });

    it('points_decompress gives infinity for its sign and any x, in either lane', () => {
      const full = (1n << BigInt(8 * size)) - 1n;
      const xs = [field.zero, G.x, element(p), element(full, full)];
      const ignored = xs.map((x) => ({ x, sign: 2 }));
      expect(fma.decompress(ignored)).toBe(-1);
      expect(fma.read(ignored.length)).toEqual(ignored.map(() => null));
      for (const infinite of ignored) {
        expect(fma.decompress([infinite, compress(G)])).toBe(-1);
        expect(fma.read(2)).toEqual([null, G]);
        expect(fma.decompress([compress(G), compress(G), infinite])).toBe(-1);
        expect(fma.read(3)).toEqual([G, G, null]);
        expect(fma.decompress([compress(G), infinite])).toBe(-1);
        expect(fma.read(2)).toEqual([G, null]);
      }
    });

    it('points_decompress names the first bad x and the reason, at any position', () => {
      const [c0, c1] = coefficientsOf(G.x);
      const full = (1n << BigInt(8 * size)) - 1n;
      const lowest = [p, p + 1n, c0 + p].map((c) => element(c, c1));
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
              expect(fma.decompress(list)).toBe(2 * i + reason);
              for (const other of [outOfRange[0], offCurve[0]]) {
                const more = list.map((entry, j) => (j > i ? { x: other.x, sign } : entry));
                expect(fma.decompress(more)).toBe(2 * i + reason);
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
        expect(fma.decompress([{ x, sign }])).toBe(y === null ? 1 : -1);
        if (y === null) continue;
        const root = Number(field.isLarger(y)) === sign ? y : field.negate(y);
        expect(fma.read(1)).toEqual([{ x, y: root }]);
      }
    });

    it('points_on_curve names the first point off the curve', () => {
      const cast = [...inside, ...edges, ...smallOrders.map(({ T }) => T)];
      expect(fma.firstOffCurve([])).toBe(-1);
      for (let n = 1; n <= cast.length; n++) expect(fma.firstOffCurve(cast.slice(0, n))).toBe(-1);
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
        for (let i = 0; i < cast.length; i++) expect(fma.firstOffCurve(cast.with(i, bad))).toBe(i);
        expect(fma.firstOffCurve([bad, bad])).toBe(0);
        expect(fma.firstOffCurve([null, bad, bad])).toBe(1);
      }
    });

    it('points_in_subgroup accepts the group, for every length', () => {
      expect(fma.firstOutsideSubgroup([])).toBe(-1);
      for (let n = 1; n <= inside.length; n++) {
        expect(fma.firstOutsideSubgroup(inside.slice(0, n))).toBe(-1);
        expect(fma.firstOutsideSubgroup(inside.slice(-n))).toBe(-1);
      }
      const cleared = Array.from({ length: 3 }, () => times(curvePoint(randomX()), cofactor));
      const multiples = [1n - seed, -seed - 1n, seed ** 2n, 2n, 3n].map((k) =>
        times(G, mod(k, order)),
      );
      expect(fma.firstOutsideSubgroup([...cleared, ...multiples])).toBe(-1);
    });

    it.each(smallOrders)(
      'points_in_subgroup refuses points of order $q, alone and added to others',
      ({ q, T }) => {
        expect(isOnCurve(curve, T)).toBe(true);
        expect(times(T, q)).toBe(null);
        const others = { inside, smallOrders, map: psi };
        for (const point of outsiders(curve, { q, T }, others)) {
          expect(fma.firstOutsideSubgroup([point])).toBe(0);
          expect(fma.firstOutsideSubgroup([G, point])).toBe(1);
          expect(fma.firstOutsideSubgroup([point, null, point])).toBe(0);
          expect(fma.firstOutsideSubgroup([...inside, point])).toBe(inside.length);
        }
      },
    );

    it('points_in_subgroup names the first point outside, at any position', () => {
      for (const bad of [...edges, curvePoint(randomX())]) {
        for (let n = 1; n <= 5; n++) {
          for (let i = 0; i < n; i++) {
            const list = inside.slice(0, n).with(i, bad);
            expect(fma.firstOutsideSubgroup(list)).toBe(i);
            expect(fma.firstOutsideSubgroup(list.map((point, j) => (j > i ? bad : point)))).toBe(i);
          }
        }
      }
    });

    it('points_endomorphism is that of the curve, and its square, for every length', () => {
      const cast = [...inside, ...edges, null];
      for (let n = 0; n <= cast.length; n++) {
        const part = cast.slice(0, n);
        expect(fma.endomorphism(part)).toEqual(part.map(psi));
        if (fma.squared) expect(fma.squared(part)).toEqual(part.map((point) => psi(psi(point))));
      }
    });
  },
);

describe.skipIf(!batchKernels.includes('fma'))('decoding on secp256k1, debug build', () => {
  it('finds the odd or even root, and names x without a point or out of range', async () => {
    const arena = new Arena();
    const options = { staticBase: 8192, staticEnd: 65536, debug: true };
    const wasm = await instantiate(emitFmaKernel(secp256k1, options), arena.memory);
    const [at, xs] = [arena.allocate(4096, 'test'), arena.allocate(4096, 'test')];
    const { p } = secp256k1;
    const list = [1n, 2n, 5n, p - 3n, p - 1n, p, p + 1n, 2n ** 256n - 1n];
    for (const x of [...list, ...Array.from({ length: 40 }, () => random(256))]) {
      const y = squareRoot(x ** 3n + 7n, p);
      for (const sign of [0, 1]) {
        arena.u8.set(toBytesLE(x, 32), xs);
        arena.u8[xs + 32] = sign;
        const bad = wasm.points_decompress(at, xs, xs + 32, 1);
        expect(bad).toBe(x >= p ? 0 : y === null ? 1 : -1);
        if (bad >= 0) continue;
        expect(wasm.points_on_curve(at, 1)).toBe(-1);
        wasm.points_to_affine(xs, at, 1);
        const root = Number(/** @type {bigint} */ (y) & 1n) === sign ? y : p - (y ?? 0n);
        expect(arena.u8.slice(xs, xs + 64)).toEqual(
          Uint8Array.from([...toBytesLE(x, 32), ...toBytesLE(/** @type {bigint} */ (root), 32)]),
        );
        arena.u8[xs + 32] ^= 2;
        wasm.points_from_affine(at, xs, 1);
        expect(wasm.points_on_curve(at, 1)).toBe(0);
      }
    }
  });
});
