/**
 * Kernel exports for a group whose vectors hold elements, and whose additions run in a model of the
 * group (Banderwagon).
 */

import { readers } from './read.js';

/** @import { Arena } from './arena.js' */
/** @import { ElementKernel } from './kernel.js' */
/** @import { KernelExports } from './load.js' */

/**
 * @param {KernelExports} exports
 * @param {number} lanes of the arithmetic
 * @returns {ElementKernel}
 * @throws {InputError} if an export is missing
 */
export function readElements(exports, lanes) {
  const { get, constant } = readers(exports);
  const rootTables = get('root_tables');
  const rootTableBytes = constant('root_table_bytes');
  return {
    toModel: get('points_to_model'),
    fromModel: get('points_from_model'),
    toCanonicalBytes: get('points_to_canonical'),
    encode: get('points_encode'),
    toScalars: get('points_to_scalars'),
    prepareRoots: once((arena) => {
      rootTables(arena.allocate(rootTableBytes, 'tables of square roots'));
    }),
    decompressOne: lanes > 1 ? get('point_decompress') : null,
    projectiveLimbs: constant('projective_digits'),
    limbBits: constant('digit_bits'),
    entryBytes: constant('entry_bytes'),
    extended: {
      entries: get('extended_entries'),
      sum: get('extended_sum'),
      msm: lanes > 1 ? get('extended_msm') : null,
      toAffine: get('projective_to_affine'),
    },
  };
}

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

/**
 * A view of memory for the limbs of projective points.
 * @param {Arena} arena
 * @param {ElementKernel} elements
 */
export const limbsIn = (arena, { limbBits }) => (limbBits > 32 ? arena.f64 : arena.i32);
