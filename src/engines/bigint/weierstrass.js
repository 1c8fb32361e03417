/**
 * The BigInt engine for Weierstrass curves: complete, correct for every input, and 10 to 30 times
 * slower than the portable kernels. It serves environments that forbid WebAssembly, and tests as an
 * independent oracle. ../../port/engine.js documents the interface.
 */

import * as jacobian from '../../reference/jacobian.js';
import { fromBytesLE, mod, scaleIntegers, wordBytes } from '../../math/modular.js';
import { msmWindowSteps } from '../../reference/msm.js';
import { subgroupTest } from '../../reference/endomorphism.js';
import { add, curveOf, isOnCurve, negate, rightSide } from '../../reference/weierstrass.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { combiningMembers, decodingMembers, noTable } from './decode.js';
import { createSignatures } from './signatures.js';
import { createHashing } from './hashing.js';

/** @import { OpenPolynomials, PointTransforms } from '../../port/polynomials.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { Endomorphism } from '../../reference/endomorphism.js' */
/** @import { Hashing } from '../../curves/config.js' */
/** @import { Field } from '../../reference/field.js' */
/** @import { AffinePoint } from '../../reference/weierstrass.js' */
/** @import { Engine, VectorHandle } from '../../port/engine.js' */
/** @import { BigintVector as Vector } from './decode.js' */

/**
 * A handle of this engine. Freeing it only empties the list.
 * @typedef {Vector<AffinePoint<any>>} BigintVector
 */

/** The sign byte of infinity. */
const INFINITY = 2;

/**
 * The curve parameters that this engine needs. `rootSign`: which of the roots y and −y sign 1
 * selects in compressed points, the `'larger'` or the `'odd'` one.
 * @typedef {{
 *   readonly p: bigint,
 *   readonly extension?: { readonly nonResidue: bigint },
 *   readonly a: any,
 *   readonly b: any,
 *   readonly order: bigint,
 *   readonly scalarGenerator?: bigint,
 *   readonly cofactor: bigint,
 *   readonly endomorphism: Endomorphism,
 *   readonly subgroupCheck: { readonly kind: string, readonly seed: bigint } | null,
 *   readonly generator: { readonly x: any, readonly y: any },
 *   readonly hashing?: Hashing,
 *   readonly rootSign: string,
 *   readonly traits: { readonly signatures: boolean, readonly polynomials: boolean },
 * }} BigintCurve
 */

/** @typedef {ReturnType<typeof curveOf<BigintCurve>>} Curve */

/** An engine for one curve. @type {(config: BigintCurve) => Engine} */
export function createBigintEngine(config) {
  const curve = curveOf(config);
  const { field } = curve;
  const isInSubgroup = subgroupTest(curve);
  const fieldBytes = field.bytes;
  const pointBytes = 2 * fieldBytes;

  /** @type {Engine} */
  const engine = {
    kernels: { single: 'bigint', batch: 'bigint' },
    fieldBytes,
    last: () => null,

    ...decodingMembers({
      p: config.p,
      fieldBytes,
      readAffine(bytes) {
        const point = readPoint(field, bytes);
        return point && (point.x === null || point.y === null) ? undefined : point;
      },
      liftX(bytes, sign) {
        if (sign === INFINITY) return null;
        const x = field.fromBytes(bytes);
        return x === null ? undefined : liftX(curve, x, sign === 1);
      },
      isOnCurve: (point) => isOnCurve(curve, point),
      isInSubgroup,
      writePoint: (point) => writePoint(field, point),
    }),

    fromDiscreteLogs(length, dlogs) {
      const generator = jacobian.fromAffine(curve, curve.generator);
      return vector(
        Array.from(dlogs(), (d) =>
          jacobian.toAffine(curve, jacobian.multiply(curve, generator, d)),
        ),
      );
    },

    toAffine(handle, start, end, factor) {
      const points = pointsOf(handle);
      const affine = new Uint8Array((end - start) * pointBytes);
      for (let i = start; i < end; i++) {
        affine.set(writePoint(field, points[i]), (i - start) * pointBytes);
      }
      if (!factor) return affine;
      const { p } = config;
      return scaleIntegers(affine, wordBytes(p), fromBytesLE(factor), p);
    },

    ...combiningMembers((P, /** @type {AffinePoint<any>} */ Q, isDifference) =>
      add(curve, P, isDifference ? negate(curve, Q) : Q),
    ),

    free(handle) {
      pointsOf(handle).length = 0;
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

    *msmSteps(handle, start, end, given) {
      const scalars = given instanceof Uint8Array ? given : given.bytes();
      const reduced = Array.from({ length: end - start }, (_, i) =>
        mod(fromBytesLE(scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES)), curve.order),
      );
      const sum = yield* msmWindowSteps(curve, pointsOf(handle).slice(start, end), reduced);
      return writePoint(field, sum);
    },

    fixedTableSteps: noTable,

    parallel: null,

    signatures: null,
    polynomials: config.traits.polynomials ? polynomialsOf(config.order) : null,
    scalarLists: Object.hasOwn(config, 'scalarGenerator')
      ? (source) => listsOf(config, source?.generator)
      : null,
    pointTransforms: config.traits.polynomials ? () => transformsOf(curve) : null,
    hashing: null,
  };
  if (config.hashing) {
    engine.hashing = createHashing(curve, config.hashing, (point) => writePoint(field, point));
  }
  if (config.traits.signatures) engine.signatures = createSignatures(engine, curve);
  return engine;
}

