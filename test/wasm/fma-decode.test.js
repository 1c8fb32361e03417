import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { mod, squareRoot, toBytesLE } from '../../src/math/modular.js';
import { add, isOnCurve, multiply, negate } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { emitLimbs30Kernel } from '../../wasm-gen/curve/index.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { outsiders } from '../support/outsiders.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { instantiate } from '../support/instantiate.js';
import { batchKernels, canonical, curve, fromCanonical } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

const { p, order, cofactor } = curve;
const G = /** @type {{ x: bigint, y: bigint }} */ (curve.generator);
const { beta, lambda } = curve.endomorphism;
const random = randomStream(77n);

/** @param {AffinePoint} point @param {bigint} k */
const times = (point, k) =>
  jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
const phi = (/** @type {AffinePoint} */ point) =>
  point && { x: mod(BigInt(beta * point.x), p), y: point.y };
const isLarger = (/** @type {bigint} */ y) => Number(y > (p - 1n) / 2n);

/**
 * A point of the curve, rarely in the group: the first with x at least so.
 * @param {bigint} x
 * @returns {NonNullable<AffinePoint>}
 */
function curvePoint(x) {
  for (; ; x++) {
    const y = squareRoot(x ** 3n + 4n, p);
    if (y !== null) return { x, y };
  }
}

/** The first x at least so that no point has. @param {bigint} x */
function rootless(x) {
  while (squareRoot(x ** 3n + 4n, p) !== null) x++;
  return x;
}

/** A point of a prime order q that divides the cofactor. @param {bigint} q */
function pointOfOrder(q) {
  let rest = cofactor * order;
  while (rest % q === 0n) rest /= q;
  for (let x = 1n; ; x++) {
    let point = times(curvePoint(x), rest);
    if (point === null) continue;
    for (let next = times(point, q); next !== null; next = times(point, q)) point = next;
    return point;
  }
}

const smallOrders = [3n, 11n, 10177n, 859267n, 52437899n].map((q) => ({ q, T: pointOfOrder(q) }));
const P = multiply(curve, G, 5n);
const edges = [curvePoint(1n), curvePoint(p - 40n), { x: 0n, y: 2n }, { x: 0n, y: p - 2n }];
const inside = [null, G, P, negate(curve, P), phi(P), times(G, order - 1n), times(G, lambda)];

