/**
 * The engine over the BigInt reference for Banderwagon: single operations by the definition, multiplications on the
 * Weierstrass model in Jacobian coordinates. Canonical points are the ones with the larger y.
 */
import { PointError } from '../../errors.js';
import * as edwards from '../../reference/edwards.js';
import { fromWeierstrass, toWeierstrass, weierstrassModel } from '../../reference/edwards-model.js';
import * as jacobian from '../../reference/jacobian.js';
import { byteLength, fromBytesLE, mod, toBytesLE } from '../../math/modular.js';
import { msmWindowSteps } from '../../reference/msm.js';
import { noTable } from './no-table.js';

/** @import { EdwardsCurve, EdwardsPoint } from '../../reference/edwards.js' */
/** @import { AffinePoint } from '../../reference/weierstrass.js' */
/** @import { Engine } from '../../port/engine.js' */

/**
 * A handle of this engine. Freeing it only empties the list.
 * @typedef {{ readonly length: number, points: EdwardsPoint[] }} EdwardsVector
 */

const SCALAR_BYTES = 32;

/** @typedef {EdwardsCurve & { readonly generator: EdwardsPoint }} BigintEdwardsCurve */

/**
 * An engine for one curve.
 * @param {BigintEdwardsCurve} curve
 * @returns {Engine}
 */
export function createBigintEdwardsEngine(curve) {
  const { p, order } = curve;
  const fieldBytes = byteLength(p);
  const pointBytes = 2 * fieldBytes;
  const model = weierstrassModel(curve);

  /** @param {Uint8Array} bytes a canonical point, or another representative @returns {EdwardsPoint} */
  const readPoint = (bytes) => {
    const x = fromBytesLE(bytes.subarray(0, fieldBytes));
    const y = fromBytesLE(bytes.subarray(fieldBytes));
    return x === 0n && y === 0n ? edwards.IDENTITY : { x, y };
  };

  /** @param {EdwardsPoint} point @returns {Uint8Array} a canonical point */
  const writePoint = (point) => {
    const bytes = new Uint8Array(pointBytes);
    if (edwards.isIdentity(point)) return bytes;
    const { x, y } = edwards.canonical(curve, point);
    bytes.set(toBytesLE(x, fieldBytes));
    bytes.set(toBytesLE(y, fieldBytes), fieldBytes);
    return bytes;
  };

  /** @param {AffinePoint<bigint>} point @returns {EdwardsPoint} */
  const fromModel = (point) => {
    const result = fromWeierstrass(model, point);
    if (result === null) throw new PointError('not-in-subgroup');
    return result;
  };

  /** @param {EdwardsPoint} point @param {bigint} scalar not negative */
  const multiply = (point, scalar) => {
    const start = jacobian.fromAffine(model, toWeierstrass(model, point));
    return fromModel(jacobian.toAffine(model, jacobian.multiply(model, start, scalar)));
  };

  /** @param {Uint8Array} bytes @param {number} i @param {number} size */
  const item = (bytes, i, size) => bytes.subarray(i * size, (i + 1) * size);

  const readAffine = (/** @type {Uint8Array} */ affine, before = 0) =>
    Array.from({ length: affine.length / pointBytes }, (_, i) => {
      const point = readPoint(item(affine, i, pointBytes));
      if (point.x >= p || point.y >= p) throw new PointError('range', before + i);
      return point;
    });

  return {
    kernels: { single: 'bigint', batch: 'bigint' },
    fieldBytes,
    timings: {},

    fromAffine: (affine) => vector(readAffine(affine)),

    fromCompressed(xs, signs, affine = new Uint8Array(0)) {
      const points = Array.from(signs, (sign, i) => {
        const x = fromBytesLE(item(xs, i, fieldBytes));
        if (x >= p) throw new PointError('range', i);
        const point = edwards.liftX(curve, x);
        if (point === null) throw new PointError('not-on-curve', i);
        return point;
      });
      return vector([...points, ...readAffine(affine, points.length)]);
    },

    fromDiscreteLogs(length, dlogs) {
      return vector(Array.from(dlogs(), (d) => multiply(curve.generator, d)));
    },

    checkOnCurve(/** @type {EdwardsVector} */ { points }) {
      points.forEach((point, i) => {
        if (!edwards.isOnCurve(curve, point)) throw new PointError('not-on-curve', i);
      });
    },

    checkSubgroup(/** @type {EdwardsVector} */ { points }) {
      points.forEach((point, i) => {
        if (!edwards.isInSubgroup(curve, point)) throw new PointError('not-in-subgroup', i);
      });
    },

    toAffine(/** @type {EdwardsVector} */ { points }, start, end) {
      const affine = new Uint8Array((end - start) * pointBytes);
      for (let i = start; i < end; i++) affine.set(writePoint(points[i]), (i - start) * pointBytes);
      return affine;
    },

    mapToScalars(/** @type {EdwardsVector} */ { points }, start, end) {
      const scalars = new Uint8Array((end - start) * SCALAR_BYTES);
      for (let i = start; i < end; i++) {
        const scalar = mod(edwards.mapToField(curve, points[i]), order);
        scalars.set(toBytesLE(scalar, SCALAR_BYTES), (i - start) * SCALAR_BYTES);
      }
      return scalars;
    },

    free(/** @type {EdwardsVector} */ handle) {
      handle.points = [];
    },

    add(P, Q) {
      const [first, second] = [P, Q].map((point) =>
        jacobian.fromAffine(model, toWeierstrass(model, readPoint(point))),
      );
      return writePoint(fromModel(jacobian.toAffine(model, jacobian.add(model, first, second))));
    },

    multiply: (P, scalar) => writePoint(multiply(readPoint(P), scalar)),

    isInSubgroup: (P) => edwards.isInSubgroup(curve, readPoint(P)),

    *msmSteps(/** @type {EdwardsVector} */ { points }, start, end, scalars) {
      const terms = points.slice(start, end).map((point) => toWeierstrass(model, point));
      const reduced = terms.map((_, i) => mod(fromBytesLE(item(scalars, i, SCALAR_BYTES)), order));
      return writePoint(fromModel(yield* msmWindowSteps(model, terms, reduced)));
    },

    combination() {
      throw new RangeError('the protocols of this group need no combinations');
    },

    orderArithmetic() {
      throw new RangeError('the protocols of this group need no arithmetic modulo the order');
    },

    fixedTableSteps: noTable,
  };
}

/**
 * @param {EdwardsPoint[]} points
 * @returns {EdwardsVector}
 */
function vector(points) {
  return { length: points.length, points };
}
