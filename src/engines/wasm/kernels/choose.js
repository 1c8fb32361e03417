/**
 * The kernels that a backend may use: for each role, best first. faster.js, which tests those other
 * than the portable one and chooses, is imported only if the engine may support any.
 */

import { mayRun } from './features.js';

/** @import { KernelName, Role, Roles } from './kernel.js' */

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
 * The kernels of each role, best first.
 * @param {KernelChoice} choice
 * @returns {Record<Role, readonly KernelName[]>}
 */
export function wantedBy(choice) {
  if ('backend' in choice) return BACKENDS[choice.backend];
  const { single, batch } = choice.roles;
  return { single: [single, 'limbs30'], batch: [batch] };
}

/**
 * The kernels other than the portable one that may be used, to be examined in this order.
 * @param {KernelChoice} choice
 * @param {Record<string, WebAssembly.Module> | undefined} modules the user may supply them whatever
 *   this engine compiles; faster.js examines them
 * @param {(name: FurtherKernel) => void} [request] called for each that this engine has the
 *   features for, before those of the next are found out
 * @returns {FurtherKernel[]}
 */
export function furtherKernels(choice, modules, request) {
  const { batch, single } = wantedBy(choice);
  const names = [...new Set([...batch, ...single])].filter((name) => name !== 'limbs30');
  return names.filter((name) => {
    const may = mayRun(name);
    if (may) request?.(name);
    return may || !isAuto(choice) || modules;
  });
}

/**
 * The single kernel, if those which this engine has the features for leave no role to the portable
 * one; else the portable one.
 * @param {KernelChoice} choice
 * @param {readonly KernelName[]} names of kernels with these features
 * @param {readonly string[]} chains the trait of the curve
 * @returns {KernelName}
 */
export function singleOf(choice, names, chains) {
  const { batch, single } = wantedBy(choice);
  const found = single.find((name) => names.includes(name) && chains.includes(name));
  return (batch.some((name) => names.includes(name)) && found) || 'limbs30';
}

/** Whether what this engine lacks is left out. @param {KernelChoice} choice */
export const isAuto = (choice) => 'backend' in choice && choice.backend === 'auto';