/** The fma kernel and the portable one, with points as BigInt. @param {boolean} debug */
async function twoKernels(debug) {
  const arena = new Arena();
  const portable = emitLimbs30Kernel(curve, { staticBase: 1024, staticEnd: 8192 });
  const fma = emitFmaKernel(curve, { staticBase: 8192, staticEnd: 65536, debug });
  const capacity = 200;
  const pages = { points: 512, source: 96, signs: 1 };
  const at = Object.fromEntries(
    Object.entries(pages).map(([name, size]) => [name, arena.allocate(capacity * size, 'test')]),
  );
  const face = (/** @type {any} */ wasm) => {
    const write = (/** @type {AffinePoint[]} */ points) => {
      points.forEach((point, i) => arena.u8.set(canonical(point), at.source + 96 * i));
      expect(wasm.points_from_affine(at.points, at.source, points.length)).toBe(-1);
    };
    return {
      /** @param {number} count @returns {AffinePoint[]} */
      read(count) {
        wasm.points_to_affine(at.source, at.points, count);
        return Array.from({ length: count }, (_, i) =>
          fromCanonical(arena.u8.slice(at.source + 96 * i, at.source + 96 * (i + 1))),
        );
      },
      /** @param {Array<{ x: bigint, sign: number }>} list @returns {number} */
      decompress(list) {
        arena.u8.fill(0xa5, at.source, at.source + 96 * capacity);
        arena.u8.fill(0xa5, at.signs, at.signs + capacity);
        list.forEach(({ x, sign }, i) => {
          arena.u8.set(toBytesLE(x, 48), at.source + 48 * i);
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
      endomorphism(/** @type {AffinePoint[]} */ points) {
        write(points);
        const target = at.points + 100 * wasm.point_bytes.value;
        wasm.points_endomorphism(target, at.points, points.length);
        wasm.points_to_affine(at.source, target, points.length);
        return points.map((_, i) =>
          fromCanonical(arena.u8.slice(at.source + 96 * i, at.source + 96 * (i + 1))),
        );
      },
    };
  };
  return {
    fma: face(await instantiate(fma, arena.memory)),
    portable: face(await instantiate(portable, arena.memory)),
  };
}

/** @param {NonNullable<AffinePoint>} point */
const compress = ({ x, y }) => ({ x, sign: isLarger(y) });

const builds = [{ build: 'debug' }, { build: 'release' }];
describe.skipIf(!batchKernels.includes('fma')).each(builds)(
  'decoding two at a time, $build build',
  ({ build }) => {
    /** @type {Awaited<ReturnType<typeof twoKernels>>['fma']} */
    let fma;
    /** @type {typeof fma} */
    let portable;
    beforeAll(async () => {
      ({ fma, portable } = await twoKernels(build === 'debug'));
    });

    it('points_decompress finds the root that the sign names, for every length', () => {
      const some = [
        ...edges,
        ...inside.filter((point) => point !== null),
        ...smallOrders.map(({ T }) => /** @type {NonNullable<AffinePoint>} */ (T)),
        ...Array.from({ length: 20 }, () => curvePoint(random(380))),
      ];
      const both = some.flatMap((point) => [point, { x: point.x, y: p - point.y }]);
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
      const ignored = [0n, 1n, p, G.x, (1n << 384n) - 1n].map((x) => ({ x, sign: 2 }));
      expect(fma.decompress(ignored)).toBe(-1);
      expect(fma.read(ignored.length)).toEqual(ignored.map(() => null));
      for (const infinite of ignored) {
        for (const [list, points] of [
          [
            [infinite, compress(G)],
            [null, G],
          ],
          [
            [compress(G), infinite],
            [G, null],
          ],
          [
            [compress(G), compress(G), infinite],
            [G, G, null],
          ],
        ]) {
          expect(fma.decompress(/** @type {any} */ (list))).toBe(-1);
          expect(fma.read(list.length)).toEqual(points);
        }
      }
    });

    it('points_decompress names the first bad x and the reason, at any position', () => {
      const outOfRange = [p, p + 1n, G.x + p, (1n << 384n) - 1n].map((x) => ({ x, reason: 0 }));
      const offCurve = [1n, p - 30n, random(380)].map((x) => ({ x: rootless(x), reason: 1 }));
      const good = compress(G);
      for (const { x, reason } of [...outOfRange, ...offCurve]) {
        for (const sign of [0, 1]) {
          for (let n = 1; n <= 6; n++) {
            for (let i = 0; i < n; i++) {
              const list = Array.from({ length: n }, () => good).with(i, { x, sign });
              expect(fma.decompress(list)).toBe(2 * i + reason);
              // Whatever follows, the first one is reported.
              for (const other of [outOfRange[0], offCurve[0]]) {
                const more = list.map((entry, j) => (j > i ? { x: other.x, sign } : entry));
                expect(fma.decompress(more)).toBe(2 * i + reason);
              }
            }
          }
        }
      }
    });

    it('points_decompress decides as the portable kernel', () => {
      for (let round = 0; round < 30; round++) {
        const list = Array.from({ length: 1 + Number(random(3)) }, () => {
          const x = random(380);
          const kind = Number(random(4));
          if (kind === 0) return { x: p + random(100), sign: 1 };
          return { x: kind === 1 ? x : curvePoint(x).x, sign: Number(random(8)) % 3 };
        });
        const result = fma.decompress(list);
        const points = result < 0 ? fma.read(list.length) : [];
        expect(portable.decompress(list)).toBe(result);
        if (result < 0) expect(portable.read(list.length)).toEqual(points);
      }
    });

    it('points_on_curve names the first point off the curve', () => {
      const cast = [...inside, ...edges, ...smallOrders.map(({ T }) => T), curvePoint(random(380))];
      expect(fma.firstOffCurve([])).toBe(-1);
      for (let n = 1; n <= cast.length; n++) expect(fma.firstOffCurve(cast.slice(0, n))).toBe(-1);
      for (const bad of [
        { x: G.x, y: G.y + 1n },
        { x: G.y, y: G.x },
        { x: mod(G.x * beta, p), y: G.x },
        { x: 0n, y: 3n },
        { x: 5n, y: 0n },
      ]) {
        expect(isOnCurve(curve, bad)).toBe(false);
        for (let i = 0; i < cast.length; i++) expect(fma.firstOffCurve(cast.with(i, bad))).toBe(i);
        expect(fma.firstOffCurve([bad])).toBe(0);
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
      // Multiples near those that the chains add.
      const seed = BigInt(-(/** @type {any} */ (curve.subgroupCheck).seed));
      const cleared = Array.from({ length: 5 }, () => times(curvePoint(random(380)), cofactor));
      const multiples = [seed, seed - 1n, seed + 1n, seed ** 2n].map((k) => times(G, k));
      expect(fma.firstOutsideSubgroup([...cleared, ...multiples])).toBe(-1);
    });

    it.each(smallOrders)(
      'points_in_subgroup refuses points of order $q, alone and added to others',
      ({ q, T }) => {
        expect(isOnCurve(curve, T)).toBe(true);
        expect(times(T, q)).toBe(null);
        const others = { inside, smallOrders, map: phi };
        for (const point of outsiders(curve, { q, T }, others)) {
          expect(fma.firstOutsideSubgroup([point])).toBe(0);
          expect(fma.firstOutsideSubgroup([G, point])).toBe(1);
          expect(fma.firstOutsideSubgroup([point, null, point])).toBe(0);
          expect(fma.firstOutsideSubgroup([...inside, point])).toBe(inside.length);
        }
      },
    );

    it('points_in_subgroup names the first point outside, at any position', () => {
      for (const bad of [...edges, smallOrders[1].T, curvePoint(random(380))]) {
        for (let n = 1; n <= 6; n++) {
          for (let i = 0; i < n; i++) {
            const list = inside.slice(0, n).with(i, bad);
            expect(fma.firstOutsideSubgroup(list)).toBe(i);
            expect(fma.firstOutsideSubgroup(list.map((point, j) => (j > i ? bad : point)))).toBe(i);
          }
        }
      }
    });

    it('points_in_subgroup decides as the portable kernel', () => {
      const torsion = [null, ...smallOrders.map(({ T }) => T)];
      for (let round = 0; round < 40; round++) {
        const list = Array.from({ length: 1 + Number(random(2)) }, () => {
          const T = torsion[Math.max(0, Number(random(4)) - 10)];
          return add(curve, times(G, random(64)), times(T, 1n + random(16)));
        });
        const result = fma.firstOutsideSubgroup(list);
        expect(portable.firstOutsideSubgroup(list)).toBe(result);
      }
    });

    it('points_endomorphism multiplies x by β, for every length', () => {
      const cast = [...inside, ...edges, null];
      for (let n = 0; n <= cast.length; n++) {
        const part = cast.slice(0, n);
        expect(fma.endomorphism(part)).toEqual(part.map(phi));
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
