/** Operations on single points, as canonical bytes. */

import { writeCanonical } from './msm/model.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { PointKernel, SingleKernel } from './kernels/kernel.js' */

/**
 * Single-point operations of an engine.
 * @param {Arena} arena
 * @param {SingleKernel} single
 */
export function singlePoints(arena, single) {
  /**
   * @param {PointKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  const write = ({ fromAffineBytes }, target, affine) =>
    arena.borrow(affine.length, (buffer) => {
      arena.u8.set(affine, buffer);
      fromAffineBytes(target, buffer, 1);
    });

  /**
   * Writes a point to the curve on which points are added.
   * @param {PointKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  const writeOnModel = (kernel, target, affine) => {
    const { model, pointBytes } = kernel;
    if (model === null) write(kernel, target, affine);
    else {
      arena.borrow(pointBytes, (point) => {
        write(kernel, point, affine);
        model.toModel(target, point, 1);
      });
    }
  };

  return {
    writeOnModel,

    add(/** @type {Uint8Array} */ P, /** @type {Uint8Array} */ Q) {
      const { jacobianBytes, pointBytes, fieldBytes } = single;
      const size = 2 * fieldBytes;
      return arena.borrow(jacobianBytes + 2 * pointBytes + size, (sum) => {
        const point = sum + jacobianBytes;
        const element = point + pointBytes;
        const bytes = element + pointBytes;
        writeOnModel(single, point, P);
        single.fromAffine(sum, point);
        writeOnModel(single, point, Q);
        single.addAffine(sum, point);
        single.toAffine(point, sum);
        writeCanonical(single, bytes, point, element);
        return arena.u8.slice(bytes, bytes + size);
      });
    },

    isInSubgroup(/** @type {Uint8Array} */ P) {
      const { subgroup, pointBytes } = single;
      if (subgroup === null) return true;
      return arena.borrow(pointBytes, (point) => {
        write(single, point, P);
        return subgroup.firstOutside(point, 1) < 0;
      });
    },
  };
}
