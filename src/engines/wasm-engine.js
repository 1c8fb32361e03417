/**
 * The engine interface of docs/architecture.md for one curve, over the algorithms of src/msm and a kernel of src/wasm.
 */

import { PointError } from '../errors.js';
import { Accumulator, accumulatorBytes } from '../msm/accumulate.js';
import { multiplesOfGenerator } from '../msm/multiples.js';
import { msmSteps } from '../msm/msm.js';
import { toBytesLE } from '../reference/modular.js';

/** @import { Engine, Progress, VectorHandle } from './engine.js' */
/** @import { CurveConfig } from './wasm.js' */
/** @import { Arena } from '../wasm/arena.js' */
/** @import { Kernel, ScalarKernel } from '../wasm/kernel.js' */

/** Points converted at once: a bound on the memory for their bytes. */
const CHUNK = 1024;

/** @implements {Engine} */
export class WasmEngine {
  /** @type {Arena} */
  #arena;
  /** @type {Kernel} */
  #kernel;
  #context;
  #config;

  /**
   * @param {CurveConfig} config
   * @param {Arena} arena
   * @param {Kernel} kernel
   * @param {ScalarKernel} scalars
   */
  constructor(config, arena, kernel, scalars) {
    this.#arena = arena;
    this.#kernel = kernel;
    this.#config = config;
    this.kernels = { single: kernel.name, batch: kernel.name };
    this.fieldBytes = kernel.fieldBytes;
    /** @type {Record<string, number>} */
    this.timings = {};
    this.#context = { arena, kernel, scalarKernel: scalars, timings: this.timings };
  }

