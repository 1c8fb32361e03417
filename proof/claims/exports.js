/**
 * Under which name a function is exported: so its claims say what the export does.
 */

const TABLE = `
  accumulate: list_accumulate, add: list_add, addAffine: jacobian_add_affine,
  backward: list_backward, batchAdd: batch_add, begin: sha256_begin blake2b_begin,
  blocks: sha256_blocks blake2b_blocks, chain: jacobian_chain, chains.oddMultiples: odd_multiples,
  conjugate: pairing_conjugate, decode: decode, decompress: points_decompress,
  digest: sha256_digest, digits: digits, dot: list_dot, double: jacobian_double,
  elements.decompressOne: point_decompress, elements.encode: points_encode,
  elements.extended.entries: extended_entries, elements.extended.msm: extended_msm,
  elements.extended.sum: extended_sum, elements.extended.toAffine: projective_to_affine,
  elements.fromModel: points_from_model, roots.fill: root_tables,
  elements.toCanonicalBytes: points_to_canonical, elements.toModel: points_to_model,
  elements.toScalars: points_to_scalars, endomorphism.map: points_endomorphism,
  endomorphism.squared: points_endomorphism_squared, expand: sha256_expand,
  exponentiate: pairing_exponentiate, factors: list_factors, firstLevels: list_first_levels,
  firstOffCurve: points_on_curve, fold: list_fold,
  forward: list_forward, fromAffine: jacobian_from_affine, fromAffineBytes: points_from_affine,
  fromBytes: pairing_from_bytes, isOne: pairing_is_one, level: list_level,
  mapIsMember: map_is_member, mapUniform: map_uniform, miller: pairing_miller,
  multiply: list_multiply pairing_multiply, pairs.addBoth: batch_add_both, points: pairing_points,
  quotient: list_quotient, read: list_read, readLE: list_read_le,
  resume: sha256_resume blake2b_resume, reverse: list_reverse, scale: list_scale,
  shift: list_shift, signatures.fieldFromBytes: field_from_bytes, signatures.hasX: jacobian_has_x,
  signatures.naf: naf, signatures.order.divide: order_divide, signatures.order.dot: order_dot,
  signatures.order.invert: order_invert, signatures.order.multiply: order_multiply,
  sortWindow: sort_window, sparse: list_sparse, split: list_split split, square: pairing_square,
  step: pairing_steps, stepAt: pairing_step_at, state: blake2b_state,
  subgroup.firstOutside: points_in_subgroup, subtract: list_subtract, sumBuckets: sum_buckets,
  toAffine: jacobian_to_affine, toAffineBytes: points_to_affine, toBytes: pairing_to_bytes,
  twoLevels: list_two_levels, write: list_write, writeLE: list_write_le`;

/** Functions by the name of an export. @type {ReadonlyMap<string, readonly string[]>} */
export const EXPORTS = new Map(
  TABLE.split(',').map((line) => {
    const [name, functions] = line.trim().split(': ');
    return [name, functions.split(' ')];
  }),
);
