/** Creates the WebAssembly engines: kernels chosen for each curve, and one shared memory. */

import { EnvironmentError } from '../../errors.js';
import { Arena } from './kernels/arena.js';
import { openKernels } from './kernels/open.js';
import { WasmEngine } from './engine.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { OpenHashing } from './hashing.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { OpenPolynomials } from '../../port/polynomials.js' */
/** @import { Machine } from './msm/msm.js' */
/** @import { ElementCapability } from './elements.js' */
/** @import { SignatureCapability } from './signatures.js' */
/** @import { LoadSums } from './subgroup/membership.js' */
/** @import { PolynomialSources } from './polynomials.js' */
/** @import { OpenLists } from './scalar-lists.js' */
/** @import { KernelChoice } from './kernels/choose.js' */
/** @import { KernelSources } from './kernels/load.js' */
/** @import { PairingPage } from './pairings.js' */

/**
 * A curve and what its entry supplies: modules imported on demand, and optional capabilities.
 * @typedef {object} WasmCurve
 * @property {CurveData} data
 * @property {KernelSources} kernels
 * @property {ElementCapability} [elements] of a curve with that trait
 * @property {LoadSums} [subgroupSums] of a curve with that trait; creation does not wait for them
 * @property {PolynomialSources} [polynomials] of a curve with that trait; loaded on demand
 * @property {() => Promise<{ openLists: OpenLists }>} [lists] of a curve with a scalar field;
 *   loaded on demand
 * @property {() => Promise<SignatureCapability>} [signatures] of a curve with that trait, if the
 *   user verifies signatures
 * @property {() => Promise<{ openHashing: OpenHashing }>} [hashing] of a curve with that part in
 *   its config, if the user hashes
 */

/**
 * Engines that share one memory, one for each curve.
 * @param {readonly WasmCurve[]} curves
 * @param {KernelChoice & { modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module>, pairings?: () => Promise<PairingPage> }} options
 *   `modules`: precompiled, by file name; `used` receives those that were instantiated; `pairings`
 *   imports the pairing of the first two curves, if the instance has it
 * @returns {Promise<{ engines: Engine[], kernels: KernelNames, pairings?: Pairings }>}
 * @throws {EnvironmentError} if the runtime forbids WebAssembly or lacks a required kernel
 * @throws {InputError} one of `modules` is not of this version
 */
export async function createWasmEngines(curves, { pairings, ...options }) {
  const arena = createArena();
  const created = Promise.all(
    curves.map(async (given) => {
      const curve = /** @type {WasmCurve} */ ({ __proto__: null, ...given });
      const { data } = curve;
      // Kernels first: they are the largest, and most is done with them.
      const [{ chains, prices, ...kernels }, signatures, maps] = await Promise.all([
        openKernels(curve, { ...options, arena, importChains }),
        curve.signatures?.(),
        curve.hashing?.(),
      ]);
      const parts = { data, arena, ...kernels };
      const hashing = await maps?.openHashing(parts, options);
      const engine = new WasmEngine(parts, {
        ...{
          hashing,
          polynomials: polynomialsOf(curve, {
            arena,
            batch: kernels.batch.name,
            modules: options.modules,
          }),
          scalarLists: listsOf(curve, {
            arena,
            batch: kernels.batch.name,
            modules: options.modules,
          }),
          pointTransforms: curve.polynomials && loadTransforms,
          prices,
          elements: curve.elements,
          subgroupSums: curve.subgroupSums,
          signatures,
        },
        chains: kernels.single.chains ? /** @type {any} */ (chains) : undefined,
      });
      return { engine, parts };
    }),
  );
  const [all, page] = await Promise.all([created, pairings?.()]);
  const engines = all.map(({ engine }) => engine);
  const { kernels } = engines[0];
  const open = page && page.open({ ...options, arena, kernel: kernels.batch, first: all[0].parts });
  return { engines, kernels, pairings: await open };
}

/**
 * The capability of polynomials, with its modules loaded when a protocol opens it.
 * @param {WasmCurve} curve
 * @param {{ arena: Arena, batch: string, modules?: Record<string, WebAssembly.Module> }} parts
 * @returns {OpenPolynomials | undefined}
 */
function polynomialsOf({ data, polynomials: sources }, parts) {
  if (!sources) return undefined;
  return async (domain) => {
    const { openPolynomials } = await import('./polynomials.js');
    return openPolynomials(data, { ...parts, sources }, domain);
  };
}

/**
 * The capability of lists of scalars, likewise.
 * @param {WasmCurve} curve
 * @param {{ arena: Arena, batch: string, modules?: Record<string, WebAssembly.Module> }} parts
 */
const listsOf = ({ data: { order }, lists }, parts) =>
  lists && (async () => (await lists()).openLists({ ...parts, order, used: undefined }));

/** The transforms, imported on demand. @param {Machine} machine */
const loadTransforms = async (machine) =>
  (await import('./point-transforms.js')).createPointTransforms(machine);

const importChains = () => import('./msm/chain.js');

function createArena() {
  if (typeof WebAssembly !== 'object') {
    throw new EnvironmentError(
      "expected a runtime with WebAssembly, got one without: use backend 'bigint'",
    );
  }
  return new Arena();
}
