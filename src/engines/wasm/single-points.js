/** Operations on single points, as canonical bytes. */

import { writeCanonical } from './msm/model.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { PointKernel, SingleKernel } from './kernels/kernel.js' */

/** Single-point operations of an engine. */
export class SinglePoints {
  #arena;
  #single;
  #fieldBytes;

  /**
   * @param {Arena} arena
   * @param {SingleKernel} single
   */
  constructor(arena, single) {
    this.#arena = arena;
    this.#single = single;
    this.#fieldBytes = single.fieldBytes;
  }

  /** @param {Uint8Array} P @param {Uint8Array} Q @returns {Uint8Array} */
  add(P, Q) {
    const { jacobianBytes, pointBytes } = this.#single;
    return this.#arena.borrow(jacobianBytes + pointBytes, (sum) => {
      const point = sum + jacobianBytes;
      this.writeOnModel(this.#single, point, P);
      this.#single.fromAffine(sum, point);
      this.writeOnModel(this.#single, point, Q);
      this.#single.addAffine(sum, point);
      this.#single.toAffine(point, sum);
      return this.#readPoint(point);
    });
  }

  /** @param {Uint8Array} P @returns {boolean} */
  isInSubgroup(P) {
    const { subgroup, pointBytes } = this.#single;
    if (subgroup === null) return true;
    return this.#arena.borrow(pointBytes, (point) => {
      this.#writePoint(this.#single, point, P);
      return subgroup.firstOutside(point, 1) < 0;
    });
  }

  /**
   * Writes a point to the curve on which points are added.
   * @param {PointKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  writeOnModel(kernel, target, affine) {
    const { elements, pointBytes } = kernel;
    if (elements === null) {
      this.#writePoint(kernel, target, affine);
      return;
    }
    this.#arena.borrow(pointBytes, (element) => {
      this.#writePoint(kernel, element, affine);
      elements.toModel(target, element, 1);
    });
  }

  /**
   * @param {PointKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  #writePoint(kernel, target, affine) {
    this.#arena.borrow(affine.length, (buffer) => {
      this.#arena.u8.set(affine, buffer);
      kernel.fromAffineBytes(target, buffer, 1);
    });
  }

  /** @param {number} point of the single kernel, on the curve where points are added */
  #readPoint(point) {
    const { pointBytes } = this.#single;
    const size = 2 * this.#fieldBytes;
    return this.#arena.borrow(size + pointBytes, (element) => {
      const buffer = element + pointBytes;
      writeCanonical(this.#single, buffer, point, element);
      return this.#arena.u8.slice(buffer, buffer + size);
    });
  }
}
