/**
 * The interface of kernels. A kernel is a WebAssembly module that implements one arithmetic for one
 * curve. Algorithms use it in a role: *batch*, many independent operations on lists, or *single*,
 * chains of operations on one point, each of which depends on the one before. Optional features are
 * objects, or null; their exports are collected once, when a module is opened.
 *
 * Points, lists and references are addresses. A reference is the address of a point, with the
 * lowest bit set for its negative. wasm-gen/curve and wasm-gen/scalar document each operation.
 *
 * Reads the exports of modules as kernels. They have the names of a kernel's members, with a dot
 * before each member of a capability: `subgroup.firstOutside` (wasm-gen/exports.js).
 *
 * Not checked: whether a module is complete. The package's own are; those that a user supplies are
 * compared with these on arrival (src/input/modules.js).
 */

/** @import { KernelName } from './registry.js' */
/** @import { KernelExports } from './compile.js' */

/** @typedef {'single' | 'batch'} Role */

/**
 * A kernel for each role, for measurements; users choose backends.
 * @typedef {Readonly<Record<Role, KernelName>>} Roles
 */

/**
 * Takes addresses and counts; returns an i32 or nothing.
 * @typedef {(...integers: number[]) => number} WasmFunction
 */

/**
 * Operations on points in kernels of either role: conversion to and from bytes, and checks.
 * @typedef {object} PointKernel
 * @property {KernelName} name
 * @property {number} fieldBytes bytes of a coordinate
 * @property {number} pointBytes bytes of an affine point in memory
 * @property {WasmFunction} fromAffineBytes (target, canonical bytes, count[, factor]) → −1 or the
 *   index of a coordinate out of range. `factor`: of both coordinates, canonical bytes of one
 * @property {WasmFunction} toAffineBytes (target bytes, points, count[, factor])
 * @property {WasmFunction} decompress (target, x bytes, sign bytes, count) → −1 or 2·index + (1:
 *   not on the curve, 0: out of range)
 * @property {{ fill: WasmFunction, bytes: number } | null} roots (memory): the tables of square
 *   roots that `decompress` needs; null where it needs none, or has them (roots.js)
 * @property {WasmFunction} firstOffCurve (points, count) → −1 or an index
 * @property {{ firstOutside: WasmFunction } | null} subgroup (points, count) → −1 or an index; null
 *   where every point of the curve is in the group
 * @property {{ map: WasmFunction, squared?: WasmFunction } | null} endomorphism (target, points,
 *   count); null where scalars have one part. `squared`: where that costs less than `map`
 * @property {ModelOperations | null} model of the group; null where points are added as they are
 */

/**
 * @typedef {object} BatchOperations
 * @property {number} workBytes bytes of scratch memory per addition of a list
 * @property {WasmFunction} batchAdd (list, count, work)
 * @property {WasmFunction} sumBuckets (references, starts, results, buckets, five addresses):
 *   wasm-gen/curve/sum-buckets.js
 * @property {{ addBoth: WasmFunction } | null} pairs (list, count, work): sums and differences with
 *   a shared inversion
 */

/** @typedef {PointKernel & BatchOperations} BatchKernel */

/**
 * @typedef {object} SingleOperations
 * @property {number} jacobianBytes bytes of a Jacobian point in memory
 * @property {WasmFunction} double (target, Jacobian point)
 * @property {WasmFunction} addAffine (Jacobian point, reference)
 * @property {WasmFunction} fromAffine (target, reference)
 * @property {WasmFunction} toAffine (target, Jacobian point)
 * @property {WasmFunction} chain (target, rows of references, references in a row, rows, bits from
 *   row to row)
 * @property {{ oddMultiples: WasmFunction } | null} chains (tables, points, count, rows, a Jacobian
 *   point's memory for each row of each point): wasm-gen/curve/odd-multiples.js
 * @property {{ hasX: WasmFunction, fieldFromBytes: WasmFunction } | null} signatures (Jacobian
 *   point, field element) → 1 or 0; (target, canonical bytes of a field element) → 1, or 0 for one
 *   out of range
 */

/** @typedef {PointKernel & SingleOperations} SingleKernel */

/**
 * Operations of a kernel whose vectors hold points in another form than its additions take, which
 * run on a *model* of the group.
 * @typedef {object} ModelOperations
 * @property {WasmFunction} toModel (target, points of vectors, count): points of the model
 * @property {WasmFunction} fromModel (target, points of the model, count) → −1 or the index of a
 *   point that does not represent one of the group
 * @property {WasmFunction} toCanonicalBytes (target bytes, points of vectors, count[, factor])
 */

/**
 * Scalar recoding and sorting.
 * @typedef {object} ScalarKernel
 * @property {number} parts parts per scalar; 1 without an endomorphism
 * @property {number} partBytes bytes of a part, two's complement little-endian
 * @property {number} partBits upper bound on the bits of a part's magnitude
 * @property {WasmFunction} split (target, scalars, count, report) → bit length of the largest part;
 *   report: wasm-gen/scalar/split.js
 * @property {WasmFunction} digits (target, parts, count of parts, c, windows)
 * @property {WasmFunction} sortWindow (references, starts, buckets, digits, points, parts, base,
 *   images, stride): wasm-gen/scalar/sort.js
 * @property {{ naf: WasmFunction, order: OrderKernel } | null} signatures `naf`: (target, stride in
 *   bytes, part, w, table, bytes of a point)
 */

/**
 * Arithmetic modulo the group order, on lists: wasm-gen/scalar/order.js.
 * @typedef {object} OrderKernel
 * @property {number} workBytes bytes of scratch memory per value for an inversion
 * @property {WasmFunction} divide (target, numerators, divisor, count)
 * @property {WasmFunction} multiply (target, a, b, count)
 * @property {WasmFunction} dot (target, a, b, count)
 * @property {WasmFunction} invert (target, values, count, work)
 */

/**
 * A module in both roles. `single` is null if another kernel takes the single role.
 * @typedef {{ batch: BatchKernel, single: SingleKernel | null }} PointKernels
 */

/** Optional capabilities of a point kernel. */
const ABSENT = {
  ...{ roots: null, subgroup: null, endomorphism: null, model: null },
  ...{ pairs: null, chains: null, signatures: null },
};

/** @type {(name: KernelName, exports: KernelExports) => PointKernels} */
export function readPointKernels(name, exports) {
  const kernel = /** @type {BatchKernel & SingleKernel} */ (
    readMembers(exports, { name, ...ABSENT })
  );
  return { batch: kernel, single: Object.hasOwn(kernel, 'chain') ? kernel : null };
}

/** @type {(exports: KernelExports) => ScalarKernel} */
export const readScalarKernel = (exports) =>
  /** @type {ScalarKernel} */ (readMembers(exports, { signatures: null }));

/** An object in an object, made where there is none. @param {any} holder @param {string} name */
function memberOf(holder, name) {
  if (!Object.hasOwn(holder, name) || holder[name] === null) holder[name] = { __proto__: null };
  return holder[name];
}

/**
 * Functions, and the values of constants, beside the members of an object.
 * @type {(exports: KernelExports, kernel: Record<string, any>) => unknown}
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
