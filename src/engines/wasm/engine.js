/**
 * The engine interface of docs/architecture.md for one curve, over the algorithms of src/engines/wasm/msm and the kernels of src/engines/wasm/kernels.
 *
 * Vectors lie in the batch kernel's form, which also decodes and checks them. Single points are the single kernel's work;
 * points pass from one kernel to the other as canonical bytes.
 */

import { PointError } from '../../errors.js';
import { multiplesOfGenerator } from './msm/multiples.js';
import { msmSteps } from './msm/msm.js';
import { chainPricesOf, pricesOf } from './msm/pricing.js';
import { coordinatesOf } from '../../math/coordinates.js';
import { toBytesLE } from '../../math/integers.js';
import { RootTables } from './root-tables.js';
import { SinglePoints } from './single-points.js';
import { VectorMemory, vectorOf } from './vectors.js';

/** @import { Engine, FixedTable, PointChecks, PointSource, Progress, VectorHandle } from '../../port/engine.js' */
/** @import { WasmVector } from './vectors.js' */
/** @import { CurveConfig, Loaders } from './create.js' */
/** @import { Chains } from './msm/chain.js' */
/** @import { FittedPrices } from './msm/pricing.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { BatchKernel, ScalarKernel, SingleKernel } from './kernels/kernel.js' */

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/**
 * What members are made of that only some curves have, such as those of `elements.js` and `signatures.js`.
 * @typedef {Kernels & { config: CurveConfig, arena: Arena }} EngineParts
 */

/** @implements {Omit<Engine, 'combination' | 'orderArithmetic'>} */
export class WasmEngine {
  #config;
  #arena;
  #batch;
  #context;
  #load;
  #roots;
  #vectors;
  #points;

  /**
   * @param {CurveConfig} config
   * @param {Arena} arena
   * @param {Kernels} kernels
   * @param {Omit<Loaders, 'loadFaster'> & { prices: Record<string, FittedPrices>, chains?: Chains }} parts of the curve; not
   *   every one has kernels for chains
   */
  constructor(config, arena, { batch, single, scalar }, { prices, chains, ...load }) {
    this.#config = config;
    this.#load = load;
    this.#arena = arena;
    this.#batch = batch;
    this.#roots = new RootTables(arena);
    this.#vectors = new VectorMemory(arena, batch.pointBytes);
    this.#points = new SinglePoints(arena, { batch, single }, this.#roots);
    this.kernels = { single: single.name, batch: batch.name };
    this.fieldBytes = single.fieldBytes;
    /** @type {Record<string, number>} */
    this.timings = {};
    this.#context = {
      arena,
      batch,
      single,
      scalarKernel: scalar,
      prices: pricesOf(prices, this.kernels),
      chains,
      timings: this.timings,
    };
  }

  /** @param {Uint8Array} affine @returns {WasmVector} */
  fromAffine(affine) {
    return this.#vectors.create(affine.length / (2 * this.fieldBytes), (vector) =>
      this.#readAffine(vector, 0, affine),
    );
  }

  /** @param {Uint8Array} xs @param {Uint8Array} signs @param {Uint8Array} [affine] @returns {WasmVector} */
  fromCompressed(xs, signs, affine) {
    const others = affine ? affine.length / (2 * this.fieldBytes) : 0;
    return this.#vectors.create(signs.length + others, (vector) => {
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
    this.#vectors.fill(vector, start, end, size, (target, buffer, at, count) => {
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
    this.#roots.prepare(this.#batch);
    this.#vectors.fill(vector, 0, signs.length, size + 1, (target, buffer, first, count) => {
      const signBuffer = buffer + count * size;
      this.#arena.u8.set(xs.subarray(first * size, (first + count) * size), buffer);
      this.#arena.u8.set(signs.subarray(first, first + count), signBuffer);
      const bad = this.#batch.decompress(target, buffer, signBuffer, count);
      if (bad >= 0) throw new PointError(bad & 1 ? 'not-on-curve' : 'range', first + (bad >> 1));
    });
  }

  /** @param {number} length @param {() => BigUint64Array} dlogs @returns {WasmVector} */
  fromDiscreteLogs(length, dlogs) {
    const { x, y } = this.#config.generator;
    const { toBytes } = coordinatesOf(this.#config);
    const generator = new Uint8Array(2 * this.fieldBytes);
    generator.set(toBytes(x));
    generator.set(toBytes(y), this.fieldBytes);
    const vector = this.#vectors.create(length, ({ address: target }) =>
      multiplesOfGenerator(this.#arena, this.#batch, {
        target,
        dlogs: dlogs(),
        writeGenerator: (address) => this.#points.writeOnModel(this.#batch, address, generator),
      }),
    );
    return this.#elementsOf(vector);
  }

  /** @param {VectorHandle} handle */
  checkOnCurve(handle) {
    const { address, length } = vectorOf(handle);
    const bad = this.#batch.onCurve(address, length);
    if (bad >= 0) throw new PointError('not-on-curve', bad);
  }

  /** @param {VectorHandle} handle */
  checkSubgroup(handle) {
    const { inSubgroup } = this.#batch;
    if (inSubgroup === undefined) return;
    const { address, length } = vectorOf(handle);
    const bad = inSubgroup(address, length);
    if (bad >= 0) throw new PointError('not-in-subgroup', bad);
  }

  /** @param {VectorHandle} handle @param {number} start @param {number} end @returns {Uint8Array} */
  toAffine(handle, start, end) {
    const size = 2 * this.fieldBytes;
    const toBytes = this.#batch.elements?.toCanonicalBytes ?? this.#batch.toAffineBytes;
    return this.#vectors.read(vectorOf(handle), { start, end, size, toBytes });
  }

  /** @param {VectorHandle} handle */
  free(handle) {
    this.#vectors.free(vectorOf(handle));
  }

  /** @param {Uint8Array} P @param {Uint8Array} Q @returns {Uint8Array} */
  add(P, Q) {
    return this.#points.add(P, Q);
  }

  /** @param {Uint8Array} P @returns {boolean} */
  isInSubgroup(P) {
    return this.#points.isInSubgroup(P);
  }

  /** @param {PointSource} source @param {PointChecks} checks @returns {Uint8Array} */
  readOne(source, checks) {
    return this.#points.readOne(source, checks);
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
    const { loadCombs, loadTables } = this.#load;
    const n = end - start;
    const points = vectorOf(handle).address + start * pointBytes;
    const context = { ...this.#context, order: this.#config.order };
    // Extended coordinates are complete in the group only.
    if (loadCombs === undefined || (inSubgroup && inSubgroup(points, n) >= 0)) {
      const { fixedTableSteps } = await loadTables();
      return fixedTableSteps(context, { points, n, memory });
    }
    const { combTableSteps } = await loadCombs();
    const chain = chainPricesOf(name);
    return combTableSteps({ ...context, chain }, { points, n, first, memory });
  }

  /**
   * The elements of a vector of points of the model, which is freed; or the vector itself where points are added as they are.
   * @param {WasmVector} vector
   */
  #elementsOf(vector) {
    const { elements } = this.#batch;
    if (elements === undefined) return vector;
    try {
      return this.#vectors.create(vector.length, ({ address, length }) =>
        elements.fromModel(address, vector.address, length),
      );
    } finally {
      this.free(vector);
    }
  }
}
