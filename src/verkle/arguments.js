/**
 * The arguments of commitments: scalars, commitments, and lists of both, from callers.
 */
import { InputError, ScalarError } from '../errors.js';
import { copyBytesOf, joined, readBytesOf } from '../input/bytes.js';
import { describe } from '../input/describe.js';
import { readItems } from '../input/items.js';
import { readList } from '../input/lists.js';
import { readInteger } from '../input/options.js';
import { SCALAR_BYTES, fromBytesLE, mod, toBytesLE } from '../math/integers.js';

/** @import { Term } from './tree-keys.js' */

/** Points of the basis. */
export const WIDTH = 256;

const COMMITMENT_BYTES = 64;

const [SCALAR_LENGTHS, COMMITMENT_LENGTHS] = [[SCALAR_BYTES], [COMMITMENT_BYTES]];

/** An entry of a sparse vector. */
const PAIR = '[index, scalar]';

/** @param {unknown} value @param {number} i place in the list */
const readIndex = (value, i) => readInteger(value, 0, WIDTH - 1, 'position', i);

/** @param {unknown} value */
export const readCommitment = (value) => readBytesOf(value, COMMITMENT_LENGTHS, 'commitment');

/** @param {unknown} value @param {number} i place in the list */
const copyCommitment = (value, i) => copyBytesOf(value, COMMITMENT_LENGTHS, 'commitment', i);

/** @param {unknown} value @param {number} i place in the list */
const copyScalar = (value, i) => copyBytesOf(value, SCALAR_LENGTHS, 'scalar', i);

/**
 * @param {unknown} value
 * @param {bigint} order
 * @param {number} i place in the list
 */
function readBelow(value, order, i) {
  const scalar = fromBytesLE(readBytesOf(value, SCALAR_LENGTHS, 'scalar', i));
  if (scalar >= order) throw new ScalarError(i);
  return scalar;
}

/**
 * @param {unknown} vector
 * @returns {Uint8Array[]} copies
 */
export function readVector(vector) {
  return readList(vector, 'vector', copyScalar, `an array of at most ${WIDTH} scalars`, WIDTH);
}

/**
 * @param {unknown} entries of a sparse vector
 * @returns {Term[]}
 */
export function readEntries(entries) {
  return readList(entries, 'entries', (entry, i) => {
    const pair = readList(entry, 'entry', (part) => part, PAIR, 2, i);
    if (pair.length < 2) {
      throw new InputError(`entry at index ${i}: expected ${PAIR}, got ${describe(entry)}`, {
        index: i,
      });
    }
    return /** @type {Term} */ ([readIndex(pair[0], i), copyScalar(pair[1], i)]);
  });
}

/**
 * @param {unknown} updates
 * @param {bigint} order
 * @returns {Term[]} the change of each index that occurs
 */
export function readUpdates(updates, order) {
  /** @type {Map<number, bigint>} */
  const changes = new Map();
  readItems(updates, ['index', 'oldScalar', 'newScalar'], (update, i) => {
    const at = readIndex(update.index, i);
    const change = readBelow(update.newScalar, order, i) - readBelow(update.oldScalar, order, i);
    changes.set(at, (changes.get(at) ?? 0n) + change);
  });
  return [...changes].map(([index, change]) => [
    index,
    toBytesLE(mod(change, order), SCALAR_BYTES),
  ]);
}

/**
 * @param {unknown} commitments
 * @returns {{ count: number, bytes: Uint8Array }} back to back
 */
export function readCommitments(commitments) {
  const read = readList(commitments, 'commitments', copyCommitment);
  return { count: read.length, bytes: joined(read) };
}
