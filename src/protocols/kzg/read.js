/** Arguments of the functions of KZG, as bytes that nobody else can change. */
import { InputError } from '../../errors.js';
import { copyBytesOf, readBytesOf } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { readInteger } from '../../input/options.js';
import { CELLS, CELL_BYTES } from './constants.js';

/**
 * Lists of equal lengths.
 * @param {Record<string, readonly unknown[]>} lists by name
 * @throws {InputError} two lengths differ
 */
export function requireEqualLengths(lists) {
  const [[first, { length }], ...rest] = Object.entries(lists);
  for (const [name, list] of rest) {
    if (list.length !== length) {
      throw new InputError(`${name}: expected as many as ${first} (${length}), got ${list.length}`);
    }
  }
}

/**
 * A list of byte arrays.
 * @param {unknown} value
 * @param {number} length of each
 * @param {string} what the argument, for messages
 */
export const readBytesList = (value, length, what) =>
  readList(value, what, (item, i) => copyBytesOf(item, [length], what, i));

/**
 * Lists of byte arrays for a call that ends before the caller's code runs again: their bytes are
 * not copied, as megabytes of copies make every other call collect garbage. Items are read again
 * once all lists are, since reading a list may run the caller's code, which may detach one.
 * @template {string} Name
 * @param {Record<Name, [value: unknown, length: number]>} given `length` of each item
 * @returns {Record<Name, Uint8Array[]>}
 */
export function viewBytesLists(given) {
  const named = /** @type {Array<[Name, [unknown, number]]>} */ (Object.entries(given));
  const lists = named.map(([what, [value, length]]) =>
    readList(value, what, (item, i) => (readBytesOf(item, [length], what, i), item)),
  );
  const views = named.map(([what, [, length]], j) => [
    what,
    lists[j].map((item, i) => readBytesOf(item, [length], what, i)),
  ]);
  return Object.fromEntries(views);
}

/**
 * The same lists, copied, for a call that goes on later.
 * @type {typeof viewBytesLists}
 */
export const copyBytesLists = (given) =>
  /** @type {any} */ (
    Object.fromEntries(
      Object.entries(given).map(([what, part]) => {
        const [value, length] = /** @type {[unknown, number]} */ (part);
        return [what, readBytesList(value, length, what)];
      }),
    )
  );

/** Indices of cells. @param {unknown} value @param {string} what */
export const readCellIndices = (value, what) =>
  readList(value, what, (item, i) => readInteger(item, 0, CELLS - 1, what, i));

/**
 * The cells of a recovery.
 * @param {unknown} indices
 * @param {unknown} cells
 * @returns {{ indices: number[], cells: Uint8Array[] }}
 * @throws {InputError} fewer than half of all cells, indices not ascending, or wrong lengths
 */
export function readKnownCells(indices, cells) {
  const known = {
    indices: readCellIndices(indices, 'cell indices'),
    cells: readBytesList(cells, CELL_BYTES, 'cells'),
  };
  requireEqualLengths({ 'cell indices': known.indices, cells: known.cells });
  const { length } = known.indices;
  if (length < CELLS / 2 || length > CELLS) {
    throw new InputError(`cells: expected ${CELLS / 2} to ${CELLS}, got ${length}`);
  }
  known.indices.forEach((index, i) => {
    if (i > 0 && index <= known.indices[i - 1]) {
      throw new InputError(
        `cell indices: expected ascending ones, got ${index} after ${known.indices[i - 1]}`,
      );
    }
  });
  return known;
}
