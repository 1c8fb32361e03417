/**
 * The operations of a setup, each written once: it reads its arguments when it is called, and
 * returns the steps that `Kzg` runs at once, or in slices and on all threads.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md and
 * fulu/polynomial-commitments-sampling.md.
 *
 * Arguments of the functions of KZG, as bytes that nobody else can change.
 */

import { InputError } from '../../errors.js';
import { copyBytesOf, readBytesOf } from '../../input/bytes.js';
import { forked } from '../../port/steps.js';
import { extendBlob, extensionOf, recoveryOf } from './cells.js';
import { blobChallenge } from './challenges.js';
import { BLOB_BYTES, CELL_BYTES, CELLS, ELEMENT, elementOf, G1_BYTES } from './scalars.js';
import { open } from './openings.js';
import { readList } from '../../input/lists.js';
import { readInteger } from '../../input/options.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { Extension } from './cells.js' */
/** @import { CellProofs } from './cell-proofs.js' */
/** @import { Scalars } from './scalars.js' */
/** @import { Verifier } from './verify.js' */

/**
 * An opened setup. `basis`: the points of commitments; `memory`: limit of its table, in bytes.
 * Members that are null are missing where the setup lacks their points; `verifier` also without
 * pairings.
 * @typedef {{ G1: Group, hasPairings: boolean, basis: FixedBasis | null, scalars: Scalars,
 *   memory: number, proofs: CellProofs | null, verifier: Verifier | null }} Setup
 */

/** Bytes of a commitment or a proof, 48, compressed. @typedef {Uint8Array<ArrayBuffer>} G1Bytes */

/**
 * How arguments are read: bytes, and lists of them. They are copied for a call that goes on later.
 * @typedef {{ bytes: typeof readBytesOf, lists: typeof viewBytesLists, order: bigint }} Reading
 */

/** @type {Omit<Reading, 'order'>} */
export const NOW = { bytes: readBytesOf, lists: viewBytesLists };
/** @type {Omit<Reading, 'order'>} */
export const LATER = { bytes: copyBytesOf, lists: copyBytesLists };

/**
 * @template {unknown[]} Given
 * @template Result
 * @typedef {(reading: Reading, ...given: Given) => (setup: Setup) => Steps<Result>} Operation
 */

const BLOB = [BLOB_BYTES];
const POINT = [G1_BYTES];
const SCALAR = [ELEMENT];

/** @type {Operation<[unknown], G1Bytes>} */
export const blobToKzgCommitment = ({ bytes }, blob) => {
  const own = bytes(blob, BLOB, 'blob');
  return (setup) => commit(setup, own, true);
};

/** @type {Operation<[unknown, unknown], [proof: G1Bytes, y: Uint8Array<ArrayBuffer>]>} */
export const computeKzgProof = ({ bytes, order }, blob, z) => {
  const own = bytes(blob, BLOB, 'blob');
  const at = elementOf(order, bytes(z, SCALAR, 'z'), 'z');
  return (setup) => prove(setup, own, at);
};

/** @type {Operation<[unknown, unknown], G1Bytes>} */
export const computeBlobKzgProof = ({ bytes, order }, blob, commitment) => {
  const own = bytes(blob, BLOB, 'blob');
  const ofBlob = bytes(commitment, POINT, 'commitment');
  return function* (setup) {
    setup.G1.point(ofBlob, { format: 'compressed' });
    const z = blobChallenge(setup.scalars.hash, own, ofBlob, order);
    const [proof] = yield* prove(setup, own, z);
    return proof;
  };
};

/** @type {Operation<[unknown], Uint8Array[]>} */
export const computeCells = ({ bytes }, blob) => {
  const own = bytes(blob, BLOB, 'blob');
  return ({ scalars }) => extendBlob(scalars, own);
};

/** @typedef {[cells: Uint8Array[], proofs: Uint8Array[]]} CellsAndProofs */

/** @type {Operation<[unknown], CellsAndProofs>} */
export const computeCellsAndKzgProofs = ({ bytes }, blob) => {
  const own = bytes(blob, BLOB, 'blob');
  return (setup) => proveCells(setup, extensionOf(setup.scalars, own));
};

/** @type {Operation<[unknown, unknown], CellsAndProofs>} */
export const recoverCellsAndKzgProofs = (_, cellIndices, cells) => {
  const known = readKnownCells(cellIndices, cells);
  return (setup) => proveCells(setup, recoveryOf(setup.scalars, known.indices, known.cells));
};

/** @type {Operation<[unknown, unknown, unknown, unknown], boolean>} */
export const verifyKzgProof = ({ bytes, order }, commitment, z, y, proof) => {
  const opening = {
    commitment: bytes(commitment, POINT, 'commitment'),
    z: bytes(z, SCALAR, 'z'),
    y: bytes(y, SCALAR, 'y'),
    proof: bytes(proof, POINT, 'proof'),
  };
  elementOf(order, opening.z, 'z');
  elementOf(order, opening.y, 'y');
  return (setup) => verifierOf(setup).openings([opening]);
};

