/** Opens the kernels of a curve: loads the portable ones, then chooses among all. */

import { chooseKernels, furtherKernels } from './choose.js';
import { mayRun } from './features.js';
import { kernelModules, loadKernel } from './load.js';
import { readPointKernels, readScalarKernel } from './read.js';

/** @import { Arena } from './arena.js' */
/** @import { FurtherKernel, KernelChoice } from './choose.js' */
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
  const open = async (/** @type {KernelName} */ name) =>
    readPointKernels(name, await load(files[name]), elements?.readKernel);
  // Everything is requested at once, as a page waits longest for requests that follow each other.
  const portable = handled(Promise.all([open('limbs30'), load(files.scalar)]));
  const names = furtherKernels(choice, modules);
  const faster = names.length > 0 ? handled(import('./faster.js')) : null;
  const early = new Map(names.filter(mayRun).map((name) => [name, handled(open(name))]));
  const [limbs30, cuts] = await portable;
  const chosen = await chooseKernels(choice, {
    ...{ limbs30, names, faster, modules, arena },
    load: (/** @type {FurtherKernel} */ name) => early.get(name) ?? open(name),
  });
  return { ...chosen, scalar: readScalarKernel(cuts) };
}

/**
 * The same promise. If it is rejected before anyone waits for it, or nobody ever does, that is no
 * unhandled rejection.
 * @template T
 * @param {Promise<T>} promise
 */
function handled(promise) {
  promise.catch(() => {});
  return promise;
}
