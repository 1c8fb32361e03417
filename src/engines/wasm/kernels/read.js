/**
 * Reads a module's exports as a kernel. Every export that the curve and the arithmetic require must
 * be present, as users may supply modules of another version. Nothing is checked again later.
 */

import { InputError } from '../../../errors.js';

/** @import { Traits } from '../../../curves/config.js' */
/** @import { BatchKernel, ElementKernel, KernelName, ScalarKernel, SingleKernel, WasmFunction } from './kernel.js' */
/** @import { KernelExports } from './load.js' */

/** @typedef {(exports: KernelExports, lanes: number) => ElementKernel} ReadElements */

/**
 * Exports required of a curve's modules beyond the common ones. `readElements` reads the exports
 * for elements, on a curve with that trait.
 * @typedef {{ traits: Traits, parts: number, readElements: ReadElements | undefined }} Promised
 */

/**
 * A module in both roles. `single` is null if another kernel takes the single role.
 * @typedef {{ batch: BatchKernel, single: SingleKernel | null }} PointKernels
 */

/**
 * Lanes per arithmetic. One-lane kernels have sums with differences, and chains on one point;
 * two-lane kernels have chains only on curves whose trait names them.
 */
const LANES = { limbs30: 1, fma: 2, wide64: 1 };

/**
 * @param {KernelName} name
 * @param {KernelExports} exports
 * @param {Promised} promised
 * @returns {PointKernels}
 * @throws {InputError} if an export is missing
 */
export function readPointKernels(name, exports, { traits, parts, readElements }) {
  const { get, constant } = readers(exports);
  const lanes = LANES[name];
  const hasChains = traits.chains.includes(name);
  const points = {
    name,
    fieldBytes: constant('field_bytes'),
    pointBytes: constant('point_bytes'),
    fromAffineBytes: get('points_from_affine'),
    toAffineBytes: get('points_to_affine'),
    scale: get('points_scale'),
    decompress: get('points_decompress'),
    onCurve: get('points_on_curve'),
    subgroup: traits.subgroup ? { inSubgroup: get('points_in_subgroup') } : null,
    endomorphism: parts > 1 ? { map: get('points_endomorphism') } : null,
    elements: readElements?.(exports, lanes) ?? null,
  };
  const batch = {
    ...points,
    workBytes: constant('work_bytes'),
    batchAdd: get('batch_add'),
    sumBuckets: get('sum_buckets'),
    pairs: lanes === 1 ? { addBoth: get('batch_add_both') } : null,
  };
  if (lanes > 1 && !hasChains) return { batch, single: null };
  const single = {
    ...points,
    jacobianBytes: constant('jacobian_bytes'),
    double: get('jacobian_double'),
    addAffine: get('jacobian_add_affine'),
    fromAffine: get('jacobian_from_affine'),
    toAffine: get('jacobian_to_affine'),
    chain: get('jacobian_chain'),
    chains: hasChains ? { oddMultiples: get('odd_multiples') } : null,
    signatures: traits.signatures
      ? { hasX: get('jacobian_has_x'), fieldFromBytes: get('field_from_bytes') }
      : null,
  };
  return { batch, single };
}

/**
 * @param {KernelExports} exports
 * @param {Traits} traits of the curve
 * @returns {ScalarKernel}
 * @throws {InputError} if an export is missing
 */
export function readScalarKernel(exports, traits) {
  const { get, constant } = readers(exports);
  return {
    partBytes: constant('part_bytes'),
    partBits: constant('part_bits'),
    parts: constant('parts'),
    split: get('split'),
    digits: get('digits'),
    sortWindow: get('sort_window'),
    signatures: traits.signatures
      ? {
          naf: get('naf'),
          order: {
            workBytes: constant('order_work_bytes'),
            divide: get('order_divide'),
            multiply: get('order_multiply'),
            dot: get('order_dot'),
            invert: get('order_invert'),
          },
        }
      : null,
  };
}

/**
 * Functions and constants of a module, by name.
 * @param {KernelExports} exports
 */
export function readers(exports) {
  const missing = (/** @type {string} */ member) =>
    new InputError(
      `modules: expected a kernel module of this version, got one without '${member}'`,
    );
  return {
    get(/** @type {string} */ member) {
      const found = exports[member];
      if (typeof found !== 'function') throw missing(member);
      return /** @type {WasmFunction} */ (found);
    },
    constant(/** @type {string} */ member) {
      const found = /** @type {WebAssembly.Global | undefined} */ (exports[member]);
      if (typeof found?.value !== 'number') throw missing(member);
      return found.value;
    },
  };
}
