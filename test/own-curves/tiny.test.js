/**
 * Curves over tiny primes through the public interface, all of them: every pair of points, every
 * scalar, every point of the plane, and sums of 0 to 9 terms.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createCurve } from '../../src/curve.js';
import { add, curveOf, multiply, rightSide } from '../../src/reference/weierstrass.js';
import { isPrime } from '../../wasm-gen/own/primes.js';
import { Random } from '../fuzz/random.js';
import { expectPointError, isPointError, rejectionOf } from '../support/errors.js';
import tiny from './configs/tiny.js';
import { onEach, openable } from './opened.js';
import { some } from '../support/extent.js';

/** The longest sum. */
const MOST_TERMS = 9;

/** Sums of each length. */
const SUMS = 40;

/** Lengths of longer sums: those of further plans. */
const LONG = [12, 15, 16, 31, 40, 64, 100, 300];

/** Bytes of tables: of no table, of some multiples of each point, of all that windows have. */
const MEMORIES = [0, 10_000, 40_000, 2 ** 20];

/** Scalars may be so large. */
const LIMIT = 2n ** 255n;

/** Formats of a point, and of lists. */
const SINGLE = ['compressed', 'uncompressed'];
const FORMATS = [...SINGLE, 'little-endian', 'montgomery-le'];

/** @param {bigint} p @param {bigint} a @param {bigint} b */
function pointsOf(p, a, b) {
  const points = [];
  for (let x = 0n; x < p; x++)
    for (let y = 0n; y < p; y++)
      if ((y * y - (x * x * x + a * x + b)) % p === 0n) points.push({ x, y });
  return points;
}

/**
 * The first curve with this a and a group of a prime order.
 * @param {bigint} p
 * @param {bigint} a
 * @param {boolean} hasCofactor
 */
function tinyCurve(p, a, hasCofactor) {
  for (let b = 1n; b < p; b++) {
    const size = pointsOf(p, a, b).length + 1;
    const orders = Array.from({ length: size }, (_, i) => size - i).filter(
      (r) => r > MOST_TERMS && size % r === 0 && (size / r) % r !== 0 && isPrime(BigInt(r)),
    );
    if (orders.length === 0 || (4n * a ** 3n + 27n * b * b) % p === 0n) continue;
    if (hasCofactor !== orders[0] < size) continue;
    const order = BigInt(orders[0]);
    const cofactor = BigInt(size) / order;
    const curve = curveOf({ p, a, b, order });
    const multiples = pointsOf(p, a, b).map((P) => {
      let multiple = null;
      for (let i = 0n; i < cofactor; i++) multiple = add(curve, multiple, P);
      return multiple;
    });
    const generator = multiples.find((point) => point !== null);
    return { name: `tiny-${p}`, p, a, b, order, cofactor, generator };
  }
  throw new Error(`no curve over ${p}`);
}

const TINY = [
  { p: 41n, a: 38n, hasCofactor: false },
  { p: 43n, a: 0n, hasCofactor: false },
  { p: 61n, a: 1n, hasCofactor: true },
  { p: 103n, a: 0n, hasCofactor: true },
];

/** Names of points, found and wanted. @typedef {[string, string][]} Pairs */

/**
 * Everything of a tiny curve by logarithms: `names[i]` is the i-th multiple of the generator.
 * @param {any} config
 */
function everything(config) {
  const curve = curveOf(config);
  const order = Number(config.order);
  /** @type {any[]} */
  const all = [null];
  while (all.length < order) all.push(add(curve, all.at(-1), config.generator));
  const names = all.map((point) => (point === null ? '∞' : `${point.x} ${point.y}`));
  const logs = Array.from({ length: order }, (_, i) => i);
  return { order, all, names, logs, random: new Random(config.name) };
}

/** @param {any} point */
function nameOf(point) {
  const affine = point.toAffine();
  return affine === null ? '∞' : `${affine.x} ${affine.y}`;
}

/** @param {any} vector */
const namesOf = (vector) => Array.from({ length: vector.length }, (_, i) => nameOf(vector.at(i)));

/** Bytes of scalars. @param {number[]} scalars @param {'le' | 'be'} [endian] */
function bytesOf(scalars, endian = 'be') {
  const bytes = new Uint8Array(32 * scalars.length);
  scalars.forEach((k, i) => (bytes[32 * i + (endian === 'be' ? 31 : 0)] = k));
  return bytes;
}

/**
 * The terms of sums, as logarithms of points and scalars: every point with every scalar, every pair
 * of points, every pair of scalars; lists of 0 to 9 terms, and longer ones, in which points repeat,
 * cancel and are infinity.
 * @param {ReturnType<typeof everything>} curve
 * @returns {{ points: number[], scalars: number[] }[]}
 */
