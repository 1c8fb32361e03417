/** Which items of a list take part, from callers: copied, so that those used are those checked. */
import { InputError } from '../errors.js';
import { isBytes, readBytes } from './bytes.js';
import { describe } from './describe.js';
import { readIndices } from './indices.js';
import { readList } from './lists.js';

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
  const isPacked = isBytes(bits);
  const given = isPacked ? readBytes(bits, 'bits') : readList(bits, 'bits', readBit);
  const wanted = isPacked ? Math.ceil(length / 8) : length;
  const isSet = (/** @type {number} */ i) =>
    isPacked ? (+given[i >> 3] >> (i & 7)) & 1 : given[i];
  if (given.length === wanted) {
    const last = isPacked ? 8 * wanted : wanted;
    const positions = Array.from({ length: last }, (_, i) => i).filter(isSet);
    if ((positions.at(-1) ?? -1) < length) return positions;
  }
  const kind = isPacked ? 'bytes, and no bit beyond' : 'booleans,';
  throw new InputError(`bits: expected ${wanted} ${kind} for ${length}, got ${given.length}`);
}

/** @type {(indices: unknown, length: number) => number[]} */
function distinct(indices, length) {
  const positions = readIndices(indices, length);
  const seen = new Set();
  const twice = positions.find((position) => seen.size === seen.add(position).size);
  if (twice === undefined) return positions;
  throw new InputError(`indices: expected distinct ones, got ${twice} twice`);
}

/** @type {(bit: unknown, index: number) => boolean} */
function readBit(bit, index) {
  if (typeof bit === 'boolean') return bit;
  throw new InputError(`bit at index ${index}: expected true or false, got ${describe(bit)}`, {
    index,
  });
}
