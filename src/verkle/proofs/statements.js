/**
 * Reads users' statements to prove or verify. Openings are in the order of
 * verkle-cryptography-wasm: by input, and within an input by position in its list of indices.
 */
import { InputError, ScalarError } from '../../errors.js';
import { readInteger } from '../../input/options.js';
import { fromBytesLE } from '../../math/integers.js';
import { allocate, bytesToCopy, copyBytesOf } from '../../input/bytes.js';
import { readItems } from '../../input/items.js';
import { readList } from '../../input/lists.js';
import { Commitments } from './commitments.js';
import { WIDTH } from './domain.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { Opening, ProverOpening } from './multiproof.js' */

/**
 * One input of a prover: a commitment, 32 bytes compressed; the vector behind it, at most
 * 256 scalars, 32 bytes little-endian each, missing ones 0; and the indices, 0 … 255, of
 * the values to open.
 * @typedef {{
 *   serializedCommitment: Uint8Array, vector: readonly Uint8Array[], indices: readonly number[],
 * }} ProverInput
 */

/**
 * One input of a verifier, the claim that the vector behind the commitment, 32 bytes compressed,
 * has these values, 32 bytes little-endian each, at these indices.
 * @typedef {{
 *   serializedCommitment: Uint8Array, indexValuePairs: readonly { index: number,
 *   value: Uint8Array }[],
 * }} VerifierInput
 */

/**
 * Openings, and for each the index of its commitment among the distinct ones.
 * @template {Opening} [Kind=Opening]
 * @typedef {{ openings: Kind[], numbers: number[] }} Openings
 */

/**
 * Statements as they were passed: `reading` them, once, throws the errors of scalars.
 * @template {Opening} [Kind=Opening]
 * @typedef {{ commitments: Commitments, reading: Generator<Progress, Openings<Kind>, void> }}
 *   Statement
 */

/**
 * One input: its commitment and the number of this; `length` words from `first` on; the places that
 * are opened.
 * @typedef {{ commitment: Uint8Array, number: number, first: number, length: number,
 *   indices: number[] }} Input
 */

const WORD_BYTES = 32;

const BYTES = [WORD_BYTES];

/** Scalars and openings of a step, a millisecond or less. */
const STEP = 512;

/** @type {Progress} */
const READING = { phase: 'statements', done: 0, total: 1 };

/**
 * @param {unknown} inputs `ProverInput[]`
 * @param {bigint} order
 * @returns {Statement<ProverOpening>} throws a `ScalarError` for a scalar not below the order, with
 *   its `index` in its vector
 * @throws {InputError} wrong types, lengths or indices, or nothing to open
 */
export function readProverInputs(inputs, order) {
  return readInputs(inputs, { fields: ['vector', 'indices'], order }, (item, words, i) => {
    const read = (/** @type {unknown} */ scalar, /** @type {number} */ k) => words.add(scalar, k);
    const expected = `an array of at most ${WIDTH} scalars`;
    readList(item.vector, 'vector', read, expected, WIDTH, i);
    return readList(item.indices, 'indices', readIndex, 'an array', Infinity, i);
  });
}

/**
 * @param {unknown} inputs `VerifierInput[]`
 * @param {bigint} order
 * @returns {Statement} throws a `ScalarError` for a value not below the order, with its `index` in
 *   its list
 * @throws {InputError} wrong types, lengths or indices, or nothing to verify
 */
export function readVerifierInputs(inputs, order) {
  return readInputs(inputs, { fields: ['indexValuePairs'], order }, (item, words, i) =>
    readItems(
      item.indexValuePairs,
      ['index', 'value'],
      ({ index, value }, k) => {
        const z = readIndex(index, k);
        words.add(value, k);
        return z;
      },
      'indexValuePairs',
      i,
    ),
  );
}

/**
 * @param {unknown} inputs
 * @param {{ fields: readonly string[], order: bigint }} how `fields` of an item, besides its
 *   commitment: a vector, or the values at places
 * @param {(item: Record<string, unknown>, words: Words, i: number) => number[]} readItem adds its
 *   words, and returns the places that it opens
 * @returns {Statement<any>}
 */
function readInputs(inputs, { fields, order }, readItem) {
  const commitments = new Commitments();
  const words = new Words();
  let isEmpty = true;
  const list = readItems(inputs, ['serializedCommitment', ...fields], (item, i) => {
    // A copy: the caller may change the original before an asynchronous proof ends.
    const { serializedCommitment } = item;
    const commitment = copyBytesOf(serializedCommitment, BYTES, 'serializedCommitment', i);
    const number = commitments.add(commitment, i);
    const first = words.length;
    const indices = readItem(item, words, i);
    isEmpty &&= indices.length === 0;
    return { commitment, number, first, length: words.length - first, indices };
  });
  if (isEmpty) throw new InputError('inputs: expected at least one opening, got none');
  return { commitments, reading: openingsOf(list, words, order, fields.length > 1) };
}

/**
 * @param {readonly Input[]} inputs
 * @param {Words} words
 * @param {bigint} order
 * @param {boolean} areVectors whether the words of an input are a vector, or values at its places
 * @returns {Generator<Progress, Openings<ProverOpening>, void>}
 */
function* openingsOf(inputs, words, order, areVectors) {
  /** @type {ProverOpening[]} */
  const openings = [];
  /** @type {number[]} */
  const numbers = [];
  for (const { commitment, number, first, length, indices } of inputs) {
    /** @type {bigint[]} */
    const f = [];
    for (let k = 0; k < length; k++) {
      if ((first + k) % STEP === STEP - 1) yield READING;
      const scalar = words.at(first + k);
      if (scalar >= order) throw new ScalarError(k);
      f.push(scalar);
    }
    while (areVectors && f.length < WIDTH) f.push(0n);
    for (const [k, z] of indices.entries()) {
      if (openings.length % STEP === STEP - 1) yield READING;
      openings.push({ commitment, z, y: f[areVectors ? z : k], f });
      numbers.push(number);
    }
  }
  return { openings, numbers };
}

/** A list of copies of words of 32 bytes, little-endian. */
class Words {
  #bytes = new Uint8Array(64 * WORD_BYTES);
  length = 0;

  /** @param {unknown} value a scalar @param {number} index in its list, for messages */
  add(value, index) {
    const word = bytesToCopy(value, BYTES, 'scalar', index);
    const at = WORD_BYTES * this.length++;
    if (at === this.#bytes.length) {
      const longer = allocate(2 * at);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(word, at);
  }

  /** @param {number} i */
  at(i) {
    return fromBytesLE(this.#bytes.subarray(WORD_BYTES * i, WORD_BYTES * (i + 1)));
  }
}

/** @param {unknown} value @param {number} k in its list */
const readIndex = (value, k) => readInteger(value, 0, WIDTH - 1, 'index', k);
