/**
 * The functions of KZG over hexadecimal text, under the names of the interface `KZG` of
 * @ethereumjs/util 10. Text of a blob is 262146 characters long: bytes are faster.
 */
import { readHex, toHex } from '../../input/hex.js';
import { readList } from '../../input/lists.js';

/** @import { Kzg } from './kzg.js' */

/** @typedef {`0x${string}`} Hex  bytes, lowercase */

/**
 * Arguments are text with or without 0x; errors are those of the functions over bytes, and an
 * `InputError` for what is no hexadecimal text.
 * @typedef {object} KzgHex
 * @property {(blob: string) => Hex} blobToKzgCommitment
 * @property {(blob: string, commitment: string) => Hex} computeBlobProof
 * @property {(commitment: string, z: string, y: string, proof: string) => boolean} verifyProof
 * @property {(blobs: string[], commitments: string[], proofs: string[]) => boolean}
 *   verifyBlobProofBatch
 * @property {(blob: string) => Hex[]} computeCells
 * @property {(blob: string) => [cells: Hex[], proofs: Hex[]]} computeCellsAndProofs
 * @property {(indices: number[], cells: string[]) => [cells: Hex[], proofs: Hex[]]}
 *   recoverCellsAndProofs
 * @property {(commitments: string[], indices: number[], cells: string[], proofs: string[]) =>
 *   boolean} verifyCellKzgProofBatch
 */

/** @param {Uint8Array} bytes */
const textOf = (bytes) => /** @type {Hex} */ (toHex(bytes));

/** @param {unknown} value @param {string} what */
const listOf = (value, what) => readList(value, what, (item, i) => readHex(item, what, i));

/**
 * @param {[Uint8Array[], Uint8Array[]]} both
 * @returns {[Hex[], Hex[]]}
 */
const textsOf = ([cells, proofs]) => [cells.map(textOf), proofs.map(textOf)];

/**
 * @param {Kzg} kzg
 * @returns {Readonly<KzgHex>}
 */
export const hexOf = (kzg) =>
  Object.freeze({
    blobToKzgCommitment: (/** @type {string} */ blob) =>
      textOf(kzg.blobToKzgCommitment(readHex(blob, 'blob'))),
    computeBlobProof: (/** @type {string} */ blob, /** @type {string} */ commitment) =>
      textOf(kzg.computeBlobKzgProof(readHex(blob, 'blob'), readHex(commitment, 'commitment'))),
    verifyProof: (/** @type {string[]} */ ...opening) => {
      const [commitment, z, y, proof] = ['commitment', 'z', 'y', 'proof'].map((name, i) =>
        readHex(opening[i], name),
      );
      return kzg.verifyKzgProof(commitment, z, y, proof);
    },
    verifyBlobProofBatch: (
      /** @type {string[]} */ blobs,
      /** @type {string[]} */ commitments,
      /** @type {string[]} */ proofs,
    ) =>
      kzg.verifyBlobKzgProofBatch(
        listOf(blobs, 'blobs'),
        listOf(commitments, 'commitments'),
        listOf(proofs, 'proofs'),
      ),
    computeCells: (/** @type {string} */ blob) =>
      kzg.computeCells(readHex(blob, 'blob')).map(textOf),
    computeCellsAndProofs: (/** @type {string} */ blob) =>
      textsOf(kzg.computeCellsAndKzgProofs(readHex(blob, 'blob'))),
    recoverCellsAndProofs: (/** @type {number[]} */ indices, /** @type {string[]} */ cells) =>
      textsOf(kzg.recoverCellsAndKzgProofs(indices, listOf(cells, 'cells'))),
    verifyCellKzgProofBatch: (
      /** @type {string[]} */ commitments,
      /** @type {number[]} */ indices,
      /** @type {string[]} */ cells,
      /** @type {string[]} */ proofs,
    ) =>
      kzg.verifyCellKzgProofBatch(
        listOf(commitments, 'commitments'),
        indices,
        listOf(cells, 'cells'),
        listOf(proofs, 'proofs'),
      ),
  });
