/**
 * The engine interface of docs/architecture.md for one curve, over the algorithms of src/msm and the kernels of src/wasm.
 *
 * Vectors lie in the batch kernel's form, which also decodes and checks them. Single points are the single kernel's work;
 * points pass from one kernel to the other as canonical bytes.
 */

import { PointError } from '../errors.js';
import { multiplesOfGenerator } from '../msm/multiples.js';
import { writeCanonical } from '../msm/model.js';
import { msmSteps } from '../msm/msm.js';
import { chainPricesOf, pricesOf } from '../msm/pricing.js';
import { coordinatesOf } from '../reference/coordinates.js';
import { toBytesLE } from '../reference/integers.js';

/** @import { Engine, FixedTable, PointChecks, PointSource, Progress, VectorHandle } from './engine.js' */
/** @import { WasmCombination } from './combination.js' */
/** @import { WasmOrderArithmetic } from './order.js' */
/** @import { SignatureParts } from './signatures.js' */
/** @import { CurveConfig, LoadCombs } from './wasm.js' */
/** @import { Arena } from '../wasm/arena.js' */
/** @import { BatchKernel, ScalarKernel, SingleKernel } from '../wasm/kernel.js' */

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/** Points converted at once: a bound on the memory for it. */
const CHUNK = 1024;

const SCALAR_BYTES = 32;

/** @implements {Engine} */
export class WasmEngine {
  #config;
  #arena;
  #batch;
  #single;
  #context;
  #loadCombs;
  #signatures;
  /** The kernels that have their tables of square roots. @type {Set<BatchKernel | SingleKernel>} */
  #hasRoots = new Set();
  /** @type {WasmCombination | undefined} */
  #combination;
  /** @type {WasmOrderArithmetic | undefined} */
  #orderArithmetic;

