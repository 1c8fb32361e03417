/**
 * Arguments of the functions of KZG, which are read by their names when a function is called: bytes
 * and lists of them that nobody else can change.
 */

import { InputError } from '../../errors.js';
import { copyBytesOf, readBytesOf } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { readInteger } from '../../input/options.js';
import { BLOB_BYTES, CELL_BYTES, CELLS, ELEMENT, elementOf, G1_BYTES } from './scalars.js';

/** Arguments that are bytes, and how many. @type {Map<string, number>} */
const BYTES = new Map([
  ['blob', BLOB_BYTES],
  ['commitment', G1_BYTES],
  ['proof', G1_BYTES],
  ['z', ELEMENT],
  ['y', ELEMENT],
]);

/** Arguments that are lists of bytes, and how many each has. @type {Map<string, number>} */
const LISTS = new Map([
  ['blobs', BLOB_BYTES],
  ['commitments', G1_BYTES],
  ['proofs', G1_BYTES],
  ['cells', CELL_BYTES],
]);

const INDICES = 'cell indices';

/**
 * Arguments that were read, by names: a function has some of them.
 * @typedef {Record<'blob' | 'commitment' | 'proof' | 'z' | 'y', Uint8Array>
 *   & Record<'blobs' | 'commitments' | 'proofs' | 'cells', Uint8Array[]>
 *   & Record<'cell indices', number[]>} Arguments
 */

/** @typedef {keyof Arguments} ArgumentName */

/**
 * @param {readonly ArgumentName[]} names
 * @param {readonly unknown[]} given in this order
 * @param {{ order: bigint, isCopied: boolean }} how `isCopied`: for a call that goes on later. For
 *   one that ends before the caller's code runs again, bytes are not copied, as megabytes of copies
 *   make every other call collect garbage
 * @returns {Arguments}
 * @throws {InputError} wrong types or lengths, or lists of different lengths
 * @throws {ScalarError} z or y is not below the order
 */
export function readArguments(names, given, { order, isCopied }) {
  /** @type {Map<string, any>} */
  const read = new Map();
  const values = new Map(names.map((name, i) => [name, given[i]]));
  // First: reading them may run the caller's code.
  if (values.has(INDICES)) read.set(INDICES, readIndices(values.get(INDICES)));
  const bytes = isCopied ? copyBytesOf : readBytesOf;
  for (const [name, value] of values) {
    const length = BYTES.get(name);
    if (length) read.set(name, bytes(value, [length], name));
  }
  const lists = [...values].filter(([name]) => LISTS.has(name));
  for (const [name, list] of (isCopied ? copyLists : viewLists)(lists)) read.set(name, list);
  for (const name of ['z', 'y']) if (read.has(name)) elementOf(order, read.get(name), name);
  const all = names.filter((name) => name === INDICES || LISTS.has(name));
  requireEqualLengths(all.map((name) => [name, read.get(name)]));
  return /** @type {Arguments} */ (Object.fromEntries(read));
}

/** @type {(value: unknown) => number[]} */
const readIndices = (value) =>
  readList(value, INDICES, (item, i) => readInteger(item, 0, CELLS - 1, INDICES, i));

/** @typedef {Array<[name: string, value: unknown]>} NamedLists */

/** @param {string} name of a list */
const lengthOf = (name) => [/** @type {number} */ (LISTS.get(name))];

/** @type {(given: NamedLists) => Array<[string, Uint8Array[]]>} */
const copyLists = (given) =>
  given.map(([name, value]) => [
    name,
    readList(value, name, (item, i) => copyBytesOf(item, lengthOf(name), name, i)),
  ]);

/**
 * Items are read again once all lists are, since reading a list may run the caller's code, which
 * may detach one.
 * @type {(given: NamedLists) => Array<[string, Uint8Array[]]>}
 */
function viewLists(given) {
  const view =
    (/** @type {string} */ name) => (/** @type {unknown} */ item, /** @type {number} */ i) =>
      readBytesOf(item, lengthOf(name), name, i);
  /** @type {Array<[string, unknown[]]>} */
  const lists = given.map(([name, value]) => [
    name,
    readList(value, name, (item, i) => (view(name)(item, i), item)),
  ]);
  return lists.map(([name, items]) => [name, items.map(view(name))]);
}

/**
 * @type {(lists: Array<[name: string, list: readonly unknown[]]>) => void}
 * @throws {InputError} two lengths differ
 */
function requireEqualLengths([first, ...rest]) {
  for (const [name, { length }] of rest) {
    const [other, expected] = [first[0], first[1].length];
    if (length !== expected) {
      throw new InputError(`${name}: expected as many as ${other} (${expected}), got ${length}`);
    }
  }
}
