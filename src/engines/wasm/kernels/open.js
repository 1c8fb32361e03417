/** Opens the kernels of a curve: those to be chosen, and others if these fail their tests. */

import { furtherKernels, singleOf } from './choose.js';
import { loadKernel, suppliedIn } from './load.js';
import { readPointKernels, readScalarKernel } from './read.js';
import { PORTABLE, mayRun } from './registry.js';

/** @import { Traits } from '../../../curves/config.js' */
/** @import { Arena } from './arena.js' */
/** @import { KernelChoice } from './choose.js' */
/** @import { BatchKernel, ScalarKernel, SingleKernel } from './kernel.js' */
/** @import { KernelSources, KernelTexts } from './load.js' */
/** @import { PointKernels, ReadElements } from './read.js' */
/** @import { KernelName } from './registry.js' */

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/**
 * `chains`: over a few points; `prices` of the work on the batch kernel.
 * @typedef {Kernels & { chains?: unknown, prices: any }} OpenedKernels
 */

/**
 * The parts of a curve that are needed to open its kernels.
 * @typedef {{ data: { readonly name: string, readonly traits: Traits }, kernels: KernelSources,
 *   elements?: { readKernel: ReadElements } }} KernelCurve
 */

/**
 * @param {KernelCurve} curve
 * @param {KernelChoice & { arena: Arena, modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module>,
 *   importChains?: () => Promise<Pick<KernelTexts, 'chains'>> }} options `modules`: precompiled, by
 *   file name; `used` receives those that were instantiated; `importChains`: those of the portable
 *   kernel, which may have none
 * @returns {Promise<OpenedKernels>}
 * @throws {EnvironmentError} if the runtime forbids WebAssembly or lacks a required kernel
 */
export async function openKernels(curve, options) {
  // Not what a prototype may have been given.
  const { data, kernels: sources, elements } = { elements: undefined, ...curve };
  const { arena, modules, used, importChains, ...choice } = {
    ...{ modules: undefined, used: undefined, importChains: undefined },
    ...options,
  };
  // Once: a browser resolves each `import()` in a task of its own, and others come between.
  const textsOf = once((/** @type {KernelName} */ name) => sources[name]());
  const load = (
    /** @type {string} */ name,
    /** @type {() => Promise<{ text: string }>} */ source,
  ) => handled(loadKernel({ name: `${data.name}.${name}`, source }, modules, arena.memory, used));
  const open = once((/** @type {KernelName} */ name) =>
    handled(
      load(name, () => textsOf(name)).then((found) =>
        readPointKernels(name, found, elements?.readKernel),
      ),
    ),
  );
  // Everything is requested at once, as a page waits longest for requests that follow each other.
  const isSupplied = (/** @type {KernelName} */ name) =>
    suppliedIn(modules, `${data.name}.${name}.wasm`) !== undefined;
  const names = furtherKernels(choice, isSupplied, open);
  const first = singleOf(choice, names.filter(mayRun), data.traits.chains);
  const scalar = load('scalar', async () => ({
    text: /** @type {string} */ ((await textsOf(first)).scalar),
  }));
  open(first);
  // What comes with each kernel but the portable one: the choice among them, and chains.
  const besides = () =>
    names.length > 0
      ? textsOf(names[0])
      : data.traits.chains.includes(PORTABLE) && importChains?.();
  const { chooseKernels, chains } = {
    ...{ chooseKernels: undefined, chains: undefined },
    .../** @type {Partial<KernelTexts>} */ (await besides()),
  };
  const { batch, single } = /** @type {PointKernels & { single: SingleKernel }} */ (
    chooseKernels
      ? await chooseKernels(choice, {
          ...{ open, textsOf, names, arena },
          has: (name) => mayRun(name) || isSupplied(name),
        })
      : await open(PORTABLE)
  );
  const { prices } = await textsOf(batch.name);
  return { batch, single, scalar: readScalarKernel(await scalar), chains, prices };
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

/**
 * The same function, which is called once for each argument.
 * @template A, B
 * @param {(argument: A) => B} make
 * @returns {(argument: A) => B}
 */
function once(make) {
  /** @type {Map<A, B>} */
  const made = new Map();
  return (argument) => {
    if (!made.has(argument)) made.set(argument, make(argument));
    return /** @type {B} */ (made.get(argument));
  };
}
