/**
 * The capability of kernels for a group whose vectors hold elements, and whose additions run in a
 * model of the group (Banderwagon).
 */

/** @import { Arena } from './arena.js' */
/** @import { ElementKernel, WasmFunction } from './kernel.js' */

/**
 * Members as a module exports them; those that only two-lane kernels have can be missing.
 * @typedef {ElementKernel & { rootTables: WasmFunction, rootTableBytes: number }} ElementExports
 */

/**
 * @param {ElementExports} own
 * @returns {ElementKernel}
 */
export const readElements = ({ rootTables, rootTableBytes, extended, ...own }) => ({
  ...own,
  decompressOne: Object.hasOwn(own, 'decompressOne') ? own.decompressOne : null,
  extended: { ...extended, msm: Object.hasOwn(extended, 'msm') ? extended.msm : null },
  limbsIn: (arena) => (own.limbBits > 32 ? arena.f64 : arena.i32),
  prepareRoots: once((arena) => {
    rootTables(arena.allocate(rootTableBytes, 'tables of square roots'));
  }),
});

/**
 * The function, which later calls skip; after one that throws they do not.
 * @param {(arena: Arena) => void} prepare
 */
function once(prepare) {
  let isDone = false;
  return (/** @type {Arena} */ arena) => {
    if (!isDone) prepare(arena);
    isDone = true;
  };
}
