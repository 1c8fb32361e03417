/** Opens the kernels of a curve: loads the portable ones, then chooses among all. */

import { chooseKernels } from './choose.js';
import { kernelModules, loadKernel } from './load.js';
import { readPointKernels, readScalarKernel } from './read.js';

/** @import { Arena } from './arena.js' */
/** @import { KernelChoice } from './choose.js' */
/** @import { BatchKernel, KernelName, ScalarKernel, SingleKernel } from './kernel.js' */
/** @import { KernelModule, KernelSources } from './load.js' */
/** @import { ReadElements } from './read.js' */

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/**
 * The parts of a curve that are needed to open its kernels.
 * @typedef {{ data: { readonly name: string }, kernels: KernelSources,
 *   elements?: { readKernel: ReadElements } }} KernelCurve
 */

/**
 * @param {KernelCurve} curve
 * @param {KernelChoice & { arena: Arena, modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module> }} options `modules`: precompiled, by file name;
 *   `used` receives those that were instantiated
 * @returns {Promise<Kernels>}
 * @throws {EnvironmentError} if the runtime forbids WebAssembly or lacks a required kernel
 */
export async function openKernels(
  { data, kernels, elements },
  { arena, modules, used, ...choice },
) {
  const files = kernelModules(data.name, kernels);
  const load = (/** @type {KernelModule} */ file) => loadKernel(file, modules, arena.memory, used);
  const [portable, cuts] = await Promise.all([load(files.limbs30), load(files.scalar)]);
  const readElements = elements?.readKernel;
  const chosen = await chooseKernels(choice, {
    limbs30: readPointKernels('limbs30', portable, readElements),
    load: async (/** @type {KernelName} */ name) =>
      readPointKernels(name, await load(files[name]), readElements),
    modules,
    arena,
  });
  return { ...chosen, scalar: readScalarKernel(cuts) };
}