function termsOf({ order, logs, random }) {
  const any = (/** @type {number} */ n) => Array.from({ length: n }, () => random.int(order));
  const squares = logs.flatMap((i) => logs.map((j) => [i, j]));
  const lengths = Array.from({ length: MOST_TERMS + 1 }, (_, n) => Array(SUMS).fill(n)).flat();
  return [
    ...squares.map(([i, k]) => ({ points: [i], scalars: [k] })),
    ...squares.map((points) => ({ points, scalars: any(2) })),
    ...squares.map((scalars) => ({ points: any(2), scalars })),
    ...[...lengths, ...LONG].map((n) => ({ points: any(n), scalars: any(n) })),
    // One bucket, one point, and a point beside its opposite.
    ...LONG.flatMap((n) => {
      const [[point], [scalar]] = [any(1), any(1)];
      const same = Array(n).fill(scalar);
      return [
        { points: any(n), scalars: same },
        { points: Array(n).fill(point), scalars: same },
        { points: Array(n).fill(point), scalars: any(n) },
        { points: same.map((_, i) => (i % 2 ? point : (order - point) % order)), scalars: same },
      ];
    }),
  ];
}

describe.each(some(TINY, 2, 'tiny'))(
  'p = $p, a = $a, a cofactor: $hasCofactor',
  ({ p, a, hasCofactor }) => {
    const config = tinyCurve(p, a, hasCofactor);
    const curve = everything(config);
    const { order, all, names, logs, random } = curve;
    /** The name of Σ kᵢ·Pᵢ. @param {number[]} points @param {number[]} scalars */
    const sumOf = (points, scalars) =>
      names[points.reduce((sum, log, i) => sum + log * scalars[i], 0) % order];
    /** @type {Awaited<ReturnType<typeof openable>>} */
    let page;
    beforeAll(async () => {
      page = await openable(config);
    });

    it('sums and multiples of every point, its bytes, and all that is no point', async () => {
      await onEach(page, (group) => {
        const points = all.map((point) => (point === null ? group.identity : group.point(point)));
        const sums = points.map((P) => points.map((Q) => nameOf(P.add(Q))));
        expect(sums).toEqual(logs.map((i) => logs.map((j) => names[(i + j) % order])));
        const products = points.map((P) => all.map((_, k) => nameOf(P.multiply(BigInt(k)))));
        expect(products).toEqual(logs.map((i) => logs.map((k) => names[(i * k) % order])));
        for (const P of points)
          for (const format of SINGLE)
            expect(nameOf(group.point(P.toBytes(format)))).toBe(nameOf(P));
        const plane = Array.from({ length: Number(p * p) }, (_, i) => [
          BigInt(i) / p,
          BigInt(i) % p,
        ]);
        const taken = plane.filter(([x, y]) => isTaken(() => group.point({ x, y })));
        expect(taken.map(([x, y]) => `${x} ${y}`).toSorted()).toEqual(names.slice(1).toSorted());
      });
    });

    it('msm: every pair, every scalar, 0 to 9 terms and more, in every form', async () => {
      const terms = termsOf(curve);
      await onEach(page, async (group) => {
        const known = all.map((point) => (point === null ? group.identity : group.point(point)));
        const above = (/** @type {bigint} */ k) => k + (LIMIT / config.order) * config.order;
        /** @type {Pairs} */
        const pairs = [];
        for (const [i, { points, scalars }] of terms.entries()) {
          const list = points.map((log) => known[log]);
          const vector = group.points([known[1], ...list, known[1]]);
          const part = vector.slice(1, 1 + list.length);
          const little = { endian: 'le' };
          // Each form of points and scalars in turn.
          const sum = [
            () => group.msm(list, scalars.map(BigInt)),
            () => group.msm(part, bytesOf(scalars)),
            () => group.msmAsync(part, bytesOf(scalars, 'le'), little),
            () => group.msm(list, scalars.map(BigInt).map(above)),
          ][i % 4];
          pairs.push([nameOf(await sum()), sumOf(points, scalars)]);
          vector.dispose();
        }
        expectEqual(pairs, terms);
      });
    });

    it('pointsAsync: all points, lists of 0 to 9, and one that is none anywhere in them', async () => {
      const outside = { x: 0n, y: 0n };
      while (names.includes(`${outside.x} ${outside.y}`)) outside.y++;
      await onEach(page, async (group) => {
        const finite = group.points(all.slice(1));
        for (const format of FORMATS) {
          const bytes = finite.toBytes(format);
          const size = bytes.length / finite.length;
          const read = await group.pointsAsync(bytes, { format });
          expect(namesOf(read)).toEqual(names.slice(1));
          read.dispose();
          for (let n = 0; n <= MOST_TERMS; n++)
            for (let start = 0; start + n < order; start += Math.max(1, n)) {
              const list = await group.pointsAsync(bytes.slice(size * start, size * (start + n)), {
                format,
              });
              expect(namesOf(list)).toEqual(names.slice(1 + start, 1 + start + n));
              list.dispose();
            }
        }
        for (let n = 1; n <= MOST_TERMS; n++)
          for (let at = 0; at < n; at++) {
            const list = Array.from({ length: n }, (_, i) => all[1 + ((at + i) % (order - 1))]);
            const bad = list.with(at, outside);
            expectPointError(() => group.points(bad), 'not-on-curve', at);
            isPointError(await rejectionOf(group.pointsAsync(bad)), 'not-on-curve', at);
          }
      });
    });

    it('fixedBasis: every point, every scalar, 0 to 9 terms, in little memory and much', async () => {
      await onEach(page, async (group) => {
        const known = all.map((point) => (point === null ? group.identity : group.point(point)));
        for (const memory of MEMORIES) {
          const basis = await group.fixedBasis(known, { memory });
          /** @type {Pairs} */
          const pairs = [];
          for (const i of logs)
            for (const k of logs) {
              const sum = basis.msm([BigInt(k)], { indices: [i] });
              pairs.push([nameOf(sum), names[(i * k) % order]]);
            }
          for (let n = 0; n <= MOST_TERMS; n++)
            for (let i = 0; i < SUMS; i++) {
              const first = random.int(order);
              const step = 1 + random.int(order - 1);
              // The order is a prime, and above the number of terms.
              const indices = Array.from({ length: n }, (_, j) => (first + j * step) % order);
              const scalars = indices.map(() => random.int(order));
              const sum = basis.msm(bytesOf(scalars), { indices });
              pairs.push([nameOf(sum), sumOf(indices, scalars)]);
            }
          pairs.push([nameOf(basis.msm(logs.map(BigInt))), sumOf(logs, logs)]);
          expectEqual(pairs, memory);
          basis.dispose();
        }
      });
    });
  },
);