  /** @param {Uint8Array} affine @returns {WasmVector} */
  fromAffine(affine) {
    const size = 2 * this.fieldBytes;
    return this.#fill(affine.length / size, size, (target, buffer, first, count) => {
      this.#arena.u8.set(affine.subarray(first * size, (first + count) * size), buffer);
      const bad = this.#kernel.fromAffineBytes(target, buffer, count);
      if (bad >= 0) throw new PointError('range', first + bad);
    });
  }

  /** @param {Uint8Array} xs @param {Uint8Array} signs @returns {WasmVector} */
  fromCompressed(xs, signs) {
    const size = this.fieldBytes;
    return this.#fill(signs.length, size + 1, (target, buffer, first, count) => {
      const signBuffer = buffer + count * size;
      this.#arena.u8.set(xs.subarray(first * size, (first + count) * size), buffer);
      this.#arena.u8.set(signs.subarray(first, first + count), signBuffer);
      const bad = this.#kernel.decompress(target, buffer, signBuffer, count);
      if (bad >= 0) throw new PointError(bad & 1 ? 'not-on-curve' : 'range', first + (bad >> 1));
    });
  }

  /** @param {BigUint64Array} dlogs @returns {WasmVector} */
  fromDiscreteLogs(dlogs) {
    const vector = this.#allocateVector(dlogs.length);
    const { x, y } = this.#config.generator;
    const generator = concatenate(toBytesLE(x, this.fieldBytes), toBytesLE(y, this.fieldBytes));
    try {
      multiplesOfGenerator(this.#arena, this.#kernel, {
        target: vector.address,
        dlogs,
        writeGenerator: (address) => this.#writePoints(address, generator),
      });
      return vector;
    } catch (error) {
      this.free(vector);
      throw error;
    }
  }

  /** @param {VectorHandle} handle */
  checkOnCurve(handle) {
    const { address, length } = vectorOf(handle);
    const bad = this.#kernel.onCurve(address, length);
    if (bad >= 0) throw new PointError('not-on-curve', bad);
  }

  /** @param {VectorHandle} handle */
  checkSubgroup(handle) {
    const { address, length } = vectorOf(handle);
    const bad = this.#kernel.inSubgroup(address, length);
    if (bad >= 0) throw new PointError('not-in-subgroup', bad);
  }

  /** @param {VectorHandle} handle @param {number} start @param {number} end @returns {Uint8Array} */
  toAffine(handle, start, end) {
    const { address } = vectorOf(handle);
    const size = 2 * this.fieldBytes;
    const bytes = new Uint8Array((end - start) * size);
    const buffer = this.#arena.allocate(CHUNK * size, 'points to bytes');
    try {
      for (let first = start; first < end; first += CHUNK) {
        const count = Math.min(CHUNK, end - first);
        this.#kernel.toAffineBytes(buffer, address + first * this.#kernel.pointBytes, count);
        bytes.set(this.#arena.u8.subarray(buffer, buffer + count * size), (first - start) * size);
      }
      return bytes;
    } finally {
      this.#arena.free(buffer);
    }
  }

  /** @param {VectorHandle} handle */
  free(handle) {
    const vector = vectorOf(handle);
    if (!vector.freed) this.#arena.free(vector.address);
    vector.freed = true;
  }

  /** @param {Uint8Array} P @param {Uint8Array} Q @returns {Uint8Array} */
  add(P, Q) {
    /** @type {number[]} */
    const blocks = [];
    try {
      const points = this.#block(2 * this.#kernel.pointBytes, blocks);
      const scratch = this.#block(accumulatorBytes(this.#kernel), blocks);
      this.#writePoints(points, concatenate(P, Q));
      const accumulator = new Accumulator(this.#kernel, this.#arena.i32, scratch, 0);
      accumulator.addAll(1, () => [points, points, points + this.#kernel.pointBytes]);
      return this.#readPoint(points);
    } finally {
      blocks.forEach((block) => this.#arena.free(block));
    }
  }

  /** @param {Uint8Array} P @param {bigint} scalar @returns {Uint8Array} */
  multiply(P, scalar) {
    const handle = this.fromAffine(P);
    try {
      const steps = msmSteps(this.#context, handle.address, 1, toBytesLE(scalar, 32));
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    } finally {
      this.free(handle);
    }
  }

  /** @param {Uint8Array} P @returns {boolean} */
  isInSubgroup(P) {
    const handle = this.fromAffine(P);
    try {
      return this.#kernel.inSubgroup(handle.address, 1) < 0;
    } finally {
      this.free(handle);
    }
  }

  /**
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @param {Uint8Array} scalars
   * @returns {Generator<Progress, Uint8Array, void>}
   */
  msmSteps(handle, start, end, scalars) {
    const { address } = vectorOf(handle);
    return msmSteps(this.#context, address + start * this.#kernel.pointBytes, end - start, scalars);
  }

  /** The memory is shared with other engines and goes with the last reference to them. */
  dispose() {}

  /**
   * A new vector, filled in chunks from a buffer of `bytes` per point.
   * @param {number} length
   * @param {number} bytes
   * @param {(target: number, buffer: number, first: number, count: number) => void} fill
   */
  #fill(length, bytes, fill) {
    const vector = this.#allocateVector(length);
    /** @type {number[]} */
    const blocks = [];
    try {
      const buffer = this.#block(CHUNK * bytes, blocks);
      for (let first = 0; first < length; first += CHUNK) {
        fill(
          vector.address + first * this.#kernel.pointBytes,
          buffer,
          first,
          Math.min(CHUNK, length - first),
        );
      }
      return vector;
    } catch (error) {
      this.free(vector);
      throw error;
    } finally {
      blocks.forEach((block) => this.#arena.free(block));
    }
  }

  /** @param {number} length */
  #allocateVector(length) {
    const address = this.#arena.allocate(
      length * this.#kernel.pointBytes,
      `vector of ${length} points`,
    );
    return new WasmVector(address, length);
  }

  /** @param {number} bytes @param {number[]} blocks gets the block */
  #block(bytes, blocks) {
    const block = this.#arena.allocate(bytes, 'scratch memory');
    blocks.push(block);
    return block;
  }

  /** @param {number} target @param {Uint8Array} affine canonical points, known to be well-formed */
  #writePoints(target, affine) {
    const buffer = this.#arena.allocate(affine.length, 'points from bytes');
    try {
      this.#arena.u8.set(affine, buffer);
      this.#kernel.fromAffineBytes(target, buffer, affine.length / (2 * this.fieldBytes));
    } finally {
      this.#arena.free(buffer);
    }
  }

  /** @param {number} point */
  #readPoint(point) {
    const size = 2 * this.fieldBytes;
    const buffer = this.#arena.allocate(size, 'point to bytes');
    this.#kernel.toAffineBytes(buffer, point, 1);
    const bytes = this.#arena.u8.slice(buffer, buffer + size);
    this.#arena.free(buffer);
    return bytes;
  }
}

/** A list of points in wasm memory. @implements {VectorHandle} */
export class WasmVector {
  /**
   * @param {number} address
   * @param {number} length
   */
  constructor(address, length) {
    this.address = address;
    this.length = length;
    this.freed = false;
  }
}

/** @param {VectorHandle} handle @returns {WasmVector} */
function vectorOf(handle) {
  return /** @type {WasmVector} */ (handle);
}

/** @param {Uint8Array} first @param {Uint8Array} second */
function concatenate(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
