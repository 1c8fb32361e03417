/// <reference lib="esnext.disposable" preserve="true" />
/**
 * KZG commitments of EIP-4844 blobs: a blob is 4096 field elements, the values of a polynomial; its commitment is their
 * sum with the points of a trusted setup in Lagrange form.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (blob_to_kzg_commitment).
 */
import { InputError } from '../../errors.js';
import { readOptions } from '../../input/options.js';
import { PointVector } from '../../group/point-vector.js';
import { readBytesOf } from '../../input/lists.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Group, MsmPoints, Scalars, TaskOptions } from '../../group/group.js' */

/** Field elements of a blob, and points of the setup. */
const FIELD_ELEMENTS = 4096;

const BLOB_BYTES = 32 * FIELD_ELEMENTS;

/**
 * What a table is given if nobody says otherwise, 32 MiB: twice as much saves another 5 % (docs/algorithms/fixed-basis.md).
 */
const DEFAULT_MEMORY = 2 ** 25;

/** @typedef {{ memory?: number } & TaskOptions} KzgOptions */

/** Commitments under one trusted setup. Holds memory of its instance until it is disposed. */
export class Kzg {
  #basis;

  /**
   * Not for users: see `Bls12381.kzg`.
   * @param {FixedBasis} basis
   */
  constructor(basis) {
    this.#basis = basis;
    /**
     * Bytes of the table.
     * @type {number}
     * @readonly
     */
    this.bytes = basis.bytes;
  }

  /**
   * The commitment to a blob.
   * @param {Uint8Array} blob 4096 field elements, 32 bytes big-endian each
   * @returns {Uint8Array<ArrayBuffer>} 48 bytes, compressed
   * @throws {ScalarError} an element is not below the order, as the specification demands; with its `index`
   * @throws {InputError} no array of 131072 bytes, or a disposed setup or instance
   */
  blobToCommitment(blob) {
    return this.commitToEvaluations(readBytesOf(blob, [BLOB_BYTES], 'blob'));
  }

  /**
   * The commitment to a polynomial by its values, in the order of the setup's points.
   * @param {Scalars} scalars at most 4096, the others are 0; bigints, or 32 bytes big-endian each
   * @returns {Uint8Array<ArrayBuffer>} 48 bytes, compressed
   * @throws {ScalarError} a scalar is not below the order, with its `index`
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  commitToEvaluations(scalars) {
    return this.#basis.msm(scalars, { strict: true }).toBytes('compressed');
  }

  /** Frees the memory. Later calls throw, later disposals do nothing. */
  dispose() {
    this.#basis.dispose();
  }

  /** `dispose`, for `using` declarations. Where the runtime has no `Symbol.dispose`, nobody will look for it. */
  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * What `Bls12381.kzg` does.
 * @param {Group} group
 * @param {MsmPoints} setup 4096 points in Lagrange form, bit-reversed
 * @param {KzgOptions} [options]
 * @returns {Promise<Kzg>}
 */
export async function createKzg(group, setup, options) {
  const known = readOptions(options, ['memory', 'signal', 'onProgress'], 'kzg');
  const { memory = DEFAULT_MEMORY, ...others } = /** @type {KzgOptions} */ (known);
  const isVector = setup instanceof PointVector;
  const points = isVector ? setup : group.points(setup);
  try {
    if (points.length !== FIELD_ELEMENTS) {
      throw new InputError(`setup: expected ${FIELD_ELEMENTS} points, got ${points.length}`);
    }
    return new Kzg(await group.fixedBasis(points, { memory, ...others }));
  } finally {
    if (!isVector) points.dispose();
  }
}