it('two threads sum and read what one does, all points among them', async () => {
  const config = tinyCurve(TINY[0].p, TINY[0].a, TINY[0].hasCofactor);
  const { order, all, names } = everything(config);
  const { page } = await openable(config, ['limbs30']);
  const instance = await createCurve(page, { threads: 2 });
  const { group } = /** @type {any} */ (instance);
  expect(instance.threads, instance.threadsReason).toBe(2);
  const random = new Random('threads');
  for (const n of [0, 1, 2, 9, 127, 128, 129, 1000, 4099]) {
    const logs = Array.from({ length: n }, () => random.int(order));
    const scalars = Array.from({ length: n }, () => random.int(order));
    const list = logs.map((log) => all[log]);
    const coordinates = list.map((point) => point ?? all[1]);
    const read = await group.pointsAsync(coordinates);
    expect(namesOf(read)).toEqual(logs.map((log) => names[log || 1]));
    const sum = logs.reduce((total, log, i) => total + (log || 1) * scalars[i], 0) % order;
    expect(nameOf(await group.msmAsync(read, bytesOf(scalars)))).toBe(names[sum]);
    for (const format of FORMATS) {
      const again = await group.pointsAsync(read.toBytes(format), { format });
      expect(namesOf(again)).toEqual(namesOf(read));
      again.dispose();
    }
    read.dispose();
  }
  instance.dispose();
});

/** @param {Pairs} pairs @param {unknown} what */
function expectEqual(pairs, what) {
  const wrong = pairs.findIndex(([found, wanted]) => found !== wanted);
  const about = Array.isArray(what) ? what[wrong] : what;
  expect(pairs[wrong], `${wrong} of ${pairs.length}: ${JSON.stringify(about)}`).toBe(undefined);
}

/** @param {() => unknown} call */
function isTaken(call) {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

it('y = 0 has one sign', async () => {
  const curve = curveOf(tiny);
  let half = null;
  for (let x = 1n; half === null || half.y !== 0n; x++) {
    const y = curve.field.squareRoot(rightSide(curve, x));
    let rest = tiny.cofactor * tiny.order;
    while (rest % 2n === 0n) rest /= 2n;
    half = y === null ? null : multiply(curve, { x, y }, rest);
    while (half !== null && half.y !== 0n) half = add(curve, half, half);
  }
  const { x } = half;
  const encoded = (/** @type {string} */ sign) =>
    Uint8Array.from(Buffer.from(sign + x.toString(16).padStart(16, '0'), 'hex'));
  const [right, wrong] = ['02', '03'].map(encoded);
  const backends = [];
  await onEach(await openable(tiny), (group, backend) => {
    backends.push(backend);
    const unchecked = { check: false };
    expect(group.point(right, unchecked).toAffine()).toEqual({ x, y: 0n });
    expect(group.point(right, unchecked).toBytes()).toEqual(right);
    expectPointError(() => group.point(wrong, unchecked), 'flags');
    const list = Buffer.concat([group.generator.toBytes(), right, wrong]);
    expectPointError(() => group.points(new Uint8Array(list), unchecked), 'flags', 2);
    expect(group.points(new Uint8Array(list.subarray(0, 18)), unchecked).length).toBe(2);
  });
  expect(backends).toEqual(expect.arrayContaining(['portable', 'wide', 'bigint']));
});
