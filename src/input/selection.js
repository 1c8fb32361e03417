/** Which items of a list take part, from callers: copied, so that those used are those checked. */
import { InputError } from '../errors.js';
import { isBytes, readBytes } from './bytes.js';
import { describe } from './describe.js';
import { readIndices } from './indices.js';
import { readList } from './lists.js';

const BYTE_BITS = 8;

/**
 * The positions that are chosen, by `bits` or by `indices`.
 * @param {{ bits?: unknown, indices?: unknown }} options `bits`: a boolean for each item; or bytes,
 *   bit i being bit i mod 8 of byte ⌊i/8⌋, as SSZ writes them. `indices`: integers
 * @param {number} length of the list
 * @returns {number[] | undefined} all different; undefined if neither is given
 * @throws {InputError} both, another number of bits, bits beyond the last item, positions out of
 *   range or repeated
 */
export function readSelection({ bits, indices }, length) {
  if (bits === undefined) return indices === undefined ? undefined : distinct(indices, length);
  if (indices !== undefined) throw new InputError('expected one of bits and indices, got both');
  const isChosen = isBytes(bits) ? bitsOf(bits, length) : booleansOf(bits, length);
  return Array.from({ length }, (_, i) => i).filter((i) => isChosen[i]);
}

/** @param {unknown} indices @param {number} length */
function distinct(indices, length) {
  const positions = readIndices(indices, length);
  const seen = new Set();
  for (const position of positions) {
    if (seen.has(position)) {
      throw new InputError(`indices: expected distinct ones, got ${position} twice`);
    }
    seen.add(position);
  }
  return positions;
}

/** @param {unknown} bits @param {number} length */
function booleansOf(bits, length) {
  const expected = `an array of booleans or a Uint8Array, one for each of ${length} keys`;
  const list = readList(bits, 'bits', readBit, expected, length);
  if (list.length !== length) {
    throw new InputError(`bits: expected ${length}, got ${list.length}`);
  }
  return list;
}

/** @param {unknown} bit @param {number} index */
function readBit(bit, index) {
  if (typeof bit === 'boolean') return bit;
  throw new InputError(`bit at index ${index}: expected true or false, got ${describe(bit)}`, {
    index,
  });
}

/** @param {Uint8Array} value @param {number} length */
function bitsOf(value, length) {
  const bytes = readBytes(value, 'bits');
  if (bytes.length !== Math.ceil(length / BYTE_BITS)) {
    const expected = `${Math.ceil(length / BYTE_BITS)} bytes for ${length} keys`;
    throw new InputError(`bits: expected ${expected}, got ${bytes.length}`);
  }
  const bit = (/** @type {number} */ i) => ((bytes[i >> 3] >> (i % BYTE_BITS)) & 1) === 1;
  for (let i = length; i < BYTE_BITS * bytes.length; i++) {
    if (bit(i)) throw new InputError(`bits: expected none beyond ${length} keys, got bit ${i}`);
  }
  return Array.from({ length }, (_, i) => bit(i));
}
