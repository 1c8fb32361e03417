/** Creates the engines on WebAssembly: chooses the kernels, loads them, and gives them one memory. */

import { EnvironmentError } from '../../errors.js';
import { Arena } from './kernels/arena.js';
import { chooseKernels } from './kernels/choose.js';
import { pointKernel, scalarKernel } from './kernels/kernel.js';
import { loadKernel } from './kernels/load.js';
import { WasmEngine } from './engine.js';

/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { Chains } from './msm/chain.js' */
/** @import { FittedPrices } from './msm/pricing.js' */
/** @import { Elements } from './kernels/elements.js' */
/** @import { KernelExports, KernelModule } from './kernels/load.js' */
/** @import { EngineParts } from './engine.js' */
/** @import { Roles } from './kernels/choose.js' */
/** @import { BatchKernel } from './kernels/kernel.js' */

/**
 * What an engine needs to know of a curve beside its kernels.
 * @typedef {{ name: string, order: bigint, generator: { x: any, y: any },
 *   p: bigint, extension?: { nonResidue: bigint } }} CurveConfig
 */

/**
 * What engines import when they need it. Every curve's entry says how, not a file that they share: so a bundler sees that none of
 * these comes without the entry, and keeps that together with what it imports at once (scripts/lib/one-core.js). Combs are for
 * Edwards groups alone.
 * @typedef {{
 *   loadFaster: () => Promise<typeof import('./faster.js')>,
 *   loadTables: () => Promise<typeof import('./msm/fixed/fixed-msm.js')>,
 *   loadCombs?: () => Promise<typeof import('./msm/fixed/window-table-msm.js')>,
 * }} Loaders
 */

/**
 * A curve; what work costs on its kernels; its generated modules, which are imported when they are needed; chains, for a curve whose
 * portable kernel has what they take; what kernels of elements export; and members of the engine that only this curve has.
 * @typedef {Loaders & { config: CurveConfig, prices: Record<string, FittedPrices>, chains?: Chains,
 *   readElements?: (exports: KernelExports) => Elements, loadMembers?: () => Promise<(parts: EngineParts) => Partial<Engine>>,
 *   kernels: { limbs30: KernelModule, fma: KernelModule, wide64?: KernelModule, scalar: KernelModule } }} CurveKernels
 */

/**
 * Engines that share one memory, one for each curve.
 * @param {{ curves: readonly CurveKernels[], backend: 'auto' | 'portable' | 'fma' | 'wide' | Roles,
 *   modules: Record<string, WebAssembly.Module> | undefined }} options
 * @returns {Promise<{ engines: Engine[], kernels: KernelNames }>}
 * @throws {EnvironmentError} the runtime forbids WebAssembly, or lacks the kernel asked for
 */
export async function createWasmEngines({ curves, backend, modules }) {
  const arena = createArena();
  const engines = await Promise.all(
    curves.map(async ({ config, kernels, readElements, loadMembers, ...parts }) => {
      let { chains } = parts;
      const load = (/** @type {KernelModule} */ module) =>
        loadKernel(module, modules, arena.memory);
      const loadPoints = async (/** @type {'limbs30' | 'fma' | 'wide64'} */ name) => {
        const module = kernels[name];
        return module && pointKernel(name, await load(module), readElements);
      };
      const [limbs30, scalar, members] = await Promise.all([
        loadPoints('limbs30'),
        load(kernels.scalar),
        loadMembers?.(),
      ]);
      const { batch, single } = await chooseKernels(backend, {
        limbs30: /** @type {BatchKernel} */ (limbs30),
        load: loadPoints,
        // Every curve has chains on faster kernels.
        async loadFaster() {
          const faster = await parts.loadFaster();
          chains = faster.chains;
          return faster.chooseFaster;
        },
        modules,
        arena,
      });
      if (single.oddMultiples === undefined) chains = undefined;
      const roles = { batch, single, scalar: scalarKernel(scalar) };
      const engine = new WasmEngine(config, arena, roles, { ...parts, chains });
      const others = members?.({ config, arena, ...roles });
      return /** @type {Engine} */ (Object.assign(engine, others));
    }),
  );
  return { engines, kernels: engines[0].kernels };
}

function createArena() {
  if (typeof WebAssembly !== 'object') {
    throw new EnvironmentError(
      "expected a runtime with WebAssembly, got one without: use backend 'bigint'",
    );
  }
  return new Arena();
}
