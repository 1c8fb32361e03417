/**
 * The parts that both engines without WebAssembly share: decoding and validation of points, and no
 * tables of fixed points.
 */

import { PointError } from '../../errors.js';
import { fromBytesLE, scaleIntegers, wordBytes } from '../../math/integers.js';
import { atIndex } from '../../port/point-errors.js';

/** @import { Engine, PointChecks, EncodedPoints, PointSource, Progress, VectorHandle } from '../../port/engine.js' */

/**
 * A vector handle of these engines.
 * @template Point
 * @typedef {{ readonly length: number, points: Point[] }} BigintVector
 */

/**
 * The curve operations that decoding needs. `readAffine` reads x and y; `liftX` reads x and a sign
 * byte. They return `undefined` for a coordinate out of range, `'no-root'` for an x without a y,
 * and `'no-sign'` for one whose only y is 0, with the sign of another.
 * @template Point
 * @typedef {{
 *   readonly p: bigint,
 *   readonly fieldBytes: number,
 *   readAffine(bytes: Uint8Array): Point | undefined,
 *   liftX(bytes: Uint8Array, sign: number): Point | undefined | 'no-root' | 'no-sign',
 *   isOnCurve(point: Point): boolean,
 *   isInSubgroup(point: Point): boolean,
 *   writePoint(point: Point): Uint8Array,
 * }} DecodedCurve
 */

/**
 * The decoding members of an engine.
 * @template Point
 * @param {DecodedCurve<Point>} curve
 * @returns {Pick<Engine, 'decode' | 'decodeOne' | 'lists'>}
 */
export function decodingMembers(curve) {
  return {
    decode(source, checks) {
      const points = decodePoints(curve, source, checks);
      return /** @type {BigintVector<Point>} */ ({ length: points.length, points });
    },
    lists: async () => ({ decodeSteps: (points) => decodeSteps(curve, points), transfer: null }),
    decodeOne: (source, checks) => curve.writePoint(decodePoints(curve, source, checks)[0]),
  };
}

/**
 * Decodes point by point, so the error is that of the first bad one.
 * @template Point
 * @param {DecodedCurve<Point>} curve
 * @param {EncodedPoints} points
 * @returns {Generator<Progress, BigintVector<Point>, void>}
 */
function* decodeSteps(curve, { length, part }) {
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i < length; i++) {
    try {
      const { source, checks } = part(i, i + 1);
      points.push(decodePoints(curve, source, checks)[0]);
    } catch (error) {
      throw error instanceof PointError ? atIndex(error, i) : error;
    }
    yield { phase: 'points', done: i + 1, total: length };
  }
  return { length, points };
}

/**
 * @template Point
 * @param {DecodedCurve<Point>} curve
 * @param {PointSource} source
 * @param {PointChecks} checks
 * @returns {Point[]}
 */
function decodePoints(curve, source, checks) {
  // Nothing is looked for in `Object.prototype`.
  const { xs, signs, affine, factor } = /** @type {PointSource} */ (
    Object.assign(Object.create(null), source)
  );
  const { fieldBytes, p } = curve;
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; signs && i < signs.length; i++) {
    const point = curve.liftX(xs.subarray(i * fieldBytes, (i + 1) * fieldBytes), signs[i]);
    if (point === undefined) throw new PointError('range', i);
    if (point === 'no-root') throw new PointError('not-on-curve', i);
    if (point === 'no-sign') throw new PointError('flags', i);
    points.push(point);
  }
  const size = 2 * fieldBytes;
  for (let at = 0; affine && at < affine.length; at += size) {
    const bytes = affine.subarray(at, at + size);
    const point = curve.readAffine(bytes);
    if (point === undefined) throw new PointError('range', points.length);
    const scaled = factor && scaleIntegers(bytes, wordBytes(p), fromBytesLE(factor), p);
    points.push((scaled && curve.readAffine(scaled)) || point);
  }
  const expect = (
    /** @type {'not-on-curve' | 'not-in-subgroup'} */ reason,
    /** @type {(point: Point) => boolean} */ holds,
  ) => {
    const bad = points.findIndex((point) => !holds(point));
    if (bad >= 0) throw new PointError(reason, bad);
  };
  if (checks.curve) expect('not-on-curve', curve.isOnCurve);
  if (Object.hasOwn(checks, 'verify')) checks.verify?.();
  if (checks.subgroup) expect('not-in-subgroup', curve.isInSubgroup);
  return points;
}

/**
 * Sums and differences of lists.
 * @template Point
 * @param {(a: Point, b: Point, isDifference: boolean) => Point} combineOne
 * @returns {Pick<Engine, 'combine' | 'copy'>}
 */
export function combiningMembers(combineOne) {
  const pointsOf = (/** @type {VectorHandle} */ handle) =>
    /** @type {BigintVector<Point>} */ (handle).points;
  return {
    combine(lists, count, isDifference) {
      const [a, b] = lists.map(({ handle, start }) => pointsOf(handle).slice(start, start + count));
      const points = a.map((point, i) => combineOne(point, b[i], isDifference));
      return /** @type {BigintVector<Point>} */ ({ length: count, points });
    },
    copy: ({ handle, start }, source) =>
      void pointsOf(handle).splice(start, source.length, ...pointsOf(source)),
  };
}

/** @type {() => Promise<Generator<never, null, void>>} */
export async function noTable() {
  return steps();
}

/** @type {() => Generator<never, null, void>} */
function* steps() {
  yield* [];
  return null;
}
