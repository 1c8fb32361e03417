/**
 * The engine over the BigInt reference: complete, right for every input, and hundreds of times slower than WebAssembly.
 * For places that forbid WebAssembly, and as the second opinion in tests.
 * The interface is described in docs/architecture.md.
 */
import { PointError } from '../errors.js';
import * as jacobian from '../reference/jacobian.js';
import { byteLength, fromBytesLE, mod, squareRoot, toBytesLE } from '../reference/modular.js';
import { msmWindowSteps } from '../reference/msm.js';
import { add, isOnCurve } from '../reference/weierstrass.js';
import { createCombination, createOrderArithmetic } from './bigint-signatures.js';

/** @import { AffinePoint, Curve } from '../reference/weierstrass.js' */
/** @import { Engine } from './engine.js' */

/**
 * A handle of this engine. Freeing it only empties the list.
 * @typedef {{ readonly length: number, points: AffinePoint[] }} BigintVector
 */

const SCALAR_BYTES = 32;

/**
 * What this engine needs to know of a curve. `rootSign`: which of the two roots y and p − y sign 1 names in compressed
 * points, the `'larger'` or the `'odd'` one.
 * @typedef {Curve & {
 *   readonly cofactor: bigint,
 *   readonly generator: { readonly x: bigint, readonly y: bigint },
 *   readonly rootSign: string,
 * }} BigintCurve
 */

/**
 * An engine for one curve.
 * @param {BigintCurve} curve
 * @returns {Engine}
 */
export function createBigintEngine(curve) {
  const fieldBytes = byteLength(curve.p);
  const pointBytes = 2 * fieldBytes;

  return {
    kernels: { single: 'bigint', batch: 'bigint' },
    fieldBytes,
    timings: {},

    fromAffine(affine) {
      return vector(
        Array.from({ length: affine.length / pointBytes }, (_, i) => {
          const point = readPoint(
            affine.subarray(i * pointBytes, (i + 1) * pointBytes),
            fieldBytes,
          );
          if (point !== null && (point.x >= curve.p || point.y >= curve.p)) {
            throw new PointError('range', i);
          }
          return point;
        }),
      );
    },

    fromCompressed(xs, signs) {
      return vector(
        Array.from(signs, (sign, i) => {
          if (sign === 2) return null;
          const x = fromBytesLE(xs.subarray(i * fieldBytes, (i + 1) * fieldBytes));
          if (x >= curve.p) throw new PointError('range', i);
          const point = liftX(curve, x, sign === 1);
          if (point === null) throw new PointError('not-on-curve', i);
          return point;
        }),
      );
    },

    fromDiscreteLogs(dlogs) {
      const generator = jacobian.fromAffine(curve.generator);
      return vector(
        Array.from(dlogs, (d) => jacobian.toAffine(curve, jacobian.multiply(curve, generator, d))),
      );
    },

    checkOnCurve(/** @type {BigintVector} */ { points }) {
      points.forEach((point, i) => {
        if (!isOnCurve(curve, point)) throw new PointError('not-on-curve', i);
      });
    },

    checkSubgroup(/** @type {BigintVector} */ { points }) {
      points.forEach((point, i) => {
        if (!isInSubgroup(curve, point)) throw new PointError('not-in-subgroup', i);
      });
    },

    toAffine(/** @type {BigintVector} */ { points }, start, end) {
      const affine = new Uint8Array((end - start) * pointBytes);
      for (let i = start; i < end; i++) {
        affine.set(writePoint(points[i], fieldBytes), (i - start) * pointBytes);
      }
      return affine;
    },

    free(/** @type {BigintVector} */ handle) {
      handle.points = [];
    },

    add(P, Q) {
      return writePoint(add(curve, readPoint(P, fieldBytes), readPoint(Q, fieldBytes)), fieldBytes);
    },

    multiply(P, scalar) {
      const point = jacobian.fromAffine(readPoint(P, fieldBytes));
      const product = jacobian.multiply(curve, point, scalar);
      return writePoint(jacobian.toAffine(curve, product), fieldBytes);
    },

    isInSubgroup(P) {
      return isInSubgroup(curve, readPoint(P, fieldBytes));
    },

    *msmSteps(/** @type {BigintVector} */ { points }, start, end, scalars) {
      const reduced = Array.from({ length: end - start }, (_, i) =>
        mod(fromBytesLE(scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES)), curve.order),
      );
      const sum = yield* msmWindowSteps(curve, points.slice(start, end), reduced);
      return writePoint(sum, fieldBytes);
    },

    combination() {
      return createCombination(this, curve);
    },

    orderArithmetic: () => createOrderArithmetic(curve.order),

    dispose() {},
  };
}

/**
 * @param {AffinePoint[]} points
 * @returns {BigintVector}
 */
function vector(points) {
  return { length: points.length, points };
}

/**
 * @param {BigintCurve} curve
 * @param {bigint} x in [0, p)
 * @param {boolean} sign which root
 * @returns {AffinePoint} the point with this x, or null when there is none
 */
function liftX({ p, a, b, rootSign }, x, sign) {
  const root = squareRoot(x * x * x + a * x + b, p);
  if (root === null) return null;
  const isNamed = rootSign === 'odd' ? (root & 1n) === 1n : 2n * root > p;
  return { x, y: isNamed === sign ? root : mod(-root, p) };
}

/**
 * The same test as the reference's, in Jacobian coordinates: about ten times as fast.
 * @param {BigintCurve} curve
 * @param {AffinePoint} point
 * @returns {boolean}
 */
function isInSubgroup(curve, point) {
  if (curve.cofactor === 1n) return true;
  return jacobian.multiply(curve, jacobian.fromAffine(point), curve.order).Z === 0n;
}

/**
 * @param {Uint8Array} bytes a canonical point
 * @param {number} fieldBytes
 * @returns {AffinePoint}
 */
function readPoint(bytes, fieldBytes) {
  const x = fromBytesLE(bytes.subarray(0, fieldBytes));
  const y = fromBytesLE(bytes.subarray(fieldBytes));
  return x === 0n && y === 0n ? null : { x, y };
}

/**
 * @param {AffinePoint} point
 * @param {number} fieldBytes
 * @returns {Uint8Array} a canonical point
 */
function writePoint(point, fieldBytes) {
  const bytes = new Uint8Array(2 * fieldBytes);
  if (point === null) return bytes;
  bytes.set(toBytesLE(point.x, fieldBytes));
  bytes.set(toBytesLE(point.y, fieldBytes), fieldBytes);
  return bytes;
}
