/** The `EngineHashing` of the port without WebAssembly. */

import { fieldElements, mapToCurve } from '../../reference/hash-to-curve.js';

/** @import { Hashing } from '../../curves/config.js' */
/** @import { AffinePoint } from '../../reference/weierstrass.js' */
/** @import { EngineHashing } from '../../port/engine.js' */
/** @import { HashedCurve } from '../../reference/hash-to-curve.js' */

/**
 * @param {HashedCurve<any>} curve
 * @param {Hashing} hashing
 * @param {(point: AffinePoint<any>) => Uint8Array} writePoint to a canonical point
 * @returns {EngineHashing}
 */
export function createHashing(curve, hashing, writePoint) {
  const { field } = curve;
  /** @type {ReturnType<typeof mapToCurve> | undefined} */
  let map;
  return {
    sha256: null,
    isMember: null,
    map(uniform) {
      // The isogeny's constants take a millisecond, which engines that hash nothing save.
      map ??= mapToCurve(curve, hashing);
      return writePoint(map(fieldElements(field, uniform)));
    },
  };
}