/** @param {VectorHandle} handle */
const pointsOf = (handle) => /** @type {BigintVector} */ (handle).points;

/** @type {(points: AffinePoint<any>[]) => BigintVector} */
function vector(points) {
  return { length: points.length, points };
}

/**
 * @param {Curve} curve
 * @param {any} x in the field
 * @param {boolean} sign which root
 * @returns {AffinePoint<any> | 'no-root' | 'no-sign'} the point with this x, or why there is none
 */
function liftX(curve, x, sign) {
  const { field, rootSign } = curve;
  const root = field.squareRoot(rightSide(curve, x));
  if (root === null) return 'no-root';
  if (field.isZero(root) && sign) return 'no-sign';
  const isNamed = rootSign === 'odd' ? field.isOdd(root) : field.isLarger(root);
  return { x, y: isNamed === sign ? root : field.negate(root) };
}

/**
 * @param {Field<any>} field
 * @param {Uint8Array} bytes x, y; a canonical point if both are in range
 * @returns {AffinePoint<any>} a coordinate out of range is null
 */
export function readPoint(field, bytes) {
  if (bytes.every((byte) => byte === 0)) return null;
  const x = field.fromBytes(bytes.subarray(0, field.bytes));
  return { x, y: field.fromBytes(bytes.subarray(field.bytes)) };
}

/**
 * @param {Field<any>} field
 * @param {AffinePoint<any>} point
 * @returns {Uint8Array} a canonical point
 */
export function writePoint(field, point) {
  const bytes = new Uint8Array(2 * field.bytes);
  if (point === null) return bytes;
  bytes.set(field.toBytes(point.x));
  bytes.set(field.toBytes(point.y), field.bytes);
  return bytes;
}

/** @type {(order: bigint) => OpenPolynomials} */
function polynomialsOf(order) {
  return async (domain) => {
    const { createPolynomials } = await import('./polynomials.js');
    return createPolynomials(order, domain);
  };
}

/** @type {(config: BigintCurve, generator?: bigint) => Promise<ScalarLists>} */
async function listsOf({ order, scalarGenerator }, generator = scalarGenerator) {
  const { createScalarLists } = await import('./scalar-lists.js');
  return createScalarLists(order, /** @type {bigint} */ (generator));
}

/** @type {(curve: Curve) => Promise<PointTransforms>} */
async function transformsOf(curve) {
  const { createPointTransforms } = await import('./polynomials.js');
  return createPointTransforms({
    pointsOf,
    add: (a, b) => add(curve, a, b),
    negate: (a) => a && { x: a.x, y: curve.field.negate(a.y) },
    multiply: (a, factor) =>
      jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, a), factor)),
  });
}