/** @type {Operation<[unknown, unknown, unknown], boolean>} */
export const verifyBlobKzgProof = ({ bytes }, blob, commitment, proof) => {
  const blobs = [bytes(blob, BLOB, 'blob')];
  const commitments = [bytes(commitment, POINT, 'commitment')];
  const proofs = [bytes(proof, POINT, 'proof')];
  return (setup) => verifierOf(setup).blobs(blobs, commitments, proofs);
};

/** @type {Operation<[unknown, unknown, unknown], boolean>} */
export const verifyBlobKzgProofBatch = ({ lists }, blobs, commitments, proofs) => {
  const own = lists({
    blobs: [blobs, BLOB_BYTES],
    commitments: [commitments, G1_BYTES],
    proofs: [proofs, G1_BYTES],
  });
  requireEqualLengths(own);
  return (setup) => verifierOf(setup).blobs(own.blobs, own.commitments, own.proofs);
};

/** @type {Operation<[unknown, unknown, unknown, unknown], boolean>} */
export const verifyCellKzgProofBatch = ({ lists }, commitments, cellIndices, cells, proofs) => {
  const indices = readCellIndices(cellIndices, 'cell indices');
  // Last: reading the indices may run the caller's code.
  const own = lists({
    commitments: [commitments, G1_BYTES],
    cells: [cells, CELL_BYTES],
    proofs: [proofs, G1_BYTES],
  });
  const { commitments: first, ...others } = own;
  requireEqualLengths({ commitments: first, 'cell indices': indices, ...others });
  return (setup) => verifierOf(setup).cells({ indices, ...own });
};

/**
 * The commitment to a polynomial by its values, on all threads.
 * @param {Setup} setup
 * @param {Uint8Array} scalars
 * @param {boolean} strict whether they must be below the order
 * @returns {Steps<G1Bytes>}
 */
function* commit(setup, scalars, strict) {
  const basis = basisOf(setup);
  const point = yield* forked(
    () => basis.msm(scalars, { strict }),
    ({ signal, onProgress }) => basis.msmAsync(scalars, { signal, onProgress, strict }),
  );
  return point.toBytes('compressed');
}

/** The points of commitments. @param {Setup} setup @returns {FixedBasis} */
export function basisOf({ basis }) {
  if (basis) return basis;
  throw new InputError(
    'commitments: expected a setup with the Lagrange points (g1Lagrange), got one without',
  );
}

/**
 * @param {Setup} setup
 * @param {Uint8Array} blob
 * @param {bigint} z
 * @returns {Steps<[G1Bytes, Uint8Array<ArrayBuffer>]>}
 */
function* prove(setup, blob, z) {
  const { y, quotient } = yield* open(setup.scalars, blob, z);
  return [yield* commit(setup, quotient, false), y];
}

/**
 * @param {Setup} setup
 * @param {Extension} extension
 * @returns {Steps<CellsAndProofs>}
 */
function proveCells({ proofs }, extension) {
  if (proofs) return proofs.withCells(extension);
  throw new InputError(
    'proofs of cells: expected a setup with the monomial points (g1Monomial), got one without',
  );
}

/** @param {Setup} setup @returns {Verifier} */
function verifierOf({ verifier, hasPairings }) {
  if (verifier) return verifier;
  throw new InputError(
    hasPairings
      ? 'verification: expected a setup with the points of G2 (g2Monomial), got one without'
      : 'verification: expected an instance with both groups and pairings, got one without',
  );
}

/**
 * Lists of equal lengths.
 * @param {Record<string, readonly unknown[]>} lists by name
 * @throws {InputError} two lengths differ
 */
function requireEqualLengths(lists) {
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
const readBytesList = (value, length, what) =>
  readList(value, what, (item, i) => copyBytesOf(item, [length], what, i));

/**
 * Lists of byte arrays for a call that ends before the caller's code runs again: their bytes are
 * not copied, as megabytes of copies make every other call collect garbage. Items are read again
 * once all lists are, since reading a list may run the caller's code, which may detach one.
 * @template {string} Name
 * @param {Record<Name, [value: unknown, length: number]>} given `length` of each item
 * @returns {Record<Name, Uint8Array[]>}
 */
function viewBytesLists(given) {
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
function copyBytesLists(given) {
  const lists = Object.entries(given).map(([what, part]) => {
    const [value, length] = /** @type {[unknown, number]} */ (part);
    return [what, readBytesList(value, length, what)];
  });
  return Object.fromEntries(lists);
}

/** Indices of cells. @param {unknown} value @param {string} what */
const readCellIndices = (value, what) =>
  readList(value, what, (item, i) => readInteger(item, 0, CELLS - 1, what, i));

/**
 * The cells of a recovery.
 * @param {unknown} indices
 * @param {unknown} cells
 * @returns {{ indices: number[], cells: Uint8Array[] }}
 * @throws {InputError} fewer than half of all cells, indices not ascending, or wrong lengths
 */
function readKnownCells(indices, cells) {
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
        { index: i },
      );
    }
  });
  return known;
}
