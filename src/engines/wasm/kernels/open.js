/** Opens the kernels of a curve: those to be chosen, and others if these fail their tests. */

import { furtherKernels, singleOf } from './choose.js';
import { mayRun } from './features.js';
import { loadKernel } from './load.js';
import { readPointKernels, readScalarKernel } from './read.js';

/** @import { Traits } from '../../../curves/config.js' */
/** @import { Arena } from './arena.js' */
/** @import { KernelChoice } from './choose.js' */
/** @import { BatchKernel, KernelName, ScalarKernel, SingleKernel } from './kernel.js' */
/** @import { KernelSources } from './load.js' */
/** @import { PointKernels, ReadElements } from './read.js' */

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/**
 * The parts of a curve that are needed to open its kernels.
 * @typedef {{ data: { readonly name: string, readonly traits: Traits }, kernels: KernelSources,
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
export async function openKernels(curve, { arena, modules, used, ...choice }) {
  const { data, kernels: sources, elements } = { elements: undefined, ...curve };
  const load = (
    /** @type {string} */ name,
    /** @type {() => Promise<{ text: string }>} */ source,
  ) => handled(loadKernel({ name: `${data.name}.${name}`, source }, modules, arena.memory, used));
  /** @type {Partial<Record<KernelName, Promise<PointKernels>>>} */
  const opened = Object.create(null);
  const open = (/** @type {KernelName} */ name) =>
    (opened[name] ??= handled(
      load(name, sources[name]).then((found) =>
        readPointKernels(name, found, elements?.readKernel),
      ),
    ));
  // Everything is requested at once, as a page waits longest for requests that follow each other.
  const names = furtherKernels(choice, modules);
  const early = names.filter(mayRun);
  const single = singleOf(choice, early, data.traits.chains);
  const scalar = load('scalar', async () => ({
    text: /** @type {string} */ ((await sources[single]()).scalar),
  }));
  for (const name of [single, ...early]) open(name);
  const chooseKernels = names.length > 0 ? (await sources[names[0]]()).chooseKernels : undefined;
  const chosen = chooseKernels
    ? await chooseKernels(choice, { open, sources, names, modules, arena })
    : await open('limbs30');
  return /** @type {Kernels} */ ({ ...chosen, scalar: readScalarKernel(await scalar) });
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
