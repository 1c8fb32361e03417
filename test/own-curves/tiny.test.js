/**
 * Curves over tiny primes through the public interface, all of them: every pair of points, every
 * scalar, every point of the plane, and sums of 0 to 9 terms.
 */
import { describe, expect, it } from 'vitest';
import { add, curveOf, multiply, rightSide } from '../../src/reference/weierstrass.js';
import { isPrime } from '../../wasm-gen/own/primes.js';
import { Random } from '../fuzz/random.js';
import { expectPointError } from '../support/errors.js';
import tiny from './configs/tiny.js';
import { onEach, openable } from './opened.js';
import { some } from '../support/extent.js';

/** The longest sum. */
const MOST_TERMS = 9;

/** Sums of each length. */
const SUMS = 40;

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
      (r) => r > 4 && size % r === 0 && (size / r) % r !== 0 && isPrime(BigInt(r)),
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

describe.each(some(TINY, 2, 'tiny'))(
  'p = $p, a = $a, a cofactor: $hasCofactor',
  ({ p, a, hasCofactor }) => {
    it('all of it', async () => {
      const config = tinyCurve(p, a, hasCofactor);
      const curve = curveOf(config);
      const n = Number(config.order);
      /** All multiples of the generator. @type {any[]} */
      const all = [null];
      const generator = /** @type {any} */ (config.generator);
      while (all.length < n) all.push(add(curve, all.at(-1), generator));
      const names = all.map((point) => (point === null ? '∞' : `${point.x} ${point.y}`));
      const nameOf = (/** @type {any} */ point) => {
        const affine = point.toAffine();
        return affine === null ? '∞' : `${affine.x} ${affine.y}`;
      };
      await onEach(await openable(config), (group) => {
        const points = all.map((point) => (point === null ? group.identity : group.point(point)));
        const sums = points.map((P) => points.map((Q) => nameOf(P.add(Q))));
        expect(sums).toEqual(all.map((_, i) => all.map((__, j) => names[(i + j) % n])));
        const products = points.map((P) => all.map((_, k) => nameOf(P.multiply(BigInt(k)))));
        expect(products).toEqual(all.map((_, i) => all.map((__, k) => names[(i * k) % n])));
        for (const P of points)
          for (const format of ['compressed', 'uncompressed'])
            expect(nameOf(group.point(P.toBytes(format)))).toBe(nameOf(P));
        const plane = Array.from({ length: Number(p * p) }, (_, i) => [
          BigInt(i) / p,
          BigInt(i) % p,
        ]);
        const taken = plane.filter(([x, y]) => isTaken(() => group.point({ x, y })));
        expect(taken.map(([x, y]) => `${x} ${y}`).toSorted()).toEqual(names.slice(1).toSorted());
        const random = new Random(config.name);
        for (let length = 0; length <= MOST_TERMS; length++) {
          for (let i = 0; i < SUMS; i++) {
            const terms = Array.from({ length }, () => [random.int(n), random.int(n)]);
            const log = terms.reduce((sum, [j, k]) => sum + j * k, 0) % n;
            const list = terms.map(([j]) => points[j]);
            const scalars = terms.map(([, k]) => BigInt(k));
            expect(nameOf(group.msm(list, scalars)), `${terms}`).toBe(names[log]);
          }
        }
      });
    });
  },
);

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