  /**
   * @param {CurveConfig} config
   * @param {Arena} arena
   * @param {Kernels} kernels
   * @param {{ loadCombs?: LoadCombs, signatures?: SignatureParts }} [parts] that not every curve has: combs where the kernels have
   *   extended coordinates, and what signatures need
   */
  constructor(config, arena, { batch, single, scalar }, { loadCombs, signatures } = {}) {
    this.#signatures = signatures;
    this.#config = config;
    this.#loadCombs = loadCombs;
    this.#arena = arena;
    this.#batch = batch;
    this.#single = single;
    this.kernels = { single: single.name, batch: batch.name };
    this.fieldBytes = single.fieldBytes;
    /** @type {Record<string, number>} */
    this.timings = {};
    const prices = pricesOf(config.name, this.kernels);
    this.#context = {
      arena,
      batch,
      single,
      scalarKernel: scalar,
      prices,
      timings: this.timings,
    };
  }

  /** @param {Uint8Array} affine @returns {WasmVector} */
  fromAffine(affine) {
    return this.#newVector(affine.length / (2 * this.fieldBytes), (vector) =>
      this.#readAffine(vector, 0, affine),
    );
  }

  /** @param {Uint8Array} xs @param {Uint8Array} signs @param {Uint8Array} [affine] @returns {WasmVector} */
  fromCompressed(xs, signs, affine) {
    const others = affine ? affine.length / (2 * this.fieldBytes) : 0;
    return this.#newVector(signs.length + others, (vector) => {
      this.#readCompressed(vector, xs, signs);
      if (affine) this.#readAffine(vector, signs.length, affine);
    });
  }

  /**
   * @param {WasmVector} vector
   * @param {number} start the first that is written
   * @param {Uint8Array} affine
   */
  #readAffine(vector, start, affine) {
    const size = 2 * this.fieldBytes;
    const end = start + affine.length / size;
    this.#fill(vector, start, end, size, (target, buffer, at, count) => {
      const first = at - start;
      this.#arena.u8.set(affine.subarray(first * size, (first + count) * size), buffer);
      const bad = this.#batch.fromAffineBytes(target, buffer, count);
      if (bad >= 0) throw new PointError('range', at + bad);
    });
  }

  /**
   * From the start of a vector.
   * @param {WasmVector} vector
   * @param {Uint8Array} xs
   * @param {Uint8Array} signs
   */
  #readCompressed(vector, xs, signs) {
    const size = this.fieldBytes;
    this.#prepareRoots(this.#batch);
    this.#fill(vector, 0, signs.length, size + 1, (target, buffer, first, count) => {
      const signBuffer = buffer + count * size;
      this.#arena.u8.set(xs.subarray(first * size, (first + count) * size), buffer);
      this.#arena.u8.set(signs.subarray(first, first + count), signBuffer);
      const bad = this.#batch.decompress(target, buffer, signBuffer, count);
      if (bad >= 0) throw new PointError(bad & 1 ? 'not-on-curve' : 'range', first + (bad >> 1));
    });
  }

  /** @param {number} length @param {() => BigUint64Array} dlogs @returns {WasmVector} */
  fromDiscreteLogs(length, dlogs) {
    const vector = this.#allocateVector(length);
    const { x, y } = this.#config.generator;
    const { toBytes } = coordinatesOf(this.#config);
    const generator = new Uint8Array(2 * this.fieldBytes);
    generator.set(toBytes(x));
    generator.set(toBytes(y), this.fieldBytes);
    try {
      multiplesOfGenerator(this.#arena, this.#batch, {
        target: vector.address,
        dlogs: dlogs(),
        writeGenerator: (address) => this.#writePointOfModel(this.#batch, address, generator),
      });
      return this.#elementsOf(vector);
    } catch (error) {
      this.free(vector);
      throw error;
    }
  }

  /** @param {VectorHandle} handle */
  checkOnCurve(handle) {
    const { address, length } = vectorOf(handle);
    const bad = this.#batch.onCurve(address, length);
    if (bad >= 0) throw new PointError('not-on-curve', bad);
  }

  /** @param {VectorHandle} handle */
  checkSubgroup(handle) {
    if (this.#config.cofactor === 1n) return;
    const { address, length } = vectorOf(handle);
    const bad = this.#batch.inSubgroup(address, length);
    if (bad >= 0) throw new PointError('not-in-subgroup', bad);
  }

  /** @param {VectorHandle} handle @param {number} start @param {number} end @returns {Uint8Array} */
  toAffine(handle, start, end) {
    const size = 2 * this.fieldBytes;
    const toBytes = this.#batch.elements?.toCanonicalBytes ?? this.#batch.toAffineBytes;
    return this.#write(vectorOf(handle), { start, end, size, toBytes });
  }

  /**
   * Of Banderwagon.
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @returns {Uint8Array}
   */
  toEncodings(handle, start, end) {
    const { elements } = this.#batch;
    if (elements === undefined) throw new RangeError('expected a group of elements');
    const options = { start, end, size: this.fieldBytes, toBytes: elements.encode };
    return this.#write(vectorOf(handle), options);
  }

  /** @param {VectorHandle} handle */
  free(handle) {
    const vector = vectorOf(handle);
    if (!vector.freed) this.#arena.free(vector.address);
    vector.freed = true;
  }

  /** @param {Uint8Array} P @param {Uint8Array} Q @returns {Uint8Array} */
  add(P, Q) {
    const { jacobianBytes, pointBytes } = this.#single;
    return this.#withScratch(jacobianBytes + pointBytes, (sum) => {
      const point = sum + jacobianBytes;
      this.#writePointOfModel(this.#single, point, P);
      this.#single.fromAffine(sum, point);
      this.#writePointOfModel(this.#single, point, Q);
      this.#single.addAffine(sum, point);
      this.#single.toAffine(point, sum);
      return this.#readPoint(point);
    });
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
    if (this.#config.cofactor === 1n) return true;
    return this.#withScratch(this.#single.pointBytes, (point) => {
      this.#writePoint(this.#single, point, P);
      return this.#single.inSubgroup(point, 1) < 0;
    });
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
    return msmSteps(this.#context, address + start * this.#batch.pointBytes, end - start, scalars);
  }

  /**
   * A single point, without a list for it.
   * @param {PointSource} source
   * @param {PointChecks} checks
   * @returns {Uint8Array} the canonical point
   */
  readOne(source, { curve, verify, subgroup }) {
    const size = 2 * this.fieldBytes;
    const isAffine = 'affine' in source;
    // Roots are the batch kernel's work, one or many, unless there is wide arithmetic.
    const { name } = this.#single;
    const kernel = isAffine || name === 'wide64' ? this.#single : this.#batch;
    if (!isAffine) this.#prepareRoots(kernel);
    const { elements, pointBytes } = kernel;
    return this.#withScratch(size + pointBytes, (buffer) => {
      const { u8 } = this.#arena;
      const point = buffer + size;
      if (isAffine) {
        u8.set(source.affine, buffer);
        if (kernel.fromAffineBytes(point, buffer, 1) >= 0) throw new PointError('range', 0);
      } else {
        u8.set(source.xs, buffer);
        u8[buffer + this.fieldBytes] = source.signs[0];
        const bad = kernel.decompress(point, buffer, buffer + this.fieldBytes, 1);
        if (bad >= 0) throw new PointError(bad & 1 ? 'not-on-curve' : 'range', 0);
      }
      if (curve && kernel.onCurve(point, 1) >= 0) throw new PointError('not-on-curve', 0);
      verify?.();
      if (subgroup && this.#config.cofactor !== 1n && kernel.inSubgroup(point, 1) >= 0)
        throw new PointError('not-in-subgroup', 0);
      const toBytes = elements?.toCanonicalBytes ?? kernel.toAffineBytes;
      toBytes(buffer, point, 1);
      return this.#arena.u8.slice(buffer, point);
    });
  }

  /**
   * Of Banderwagon: one element, with a plain inversion.
   * @param {Uint8Array} P
   * @returns {Uint8Array}
   */
  mapToScalar(P) {
    const { elements, pointBytes } = this.#single;
    if (elements === undefined) throw new RangeError('expected a group with such a map');
    return this.#withScratch(P.length + 2 * pointBytes, (buffer) => {
      const point = buffer + P.length;
      this.#arena.u8.set(P, buffer);
      this.#single.fromAffineBytes(point, buffer, 1);
      elements.toScalars(buffer, point, 1, point + pointBytes);
      return this.#arena.u8.slice(buffer, buffer + SCALAR_BYTES);
    });
  }

  /**
   * Of Banderwagon: x = X/Z and y = Y/Z.
   * @param {Uint8Array} projective
   * @returns {Uint8Array} the canonical point
   */
  normalize(projective) {
    const { elements, fromAffineBytes, pointBytes } = this.#batch;
    if (elements === undefined) throw new RangeError('expected a group of elements');
    const { fieldBytes } = this;
    return this.#withScratch(2 * pointBytes + 4 * fieldBytes, (point) => {
      const { u8 } = this.#arena;
      const buffer = point + 2 * pointBytes;
      u8.set(projective, buffer);
      u8.copyWithin(buffer + 3 * fieldBytes, buffer + 2 * fieldBytes, buffer + 3 * fieldBytes);
      fromAffineBytes(point, buffer, 2);
      elements.extended.toAffine(point, point);
      elements.toCanonicalBytes(buffer, point, 1);
      return u8.slice(buffer, buffer + 2 * fieldBytes);
    });
  }

  /**
   * Of Banderwagon.
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   */
  mapToScalars(handle, start, end) {
    const { address } = vectorOf(handle);
    const { elements, pointBytes } = this.#batch;
    if (elements === undefined) throw new RangeError('expected a group with such a map');
    const scalars = new Uint8Array((end - start) * SCALAR_BYTES);
    const chunk = Math.min(CHUNK, end - start);
    this.#withScratch(chunk * (SCALAR_BYTES + pointBytes), (buffer) => {
      const work = buffer + chunk * SCALAR_BYTES;
      for (let first = start; first < end; first += CHUNK) {
        const count = Math.min(CHUNK, end - first);
        elements.toScalars(buffer, address + first * pointBytes, count, work);
        const found = this.#arena.u8.subarray(buffer, buffer + count * SCALAR_BYTES);
        scalars.set(found, (first - start) * SCALAR_BYTES);
      }
    });
    return scalars;
  }

  /**
   * Not every program has fixed points: what builds their tables is imported with the first.
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @param {number} memory
   * @param {number} [first]
   * @returns {Promise<Generator<Progress, FixedTable | null, void>>}
   */
  async fixedTableSteps(handle, start, end, memory, first = 0) {
    const { inSubgroup, name, pointBytes } = this.#batch;
    const loadCombs = this.#loadCombs;
    const n = end - start;
    const points = vectorOf(handle).address + start * pointBytes;
    const context = { ...this.#context, order: this.#config.order };
    // Extended coordinates are complete in the group only.
    if (loadCombs === undefined || inSubgroup(points, n) >= 0) {
      const { fixedTableSteps } = await import('../msm/fixed/fixed-msm.js');
      return fixedTableSteps(context, { points, n, memory });
    }
    const { combTableSteps } = await loadCombs();
    const chain = chainPricesOf(name);
    return combTableSteps({ ...context, chain }, { points, n, first, memory });
  }

  /** Of a curve with signatures. Made at the first call, then the same. */
  combination() {
    const { single, scalarKernel: scalar } = this.#context;
    const { Combination } = this.#signatureParts();
    this.#combination ??= new Combination(this.#config, this.#arena, { single, scalar });
    return this.#combination;
  }

  /** Of a curve with signatures. Made at the first call, then the same. */
  orderArithmetic() {
    const { OrderArithmetic } = this.#signatureParts();
    this.#orderArithmetic ??= new OrderArithmetic(this.#arena, this.#context.scalarKernel);
    return this.#orderArithmetic;
  }

  #signatureParts() {
    if (!this.#signatures) throw new TypeError(`${this.#config.name} has no signatures`);
    return this.#signatures;
  }

  /** The memory is shared with other engines and goes with the last reference to them. */
  dispose() {}

  /**
   * What a function of the batch kernel, (target, points, count), writes for points of a vector, in chunks.
   * @param {WasmVector} vector
   * @param {{ start: number, end: number, size: number, toBytes: (...words: number[]) => unknown }} options `size`: bytes for
   *   each point
   * @returns {Uint8Array}
   */
  #write({ address }, { start, end, size, toBytes }) {
    const bytes = new Uint8Array((end - start) * size);
    const chunk = Math.min(CHUNK, end - start);
    this.#withScratch(chunk * size, (buffer) => {
      for (let first = start; first < end; first += CHUNK) {
        const count = Math.min(CHUNK, end - first);
        toBytes(buffer, address + first * this.#batch.pointBytes, count);
        bytes.set(this.#arena.u8.subarray(buffer, buffer + count * size), (first - start) * size);
      }
    });
    return bytes;
  }

  /**
   * @param {number} length
   * @param {(vector: WasmVector) => void} write what it holds; if this throws, it is freed
   */
  #newVector(length, write) {
    const vector = this.#allocateVector(length);
    try {
      write(vector);
      return vector;
    } catch (error) {
      this.free(vector);
      throw error;
    }
  }

  /**
   * Writes a part of a vector in chunks, with a buffer of `bytes` per point.
   * @param {WasmVector} vector
   * @param {number} start
   * @param {number} end
   * @param {number} bytes
   * @param {(target: number, buffer: number, first: number, count: number) => void} fill
   */
  #fill({ address }, start, end, bytes, fill) {
    const chunk = Math.min(CHUNK, end - start);
    this.#withScratch(chunk * bytes, (buffer) => {
      for (let first = start; first < end; first += CHUNK) {
        const target = address + first * this.#batch.pointBytes;
        fill(target, buffer, first, Math.min(CHUNK, end - first));
      }
    });
  }

  /** @param {number} length */
  #allocateVector(length) {
    const bytes = length * this.#batch.pointBytes;
    return new WasmVector(this.#arena.allocate(bytes, `vector of ${length} points`), length);
  }

  /**
   * @template T
   * @param {number} bytes
   * @param {(scratch: number) => T} use
   * @returns {T}
   */
  #withScratch(bytes, use) {
    const scratch = this.#arena.allocate(bytes, 'scratch memory');
    try {
      return use(scratch);
    } finally {
      this.#arena.free(scratch);
    }
  }

  /** @param {BatchKernel | SingleKernel} kernel @param {number} target @param {Uint8Array} affine known to be well-formed */
  #writePoint(kernel, target, affine) {
    this.#withScratch(affine.length, (buffer) => {
      this.#arena.u8.set(affine, buffer);
      kernel.fromAffineBytes(target, buffer, 1);
    });
  }

  /**
   * Writes a point to the curve where points are added.
   * @param {BatchKernel | SingleKernel} kernel
   * @param {number} target
   * @param {Uint8Array} affine known to be well-formed
   */
  #writePointOfModel(kernel, target, affine) {
    const { elements, pointBytes } = kernel;
    if (elements === undefined) {
      this.#writePoint(kernel, target, affine);
      return;
    }
    this.#withScratch(pointBytes, (element) => {
      this.#writePoint(kernel, element, affine);
      elements.toModel(target, element, 1);
    });
  }

  /**
   * The elements of a vector of points of the model, which is freed; or the vector itself where points are added as they are.
   * @param {WasmVector} vector
   */
  #elementsOf(vector) {
    const { elements } = this.#batch;
    if (elements === undefined) return vector;
    const result = this.#allocateVector(vector.length);
    elements.fromModel(result.address, vector.address, vector.length);
    this.free(vector);
    return result;
  }

  /**
   * The tables of square roots of a field that needs some, before the first root. They stay.
   * @param {BatchKernel | SingleKernel} kernel
   */
  #prepareRoots(kernel) {
    const { elements } = kernel;
    if (elements === undefined || this.#hasRoots.has(kernel)) return;
    elements.rootTables(this.#arena.allocate(elements.rootTableBytes, 'tables of square roots'));
    this.#hasRoots.add(kernel);
  }

  /** @param {number} point of the single kernel, on the curve where points are added */
  #readPoint(point) {
    const { pointBytes } = this.#single;
    const size = 2 * this.fieldBytes;
    return this.#withScratch(size + pointBytes, (element) => {
      const buffer = element + pointBytes;
      writeCanonical(this.#single, buffer, point, element);
      return this.#arena.u8.slice(buffer, buffer + size);
    });
  }
}

/** A list of points in wasm memory: the engine's VectorHandle. */
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
