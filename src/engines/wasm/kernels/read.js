/**
 * Reads the exports of modules as kernels. They have the names of a kernel's members, with a dot
 * before each member of a capability: `subgroup.firstOutside` (wasm-gen/exports.js).
 *
 * Not checked: whether a module is complete. The package's own are; those that a user supplies are
 * compared with these on arrival (src/input/modules.js).
 */

/** @import { BatchKernel, ElementKernel, ScalarKernel, SingleKernel } from './kernel.js' */
/** @import { KernelName } from './registry.js' */
/** @import { KernelExports } from './load.js' */
/** @import { ElementExports } from './elements.js' */

/**
 * Completes the capability of a quotient group, on a curve with that trait.
 * @typedef {(elements: ElementExports) => ElementKernel} ReadElements
 */

/**
 * A module in both roles. `single` is null if another kernel takes the single role.
 * @typedef {{ batch: BatchKernel, single: SingleKernel | null }} PointKernels
 */

/** Optional capabilities of a point kernel. */
const ABSENT = {
  ...{ subgroup: null, endomorphism: null, elements: null },
  ...{ pairs: null, chains: null, signatures: null },
};

/**
 * @param {KernelName} name
 * @param {KernelExports} exports
 * @param {ReadElements} [readElements]
 * @returns {PointKernels}
 */
export function readPointKernels(name, exports, readElements) {
  const kernel = /** @type {BatchKernel & SingleKernel} */ (
    readMembers(exports, { name, ...ABSENT })
  );
  if (readElements) {
    kernel.elements = readElements(/** @type {ElementExports} */ (kernel.elements));
  }
  return { batch: kernel, single: Object.hasOwn(kernel, 'chain') ? kernel : null };
}

/**
 * @param {KernelExports} exports
 * @returns {ScalarKernel}
 */
export const readScalarKernel = (exports) =>
  /** @type {ScalarKernel} */ (readMembers(exports, { signatures: null }));

/** An object in an object, made where there is none. @param {any} holder @param {string} name */
function memberOf(holder, name) {
  if (!Object.hasOwn(holder, name) || holder[name] === null) holder[name] = { __proto__: null };
  return holder[name];
}

/**
 * Functions, and the values of constants, beside the members of an object.
 * @param {KernelExports} exports
 * @param {Record<string, any>} kernel
 * @returns {unknown}
 */
export function readMembers(exports, kernel) {
  for (const [path, found] of Object.entries(exports)) {
    const names = path.split('.');
    const member = /** @type {string} */ (names.pop());
    const owner = names.reduce((holder, name) => memberOf(holder, name), kernel);
    owner[member] = found instanceof WebAssembly.Global ? found.value : found;
  }
  // A copy, as V8 looks up members that were added by computed names more slowly.
  return { ...kernel };
}
