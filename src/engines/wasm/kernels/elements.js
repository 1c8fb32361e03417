/** What kernels export where a group's vectors hold elements and additions go on in a model of the group (Banderwagon). */

import { readers } from './kernel.js';

/** @import { Arena } from './arena.js' */
/** @import { WasmFunction } from './kernel.js' */
/** @import { KernelExports } from './load.js' */

/** @typedef {ReturnType<typeof readElements>} Elements */

/** @param {KernelExports} exports */
export function readElements(exports) {
  const { get, constant } = readers(exports);
  return {
    /** (target, elements, count): points of the model */
    toModel: get('points_to_model'),
    /** (target, points of the model, count) → −1 or the index of one that is no element */
    fromModel: get('points_from_model'),
    /** (target bytes, elements, count) */
    toCanonicalBytes: get('points_to_canonical'),
    /** (target bytes, elements, count): compressed encodings */
    encode: get('points_encode'),
    /** (target bytes, elements, count, work) */
    toScalars: get('points_to_scalars'),
    /** (address of rootTableBytes), before the first decompression */
    rootTables: get('root_tables'),
    rootTableBytes: constant('root_table_bytes'),
    /** (target, x bytes, sign byte) → −1, or 0 out of range, 1 not on the curve, 2 not in the group. Of two lanes */
    decompressOne: exports.point_decompress && get('point_decompress'),
    /** Digits of X, Y and Z together, of a projective point. */
    projectiveDigits: constant('projective_digits'),
    /** Bits of one: 32 of a word, more of a number; as few as hold the bytes of the field, as src/group/projective.js expects. */
    digitBits: constant('digit_bits'),
    /** Extended coordinates: bytes of a table entry. */
    entryBytes: constant('entry_bytes'),
    extended: {
      /** (target, elements, count): table entries */
      entries: get('extended_entries'),
      /**
       * (digits of X, Y, Z, references, bytes from row to row, lengths of rows, rows, bits from row to row, last reference or 0) → 1, or 0
       * for what is no element
       */
      sum: get('extended_sum'),
      /**
       * (job, count of scalars, positions or 0, last reference or 0) → references, −1 without combs, −2 for what is no element; not of
       * all kernels
       */
      msm: /** @type {WasmFunction | undefined} */ (exports.extended_msm),
      /** (element, digits of X, Y, Z) */
      toAffine: get('projective_to_affine'),
    },
  };
}

/**
 * Memory as digits of projective points.
 * @param {Arena} arena
 * @param {Elements} elements
 */
export const digitsIn = (arena, { digitBits }) => (digitBits > 32 ? arena.f64 : arena.i32);
