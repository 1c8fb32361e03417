/**
 * Why functions are not proven, by their names: the classes of unproven.json. The first that
 * matches counts. A function that is neither proven nor of a class fails `npm run check`.
 */

const YET = 'computes with field elements, and is not proven yet';

/** @type {ReadonlyArray<readonly [reason: string, names: RegExp]>} */
const CLASSES = [
  [
    'compression of downloads: no field elements, tested',
    /^decoder (body|copy|decode|digits|next|place)$/,
  ],
  ['hashes (SHA-256, BLAKE2b): no field elements, tested', / (sha256|blake2b)_/],
  [
    'sorts, plans and looks up references: computes with no field elements, tested',
    / (activate_buckets|pair_up|count_digits|cut_windows?|place_references|sort_window)$/,
  ],
  [
    'looks up references and sums what is there: its steps are other functions, tested',
    / (sum_buckets|multiply_entries|table_at|touch_entries|extended_load)$/,
  ],
  [
    'moves memory, between layouts or in lists: computes with no field elements, tested',
    / (copy_row|clear_lane|fill_lane|gather_pair|record_to_row|row_to_record|read_lane|pack_lane|step_hold|keep_z|restore_z|list_reverse|step_swap|jacobian_copy|(real|imaginary)_part|into_fp)$/,
  ],
  [
    'integers: sliding windows, arithmetic modulo the order; not proven yet',
    / (digits|naf|split|cut_\w+|extended_cut|order_\w+|read_scalar)$|\.scalar field_/,
  ],
  [
    'the loop of an inversion: functions that call it check what it finds, and these are proven',
    / invert_(limbs|words)$/,
  ],
  [`${YET}: the binary GCD of Jacobi's symbol`, / \w*is_square\w*$/],
  [
    `${YET}: inversion`,
    / ((field|extension)_inv|take_(limbs|words)|invert_both|extension_invert_both|row_is_zero)$/,
  ],
  [
    `${YET}: powers and roots, by chains and loops`,
    / (?!.*root_sign)\w*(root|sqrt|power|square_times|sqr_times|tonelli)\w*$/,
  ],
  [
    'additions in batches: every pair of a group, in batches of 0 to 9, on every kernel (test/curves/batches.test.js)',
    / batch_add(_both|_forward|_backward)?$/,
  ],
  [
    'multiples by a constant, and subgroups: members and others are told apart (test/curves/points.test.js)',
    / (double_times|times_seed|(is|points)_in_subgroup)$/,
  ],
  [
    'powers in Fp¹²: those of the reference (test/wasm-gen/pairing.test.js, test/curves/pairing.test.js)',
    / (tower_seed_power|tower_exponent_parts|tower_compressed_run|pairing_exponentiate|pairing_is_one)$/,
  ],
  [
    'tables of odd multiples: every multiple of a group (test/curves/additions.test.js)',
    / (odd_multiples|(climb|descend)_odd_multiples)$/,
  ],
  [
    `${YET}: additions in batches`,
    / (classify_(pair|lane)|finish_trivial_(pair|lane)|gather_\w+|patch_doublings|set_denominators|is_zero_sum\w*|is_zero_difference|is_same|sum_points|sum_[xy]|row_is_zero|(extension|lane)_is_zero\w*|row_(sum|difference))$/,
  ],
  [`${YET}: Edwards additions on two lanes`, / extended_/],
  [
    `${YET}: chains of doublings and additions, tables of odd multiples`,
    / (double\w*|add_\w+|combine|normalise|loose_square|jacobian_\w+|odd_multiples|\w+_odd_multiples?|(begin|invert)_product|times_(seed|multiplier)|clear_cofactor)$/,
  ],
  [
    `${YET}: maps to curves and isogenies`,
    / (swu_\w+|isogen\w+|evaluate|map_\w+|load_for_map|is_odd|projective_to_affine)$/,
  ],
  [`${YET}: lines, Miller loops and powers in Fp¹²`, / (tower|pairing)_/],
  [
    `${YET}: conversions, comparisons and signs`,
    / (\w*(to|from)_(bytes|two|big_endian|limbs|lane)|root_sign|\w+_root_sign|lane_to_\w+|limbs_\w+|row_\w+|read_(half|uniform)|reduce_bytes|load_magnitude|symbol_limbs|factor_\w+|lanes_\w+|(list|step)_(begin_)?(read|write)(_le)?|step_begin_\w+|decompress_\w+|\w+_is_equal)$/,
  ],
  [`${YET}: lists of scalars`, / (list|step)_\w+$/],
  [`${YET}: lists of points`, / (points?_\w+|endomorphism|right_side|is_in_subgroup)$/],
  [
    `${YET}: products of signed digits in columns`,
    / (columns|reduce|reduce_sub|norm|extension_\w+)$/,
  ],
];

/**
 * @param {string} module @param {string} name
 * @returns {string | null} the reason why it is not proven, if one is known
 */
export function reasonOf(module, name) {
  const full = `${module} ${name}`;
  return CLASSES.find(([, names]) => names.test(full))?.[0] ?? null;
}
