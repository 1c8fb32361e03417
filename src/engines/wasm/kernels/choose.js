/**
 * Chooses the kernels of a backend: for each role, the first that this engine runs. faster.js,
 * which tests kernels other than the portable one, is imported only if the engine may support them.
 */

import { mayRun } from './features.js';

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, KernelName, Role, Roles, SingleKernel } from './kernel.js' */
/** @import { PointKernels } from './read.js' */

/**
 * WebAssembly backends as users name them: `'auto'` takes the best available kernels, the others
 * require one.
 * @typedef {'auto' | 'portable' | 'fma' | 'wide'} WasmBackend
 */

/** A kernel that not every engine runs. @typedef {Exclude<KernelName, 'limbs30'>} FurtherKernel */

/**
 * A backend or, for measurements, a kernel for each role.
 * @typedef {{ backend: WasmBackend } | { roles: Roles }} KernelChoice
 */

/**
 * The kernels to choose from. `load` compiles and instantiates one. `names`: those that may be used
 * beside the portable one, if any; `faster` examines them.
 * @typedef {{ limbs30: PointKernels, load: (name: FurtherKernel) => Promise<PointKernels>,
 *   names: readonly FurtherKernel[], faster: Promise<typeof import('./faster.js')> | null,
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} Candidates
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Chosen */

/**
 * Kernels of each backend, best first. On curves for which fma has no chains, the portable kernel
 * is the single kernel; as the batch kernel, it would be another backend.
 * @type {Record<WasmBackend, Record<Role, readonly KernelName[]>>}
 */
const BACKENDS = {
  auto: { single: ['wide64', 'fma', 'limbs30'], batch: ['fma', 'wide64', 'limbs30'] },
  portable: { single: ['limbs30'], batch: ['limbs30'] },
  fma: { single: ['fma', 'limbs30'], batch: ['fma'] },
  wide: { single: ['wide64'], batch: ['wide64'] },
};

/**
 * @param {KernelChoice} choice
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError} if a required kernel cannot be used
 */
export async function chooseKernels(choice, candidates) {
  const wanted = wantedBy(choice);
  /** @type {Partial<Record<KernelName, PointKernels | null>>} */
  const usable = { limbs30: candidates.limbs30 };
  const faster = await candidates.faster;
  const open = faster?.[isAuto(choice) ? 'openIfUsable' : 'openFaster'];
  for (const name of candidates.names) usable[name] = await open?.(name, candidates);
  return {
    batch: /** @type {BatchKernel} */ (firstOf(wanted.batch, (name) => usable[name]?.batch)),
    single: /** @type {SingleKernel} */ (firstOf(wanted.single, (name) => usable[name]?.single)),
  };
}

/**
 * The kernels other than the portable one that may be used, to be examined in this order.
 * @param {KernelChoice} choice
 * @param {Record<string, WebAssembly.Module> | undefined} modules the user may supply them whatever
 *   this engine compiles; faster.js examines them
 * @returns {FurtherKernel[]}
 */
export function furtherKernels(choice, modules) {
  const { batch, single } = wantedBy(choice);
  const names = [...new Set([...batch, ...single])].filter((name) => name !== 'limbs30');
  return names.filter((name) => !isAuto(choice) || modules || mayRun(name));
}

/** @param {KernelChoice} choice */
const isAuto = (choice) => 'backend' in choice && choice.backend === 'auto';

/**
 * @param {KernelChoice} choice
 * @returns {Record<Role, readonly KernelName[]>}
 */
function wantedBy(choice) {
  if ('backend' in choice) return BACKENDS[choice.backend];
  const { single, batch } = choice.roles;
  return { single: [single, 'limbs30'], batch: [batch] };
}

/**
 * @template T
 * @param {readonly KernelName[]} names
 * @param {(name: KernelName) => T | null | undefined} kernelOf
 */
function firstOf(names, kernelOf) {
  for (const name of names) {
    const kernel = kernelOf(name);
    if (kernel) return kernel;
  }
  return undefined;
}
