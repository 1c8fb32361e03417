/**
 * The functions of KZG over hexadecimal text, under the names of the interface `KZG` of
 * @ethereumjs/util 10. Text of a blob is 262146 characters long: bytes are faster.
 */
import { readHex, toHex } from '../../input/hex.js';
import { readList } from '../../input/lists.js';
import { operations } from './operations.js';

/** @import { ArgumentName } from './arguments.js' */
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

/** Names in `operations` of the functions here. */
const FUNCTIONS = /** @type {const} */ ([
  ['blobToKzgCommitment', 'blobToKzgCommitment'],
  ['computeBlobProof', 'computeBlobKzgProof'],
  ['verifyProof', 'verifyKzgProof'],
  ['verifyBlobProofBatch', 'verifyBlobKzgProofBatch'],
  ['computeCells', 'computeCells'],
  ['computeCellsAndProofs', 'computeCellsAndKzgProofs'],
  ['recoverCellsAndProofs', 'recoverCellsAndKzgProofs'],
  ['verifyCellKzgProofBatch', 'verifyCellKzgProofBatch'],
]);

/** Lists end with an s. @param {unknown} value @param {ArgumentName} what */
function readText(value, what) {
  if (what === 'cell indices') return value;
  if (!what.endsWith('s')) return readHex(value, what);
  return readList(value, what, (item, i) => readHex(item, what, i));
}

/** Bytes, and lists of them, as text. @type {(result: any) => any} */
function textOf(result) {
  if (Array.isArray(result)) return result.map(textOf);
  return typeof result === 'boolean' ? result : toHex(result);
}

/** @type {(kzg: Kzg) => Readonly<KzgHex>} */
export const hexOf = (kzg) =>
  Object.freeze(
    /** @type {any} */ (
      Object.fromEntries(
        FUNCTIONS.map(([name, own]) => [
          name,
          (/** @type {unknown[]} */ ...texts) => {
            const { names } = operations[own];
            const call = /** @type {(...given: any[]) => unknown} */ (kzg[own]);
            // Missing ones are undefined, whatever a prototype has.
            const given = [...texts, ...names.map(() => undefined)];
            return textOf(call(...names.map((what, i) => readText(given[i], what))));
          },
        ]),
      )
    ),
  );
