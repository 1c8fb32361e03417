/** A kernel module's exports under the names that the algorithms use. wasm-gen/curve documents each operation. */

import { InputError } from '../../../errors.js';

/** @import { KernelExports } from './load.js' */

/** @typedef {ReturnType<typeof pointKernel>} BatchKernel  a kernel that works over lists, decodes and checks */
/** @typedef {ReturnType<typeof pointKernel>} SingleKernel  a kernel for chains over one point */
/** @typedef {ReturnType<typeof scalarKernel>} ScalarKernel */
/** @typedef {import('./elements.js').Elements} Elements */
/** @typedef {(...integers: number[]) => number} WasmFunction  addresses and counts in, an i32 or nothing out */

/**
 * @param {string} name of the arithmetic, such as 'limbs30'
 * @param {KernelExports} exports
 * @param {(exports: KernelExports) => Elements} [readElements] of groups whose vectors hold elements (Banderwagon)
 */
export function pointKernel(name, exports, readElements) {
  const { get, constant } = readers(exports);
  return {
    name,
    fieldBytes: constant('field_bytes'),
    pointBytes: constant('point_bytes'),
    workBytes: constant('work_bytes'),
    /** (target, canonical bytes, count) → −1 or the index of a coordinate out of range */
    fromAffineBytes: get('points_from_affine'),
    /** (target bytes, points, count) */
    toAffineBytes: get('points_to_affine'),
    /** (target, x bytes, sign bytes, count) → −1 or 2·index + (1: not on the curve, 0: out of range) */
    decompress: get('points_decompress'),
    /** (points, count) → −1 or an index */
    onCurve: get('points_on_curve'),
    /** (points, count) → −1 or an index; absent where the cofactor is 1 */
    inSubgroup: /** @type {WasmFunction | undefined} */ (exports.points_in_subgroup),
    /** (target, points, count) */
    endomorphism: get('points_endomorphism'),
    elements: readElements?.(exports),
    /** (list, count, work) */
    batchAdd: get('batch_add'),
    /** (list, count, work): sums and differences; not all have it */
    batchAddBoth: get('batch_add_both'),
    /** (references, starts, results, buckets, five addresses): wasm-gen/curve/sum-buckets.js */
    sumBuckets: get('sum_buckets'),
    /** From here on: not of every kernel, as some have no chains. */
    jacobianBytes: exports.jacobian_chain && constant('jacobian_bytes'),
    /** (target, Jacobian point) */
    double: get('jacobian_double'),
    /** (Jacobian point, reference) */
    addAffine: get('jacobian_add_affine'),
    /** (target, reference) */
    fromAffine: get('jacobian_from_affine'),
    /** (target, Jacobian point) */
    toAffine: get('jacobian_to_affine'),
    /** (target, canonical bytes of a field element) → 1, or 0 for one out of range */
    fieldFromBytes: get('field_from_bytes'),
    /** (target, rows of references, references in a row, rows, bits from row to row) */
    chain: get('jacobian_chain'),
    /** (Jacobian point, field element) → 1 or 0; only where the cofactor is 1 */
    hasX: get('jacobian_has_x'),
    /** (tables, points, count, rows, a Jacobian point's memory for each row of each point): wasm-gen/curve/odd-multiples.js; not all have it */
    oddMultiples: get('odd_multiples'),
  };
}

/** @param {KernelExports} exports */
export function scalarKernel(exports) {
  const { get, constant } = readers(exports);
  return {
    /** Bytes of a half-scalar, two's complement little-endian. */
    halfBytes: constant('half_bytes'),
    /** Parts of a scalar: 2 halves, or more. */
    parts: constant('parts'),
    /** (target, scalars, count) → bit length of the largest half */
    split: get('split'),
    /** (target, halves, count of halves, c, windows) */
    digits: get('digits'),
    /** (references, starts, buckets, digits, points, parts, base, images, stride): wasm-gen/scalar/sort.js */
    sortWindow: get('sort_window'),
    /** (target, stride in bytes, half, w, table, bytes of a point); only where the kernels have chains of several points */
    naf: get('naf'),
    /** Of the module, for what only protocols need. */
    exports,
  };
}

/**
 * Functions and constants of a module by name.
 * @param {KernelExports} exports
 */
export function readers(exports) {
  return {
    get: (/** @type {string} */ member) => /** @type {WasmFunction} */ (exports[member]),
    /** Every kernel exports constants: a module without them was not built from this package. */
    constant: (/** @type {string} */ member) => {
      const global = /** @type {WebAssembly.Global | undefined} */ (exports[member]);
      if (global === undefined) {
        throw new InputError(
          `modules: expected a kernel module of this version, got one without '${member}'`,
        );
      }
      return global.value;
    },
  };
}
