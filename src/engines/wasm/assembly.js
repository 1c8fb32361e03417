/**
 * The assembly of an engine from the kernels and the capabilities of its curve. They come from two
 * places: create.js chooses kernels and imports capabilities on demand, and chosen.js, in workers,
 * links what the caller's thread has chosen.
 */

import { createEngine } from './engine.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine } from '../../port/engine.js' */
/** @import { LoadSums } from './decode.js' */
/** @import { EngineOptions, EngineParts } from './engine.js' */
/** @import { OpenHashing } from './hashing.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { Load, OpenedKernels } from './kernels/compile.js' */
/** @import { KernelName } from './kernels/registry.js' */
/** @import { SignatureCapability } from './signatures.js' */

/**
 * A curve, and where the parts of its engine come from.
 * @typedef {object} Supply
 * @property {CurveData} data
 * @property {() => Promise<OpenedKernels>} openKernels
 * @property {typeof createEngine} [createEngine] of a curve that extends the engine
 * @property {LoadSums} [subgroupSums] of a curve with that trait; creation does not wait for them
 * @property {() => SignatureCapability | Promise<SignatureCapability>} [signatures] of a curve with
 *   that trait, if the user verifies signatures
 * @property {() => Promise<{ openHashing: OpenHashing }>} [hashing] of a curve with that part in
 *   its config, if the engine hashes from the start
 * @property {(batch: KernelName) => ScalarCapabilities} [scalars] of a curve with a scalar field:
 *   those beside that batch kernel
 */

/** @typedef {Pick<EngineOptions, 'polynomials' | 'scalarLists' | 'pointTransforms'>}
 *   ScalarCapabilities */

/**
 * Kernels come first, as they are the largest and most is done with them; the rest is requested
 * with them.
 * @param {Supply} supply
 * @param {{ arena: Arena, load: Load }} place the memory of the instance
 * @returns {Promise<{ engine: Engine, parts: EngineParts }>}
 */
export async function assembleEngine(supply, { arena, load }) {
  // Absent members are not looked up in prototypes.
  const given = /** @type {Supply} */ ({ __proto__: null, ...supply });
  const { data, openKernels, subgroupSums, scalars, signatures, hashing } = given;
  const [{ chains, prices, ...kernels }, capability, maps] = await Promise.all([
    openKernels(),
    signatures?.(),
    hashing?.(),
  ]);
  const parts = { data, arena, ...kernels };
  const engine = (given.createEngine ?? createEngine)(parts, {
    ...scalars?.(kernels.batch.name),
    ...{ prices, subgroupSums, signatures: capability },
    hashing: await maps?.openHashing(parts, load),
    chains: kernels.single.chains ? /** @type {any} */ (chains) : undefined,
  });
  return { engine, parts };
}
