/**
 * Reads users' statements to prove or verify. Openings are in the order of
 * verkle-cryptography-wasm: by input, and within an input by position in its list of indices.
 */
import { InputError, ScalarError } from '../../../errors.js';
import { readInteger } from '../../../input/options.js';
import { fromBytesLE } from '../../../math/integers.js';
import { copyBytesOf, readBytesOf } from '../../../input/bytes.js';
import { readItems } from '../../../input/items.js';
import { readList } from '../../../input/lists.js';
import { Commitments } from './commitments.js';
import { WIDTH } from './domain.js';

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
 * @typedef {{ openings: Kind[], commitments: Commitments, numbers: number[] }} Statement
 */

const BYTES = [32];

/**
 * @param {unknown} inputs `ProverInput[]`
 * @param {bigint} order
 * @returns {Statement<ProverOpening>}
 * @throws {ScalarError} a scalar is not below the order, with its `index` in its vector
 * @throws {InputError} wrong types, lengths or indices, or nothing to open
 */
export function readProverInputs(inputs, order) {
  return readInputs(inputs, ['vector', 'indices'], ({ vector, indices }, i) => {
    const read = (/** @type {unknown} */ scalar, /** @type {number} */ k) =>
      readScalar(scalar, order, k);
    const expected = `an array of at most ${WIDTH} scalars`;
    const f = readList(vector, `vector of item ${i}`, read, expected, WIDTH);
    while (f.length < WIDTH) f.push(0n);
    return readList(indices, `indices of item ${i}`, (index) => {
      const z = readIndex(index);
      return { z, y: f[z], f };
    });
  });
}

/**
 * @param {unknown} inputs `VerifierInput[]`
 * @param {bigint} order
 * @returns {Statement}
 * @throws {ScalarError} a value is not below the order, with its `index` in its list
 * @throws {InputError} wrong types, lengths or indices, or nothing to verify
 */
export function readVerifierInputs(inputs, order) {
  return readInputs(inputs, ['indexValuePairs'], ({ indexValuePairs }, i) =>
    readItems(
      indexValuePairs,
      ['index', 'value'],
      ({ index, value }, k) => ({ z: readIndex(index), y: readScalar(value, order, k) }),
      `indexValuePairs of item ${i}`,
    ),
  );
}

/**
 * @template Part
 * @param {unknown} inputs
 * @param {readonly string[]} fields of an item, besides its commitment
 * @param {(item: Record<string, unknown>, i: number) => Part[]} readOpenings what an item opens
 * @returns {{ openings: (Part & { commitment: Uint8Array })[], commitments: Commitments,
 *   numbers: number[] }}
 */
function readInputs(inputs, fields, readOpenings) {
  /** @type {(Part & { commitment: Uint8Array })[]} */
  const openings = [];
  const commitments = new Commitments();
  /** @type {number[]} */
  const numbers = [];
  readItems(inputs, ['serializedCommitment', ...fields], (item, i) => {
    // A copy: the caller may change the original before an asynchronous proof ends.
    const { serializedCommitment } = item;
    const commitment = copyBytesOf(serializedCommitment, BYTES, 'serializedCommitment', i);
    const number = commitments.add(commitment, i);
    for (const part of readOpenings(item, i)) {
      openings.push({ ...part, commitment });
      numbers.push(number);
    }
  });
  if (openings.length === 0)
    throw new InputError('inputs: expected at least one opening, got none');
  return { openings, commitments, numbers };
}

/** @param {unknown} value */
const readIndex = (value) => readInteger(value, 0, WIDTH - 1, 'index');

/**
 * @param {unknown} value
 * @param {bigint} order
 * @param {number} index in its list
 */
function readScalar(value, order, index) {
  const scalar = fromBytesLE(readBytesOf(value, BYTES, 'scalar', index));
  if (scalar >= order) throw new ScalarError(index);
  return scalar;
}
