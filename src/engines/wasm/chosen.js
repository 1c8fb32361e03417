/**
 * Engines on kernels that another thread has chosen and compiled: nothing is compiled, probed or
 * tested again. Workers run these; everything is imported statically, as their script is one file.
 */

import { Arena } from './kernels/arena.js';
import { hashingOf } from './hashing.js';
import { linkKernel } from './kernels/compile.js';
import { readPointKernels, readScalarKernel } from './kernels/kernel.js';
import { betterOf } from './kernels/registry.js';
import { chains } from './msm/interleaved-wnaf.js';
import { pairingsOf } from './pairings.js';
import { createPointTransforms } from './point-transforms.js';
import { linkLists } from './scalar-lists.js';
import { sha256Of } from './sha256.js';
import { signatures } from './signatures.js';
import { firstOutsideBySums } from './subgroup/check.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { ListTransfer, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { EngineParts } from './engine.js' */
/** @import { BatchKernel, PointKernels, SingleKernel } from './kernels/kernel.js' */
/** @import { createEngine } from './engine.js' */
/** @import { KernelName } from './kernels/registry.js' */
/** @import { KernelPrices } from './msm/plan.js' */

/**
 * A curve, the kernels chosen for it, whether its engine verifies signatures, and the eigenvalue
 * that combinations of pairings take (`Pairings.lambda`), if the instance pairs. It can be cloned.
 * @typedef {{ data: CurveData, prices: KernelPrices, kernels: KernelNames,
 *   hasSignatures: boolean, lambda?: bigint }} ChosenCurve
 */

/**
 * The creator of the engine of a curve.
 * @typedef {(data: CurveData) => typeof createEngine} CreatorOf
 */

/**
 * The first two of the engines, which hash if the instance does, and their pairing.
 * @typedef {{ curves: Array<{ engine: Engine, data: CurveData }>, pairings: Pairings }}
 *   ChosenPairing
 */

/**
 * How the pairing of an engine's instance is opened: with the first task that needs it.
 * @type {WeakMap<Engine, () => Promise<ChosenPairing>>}
 */
const opening = new WeakMap();

/** @param {Engine} engine of an instance that pairs @returns {Promise<ChosenPairing>} */
export const pairingOf = (engine) =>
  /** @type {() => Promise<ChosenPairing>} */ (opening.get(engine))();

/**
 * Opens the lists of scalars of an engine, with the first task that needs them.
 * @type {WeakMap<Engine, (source: ListTransfer['source']) => Promise<ScalarLists>>}
 */
const listing = new WeakMap();

/**
 * @param {Engine} engine
 * @param {ListTransfer['source']} source of the caller's lists
 * @returns {Promise<ScalarLists>}
 */
export const scalarListsOf = (engine, source) =>
  /** @type {(source: ListTransfer['source']) => Promise<ScalarLists>} */ (listing.get(engine))(
    source,
  );

/**
 * Engines that share one memory, one for each curve.
 * @param {readonly ChosenCurve[]} curves
 * @param {Record<string, WebAssembly.Module>} modules those of the chosen kernels, by file name
 * @param {number} limit of the memory, in bytes
 * @param {CreatorOf} creatorOf
 * @returns {Promise<Engine[]>}
 */
export async function createChosenEngines(curves, modules, limit, creatorOf) {
  const arena = new Arena(limit);
  const all = await Promise.all(
    curves.map((curve) => createChosenEngine(curve, modules, { arena, creatorOf })),
  );
  const engines = all.map(({ engine }) => engine);
  /** @type {Promise<ChosenPairing> | undefined} */
  let pairing;
  for (const { engine, parts } of all) {
    /** @type {Promise<ScalarLists> | undefined} */
    let lists;
    const place = { arena, order: parts.data.order };
    listing.set(engine, (source) => (lists ??= linkLists(source, place)));
  }
  for (const engine of engines) {
    opening.set(engine, () => (pairing ??= openPairing(all, modules, curves[0].lambda)));
  }
  return engines;
}

/**
 * @param {ReadonlyArray<{ engine: Engine, parts: EngineParts }>} all
 * @param {Record<string, WebAssembly.Module>} modules
 * @param {bigint | undefined} eigenvalue there, as the instance pairs
 * @returns {Promise<ChosenPairing>}
 */
async function openPairing(all, modules, eigenvalue) {
  const [{ parts: first }] = all;
  const { arena, batch } = first;
  const link = (/** @type {string} */ name) =>
    linkKernel(name, modules[`${name}.wasm`], arena.memory);
  // The caller's instance hashes if this is among its modules.
  if (Object.hasOwn(modules, 'sha256.wasm')) {
    const sha256 = sha256Of(arena, await link('sha256'));
    for (const { engine, parts } of all) {
      const maps = await link(`${parts.data.name}.map.${betterOf(parts).name}`);
      engine.hashing = hashingOf(parts, maps, sha256);
    }
  }
  const ending = `.pairing.${batch.name}.wasm`;
  const file = /** @type {string} */ (Object.keys(modules).find((name) => name.endsWith(ending)));
  const exports = await link(file.replace(/\.wasm$/, ''));
  const lambda = /** @type {bigint} */ (eigenvalue);
  const pairings = pairingsOf(batch.name, exports, { arena, first, lambda });
  return { curves: all.map(({ engine, parts: { data } }) => ({ engine, data })), pairings };
}

/**
 * @param {ChosenCurve} curve
 * @param {Record<string, WebAssembly.Module>} modules
 * @param {{ arena: Arena, creatorOf: CreatorOf }} place
 */
async function createChosenEngine(
  { data, prices, kernels, hasSignatures },
  modules,
  { arena, creatorOf },
) {
  const { name: curve, traits } = data;
  const load = (/** @type {string} */ name) =>
    linkKernel(`${curve}.${name}`, modules[`${curve}.${name}.wasm`], arena.memory);
  const scalar = readScalarKernel(await load('scalar'));
  const read = async (/** @type {string} */ name) =>
    readPointKernels(/** @type {KernelName} */ (name), await load(name));
  const first = await read(kernels.batch);
  const second = kernels.single === kernels.batch ? first : await read(kernels.single);
  const batch = /** @type {BatchKernel} */ (first.batch);
  const single = /** @type {SingleKernel} */ (/** @type {PointKernels} */ (second).single);
  const parts = { data, arena, batch, single, scalar };
  const engine = creatorOf(data)(parts, {
    prices,
    chains: single.chains ? chains : undefined,
    signatures: hasSignatures ? signatures : undefined,
    pointTransforms: traits.polynomials
      ? async (machine) => createPointTransforms(machine)
      : undefined,
    subgroupSums: traits.subgroupSums ? () => ({ firstOutsideBySums }) : undefined,
  });
  return { engine, parts };
}
