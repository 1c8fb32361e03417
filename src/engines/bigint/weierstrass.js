/**
 * The engine over the BigInt reference: complete, right for every input, and hundreds of times slower than WebAssembly.
 * For places that forbid WebAssembly, and as the second opinion in tests.
 * The interface is described in docs/architecture.md.
 */
import { PointError } from '../../errors.js';
import * as jacobian from '../../reference/jacobian.js';
import { fromBytesLE, mod } from '../../math/modular.js';
import { msmWindowSteps } from '../../reference/msm.js';
import { subgroupTest } from '../../reference/subgroup.js';
import { add, curveOf, isOnCurve, rightSide } from '../../reference/weierstrass.js';
import { noTable } from './no-table.js';
import { createCombination, createOrderArithmetic } from './signatures.js';

/** @import { Endomorphism } from '../../reference/endomorphism.js' */
/** @import { Field } from '../../reference/field.js' */
/** @import { AffinePoint } from '../../reference/weierstrass.js' */
/** @import { Engine } from '../../port/engine.js' */

/**
 * A handle of this engine. Freeing it only empties the list.
 * @typedef {{ readonly length: number, points: AffinePoint<any>[] }} BigintVector
 */

const SCALAR_BYTES = 32;

/**
 * What this engine needs to know of a curve. `rootSign`: which of the two roots y and −y sign 1 names in compressed
 * points, the `'larger'` or the `'odd'` one.
 * @typedef {{
 *   readonly p: bigint,
 *   readonly extension?: { readonly nonResidue: bigint },
 *   readonly a: any,
 *   readonly b: any,
 *   readonly order: bigint,
 *   readonly cofactor: bigint,
 *   readonly endomorphism: Endomorphism,
 *   readonly subgroupCheck: { readonly kind: string, readonly seed: bigint } | null,
 *   readonly generator: { readonly x: any, readonly y: any },
 *   readonly rootSign: string,
 * }} BigintCurve
 */

/** @typedef {ReturnType<typeof curveOf<BigintCurve>>} Curve */

/**
 * An engine for one curve.
 * @param {BigintCurve} config
 * @returns {Engine}
 */
export function createBigintEngine(config) {
  const curve = curveOf(config);
  const { field } = curve;
  const isInSubgroup = subgroupTest(curve);
  const fieldBytes = field.bytes;
  const pointBytes = 2 * fieldBytes;

  const readAffine = (/** @type {Uint8Array} */ affine, before = 0) =>
    Array.from({ length: affine.length / pointBytes }, (_, i) => {
      const bytes = affine.subarray(i * pointBytes, (i + 1) * pointBytes);
      const point = readPoint(field, bytes);
      if (point !== null && (point.x === null || point.y === null)) {
        throw new PointError('range', before + i);
      }
      return point;
    });

  return {
    kernels: { single: 'bigint', batch: 'bigint' },
    fieldBytes,
    timings: {},

    fromAffine: (affine) => vector(readAffine(affine)),

    fromCompressed(xs, signs, affine = new Uint8Array(0)) {
      const points = Array.from(signs, (sign, i) => {
        if (sign === 2) return null;
        const x = field.fromBytes(xs.subarray(i * fieldBytes, (i + 1) * fieldBytes));
        if (x === null) throw new PointError('range', i);
        const point = liftX(curve, x, sign === 1);
        if (point === null) throw new PointError('not-on-curve', i);
        return point;
      });
      return vector([...points, ...readAffine(affine, points.length)]);
    },

    fromDiscreteLogs(length, dlogs) {
      const generator = jacobian.fromAffine(curve, curve.generator);
      return vector(
        Array.from(dlogs(), (d) =>
          jacobian.toAffine(curve, jacobian.multiply(curve, generator, d)),
        ),
      );
    },

    checkOnCurve(/** @type {BigintVector} */ { points }) {
      points.forEach((point, i) => {
        if (!isOnCurve(curve, point)) throw new PointError('not-on-curve', i);
      });
    },

    checkSubgroup(/** @type {BigintVector} */ { points }) {
      points.forEach((point, i) => {
        if (!isInSubgroup(point)) throw new PointError('not-in-subgroup', i);
      });
    },

    toAffine(/** @type {BigintVector} */ { points }, start, end) {
      const affine = new Uint8Array((end - start) * pointBytes);
      for (let i = start; i < end; i++) {
        affine.set(writePoint(field, points[i]), (i - start) * pointBytes);
      }
      return affine;
    },

    free(/** @type {BigintVector} */ handle) {
      handle.points = [];
    },

    add(P, Q) {
      return writePoint(field, add(curve, readPoint(field, P), readPoint(field, Q)));
    },

    multiply(P, scalar) {
      const point = jacobian.fromAffine(curve, readPoint(field, P));
      const product = jacobian.multiply(curve, point, scalar);
      return writePoint(field, jacobian.toAffine(curve, product));
    },

    isInSubgroup(P) {
      return isInSubgroup(readPoint(field, P));
    },

    *msmSteps(/** @type {BigintVector} */ { points }, start, end, scalars) {
      const reduced = Array.from({ length: end - start }, (_, i) =>
        mod(fromBytesLE(scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES)), curve.order),
      );
      const sum = yield* msmWindowSteps(curve, points.slice(start, end), reduced);
      return writePoint(field, sum);
    },

    fixedTableSteps: noTable,

    combination() {
      return createCombination(this, curve);
    },

    orderArithmetic: () => createOrderArithmetic(curve.order),
  };
}

/**
 * @param {AffinePoint<any>[]} points
 * @returns {BigintVector}
 */
function vector(points) {
  return { length: points.length, points };
}

/**
 * @param {Curve} curve
 * @param {any} x in the field
 * @param {boolean} sign which root
 * @returns {AffinePoint<any>} the point with this x, or null when there is none
 */
function liftX(curve, x, sign) {
  const { field, rootSign } = curve;
  const root = field.squareRoot(rightSide(curve, x));
  if (root === null) return null;
  const isNamed = rootSign === 'odd' ? field.isOdd(root) : field.isLarger(root);
  return { x, y: isNamed === sign ? root : field.negate(root) };
}

/**
 * @param {Field<any>} field
 * @param {Uint8Array} bytes x, y; a canonical point if both are in range
 * @returns {AffinePoint<any>} a coordinate out of range is null
 */
function readPoint(field, bytes) {
  if (bytes.every((byte) => byte === 0)) return null;
  const x = field.fromBytes(bytes.subarray(0, field.bytes));
  return { x, y: field.fromBytes(bytes.subarray(field.bytes)) };
}

/**
 * @param {Field<any>} field
 * @param {AffinePoint<any>} point
 * @returns {Uint8Array} a canonical point
 */
function writePoint(field, point) {
  const bytes = new Uint8Array(2 * field.bytes);
  if (point === null) return bytes;
  bytes.set(field.toBytes(point.x));
  bytes.set(field.toBytes(point.y), field.bytes);
  return bytes;
}
