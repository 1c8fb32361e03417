/**
 * Exports of the modules that ship, named as JavaScript calls them: the members of kernels in
 * src/engines/wasm/kernels/kernel.js. A dot leads into a capability, and only kernels that have the
 * capability export its members. Opening a module is then no more than reading its exports.
 */

/** @import { Traits } from '../src/curves/config.js' */

/**
 * Members by the generator's names. Functions and constants that are not listed are for tests.
 * @type {Readonly<Record<string, string>>}
 */
const MEMBERS = {
  field_bytes: 'fieldBytes',
  point_bytes: 'pointBytes',
  points_from_affine: 'fromAffineBytes',
  points_to_affine: 'toAffineBytes',
  points_decompress: 'decompress',
  root_tables: 'roots.fill',
  root_table_bytes: 'roots.bytes',
  points_on_curve: 'firstOffCurve',
  points_in_subgroup: 'subgroup.firstOutside',
  points_endomorphism: 'endomorphism.map',
  points_endomorphism_squared: 'endomorphism.squared',

  work_bytes: 'workBytes',
  batch_add: 'batchAdd',
  batch_add_both: 'pairs.addBoth',
  sum_buckets: 'sumBuckets',

  jacobian_bytes: 'jacobianBytes',
  jacobian_double: 'double',
  jacobian_add_affine: 'addAffine',
  jacobian_from_affine: 'fromAffine',
  jacobian_to_affine: 'toAffine',
  jacobian_chain: 'chain',
  odd_multiples: 'chains.oddMultiples',
  jacobian_has_x: 'signatures.hasX',
  field_from_bytes: 'signatures.fieldFromBytes',

  points_to_model: 'elements.toModel',
  points_from_model: 'elements.fromModel',
  points_to_canonical: 'elements.toCanonicalBytes',
  points_encode: 'elements.encode',
  points_to_scalars: 'elements.toScalars',
  point_decompress: 'elements.decompressOne',
  projective_digits: 'elements.projectiveLimbs',
  digit_bits: 'elements.limbBits',
  entry_bytes: 'elements.entryBytes',
  extended_entries: 'elements.extended.entries',
  extended_sum: 'elements.extended.sum',
  extended_msm: 'elements.extended.msm',
  projective_to_affine: 'elements.extended.toAffine',
};

/**
 * Members of scalar modules.
 * @type {Readonly<Record<string, string>>}
 */
const SCALAR_MEMBERS = {
  part_bytes: 'partBytes',
  part_bits: 'partBits',
  parts: 'parts',
  split: 'split',
  digits: 'digits',
  sort_window: 'sortWindow',
  naf: 'signatures.naf',
  order_work_bytes: 'signatures.order.workBytes',
  order_divide: 'signatures.order.divide',
  order_multiply: 'signatures.order.multiply',
  order_dot: 'signatures.order.dot',
  order_invert: 'signatures.order.invert',
};

/**
 * Members of modules of which every kernel has the same: pairings, maps to a curve, lists of
 * scalars, SHA-256.
 * @type {Readonly<Record<string, string>>}
 */
const SHARED_MEMBERS = {
  bytes: 'bytes',
  element_bytes: 'elementBytes',
  stored_bytes: 'storedBytes',
  loop_low: 'loopLow',
  loop_high: 'loopHigh',
  pairing_from_bytes: 'fromBytes',
  pairing_to_bytes: 'toBytes',
  pairing_points: 'points',
  pairing_steps: 'step',
  pairing_step_at: 'stepAt',
  pairing_miller: 'miller',
  pairing_exponentiate: 'exponentiate',
  pairing_is_one: 'isOne',
  pairing_multiply: 'multiply',
  pairing_square: 'square',
  pairing_conjugate: 'conjugate',

  map_uniform: 'mapUniform',
  map_is_member: 'mapIsMember',

  row_elements: 'elements',
  row_bytes: 'rowBytes',
  list_read: 'read',
  list_write: 'write',
  list_forward: 'forward',
  list_backward: 'backward',
  list_multiply: 'multiply',
  list_scale: 'scale',
  list_accumulate: 'accumulate',
  list_fold: 'fold',
  list_split: 'split',
  list_quotient: 'quotient',
  list_factors: 'factors',

  has_two_levels: 'hasTwoLevels',
  list_add: 'add',
  list_subtract: 'subtract',
  list_dot: 'dot',
  list_level: 'level',
  list_two_levels: 'twoLevels',
  list_first_levels: 'firstLevels',
  list_read_le: 'readLE',
  list_write_le: 'writeLE',
  list_reverse: 'reverse',
  list_shift: 'shift',
  list_sparse: 'sparse',

  blake2b_begin: 'begin',
  blake2b_blocks: 'blocks',
  blake2b_resume: 'resume',
  blake2b_state: 'state',

  sha256_begin: 'begin',
  sha256_blocks: 'blocks',
  sha256_digest: 'digest',
  sha256_expand: 'expand',
  sha256_resume: 'resume',
};

/**
 * @param {string} name
 * @returns {string | undefined} its member in modules of `SHARED_MEMBERS`
 */
export const sharedNames = (name) =>
  Object.hasOwn(SHARED_MEMBERS, name) ? SHARED_MEMBERS[name] : undefined;

/**
 * @param {string} kernel of a curve, or 'scalar'
 * @param {Traits} traits of the curve
 * @returns {(name: string) => string | undefined} the member of a name; undefined if the kernel
 *   lacks its capability, or has no such member
 */
export function memberNames(kernel, traits) {
  if (/^(map|polynomials|lists)\b/.test(kernel)) return sharedNames;
  const members = kernel === 'scalar' ? SCALAR_MEMBERS : MEMBERS;
  const has = (/** @type {string} */ member) => {
    if (member.startsWith('chains.')) return traits.chains.includes(kernel);
    if (member.startsWith('signatures.')) return traits.signatures;
    return member.startsWith('subgroup.') ? traits.subgroup : true;
  };
  return (name) => (Object.hasOwn(members, name) && has(members[name]) ? members[name] : undefined);
}
