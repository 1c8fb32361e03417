/** Creates the WebAssembly engines: kernels chosen for each curve, and one shared memory. */

import { EnvironmentError } from '../../errors.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { Arena } from './kernels/arena.js';
import { loaderOf, openKernels } from './kernels/compile.js';
import { assembleEngine } from './assembly.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { OpenHashing } from './hashing.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { ScalarCapabilities } from './assembly.js' */
/** @import { createEngine } from './engine.js' */
/** @import { SignatureCapability } from './signatures.js' */
/** @import { LoadSums } from './decode.js' */
/** @import { ScalarParts, ScalarSources } from './polynomials.js' */
/** @import { KernelChoice, KernelName } from './kernels/registry.js' */
/** @import { KernelSources } from './kernels/compile.js' */
/** @import { PairingPage } from './pairings.js' */

/**
 * A curve and what its entry supplies: modules imported on demand, and optional capabilities.
 * @typedef {object} WasmCurve
 * @property {CurveData} data
 * @property {KernelSources} kernels
 * @property {typeof createEngine} [createEngine] of a curve that extends the engine
 * @property {LoadSums} [subgroupSums] of a curve with that trait
 * @property {() => Promise<{ sources: ScalarSources }>} [scalars] of a curve with a scalar field;
 *   loaded on demand
 * @property {() => Promise<SignatureCapability>} [signatures] of a curve with that trait, if the
 *   user verifies signatures
 * @property {() => Promise<{ openHashing: OpenHashing }>} [hashing] of a curve with that part in
 *   its config, if the user hashes
 */

/**
 * Engines that share one memory, one for each curve.
 * @param {readonly WasmCurve[]} curves
 * @param {KernelChoice & { maxMemory?: number, modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module>, pairings?: () => Promise<PairingPage> }} options
 *   `maxMemory`: see `Arena`; `modules`: precompiled, by file name; `used` receives those that were
 *   instantiated; `pairings` imports the pairing of the first two curves, if the instance has it
 * @returns {Promise<{ engines: Engine[], kernels: KernelNames, pairings?: Pairings }>}
 * @throws {EnvironmentError} if the runtime forbids WebAssembly or lacks a required kernel
 * @throws {InputError} one of `modules` is not of this version
 */
export async function createWasmEngines(curves, { pairings, maxMemory, ...options }) {
  const arena = createArena(maxMemory);
  const { modules } = options;
  const place = { arena, load: loaderOf(arena.memory, modules, options.used) };
  const assembled = Promise.all(
    curves.map((given) => {
      // Absent members are not looked up in prototypes.
      const curve = /** @type {WasmCurve} */ ({ __proto__: null, ...given });
      const openCurve = () => openKernels(curve, { ...options, arena, importChains });
      const scalars = (/** @type {KernelName} */ batch) =>
        scalarCapabilities(curve, { arena, batch, modules });
      return assembleEngine({ ...curve, scalars, openKernels: openCurve }, place);
    }),
  );
  try {
    const [all, page] = await Promise.all([assembled, pairings?.()]);
    const [first] = all;
    return {
      engines: all.map(({ engine }) => engine),
      kernels: first.engine.kernels,
      pairings: await page?.open(first.parts, place.load),
    };
  } catch (error) {
    const found = await import('./needed.js').catch(() => null);
    throw found ? await found.withNeeded(error, curves, pairings) : error;
  }
}

/**
 * The capabilities of a curve with a scalar field. Their code, and the modules, are loaded when
 * they are opened.
 * @type {(curve: WasmCurve,
 *   parts: Omit<ScalarParts, 'compiled' | 'sources' | 'order' | 'bytes'>) => ScalarCapabilities}
 */
function scalarCapabilities({ data: { order, traits }, scalars }, parts) {
  if (!scalars) return {};
  /** @type {Record<string, WebAssembly.Module>} */
  const compiled = {};
  /**
   * @template {unknown[]} Rest
   * @template Capability
   * @param {() => Promise<{
   *   open: (parts: ScalarParts, ...rest: Rest) => Capability | Promise<Capability>,
   * }>} load
   */
  const opening =
    (load) =>
    async (/** @type {Rest} */ ...rest) => {
      const [{ open }, { sources }] = await Promise.all([load(), scalars()]);
      return open({ ...parts, compiled, sources, order, bytes: SCALAR_BYTES }, ...rest);
    };
  return {
    scalarLists: opening(() => import('./scalar-lists.js')),
    ...(traits.polynomials && {
      polynomials: opening(() => import('./polynomials.js')),
      pointTransforms: async (context) =>
        (await import('./point-transforms.js')).createPointTransforms(context),
    }),
  };
}

const importChains = () => import('./msm/interleaved-wnaf.js');

/** @param {number} [limit] of its memory, in bytes */
export function createArena(limit) {
  if (typeof WebAssembly !== 'object') {
    throw new EnvironmentError(
      "expected a runtime with WebAssembly, got one without: use backend 'bigint'",
    );
  }
  return new Arena(limit);
}
