/**
 * Creates the engines on WebAssembly: chooses the kernels, loads them, and gives them one memory.
 */

import { EnvironmentError } from '../errors.js';
import { Arena } from '../wasm/arena.js';
import { curveKernel, scalarKernel } from '../wasm/kernel.js';
import { loadKernel } from '../wasm/load.js';
import { WasmEngine } from './wasm-engine.js';

/** @import { Engine, KernelNames } from './engine.js' */
/** @import { KernelSource } from '../wasm/load.js' */

/**
 * What an engine needs to know of a curve beside its kernels.
 * @typedef {{ name: string, order: bigint, generator: { x: bigint, y: bigint } }} CurveConfig
 */

/**
 * A curve and where its generated modules come from; they are imported when they are needed.
 * @typedef {{ config: CurveConfig, kernels: { limbs30: KernelSource, scalar: { name: string, source: KernelSource } } }} CurveKernels
 */

/**
 * Engines that share one memory, one for each curve.
 * @param {{ curves: readonly CurveKernels[], backend: 'auto' | 'portable' | 'fma' | 'wide',
 *   modules: Record<string, WebAssembly.Module> | undefined }} options
 * @returns {Promise<{ engines: Engine[], kernels: KernelNames, dispose: () => void }>}
 * @throws {EnvironmentError} the runtime forbids WebAssembly, or lacks the kernel asked for
 */
export async function createWasmEngines({ curves, backend, modules }) {
  if (backend === 'fma' || backend === 'wide') {
    throw new EnvironmentError(
      `backend: expected one of this version's kernels ('portable'), got '${backend}'`,
    );
  }
  const arena = createArena();
  const engines = await Promise.all(
    curves.map(async ({ config, kernels: { limbs30, scalar } }) => {
      const [kernel, scalars] = await Promise.all([
        loadKernel(`${config.name}.limbs30`, limbs30, modules, arena.memory),
        loadKernel(scalar.name, scalar.source, modules, arena.memory),
      ]);
      return new WasmEngine(config, arena, curveKernel('limbs30', kernel), scalarKernel(scalars));
    }),
  );
  const dispose = () => engines.forEach((engine) => engine.dispose());
  return { engines, kernels: engines[0].kernels, dispose };
}

function createArena() {
  if (typeof WebAssembly !== 'object') {
    throw new EnvironmentError(
      "expected a runtime with WebAssembly, got one without: use backend 'bigint'",
    );
  }
  return new Arena();
}
