/**
 * Engines on kernels that another thread has chosen and compiled: nothing is compiled, probed or
 * tested again. Workers run these; everything is imported statically, as their script is one file.
 */

import { Arena } from './kernels/arena.js';
import { elements } from './elements.js';
import { WasmEngine } from './engine.js';
import { linkKernel } from './kernels/load.js';
import { readPointKernels, readScalarKernel } from './kernels/read.js';
import { chains } from './msm/chain.js';
import { createPointTransforms } from './point-transforms.js';
import { signatures } from './signatures.js';
import { firstOutsideBySums } from './subgroup/check.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { BatchKernel, KernelName, SingleKernel } from './kernels/kernel.js' */
/** @import { PointKernels } from './kernels/read.js' */
/** @import { KernelPrices } from './msm/pricing.js' */

/**
 * A curve, the kernels chosen for it, and whether its engine verifies signatures. It can be cloned.
 * @typedef {{ data: CurveData, prices: KernelPrices, kernels: KernelNames,
 *   hasSignatures: boolean }} ChosenCurve
 */

/**
 * Engines that share one memory, one for each curve.
 * @param {readonly ChosenCurve[]} curves
 * @param {Record<string, WebAssembly.Module>} modules those of the chosen kernels, by file name
 * @param {number} limit of the memory, in bytes
 * @returns {Promise<Engine[]>}
 */
export async function createChosenEngines(curves, modules, limit) {
  const arena = new Arena(limit);
  return Promise.all(curves.map((curve) => createChosenEngine(curve, modules, arena)));
}

/**
 * @param {ChosenCurve} curve
 * @param {Record<string, WebAssembly.Module>} modules
 * @param {Arena} arena
 */
async function createChosenEngine({ data, prices, kernels, hasSignatures }, modules, arena) {
  const { name: curve, traits } = data;
  const load = (/** @type {string} */ name) =>
    linkKernel(`${curve}.${name}`, modules[`${curve}.${name}.wasm`], arena.memory);
  const scalar = readScalarKernel(await load('scalar'));
  const readElements = traits.elements ? elements.readKernel : undefined;
  const read = async (/** @type {string} */ name) =>
    readPointKernels(/** @type {KernelName} */ (name), await load(name), readElements);
  const first = await read(kernels.batch);
  const second = kernels.single === kernels.batch ? first : await read(kernels.single);
  const batch = /** @type {BatchKernel} */ (first.batch);
  const single = /** @type {SingleKernel} */ (/** @type {PointKernels} */ (second).single);
  return new WasmEngine(
    { data, arena, batch, single, scalar },
    {
      prices,
      chains: single.chains ? chains : undefined,
      elements: traits.elements ? elements : undefined,
      signatures: hasSignatures ? signatures : undefined,
      pointTransforms: traits.polynomials
        ? async (machine) => createPointTransforms(machine)
        : undefined,
      subgroupSums: traits.subgroupSums ? () => ({ firstOutsideBySums }) : undefined,
    },
  );
}
