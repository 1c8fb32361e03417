/**
 * The kernels of Banderwagon one operation at a time, in debug builds, against the BigInt
 * reference: decoding, checks, canonical bytes, the map to scalars, the model there and back, the
 * endomorphism, additions on the model. Wide arithmetic is lowered to plain instructions.
 */

import * as edwards from '../../src/reference/edwards.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  endomorphismOnModel,
  fromWeierstrass,
  modelEndomorphism,
  toWeierstrass,
  weierstrassModel,
} from '../../src/reference/edwards.js';
import { fromBytesLE, mod, squareRoot, toBytesLE } from '../../src/math/modular.js';
import { add, isOnCurve, negate } from '../../src/reference/weierstrass.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { emitEdwardsFmaKernel } from '../../wasm-gen/verkle/fma/index.js';
import { emitEdwardsKernel } from '../../wasm-gen/verkle/index.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { instantiate } from '../support/instantiate.js';
import { batchKernels, canonical, fromCanonical } from '../wasm/kernels.js';

const { p, order, generator } = banderwagon;
const model = weierstrassModel(banderwagon);
const psi = modelEndomorphism(banderwagon);
const SIZE = 32;

/** @import { EdwardsPoint } from '../../src/reference/edwards.js' */

/** @param {string} name of a kernel @param {any} options */
const emitKernel = (name, options) =>
  name === 'fma'
    ? emitEdwardsFmaKernel(banderwagon, options)
    : emitEdwardsKernel(banderwagon, /** @type {any} */ (name), options);

/**
 * Elements with either representative: multiples of G, plain and negated in both coordinates,
 * both identities.
 */
const other = (/** @type {EdwardsPoint} */ { x, y }) => ({ x: mod(-x, p), y: mod(-y, p) });
const multiples = [];
for (let i = 0, P = generator; i < 9; i++, P = edwards.add(banderwagon, P, generator)) {
  multiples.push(i % 2 ? other(P) : P);
}
const identities = [
  { x: 0n, y: 1n },
  { x: 0n, y: p - 1n },
];
const elements = [...identities, ...multiples, identities[1]];

/** Points of the curve outside the group, and x without a point. */
const outside = [];
const without = [];
for (let x = 1n; outside.length < 5 || without.length < 5; x++) {
  const P = edwards.liftX(banderwagon, x);
  if (P === null) without.push(x);
  else if (!edwards.isInSubgroup(banderwagon, P)) outside.push(P);
}

/** The points of order 2 of the model. */
const torsion = (() => {
  // X³ + aX + b = (X − shift)(X² + shift·X + a + shift²).
  const square = model.shift ** 2n - 4n * (model.a + model.shift ** 2n);
  const root = /** @type {bigint} */ (squareRoot(square, p));
  const half = (p + 1n) / 2n;
  return {
    T: { x: model.shift, y: 0n },
    others: [root, -root].map((r) => ({ x: mod((r - model.shift) * half, p), y: 0n })),
  };
})();

