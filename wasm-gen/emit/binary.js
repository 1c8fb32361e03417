/** The binary format of modules, as far as their text needs it. */

/** Bytes before the first section. */
export const HEADER_BYTES = 8;

/** The number of the section that holds the functions' bodies. */
export const CODE_SECTION = 10;

/**
 * Reads an unsigned number, seven bits a byte, the lowest first.
 * @param {Uint8Array} wasm
 * @param {number} at
 * @returns {{ value: number, end: number }} `end` is the offset after the number
 */
export function readNumber(wasm, at) {
  let [value, shift] = [0, 0];
  do {
    value |= (wasm[at] & 0x7f) << shift;
    shift += 7;
  } while (wasm[at++] > 0x7f);
  return { value, end: at };
}
