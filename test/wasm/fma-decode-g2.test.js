/** Decoding and checking of G2 points two at a time, against BigInt. */

import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { toBytesLE } from '../../src/math/modular.js';
import { curveOf, isOnCurve, negate, rightSide } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { outsiders } from '../support/outsiders.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { instantiate } from '../support/instantiate.js';
import { batchKernels } from './kernels.js';

/** @import { Fp2 } from '../../src/reference/field.js' */
/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<Fp2>} AffinePoint */
/** @typedef {NonNullable<AffinePoint>} Finite */

const random = randomStream(82n);

/**
 * Points of a curve, and its kernel.
 * @param {typeof bls12381G2} config
 * @param {bigint[]} orders small primes that divide the cofactor
 */
function contextOf(config, orders) {
  const curve = curveOf(config);
  const bits = curve.p.toString(2).length;
  /** Bytes of a coefficient, and of a point. */
  const size = 8 * Math.ceil(bits / 64);
  const pointBytes = 4 * size;
  const { p, field, order, cofactor, generator: G } = curve;
  /** @param {AffinePoint} point @param {bigint} k @returns {AffinePoint} */
  const times = (point, k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
  const psi = endomorphismMap(curve);
  const rootOf = (/** @type {Fp2} */ x) => field.squareRoot(rightSide(curve, x));

  /**
   * A point of the curve, rarely in the group: the first with a c0 at least so.
   * @param {Fp2} x
   * @returns {Finite}
   */
  function curvePoint({ c0, c1 }) {
    for (; ; c0++) {
      const y = rootOf({ c0, c1 });
      if (y !== null) return { x: { c0, c1 }, y };
    }
  }

  /** The first x with a c0 at least so that no point has. @param {Fp2} x @returns {Fp2} */
  function rootless({ c0, c1 }) {
    while (rootOf({ c0, c1 }) !== null) c0++;
    return { c0, c1 };
  }

  const randomX = () => ({ c0: random(bits - 1), c1: random(bits - 1) });

  /** A point of a prime order q that divides the cofactor. @param {bigint} q */
  function pointOfOrder(q) {
    let rest = cofactor * order;
    while (rest % q === 0n) rest /= q;
    for (let c0 = 1n; ; c0++) {
      let point = times(curvePoint({ c0, c1: 1n }), rest);
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
    for (let t = 1n; found.length < 6 && t < 200n; t++) {
      const x = cubeRoot({ c0: t % 2n ? t : p - t, c1: p - curve.b.c1 });
      const y = x && rootOf(x);
      if (x && y) found.push({ x, y });
    }
    return found;
  }

  /**
   * A cube root, by the power that is right up to a root of unity of order 3^s; or null.
   * @param {Fp2} a
   */
  function cubeRoot(a) {
    const group = p * p - 1n;
    let s = 0n;
    let rest = group;
    while (rest % 3n === 0n) [rest, s] = [rest / 3n, s + 1n];
    const power = (/** @type {Fp2} */ base, /** @type {bigint} */ exponent) => {
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
    curvePoint({ c0: 1n, c1: 0n }),
    curvePoint({ c0: 0n, c1: 1n }),
    curvePoint({ c0: p - 40n, c1: p - 1n }),
    ...realRightSides(),
  ];
  const seed = curve.subgroupCheck.seed;
  const inside = [null, G, P, negate(curve, P), psi(P), times(G, order - 1n), times(G, -seed)];

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
      points.forEach((point, i) => {
        const { x, y } = point ?? { x: field.zero, y: field.zero };
        arena.u8.set([...field.toBytes(x), ...field.toBytes(y)], at.source + pointBytes * i);
      });
      expect(wasm.points_from_affine(at.points, at.source, points.length)).toBe(-1);
    };
    /** @param {number} count @param {number} from @returns {AffinePoint[]} */
    const read = (count, from) => {
      wasm.points_to_affine(at.source, from, count);
      return Array.from({ length: count }, (_, i) => {
        const encoded = arena.u8.slice(
          at.source + pointBytes * i,
          at.source + pointBytes * (i + 1),
        );
        if (encoded.every((byte) => byte === 0)) return null;
        const [x, y] = [encoded.subarray(0, 2 * size), encoded.subarray(2 * size)].map(
          field.fromBytes,
        );
        return { x, y };
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
      /** @param {Array<{ x: Fp2, sign: number }>} list @returns {number} */
      decompress(list) {
        arena.u8.fill(0xa5, at.source, at.source + pointBytes * capacity);
        arena.u8.fill(0xa5, at.signs, at.signs + capacity);
        list.forEach(({ x, sign }, i) => {
          const encoded = [...toBytesLE(x.c0, size), ...toBytesLE(x.c1, size)];
          arena.u8.set(encoded, at.source + 2 * size * i);
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
      /** @param {AffinePoint[]} points */
      squared: (points) => mapped(wasm.points_endomorphism_squared, points),
    };
  }

  /** @param {Finite} point */
  const compress = ({ x, y }) => ({ x, sign: Number(field.isLarger(y)) });

  return {
    curve,
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
  contextOf(bls12381G2, [13n, 23n, 2713n, 11953n, 262069n]),
  contextOf(/** @type {any} */ (bn254G2), [10069n, 5864401n]),
];

const cases = contexts.flatMap((context) =>
  ['debug', 'release'].map((build) => ({ name: context.curve.name, build, context })),
);

describe.skipIf(!batchKernels.includes('fma')).each(cases)(
  'decoding $name two at a time, $build build',
  ({ build, context }) => {
    const { curve, size, times, psi, rootOf, curvePoint, rootless, randomX } = context;
    const { smallOrders, edges, inside, kernelFace, compress } = context;
    const { p, field, cofactor, generator: G } = curve;
    const { seed } = curve.subgroupCheck;
    /** @type {Awaited<ReturnType<typeof kernelFace>>} */
    let fma;
    beforeAll(async () => {
      fma = await kernelFace(build === 'debug');
    });

    it('points_decompress finds the root that the sign names, for every length', () => {
      // Among the edges are y with one coefficient 0, where the other decides the sign.
      const real = edges.filter(({ y }) => y.c0 === 0n || y.c1 === 0n);
      expect(new Set(real.map(({ y }) => y.c0 === 0n)).size).toBe(2);
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
      const xs = [field.zero, G.x, { c0: p, c1: 0n }, { c0: full, c1: full }];
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
      const { c0, c1 } = G.x;
      const full = (1n << BigInt(8 * size)) - 1n;
      const outOfRange = [
        { c0: p, c1 },
        { c0, c1: p },
        { c0: c0 + p, c1 },
        { c0, c1: c1 + p },
        { c0: full, c1: full },
      ].map((x) => ({ x, reason: 0 }));
      const offCurve = [field.one, { c0: 0n, c1: 9n }, randomX()].map((x) => ({
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
      for (const bad of [
        { x: G.x, y: field.add(G.y, field.one) },
        { x: G.x, y: field.conjugate(G.y) },
        { x: field.conjugate(G.x), y: field.conjugate(G.y) },
        { x: G.y, y: G.x },
        { x: field.zero, y: { c0: 2n, c1: 2n } },
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
      const multiples = [1n - seed, -seed - 1n, seed ** 2n, 2n, 3n].map((k) => times(G, k));
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

    it('points_endomorphism is ψ, and its square ψ², for every length', () => {
      const cast = [...inside, ...edges, null];
      for (let n = 0; n <= cast.length; n++) {
        const part = cast.slice(0, n);
        expect(fma.endomorphism(part)).toEqual(part.map(psi));
        expect(fma.squared(part)).toEqual(part.map((point) => psi(psi(point))));
      }
    });
  },
);