describe.each([...batchKernels, 'wide64'])('kernel of Banderwagon, %s, debug build', (name) => {
  let wasm;
  let arena;
  let pointBytes;

  beforeAll(async () => {
    arena = new Arena();
    const range = { staticBase: 1024, staticEnd: 60 * 1024 };
    const kernel = emitKernel(name, { ...range, debug: true });
    wasm = await instantiate(kernel, arena.memory);
    pointBytes = wasm.point_bytes.value;
    wasm.root_tables(arena.allocate(wasm.root_table_bytes.value, 'tables'));
  });

  /** Writes points as they are; `null` for infinity. */
  const write = (points) => {
    const bytes = arena.allocate(2 * SIZE * points.length + 16, 'bytes');
    points.forEach((point, i) => arena.u8.set(canonical(point, SIZE), bytes + 2 * SIZE * i));
    const target = arena.allocate(pointBytes * points.length + 16, 'points');
    expect(wasm.points_from_affine(target, bytes, points.length)).toBe(-1);
    return target;
  };

  const read = (address, n, convert = wasm.points_to_affine) => {
    const bytes = arena.allocate(2 * SIZE * n + 16, 'bytes');
    convert(bytes, address, n);
    return Array.from({ length: n }, (_, i) =>
      fromCanonical(arena.u8.slice(bytes + 2 * SIZE * i, bytes + 2 * SIZE * (i + 1))),
    );
  };

  const mapped = (convert, points) => {
    const target = arena.allocate(pointBytes * points.length + 16, 'points');
    const result = convert(target, write(points), points.length);
    // A refusal leaves the targets half done.
    return { result, points: result >= 0 ? [] : read(target, points.length) };
  };

  it('decompresses every x that has a point, with the root that the sign names', () => {
    const points = [...multiples, ...outside, { x: 0n, y: p - 1n }];
    for (const n of [1, 2, points.length]) {
      for (const sign of [0, 1]) {
        const list = points.slice(-n);
        const source = arena.allocate(33 * n, 'xs');
        list.forEach(({ x }, i) => arena.u8.set(toBytesLE(x, SIZE), source + SIZE * i));
        arena.u8.fill(sign, source + SIZE * n, source + 33 * n);
        const target = arena.allocate(pointBytes * n, 'points');
        expect(wasm.points_decompress(target, source, source + SIZE * n, n)).toBe(-1);
        const expected = list.map(({ x }) => {
          const { y } = /** @type {EdwardsPoint} */ (edwards.liftX(banderwagon, x));
          return { x, y: sign ? y : p - y };
        });
        expect(read(target, n)).toEqual(expected);
      }
    }
  });

  it.runIf(name === 'fma')('decompresses one x, and classifies it', () => {
    const source = arena.allocate(SIZE + 1, 'x');
    const target = arena.allocate(pointBytes, 'point');
    const cases = [
      ...[...multiples, ...identities].map(({ x }) => [x, -1]),
      ...outside.map(({ x }) => [x, 2]),
      ...without.map((x) => [x, 1]),
      ...[p, p + 1n, 2n ** 255n, 2n ** 256n - 1n].map((x) => [x, 0]),
    ];
    for (let i = 0n; i < 40n; i++) {
      const x = mod(0x123456789abcdef123456789n ** (i + 2n), p);
      const P = edwards.liftX(banderwagon, x);
      cases.push([x, P === null ? 1 : edwards.isInSubgroup(banderwagon, P) ? -1 : 2]);
    }
    for (const [x, expected] of cases) {
      for (const sign of [0, 1]) {
        arena.u8.set(toBytesLE(x, SIZE), source);
        arena.u8[source + SIZE] = sign;
        expect(wasm.point_decompress(target, source, source + SIZE)).toBe(expected);
        if (expected === 0 || expected === 1) continue;
        const { y } = /** @type {EdwardsPoint} */ (edwards.liftX(banderwagon, x));
        expect(read(target, 1)).toEqual([{ x, y: sign ? y : p - y }]);
      }
    }
  });

  it('decompression names the first x that is out of range or without a point', () => {
    const n = 5;
    const source = arena.allocate(33 * n, 'xs');
    const target = arena.allocate(pointBytes * n, 'points');
    const run = (xs) => {
      xs.forEach((x, i) => arena.u8.set(toBytesLE(x, SIZE), source + SIZE * i));
      arena.u8.fill(1, source + SIZE * n, source + 33 * n);
      return wasm.points_decompress(target, source, source + SIZE * n, n);
    };
    const good = multiples.slice(0, n).map(({ x }) => x);
    expect(run(good)).toBe(-1);
    for (let i = 0; i < n; i++) {
      for (const x of without) expect(run(good.with(i, x))).toBe(2 * i + 1);
      for (const x of [p, p + 1n, 2n ** 255n, 2n ** 256n - 1n]) {
        expect(run(good.with(i, x))).toBe(2 * i);
        if (i > 0) expect(run(good.with(i, x).with(i - 1, without[0]))).toBe(2 * i - 1);
      }
    }
  });

  it('finds the first point that is not on the curve, and the first outside the group', () => {
    const good = [...elements, null];
    const check = (call, points) => call(write(points), points.length);
    const bad = { x: generator.x, y: generator.y + 1n };
    expect(check(wasm.points_on_curve, [...good, ...outside])).toBe(-1);
    expect(check(wasm.points_in_subgroup, good)).toBe(-1);
    good.forEach((_, i) => {
      expect(check(wasm.points_on_curve, good.with(i, bad))).toBe(i);
      expect(check(wasm.points_on_curve, good.with(i, { x: 0n, y: 5n }))).toBe(i);
      expect(check(wasm.points_in_subgroup, good.with(i, outside[i % outside.length]))).toBe(i);
    });
  });

  it('knows squares from others', () => {
    // u = 1 − ax² for many x: the check of the subgroup says which are squares.
    const points = Array.from({ length: 300 }, (_, i) => ({ x: BigInt(i) ** 40n % p, y: 1n }));
    const address = write(points);
    points.forEach((point, i) => {
      const expected = edwards.isInSubgroup(banderwagon, point) ? -1 : 0;
      expect(wasm.points_in_subgroup(address + pointBytes * i, 1)).toBe(expected);
    });
  });

  it('writes the canonical one of both points', () => {
    for (const points of [elements, elements.map(other), elements.slice(2, 3)]) {
      const expected = points.map((point) =>
        edwards.isIdentity(point) ? null : edwards.canonical(banderwagon, point),
      );
      expect(read(write(points), points.length, wasm.points_to_canonical)).toEqual(expected);
    }
  });

  it('encodes the canonical one of both points', () => {
    const lists = [elements, elements.map(other), [...elements, null], elements.slice(2, 3), []];
    for (const points of lists) {
      const n = points.length;
      const target = arena.allocate(SIZE * n + 16, 'encodings');
      wasm.points_encode(target, write(points), n);
      points.forEach((point, i) => {
        const bytes = arena.u8.slice(target + SIZE * i, target + SIZE * (i + 1)).reverse();
        const isIdentity = point === null || edwards.isIdentity(point);
        const { x } = isIdentity ? { x: 0n } : edwards.canonical(banderwagon, point);
        expect(fromBytesLE(bytes)).toBe(x);
      });
    }
  });

  it('maps elements to scalars', () => {
    for (const points of [elements, [...elements, null], [null], elements.slice(3, 4)]) {
      const n = points.length;
      const target = arena.allocate(SIZE * n, 'scalars');
      const work = arena.allocate(pointBytes * n + 16, 'work');
      wasm.points_to_scalars(target, write(points), n, work);
      points.forEach((point, i) => {
        const expected = point === null ? 0n : mod(edwards.mapToField(banderwagon, point), order);
        const bytes = arena.u8.subarray(target + SIZE * i, target + SIZE * (i + 1));
        expect(fromBytesLE(bytes)).toBe(expected);
      });
    }
  });

  it('goes to the model and back', () => {
    for (const points of [elements, [...elements, null], [identities[0]], [generator], []]) {
      const there = mapped(wasm.points_to_model, points);
      const expected = points.map((point) => point && toWeierstrass(model, point));
      expect(there.points).toEqual(expected);
      for (const point of there.points) expect(isOnCurve(model, point)).toBe(true);
      const back = mapped(wasm.points_from_model, there.points);
      expect(back.result).toBe(-1);
      back.points.forEach((point, i) => {
        const wanted = /** @type {EdwardsPoint} */ (fromWeierstrass(model, expected[i]));
        if (point === null) expect(edwards.isIdentity(wanted)).toBe(true);
        else expect(point).toEqual(wanted);
      });
    }
  });

  it('the model: T is the identity, the other points of order 2 are no elements', () => {
    const good = [toWeierstrass(model, generator), torsion.T, null];
    expect(mapped(wasm.points_from_model, good)).toMatchObject({
      result: -1,
      points: [generator, null, null],
    });
    for (const bad of torsion.others) {
      expect(isOnCurve(model, bad)).toBe(true);
      good.forEach((_, i) => {
        expect(mapped(wasm.points_from_model, good.with(i, bad)).result).toBe(i);
      });
    }
  });

  it('the endomorphism on the model', () => {
    const points = [...elements.map((P) => toWeierstrass(model, P)), torsion.T, null];
    for (const list of [points, points.slice(0, -1), [torsion.T]]) {
      expect(mapped(wasm.points_endomorphism, list).points).toEqual(
        list.map((point) => endomorphismOnModel(model, psi, point)),
      );
    }
    const image = /** @type {EdwardsPoint} */ (
      fromWeierstrass(model, endomorphismOnModel(model, psi, points[4]))
    );
    const multiple = edwards.multiply(banderwagon, elements[4], banderwagon.endomorphism.lambda);
    expect(edwards.equals(banderwagon, image, multiple)).toBe(true);
  });

  it('adds on the model, points of order 2 included', () => {
    const points = [
      ...multiples.slice(0, 4).map((P) => toWeierstrass(model, P)),
      toWeierstrass(model, other(generator)),
      torsion.T,
      ...torsion.others,
      null,
    ];
    const n = points.length;
    const sources = write(points);
    const pairs = points.flatMap((_, i) => points.map((_, j) => [i, j]));
    for (const signed of [0, 1]) {
      const targets = arena.allocate(pointBytes * pairs.length, 'sums');
      const list = arena.allocate(12 * pairs.length, 'list');
      const work = arena.allocate(wasm.work_bytes.value * (pairs.length + 3), 'work');
      const entries = pairs.flatMap(([i, j], k) => [
        targets + pointBytes * k,
        sources + pointBytes * i,
        (sources + pointBytes * j) | signed,
      ]);
      arena.i32.set(entries, list >> 2);
      wasm.batch_add(list, pairs.length, work);
      const sums = read(targets, pairs.length);
      pairs.forEach(([i, j], k) => {
        const second = signed ? negate(model, points[j]) : points[j];
        expect(sums[k], `${i} ± ${j} of ${n}`).toEqual(add(model, points[i], second));
      });
    }
  });
});
