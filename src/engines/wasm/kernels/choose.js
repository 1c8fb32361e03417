/**
 * The kernels that a backend may use: for each role, best first. faster.js, which tests those other
 * than the portable one and chooses, is imported only if the engine may support any.
 */

import { BEST, KERNELS, PORTABLE, mayRun } from './registry.js';

/** @import { Role, Roles } from './kernel.js' */
/** @import { BackendName, FurtherKernel, KernelName } from './registry.js' */

/**
 * A backend, `'auto'` for the best available kernels, or, for measurements, a kernel for each role.
 * @typedef {{ backend: 'auto' | BackendName } | { roles: Roles }} KernelChoice
 */

/** Whether what this engine lacks is left out. @param {KernelChoice} choice */
export const isAuto = (choice) => 'backend' in choice && choice.backend === 'auto';

/**
 * The kernels of each role, best first. On curves for which a kernel has no chains, the portable
 * one is the single kernel; as the batch kernel, it would be another backend.
 * @param {KernelChoice} choice
 * @returns {Readonly<Record<Role, readonly KernelName[]>>}
 */
export function wantedBy(choice) {
  if (isAuto(choice)) return BEST;
  const named = (/** @type {Role} */ role) =>
    // Users' choices have a backend of their own; nothing is looked up in their prototypes.
    'backend' in choice
      ? /** @type {KernelName} */ (
          BEST[role].find((name) => KERNELS[name].backend === choice.backend)
        )
      : choice.roles[role];
  return { single: [named('single'), PORTABLE], batch: [named('batch')] };
}

/**
 * The kernels other than the portable one that may be used, to be examined in this order.
 * @param {KernelChoice} choice
 * @param {(name: FurtherKernel) => boolean} isSupplied whether the user supplies one, whatever this
 *   engine compiles
 * @param {(name: FurtherKernel) => void} request called for each that this engine has the features
 *   for, before those of the next are found out
 * @returns {FurtherKernel[]}
 */
export function furtherKernels(choice, isSupplied, request) {
  const { batch, single } = wantedBy(choice);
  const names = [...new Set([...batch, ...single])].filter((name) => name !== PORTABLE);
  return names.filter((name) => {
    const may = mayRun(name);
    if (may) request(name);
    return may || !isAuto(choice) || isSupplied(name);
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
  return (batch.some((name) => names.includes(name)) && found) || PORTABLE;
}
