/**
 * The functions of a setup, each written once: its arguments, which are read when it is called, and
 * the steps that `Kzg` runs at once, or in slices and on all threads.
 */

import { InputError } from '../../errors.js';
import { fromBytesBE } from '../../math/integers.js';
import { extendBlob, extensionOf, recoveryOf } from './cells.js';
import { commitToBlob, prove, proveBlob, verifyBlobs, verifyOpenings } from './eip4844.js';
import { requireRecoverable, verifyCells } from './eip7594.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { ArgumentName, Arguments } from './arguments.js' */
/** @import { CellProofs } from './cell-proofs.js' */
/** @import { Scalars } from './scalars.js' */
/** @import { Verifier } from './verifier.js' */

/**
 * An opened setup. `basis`: the points of commitments; `memory`: limit of its table, in bytes.
 * Members that are null are missing where the setup lacks their points; `verifier` also without
 * pairings.
 * @typedef {{ G1: Group, hasPairings: boolean, basis: FixedBasis | null, scalars: Scalars,
 *   memory: number, proofs: CellProofs | null, verifier: Verifier | null }} Setup
 */

/** Bytes of a commitment or a proof, 48, compressed. @typedef {Uint8Array<ArrayBuffer>} G1Bytes */

/**
 * `check` refuses arguments before anything is asynchronous.
 * @template Result
 * @typedef {{ names: readonly ArgumentName[], check?: (given: Arguments) => void,
 *   steps: (setup: Setup, given: Arguments) => Steps<Result> }} Operation
 */

/**
 * @template Result
 * @param {readonly ArgumentName[]} names
 * @param {Operation<Result>['steps']} steps
 * @param {Operation<Result>['check']} [check]
 * @returns {Operation<Result>}
 */
const operation = (names, steps, check) => ({ names, steps, check });

/** By the names of c-kzg. */
export const operations = {
  blobToKzgCommitment: operation(['blob'], (setup, { blob }) =>
    commitToBlob(latestBasisOf(setup), blob),
  ),
  computeKzgProof: operation(['blob', 'z'], (setup, { blob, z }) =>
    prove(latestBasisOf(setup), setup.scalars, blob, fromBytesBE(z)),
  ),
  computeBlobKzgProof: operation(['blob', 'commitment'], (setup, { blob, commitment }) => {
    setup.G1.point(commitment, { format: 'compressed' });
    return proveBlob(latestBasisOf(setup), setup.scalars, blob, commitment);
  }),
  computeCells: operation(['blob'], ({ scalars }, { blob }) => extendBlob(scalars, blob)),
  computeCellsAndKzgProofs: operation(['blob'], (setup, { blob }) =>
    proofsOf(setup).withCells(extensionOf(setup.scalars, blob)),
  ),
  recoverCellsAndKzgProofs: operation(
    ['cell indices', 'cells'],
    (setup, { 'cell indices': indices, cells }) =>
      proofsOf(setup).withCells(recoveryOf(setup.scalars, indices, cells)),
    requireRecoverable,
  ),
  verifyKzgProof: operation(['commitment', 'z', 'y', 'proof'], (setup, given) =>
    verifyOpenings(verifierOf(setup), [given]),
  ),
  verifyBlobKzgProof: operation(
    ['blob', 'commitment', 'proof'],
    (setup, { blob, commitment, proof }) =>
      verifyBlobs(verifierOf(setup), [blob], [commitment], [proof]),
  ),
  verifyBlobKzgProofBatch: operation(
    ['blobs', 'commitments', 'proofs'],
    (setup, { blobs, commitments, proofs }) =>
      verifyBlobs(verifierOf(setup), blobs, commitments, proofs),
  ),
  verifyCellKzgProofBatch: operation(
    ['commitments', 'cell indices', 'cells', 'proofs'],
    (setup, { 'cell indices': indices, ...batch }) =>
      verifyCells(verifierOf(setup), { indices, ...batch }),
  ),
};

/** The points of commitments. @type {(setup: Setup) => FixedBasis} */
export function basisOf({ basis }) {
  if (basis) return basis;
  throw new InputError(
    'commitments: expected a setup with the Lagrange points (g1Lagrange), got one without',
  );
}

/**
 * The points of commitments at the moment of their use: `prepare` may replace them, and dispose of
 * the earlier ones, between two steps of a call.
 * @type {(setup: Setup) => () => FixedBasis}
 */
function latestBasisOf(setup) {
  basisOf(setup);
  return () => basisOf(setup);
}

/** @type {(setup: Setup) => CellProofs} */
function proofsOf({ proofs }) {
  if (proofs) return proofs;
  throw new InputError(
    'proofs of cells: expected a setup with the monomial points (g1Monomial), got one without',
  );
}

/** @type {(setup: Setup) => Verifier} */
function verifierOf({ verifier, hasPairings }) {
  if (verifier) return verifier;
  throw new InputError(
    hasPairings
      ? 'verification: expected a setup with the points of G2 (g2Monomial), got one without'
      : 'verification: expected an instance with both groups and pairings, got one without',
  );
}
