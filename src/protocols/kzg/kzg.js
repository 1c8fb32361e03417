/// <reference lib="esnext.disposable" preserve="true" />
/**
 * KZG commitments of EIP-4844 blobs: a blob is 4096 field elements, the values of a polynomial;
 * its commitment is the multi-scalar multiplication of these with the points of a trusted setup
 * in Lagrange form.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (blob_to_kzg_commitment).
 */
import { InputError } from '../../errors.js';
import { buildFixedBasis } from '../../group/fixed-basis.js';
import { readBytesOf } from '../../input/bytes.js';
import { readTableTask } from '../../input/tasks.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { GroupContext } from '../../group/context.js' */
/** @import { Scalars } from '../../group/group.js' */
/** @import { VectorParts } from '../../group/point-vector.js' */

/** Field elements of a blob, and points of the setup. */
const FIELD_ELEMENTS = 4096;

const BLOB_BYTES = 32 * FIELD_ELEMENTS;

/**
 * Default memory for the table, 32 MiB: twice as much saves another 5 %
 * (docs/algorithms/fixed-basis.md).
 */
const DEFAULT_MEMORY = 2 ** 25;

/** Commitments under one trusted setup. Holds memory of its instance until disposed. */
export class Kzg {
  #basis;

  /**
   * Internal: see `Bls12381.kzg`.
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
   * @throws {ScalarError} an element is not below the order, which the specification requires; with
   *   its `index`
   * @throws {InputError} not an array of 131072 bytes, or a disposed setup or instance
   */
  blobToCommitment(blob) {
    return this.commitToEvaluations(readBytesOf(blob, [BLOB_BYTES], 'blob'));
  }

  /**
   * The commitment to a polynomial given by its values, in the order of the setup's points.
   * @param {Scalars} scalars at most 4096, missing ones are 0; bigints, or 32 bytes big-endian each
   * @returns {Uint8Array<ArrayBuffer>} 48 bytes, compressed
   * @throws {ScalarError} a scalar is not below the order, with its `index`
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  commitToEvaluations(scalars) {
    return this.#basis.msm(scalars, { strict: true }).toBytes('compressed');
  }

  /** Frees the memory. Later calls throw; later disposals do nothing. */
  dispose() {
    this.#basis.dispose();
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * Builds the table of a setup.
 * @param {GroupContext} context of G1
 * @param {VectorParts} setup its points, retained by the caller until this settles
 * @param {Record<string, unknown>} options the user's
 * @returns {Promise<Kzg>}
 */
export async function kzgOf(context, setup, options) {
  const task = readTableTask(options, 'kzg', DEFAULT_MEMORY);
  const count = setup.end - setup.start;
  if (count !== FIELD_ELEMENTS) {
    throw new InputError(`setup: expected ${FIELD_ELEMENTS} points, got ${count}`);
  }
  return new Kzg(await buildFixedBasis(context, setup, task));
}
