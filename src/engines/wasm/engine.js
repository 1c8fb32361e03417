/**
 * The port (../../port/engine.js) for one curve, over the algorithms in ./msm and the kernels in
 * ./kernels.
 *
 * Vectors are stored in the batch kernel's form; that kernel also decodes and checks them. The
 * single kernel handles single points. Points pass between kernels as canonical bytes.
 */

import { runNow } from '../../port/steps.js';
import { combineLists } from './combine.js';
import { decodingMembers, Membership } from './decode.js';
import { multiplesOfGenerator } from './msm/multiples.js';
import { msmSteps } from './msm/msm.js';
import { pricesWith } from './msm/plan.js';
import { coordinatesOf } from '../../math/coordinates.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { singlePoints } from './single-points.js';
import { vectorMemory, vectorOf } from './vectors.js';
import { UNCHECKED } from '../../port/point-checks.js';

/** @import { Engine, EngineHashing, VectorHandle } from '../../port/engine.js' */
/** @import { OpenPolynomials, PointTransforms } from '../../port/polynomials.js' */
/** @import { OpenScalarLists } from '../../port/scalar-lists.js' */
/** @import { CurveData } from '../../curves/config.js' */
/** @import { Chains } from './msm/interleaved-wnaf.js' */
/** @import { MsmContext } from './msm/msm.js' */
/** @import { KernelPrices } from './msm/plan.js' */
/** @import { Plan } from './msm/work.js' */
/** @import { SignatureCapability } from './signatures.js' */
/** @import { LoadSums } from './decode.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { Kernels } from './kernels/compile.js' */

/**
 * The parts an engine is made of.
 * @typedef {Kernels & { data: CurveData, arena: Arena }} EngineParts
 */

/**
 * Further parts of an engine: prices, and optional capabilities. `extend`
 * completes the engine of a curve that has more.
 * @typedef {{ prices: KernelPrices, chains?: Chains, signatures?: SignatureCapability,
 *   subgroupSums?: LoadSums, hashing?: EngineHashing,
 *   polynomials?: OpenPolynomials, scalarLists?: OpenScalarLists,
 *   pointTransforms?: (context: MsmContext) => Promise<PointTransforms>,
 *   extend?: (engine: Engine, context: MsmContext) => Engine }} EngineOptions
 */

/** The engine on WebAssembly. @type {(parts: EngineParts, options: EngineOptions) => Engine} */
export function createEngine(parts, options) {
  const { data, arena, batch, single, scalar } = parts;
  // Absent members are not looked up in prototypes.
  const given = /** @type {EngineOptions} */ ({ __proto__: null, ...options });
  const { prices, chains, signatures, subgroupSums, pointTransforms, extend } = given;
  const { hashing = null, polynomials = null, scalarLists = null } = given;
  const { fieldBytes } = single;
  const { pointBytes } = batch;
  const vectors = vectorMemory(arena, pointBytes);
  const points = singlePoints(arena, single);
  /** @type {Record<string, number>} */
  const timings = Object.create(null);
  const context = {
    ...{ arena, batch, single, scalarKernel: scalar, chains, timings },
    prices: pricesWith(prices, single.name),
    traits: data.traits,
    plan: undefined,
    plans: undefined,
    /** @type {Plan | undefined} */
    last: undefined,
  };
  const membership = new Membership(context, subgroupSums);
  const { fill, decode, decodeOne } = decodingMembers(arena, parts, vectors, membership);
  const free = (/** @type {VectorHandle} */ handle) => vectors.free(vectorOf(handle));
  const pointAt = (/** @type {VectorHandle} */ handle, /** @type {number} */ i) =>
    vectorOf(handle).address + i * pointBytes;
  /** @type {Engine['msmSteps']} */
  const sum = (handle, start, end, scalars) =>
    msmSteps(context, pointAt(handle, start), end - start, scalars);

  /** @type {Engine} */
  const engine = {
    ...{ prices, fieldBytes, decode, decodeOne, free, msmSteps: sum, parallel: null },
    ...{ hashing, polynomials, scalarLists },
    kernels: { single: single.name, batch: batch.name },
    last: () => ({ timings, plan: context.last }),
    add: points.add,
    isInSubgroup: points.isInSubgroup,
    signatures: signatures?.create(parts) ?? null,
    pointTransforms: pointTransforms ? () => pointTransforms(context) : null,

    async lists() {
      await membership.ready;
      const { listsOf } = await import('./lists.js');
      const scalarBits = data.order.toString(2).length;
      return listsOf(context, { vectors, fill, membership, scalarBits });
    },

    fromDiscreteLogs(length, dlogs) {
      const { x, y } = data.generator;
      const { toBytes } = coordinatesOf(data);
      const generator = new Uint8Array(2 * fieldBytes);
      generator.set(toBytes(x));
      generator.set(toBytes(y), fieldBytes);
      const vector = vectors.create(length, ({ address: target }) =>
        multiplesOfGenerator(arena, batch, {
          target,
          dlogs: dlogs(),
          writeGenerator: (address) => points.writeOnModel(batch, address, generator),
        }),
      );
      const { model } = batch;
      if (model === null) return vector;
      try {
        return vectors.create(length, ({ address }) =>
          model.fromModel(address, vector.address, length),
        );
      } finally {
        free(vector);
      }
    },

    combine(lists, count, isDifference) {
      const operands = lists.map(({ handle, start }) => pointAt(handle, start));
      return vectors.create(count, ({ address }) =>
        combineLists(context, [address, ...operands], count, isDifference),
      );
    },

    copy({ handle, start }, source) {
      arena.u8.copyWithin(
        pointAt(handle, start),
        pointAt(source, 0),
        pointAt(source, source.length),
      );
    },

    toAffine(handle, start, end, factor) {
      const toBytes = batch.model?.toCanonicalBytes ?? batch.toAffineBytes;
      const how = { start, end, size: 2 * fieldBytes, toBytes, factor };
      return vectors.read(vectorOf(handle), how);
    },

    multiply(P, k) {
      const handle = decode({ affine: P }, UNCHECKED);
      try {
        return runNow(sum(handle, 0, 1, toBytesLE(k, SCALAR_BYTES)));
      } finally {
        free(handle);
      }
    },

    // The table code is imported with the first fixed table, as many programs have none.
    async fixedTableSteps(handle, start, end, memory) {
      const { fixedTableSteps } = await import('./msm/fixed/fixed-msm.js');
      const given = { points: pointAt(handle, start), n: end - start, memory };
      return fixedTableSteps({ ...context, order: data.order }, given);
    },
  };
  return extend?.(engine, context) ?? engine;
}
