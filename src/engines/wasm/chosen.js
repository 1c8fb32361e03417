/**
 * Engines on kernels that another thread has chosen and compiled: nothing is compiled, probed or
 * tested again. Workers run these; everything is imported statically, as their script is one file.
 */

import { assembleEngine } from './assembly.js';
import { openMaps } from './hashing.js';
import { Arena } from './kernels/arena.js';
import { linkKernel } from './kernels/compile.js';
import { readPointKernels, readScalarKernel } from './kernels/kernel.js';
import { chains } from './msm/interleaved-wnaf.js';
import { createWasmPairings } from './pairings.js';
import { createPointTransforms } from './point-transforms.js';
import { linkLists } from './scalar-lists.js';
import { signatures } from './signatures.js';
import { firstOutsideBySums } from './subgroup/check.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { ListTransfer, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { ScalarCapabilities } from './assembly.js' */
/** @import { createEngine, EngineParts } from './engine.js' */
/** @import { Load, OpenedKernels } from './kernels/compile.js' */
/** @import { BatchKernel, SingleKernel } from './kernels/kernel.js' */
/** @import { KernelName } from './kernels/registry.js' */
/** @import { KernelPrices } from './msm/plan.js' */

/**
 * A curve, the kernels chosen for it, whether its engine verifies signatures and hashes, and the
 * eigenvalue that combinations of pairings take (`Pairings.lambda`), if the instance pairs. It can
 * be cloned.
 * @typedef {{ data: CurveData, prices: KernelPrices, kernels: KernelNames,
 *   hasSignatures: boolean, hasHashing: boolean, lambda?: bigint }} ChosenCurve
 */

/** An engine, and its parts. @typedef {{ engine: Engine, parts: EngineParts }} Assembled */

/**
 * Engines that share one memory, one for each curve.
 * @param {readonly ChosenCurve[]} curves
 * @param {Record<string, WebAssembly.Module>} modules those of the chosen kernels, by file name
 * @param {number} limit of the memory, in bytes
 * @param {(data: CurveData) => typeof createEngine} creatorOf
 * @returns {Promise<{ engines: Engine[], pairings: () => Promise<Pairings> }>} `pairings`, of an
 *   instance that pairs: links the pairing of the first two engines at the first call, and what
 *   they hash with, as only batches of BLS signatures need both
 */
export async function createChosenEngines(curves, modules, limit, creatorOf) {
  const arena = new Arena(limit);
  /** @type {Load} */
  const load = ({ name }) => linkKernel(name, modules[`${name}.wasm`], arena.memory);
  const place = { arena, load };
  const all = await Promise.all(
    curves.map((curve) => {
      const { data, hasSignatures } = curve;
      return assembleEngine(
        {
          data,
          openKernels: () => linkKernels(curve, load),
          createEngine: creatorOf(data),
          subgroupSums: data.traits.subgroupSums ? () => ({ firstOutsideBySums }) : undefined,
          signatures: hasSignatures ? () => signatures : undefined,
          scalars: () => scalarCapabilities(data, arena),
        },
        place,
      );
    }),
  );
  /** @type {Promise<Pairings> | undefined} */
  let pairings;
  return {
    engines: all.map(({ engine }) => engine),
    pairings: () => (pairings ??= linkPairings(curves, all, Object.keys(modules), load)),
  };
}

/** @type {(curve: ChosenCurve, load: Load) => Promise<OpenedKernels>} */
async function linkKernels({ data: { name: curve }, prices, kernels }, load) {
  const scalar = readScalarKernel(await load({ name: `${curve}.scalar` }));
  const read = async (/** @type {string} */ name) =>
    readPointKernels(/** @type {KernelName} */ (name), await load({ name: `${curve}.${name}` }));
  const first = await read(kernels.batch);
  const second = kernels.single === kernels.batch ? first : await read(kernels.single);
  const batch = /** @type {BatchKernel} */ (first.batch);
  const single = /** @type {SingleKernel} */ (second.single);
  return { batch, single, scalar, chains, prices };
}

/** @type {(data: CurveData, arena: Arena) => ScalarCapabilities} */
function scalarCapabilities({ order, traits }, arena) {
  /** By the generator of their roots. @type {Map<bigint, Promise<ScalarLists>>} */
  const opened = new Map();
  return {
    scalarLists(given) {
      const source = /** @type {ListTransfer['source']} */ (given);
      const lists = opened.get(source.generator) ?? linkLists(source, { arena, order });
      opened.set(source.generator, lists);
      // Memory may suffice the next time.
      lists.catch(() => opened.delete(source.generator));
      return lists;
    },
    ...(traits.polynomials && {
      pointTransforms: async (context) => createPointTransforms(context),
    }),
  };
}

const openHashing = openMaps({});

/**
 * @type {(curves: readonly ChosenCurve[], all: readonly Assembled[], files: readonly string[],
 *   load: Load) => Promise<Pairings>}
 */
async function linkPairings(curves, all, files, load) {
  for (const [i, { engine, parts }] of all.entries()) {
    if (curves[i].hasHashing) engine.hashing = await openHashing(parts, load);
  }
  const [{ parts: first }] = all;
  const ending = `.${first.batch.name}.wasm`;
  const file = files.find((name) => name.endsWith(`.pairing${ending}`));
  const name = /** @type {string} */ (file).slice(0, -ending.length);
  const lambda = /** @type {bigint} */ (curves[0].lambda);
  return createWasmPairings({ name, lambda }, first, load);
}
