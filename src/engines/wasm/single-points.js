/** Points one at a time, as canonical bytes: what needs no list. */

import { PointError } from '../../errors.js';
import { writeCanonical } from './msm/model.js';

/** @import { PointChecks, PointSource } from '../../port/engine.js' */
/** @import { RootTables } from './root-tables.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { BatchKernel, SingleKernel } from './kernels/kernel.js' */

/** The single points of an engine. */
export class SinglePoints {
  #arena;
  #batch;
  #single;
  #roots;
  #fieldBytes;

  /**
   * @param {Arena} arena
   * @param {{ batch: BatchKernel, single: SingleKernel }} kernels
   * @param {RootTables} roots
   */
  constructor(arena, { batch, single }, roots) {
    this.#arena = arena;
    this.#batch = batch;
    this.#single = single;
    this.#roots = roots;
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
    const { inSubgroup, pointBytes } = this.#single;
    if (inSubgroup === undefined) return true;
    return this.#arena.borrow(pointBytes, (point) => {
      this.#writePoint(this.#single, point, P);
      return inSubgroup(point, 1) < 0;
    });
  }

  /**
   * A single point, without a list for it.
   * @param {PointSource} source
   * @param {PointChecks} checks
   * @returns {Uint8Array} the canonical point
   */
  readOne(source, { curve, verify, subgroup }) {
    const size = 2 * this.#fieldBytes;
    const isAffine = 'affine' in source;
    // Roots are the batch kernel's work, one or many, unless there is wide arithmetic.
    const { name } = this.#single;
    const kernel = isAffine || name === 'wide64' ? this.#single : this.#batch;
    if (!isAffine) this.#roots.prepare(kernel);
    const { elements, pointBytes } = kernel;
    const decompressOne = isAffine ? undefined : elements?.decompressOne;
    return this.#arena.borrow(size + pointBytes, (buffer) => {
      const { u8 } = this.#arena;
      const point = buffer + size;
      let isOutside = false;
      if (isAffine) {
        u8.set(source.affine, buffer);
        if (kernel.fromAffineBytes(point, buffer, 1) >= 0) throw new PointError('range', 0);
      } else {
        u8.set(source.xs, buffer);
        u8[buffer + this.#fieldBytes] = source.signs[0];
        const decompress = decompressOne ?? kernel.decompress;
        const bad = decompress(point, buffer, buffer + this.#fieldBytes, 1);
        // Only decompressOne says so.
        isOutside = bad > 1;
        if (bad >= 0 && !isOutside) throw new PointError(bad ? 'not-on-curve' : 'range', 0);
      }
      if (curve && kernel.onCurve(point, 1) >= 0) throw new PointError('not-on-curve', 0);
      verify?.();
      if (subgroup && kernel.inSubgroup !== undefined) {
        if (decompressOne ? isOutside : kernel.inSubgroup(point, 1) >= 0)
          throw new PointError('not-in-subgroup', 0);
      }
      const toBytes = elements?.toCanonicalBytes ?? kernel.toAffineBytes;
      toBytes(buffer, point, 1);
      return this.#arena.u8.slice(buffer, point);
    });
  }

  /**
   * Writes a point to the curve where points are added.
   * @param {BatchKernel | SingleKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  writeOnModel(kernel, target, affine) {
    const { elements, pointBytes } = kernel;
    if (elements === undefined) {
      this.#writePoint(kernel, target, affine);
      return;
    }
    this.#arena.borrow(pointBytes, (element) => {
      this.#writePoint(kernel, element, affine);
      elements.toModel(target, element, 1);
    });
  }

  /** @param {BatchKernel | SingleKernel} kernel @param {number} target @param {Uint8Array} affine known to be well-formed */
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
