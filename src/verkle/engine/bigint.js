/**
 * The BigInt engine for Banderwagon: single operations follow the definition; multiplications run
 * on the Weierstrass model in Jacobian coordinates. A canonical point is the representative with
 * the larger y.
 */

import * as edwards from '../../reference/edwards.js';
import * as jacobian from '../../reference/jacobian.js';
import { PointError } from '../../errors.js';
import { fromBytesLE, mod, scaleIntegers, toBytesLE, wordBytes } from '../../math/modular.js';
import { fromWeierstrass, toWeierstrass, weierstrassModel } from '../../reference/edwards.js';
import { msmWindowSteps } from '../../reference/msm.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { combiningMembers, decodingMembers, noTable } from '../../engines/bigint/decode.js';

/** @import { EdwardsCurve, EdwardsPoint } from '../../reference/edwards.js' */
/** @import { AffinePoint } from '../../reference/weierstrass.js' */
/** @import { VectorHandle } from '../../port/engine.js' */
/** @import { ElementEngine } from './elements.js' */
/** @import { BigintVector } from '../../engines/bigint/decode.js' */

/**
 * A handle of this engine. Freeing it only empties the list.
 * @typedef {BigintVector<EdwardsPoint>} EdwardsVector
 */

/** @typedef {EdwardsCurve & { readonly generator: EdwardsPoint }} BigintEdwardsCurve */

/**
 * An engine for one curve.
 * @param {BigintEdwardsCurve} curve
 * @returns {ElementEngine}
 */
export function createBigintEngine(curve) {
  const { p, order } = curve;
  const fieldBytes = wordBytes(p);
  const pointBytes = 2 * fieldBytes;
  const model = weierstrassModel(curve);

  /**
   * @param {Uint8Array} bytes a canonical point, or another representative
   * @returns {EdwardsPoint}
   */
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

  /** @type {(point: AffinePoint<bigint>) => EdwardsPoint} */
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

  /** @type {(P: EdwardsPoint, Q: EdwardsPoint) => EdwardsPoint} */
  const add = (P, Q) => {
    const [first, second] = [P, Q].map((point) =>
      jacobian.fromAffine(model, toWeierstrass(model, point)),
    );
    return fromModel(jacobian.toAffine(model, jacobian.add(model, first, second)));
  };

  /** @type {(point: EdwardsPoint) => Uint8Array<ArrayBuffer>} */
  const mapToScalar = (point) =>
    toBytesLE(mod(edwards.mapToField(curve, point), order), SCALAR_BYTES);

  /** @param {Uint8Array} bytes @param {number} i @param {number} size */
  const item = (bytes, i, size) => bytes.subarray(i * size, (i + 1) * size);

  return {
    kernels: { single: 'bigint', batch: 'bigint' },
    fieldBytes,
    last: () => null,

    ...decodingMembers({
      p,
      fieldBytes,
      readAffine(bytes) {
        const point = readPoint(bytes);
        return point.x >= p || point.y >= p ? undefined : point;
      },
      liftX(bytes) {
        const x = fromBytesLE(bytes);
        return x >= p ? undefined : (edwards.liftX(curve, x) ?? 'no-root');
      },
      isOnCurve: (point) => edwards.isOnCurve(curve, point),
      isInSubgroup: (point) => edwards.isInSubgroup(curve, point),
      writePoint,
    }),

    fromDiscreteLogs(length, dlogs) {
      return vector(Array.from(dlogs(), (d) => multiply(curve.generator, d)));
    },

    toAffine(handle, start, end, factor) {
      const points = pointsOf(handle);
      const affine = new Uint8Array((end - start) * pointBytes);
      for (let i = start; i < end; i++) affine.set(writePoint(points[i]), (i - start) * pointBytes);
      return factor ? scaleIntegers(affine, fieldBytes, fromBytesLE(factor), p) : affine;
    },

    ...combiningMembers((P, /** @type {EdwardsPoint} */ { x, y }, isDifference) =>
      add(P, { x: isDifference ? mod(-x, p) : x, y }),
    ),

    free(handle) {
      pointsOf(handle).length = 0;
    },

    add: (P, Q) => writePoint(add(readPoint(P), readPoint(Q))),

    multiply: (P, scalar) => writePoint(multiply(readPoint(P), scalar)),

    isInSubgroup: (P) => edwards.isInSubgroup(curve, readPoint(P)),

    *msmSteps(handle, start, end, given) {
      const scalars = given instanceof Uint8Array ? given : given.bytes();
      const points = pointsOf(handle).slice(start, end);
      const terms = points.map((point) => toWeierstrass(model, point));
      const reduced = terms.map((_, i) => mod(fromBytesLE(item(scalars, i, SCALAR_BYTES)), order));
      return writePoint(fromModel(yield* msmWindowSteps(model, terms, reduced)));
    },

    fixedTableSteps: noTable,
    tableSteps: noTable,

    parallel: null,

    elements: {
      parts: null,

      toEncodings: (handle, start, end) =>
        concatenated(pointsOf(handle).slice(start, end), fieldBytes, (point) =>
          writePoint(point).subarray(0, fieldBytes).reverse(),
        ),

      mapToScalars: (handle, start, end) =>
        concatenated(pointsOf(handle).slice(start, end), SCALAR_BYTES, mapToScalar),

      mapToScalar: (P) => mapToScalar(readPoint(P)),
    },

    signatures: null,
    polynomials: null,
    scalarLists: null,
    pointTransforms: null,
    hashing: null,
  };
}

/** @param {VectorHandle} handle */
const pointsOf = (handle) => /** @type {EdwardsVector} */ (handle).points;

/**
 * @param {EdwardsPoint[]} points
 * @param {number} size bytes of each
 * @param {(point: EdwardsPoint) => Uint8Array} write
 * @returns {Uint8Array<ArrayBuffer>}
 */
function concatenated(points, size, write) {
  const bytes = new Uint8Array(points.length * size);
  points.forEach((point, i) => bytes.set(write(point), i * size));
  return bytes;
}

/** @type {(points: EdwardsPoint[]) => EdwardsVector} */
function vector(points) {
  return { length: points.length, points };
}
