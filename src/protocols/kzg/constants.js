/**
 * Numbers of EIP-4844 and EIP-7594, in the order that the specifications prescribe: an element's
 * place in a blob or a cell is the bit reversal of its root's exponent.
 */

/** Field elements of a blob, and points of a setup. */
export const FIELD_ELEMENTS = 4096;

/** Elements of the extended blob: the values at twice as many points. */
export const EXTENDED = 2 * FIELD_ELEMENTS;

/** Elements of a cell. */
export const CELL_ELEMENTS = 64;

/** Cells of an extended blob. */
export const CELLS = EXTENDED / CELL_ELEMENTS;

/** Bytes of a field element. */
export const ELEMENT = 32;

export const BLOB_BYTES = ELEMENT * FIELD_ELEMENTS;
export const CELL_BYTES = ELEMENT * CELL_ELEMENTS;

/** Bytes of a compressed point of G1 and G2. */
export const G1_BYTES = 48;
export const G2_BYTES = 96;

/** Points of G2 in a setup. */
export const G2_POINTS = CELL_ELEMENTS + 1;

/** The generator of the multiplicative group whose powers are the roots of unity. */
export const PRIMITIVE_ROOT = 7n;
