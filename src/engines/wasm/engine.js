/**
 * The port (../../port/engine.js) for one curve, over the algorithms in ./msm and the kernels in
 * ./kernels.
 *
 * Vectors are stored in the batch kernel's form; that kernel also decodes and checks them. The
 * single kernel handles single points. Points pass between kernels as canonical bytes.
 */

import { runNow } from '../../port/steps.js';
import { decodingMembers } from './decode.js';
import { multiplesOfGenerator } from './msm/multiples.js';
import { msmSteps } from './msm/msm.js';
import { pricesWith } from './msm/plan.js';
import { coordinatesOf } from '../../math/coordinates.js';
import { toBytesLE } from '../../math/integers.js';
import { SinglePoints } from './single-points.js';
import { Membership } from './subgroup/membership.js';
import { VectorMemory, vectorOf } from './vectors.js';

/** @import { Engine, EngineHashing, EngineLists, FixedTable, Progress, VectorHandle } from '../../port/engine.js' */
/** @import { OpenPolynomials } from '../../port/polynomials.js' */
/** @import { PointTransforms } from '../../port/point-transforms.js' */
/** @import { ScalarLists, StoredScalars } from '../../port/scalar-lists.js' */
/** @import { WasmVector } from './vectors.js' */
/** @import { CurveData } from '../../curves/config.js' */
/** @import { Chains } from './msm/chain.js' */
/** @import { Machine } from './msm/msm.js' */
/** @import { KernelPrices } from './msm/plan.js' */
/** @import { ElementCapability } from './elements.js' */
/** @import { SignatureCapability } from './signatures.js' */
/** @import { LoadSums } from './subgroup/membership.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { Kernels } from './kernels/open.js' */

/**
 * The parts an engine is made of.
 * @typedef {Kernels & { data: CurveData, arena: Arena }} EngineParts
 */

/**
 * Further parts of an engine: prices, and optional capabilities.
 * @typedef {{ prices: KernelPrices, chains?: Chains, elements?: ElementCapability,
 *   signatures?: SignatureCapability, subgroupSums?: LoadSums, hashing?: EngineHashing,
 *   polynomials?: OpenPolynomials, scalarLists?: () => Promise<ScalarLists>,
 *   pointTransforms?: (machine: Machine) => Promise<PointTransforms> }}
 *   EngineOptions
 */

/** For points known to be in the group. */
const UNCHECKED = { curve: false, subgroup: false };

/** The engine on WebAssembly; create.js checks it against the type of the port. */
export class WasmEngine {
  #data;
  #arena;
  #batch;
  #machine;
  #vectors;
  #points;
  #fill;
  #membership;

  /**
   * @param {EngineParts} parts
   * @param {EngineOptions} options
   */
  constructor(parts, options) {
    const { prices, chains, elements, signatures, subgroupSums, hashing } = options;
    const { polynomials, scalarLists, pointTransforms } = options;
    const { data, arena, batch, single, scalar } = parts;
    this.#data = data;
    this.#arena = arena;
    this.#batch = batch;
    this.#vectors = new VectorMemory(arena, batch.pointBytes);
    this.#points = new SinglePoints(arena, single);
    this.kernels = { single: single.name, batch: batch.name };
    this.prices = prices;
    this.fieldBytes = single.fieldBytes;
    /** @type {Record<string, number>} */
    this.timings = Object.create(null);
    this.#machine = {
      arena,
      batch,
      single,
      scalarKernel: scalar,
      prices: pricesWith(prices, single.name),
      chains,
      traits: data.traits,
      timings: this.timings,
      plan: undefined,
      plans: undefined,
    };
    this.#membership = new Membership(this.#machine, subgroupSums);
    const members = decodingMembers(arena, parts, this.#vectors, this.#membership);
    this.#fill = members.fill;
    /** @type {Engine['decode']} */
    this.decode = members.decode;
    /** @type {Engine['decodeOne']} */
    this.decodeOne = members.decodeOne;
    /** @type {Engine['parallel']} */
    this.parallel = null;
    this.elements = elements?.create(parts) ?? null;
    this.signatures = signatures?.create(parts) ?? null;
    this.polynomials = polynomials ?? null;
    this.scalarLists = scalarLists ?? null;
    this.pointTransforms = pointTransforms ? () => pointTransforms(this.#machine) : null;
    this.hashing = hashing ?? null;
  }

  /** @returns {Promise<EngineLists>} */
  async lists() {
    const membership = this.#membership;
    await membership.ready;
    const { listsOf } = await import('./lists.js');
    const scalarBits = this.#data.order.toString(2).length;
    const lists = { vectors: this.#vectors, fill: this.#fill, membership, scalarBits };
    return listsOf(this.#machine, lists);
  }

  /** @param {number} length @param {() => BigUint64Array} dlogs @returns {WasmVector} */
  fromDiscreteLogs(length, dlogs) {
    const { x, y } = this.#data.generator;
    const { toBytes } = coordinatesOf(this.#data);
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

  /**
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @param {Uint8Array} [factor]
   * @returns {Uint8Array<ArrayBuffer>}
   */
  toAffine(handle, start, end, factor) {
    const size = 2 * this.fieldBytes;
    const { elements, toAffineBytes } = this.#batch;
    const toBytes = elements?.toCanonicalBytes ?? toAffineBytes;
    const options = { start, end, size, toBytes, factor };
    return this.#vectors.read(vectorOf(handle), options);
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

  /** @param {Uint8Array} P @param {bigint} scalar @returns {Uint8Array} */
  multiply(P, scalar) {
    const handle = this.decode({ affine: P }, UNCHECKED);
    try {
      return runNow(this.msmSteps(handle, 0, 1, toBytesLE(scalar, 32)));
    } finally {
      this.free(handle);
    }
  }

  /**
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @param {Uint8Array | StoredScalars} scalars
   * @returns {Generator<Progress, Uint8Array, void>}
   */
  msmSteps(handle, start, end, scalars) {
    const { address } = vectorOf(handle);
    return msmSteps(this.#machine, address + start * this.#batch.pointBytes, end - start, scalars);
  }

  /**
   * The table code is imported with the first fixed table, as many programs have none.
   * @param {VectorHandle} handle
   * @param {number} start
   * @param {number} end
   * @param {number} memory
   * @param {number} [first]
   * @returns {Promise<Generator<Progress, FixedTable | null, void>>}
   */
  async fixedTableSteps(handle, start, end, memory, first = 0) {
    const { elements, pointBytes } = this.#batch;
    const n = end - start;
    const points = vectorOf(handle).address + start * pointBytes;
    const machine = { ...this.#machine, order: this.#data.order };
    if (elements === null) {
      const { fixedTableSteps } = await import('./msm/fixed/fixed-msm.js');
      return fixedTableSteps(machine, { points, n, memory });
    }
    const { elementTableSteps } = await import('./msm/fixed/window-table-msm.js');
    return elementTableSteps(machine, { points, n, first, memory });
  }

  /**
   * Converts a vector of points of the model to elements and frees it. Returns the vector itself if
   * the group has no model.
   * @param {WasmVector} vector
   */
  #elementsOf(vector) {
    const { elements } = this.#batch;
    if (elements === null) return vector;
    try {
      return this.#vectors.create(vector.length, ({ address, length }) =>
        elements.fromModel(address, vector.address, length),
      );
    } finally {
      this.free(vector);
    }
  }
}
