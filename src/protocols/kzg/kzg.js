/// <reference lib="esnext.disposable" preserve="true" />
/**
 * KZG commitments and proofs of EIP-4844 blobs and EIP-7594 cells, with the names and shapes of
 * c-kzg's Node binding. Bytes in, bytes out; every function has an asynchronous twin.
 *
 * Wrong types and lengths, elements that are not below the order and bytes that are no point of
 * the group are errors; a well-formed proof that is wrong is `false`.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md and
 * fulu/polynomial-commitments-sampling.md.
 */
import { InputError } from '../../errors.js';
import { withTable } from '../../group/fixed-basis.js';
import { contextOf } from '../../group/group.js';
import { copyBytesOf, readBytesOf } from '../../input/bytes.js';
import { readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { runNow } from '../../port/steps.js';
import { extendBlob, extensionOf, recoveryOf } from './cells.js';
import { blobChallenge } from './challenges.js';
import { BLOB_BYTES, CELL_BYTES, ELEMENT, G1_BYTES } from './constants.js';
import { hexOf } from './hex.js';
import { open } from './openings.js';
import { TOTAL, partOf } from './proofs.js';
import {
  copyBytesLists,
  readCellIndices,
  readKnownCells,
  requireEqualLengths,
  viewBytesLists,
} from './read.js';
import { elementOf } from './scalars.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Scalars as ScalarInput, TaskOptions } from '../../group/group.js' */
/** @import { Extension } from './cells.js' */
/** @import { KzgGroups } from './create.js' */
/** @import { KzgHex } from './hex.js' */
/** @import { CellProofs } from './proofs.js' */
/** @import { Scalars } from './scalars.js' */
/** @import { Verifier } from './verify.js' */

/**
 * An opened setup. `basis`: the points of commitments, without a table; `memory`: limit of its
 * table, in bytes. Members that are null are missing where the setup is for commitments alone.
 * @typedef {{ basis: FixedBasis, scalars: Scalars, memory: number, proofs: CellProofs | null,
 *   verifier: Verifier | null }} Setup
 */

/** Bytes of a commitment or a proof, 48, compressed. @typedef {Uint8Array<ArrayBuffer>} G1Bytes */

/** Share of the table for commitments in what `prepare` makes. */
const COMMITMENTS = 0.4;

/** Commitments and proofs under one trusted setup. Holds memory of its instance until disposed. */
export class Kzg {
  #groups;
  #lifetime;
  /** Ends the wait for the end of the instance. */
  #forget;
  #basis;
  #scalars;
  #memory;
  #proofs;
  #verifier;
  #users = 0;
  #disposed = false;

  /**
   * Internal: see `Bls12381.kzg`.
   * @param {KzgGroups} groups
   * @param {Setup} setup owned by this object from now on
   */
  constructor(groups, { basis, scalars, memory, proofs, verifier }) {
    this.#groups = groups;
    this.#basis = basis;
    this.#scalars = scalars;
    this.#memory = memory;
    this.#proofs = proofs;
    this.#verifier = verifier;
    this.#lifetime = contextOf(groups.G1).lifetime;
    // Whoever keeps this after the instance does not keep its memory.
    this.#forget = this.#lifetime.onEnd(() => this.#release());
    /**
     * The same functions over text, under the names of the interface `KZG` of @ethereumjs/util.
     * @type {Readonly<KzgHex>}
     * @readonly
     */
    this.hex = hexOf(this);
    // All methods are bound, as users take them from the object.
    const members = Object.entries(Object.getOwnPropertyDescriptors(Kzg.prototype));
    for (const [name, { value }] of members) {
      if (typeof value !== 'function' || name === 'constructor') continue;
      Object.defineProperty(this, name, { value: value.bind(this), enumerable: true });
    }
  }

  /** Bytes of the table for commitments: 0 until `prepare` has made it. @returns {number} */
  get bytes() {
    return this.#basis.bytes;
  }

  /**
   * The commitment to a blob.
   * @param {Uint8Array} blob 4096 field elements, 32 bytes big-endian each
   * @returns {G1Bytes} 48 bytes, compressed
   * @throws {ScalarError} an element is not below the order, which the specification requires; with
   *   its `index`
   * @throws {InputError} not an array of 131072 bytes, or a disposed setup or instance
   */
  blobToKzgCommitment(blob) {
    return this.commitToEvaluations(readBytesOf(blob, [BLOB_BYTES], 'blob'));
  }

  /**
   * `blobToKzgCommitment` on all threads, or in steps.
   * @param {Uint8Array} blob copied before it returns
   * @param {TaskOptions} [options]
   * @returns {Promise<G1Bytes>} rejects with what the former throws, or with `signal.reason`
   */
  async blobToKzgCommitmentAsync(blob, options) {
    const bytes = copyBytesOf(blob, [BLOB_BYTES], 'blob');
    this.#live();
    return this.#commit(bytes, true, this.#task(options));
  }

  /**
   * The same as `blobToKzgCommitment`.
   * @param {Uint8Array} blob
   * @returns {G1Bytes}
   */
  blobToCommitment(blob) {
    return this.blobToKzgCommitment(blob);
  }

  /**
   * The commitment to a polynomial given by its values, in the order of the setup's points.
   * @param {ScalarInput} scalars at most 4096, missing ones are 0; bigints, or 32 bytes big-endian
   *   each
   * @returns {G1Bytes} 48 bytes, compressed
   * @throws {ScalarError} a scalar is not below the order, with its `index`
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  commitToEvaluations(scalars) {
    this.#live();
    return this.#basis.msm(scalars, { strict: true }).toBytes('compressed');
  }

  /**
   * The value of a blob's polynomial at z, with a proof.
   * @param {Uint8Array} blob 131072 bytes
   * @param {Uint8Array} z 32 bytes big-endian, below the order
   * @returns {[proof: G1Bytes, y: Uint8Array<ArrayBuffer>]} 48 and 32 bytes
   * @throws {ScalarError} an element of the blob, or z, is not below the order
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  computeKzgProof(blob, z) {
    const bytes = readBytesOf(blob, [BLOB_BYTES], 'blob');
    const at = elementOf(this.#live(), readBytesOf(z, [ELEMENT], 'z'), 'z');
    const { y, quotient } = runNow(open(this.#scalars, bytes, at));
    return [this.#basis.msm(quotient).toBytes('compressed'), y];
  }

  /**
   * `computeKzgProof` on all threads, or in steps.
   * @param {Uint8Array} blob
   * @param {Uint8Array} z
   * @param {TaskOptions} [options]
   * @returns {Promise<[proof: G1Bytes, y: Uint8Array<ArrayBuffer>]>}
   */
  async computeKzgProofAsync(blob, z, options) {
    const bytes = copyBytesOf(blob, [BLOB_BYTES], 'blob');
    const at = elementOf(this.#live(), copyBytesOf(z, [ELEMENT], 'z'), 'z');
    return this.#prove(bytes, at, this.#task(options));
  }

  /**
   * The proof that belongs to a blob and its commitment: of the value at a hash of both.
   * @param {Uint8Array} blob 131072 bytes
   * @param {Uint8Array} commitment 48 bytes; a point of the group, but not compared with the blob's
   * @returns {G1Bytes}
   * @throws {PointError} the commitment is no point of the group
   * @throws {ScalarError} an element of the blob is not below the order
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  computeBlobKzgProof(blob, commitment) {
    const bytes = readBytesOf(blob, [BLOB_BYTES], 'blob');
    const at = this.#challenge(bytes, readBytesOf(commitment, [G1_BYTES], 'commitment'));
    const { quotient } = runNow(open(this.#scalars, bytes, at));
    return this.#basis.msm(quotient).toBytes('compressed');
  }

  /**
   * `computeBlobKzgProof` on all threads, or in steps.
   * @param {Uint8Array} blob
   * @param {Uint8Array} commitment
   * @param {TaskOptions} [options]
   * @returns {Promise<G1Bytes>}
   */
  async computeBlobKzgProofAsync(blob, commitment, options) {
    const bytes = copyBytesOf(blob, [BLOB_BYTES], 'blob');
    const at = this.#challenge(bytes, copyBytesOf(commitment, [G1_BYTES], 'commitment'));
    const [proof] = await this.#prove(bytes, at, this.#task(options));
    return proof;
  }

  /**
   * The cells of a blob: of the values of its polynomial at twice as many points.
   * @param {Uint8Array} blob 131072 bytes
   * @returns {Uint8Array[]} 128 cells of 2048 bytes; the first 64 are the blob
   * @throws {ScalarError} an element of the blob is not below the order
   * @throws {InputError} wrong types or lengths, or a disposed setup or instance
   */
  computeCells(blob) {
    const bytes = readBytesOf(blob, [BLOB_BYTES], 'blob');
    return runNow(extendBlob(this.#live(), bytes));
  }

  /**
   * `computeCells` in steps.
   * @param {Uint8Array} blob
   * @param {TaskOptions} [options]
   * @returns {Promise<Uint8Array[]>}
   */
  async computeCellsAsync(blob, options) {
    const bytes = copyBytesOf(blob, [BLOB_BYTES], 'blob');
    return this.#steps(extendBlob(this.#live(), bytes), options);
  }

  /**
   * The cells of a blob with their proofs. Under a setup other than that of
   * `curvemill/trusted-setup`, the first call takes seconds more: see `prepare`.
   * @param {Uint8Array} blob 131072 bytes
   * @returns {[cells: Uint8Array[], proofs: Uint8Array[]]} 128 of 2048 bytes and 128 of 48
   * @throws {ScalarError} an element of the blob is not below the order
   * @throws {InputError} wrong types or lengths, a setup for commitments alone, or a disposed setup
   *   or instance
   */
  computeCellsAndKzgProofs(blob) {
    const bytes = readBytesOf(blob, [BLOB_BYTES], 'blob');
    return runNow(this.#withProofs(extensionOf(this.#live(), bytes)));
  }

  /**
   * `computeCellsAndKzgProofs` on all threads, or in steps.
   * @param {Uint8Array} blob
   * @param {TaskOptions} [options]
   * @returns {Promise<[cells: Uint8Array[], proofs: Uint8Array[]]>}
   */
  async computeCellsAndKzgProofsAsync(blob, options) {
    const bytes = copyBytesOf(blob, [BLOB_BYTES], 'blob');
    return this.#proveCells(extensionOf(this.#live(), bytes), options);
  }

  /**
   * All cells and proofs, from half of the cells or more.
   * @param {readonly number[]} cellIndices ascending, 64 to 128 of them, each below 128
   * @param {readonly Uint8Array[]} cells as many, 2048 bytes each
   * @returns {[cells: Uint8Array[], proofs: Uint8Array[]]} as `computeCellsAndKzgProofs`
   * @throws {ScalarError} an element is not below the order, with its index among all given
   * @throws {InputError} wrong types, lengths or indices; more than 64 cells that are not all of
   *   one blob, as where one is wrong; a setup for commitments alone; a disposed setup or instance
   */
  recoverCellsAndKzgProofs(cellIndices, cells) {
    const known = readKnownCells(cellIndices, cells);
    return runNow(this.#withProofs(recoveryOf(this.#live(), known.indices, known.cells)));
  }

  /**
   * `recoverCellsAndKzgProofs` on all threads, or in steps.
   * @param {readonly number[]} cellIndices
   * @param {readonly Uint8Array[]} cells
   * @param {TaskOptions} [options]
   * @returns {Promise<[cells: Uint8Array[], proofs: Uint8Array[]]>}
   */
  async recoverCellsAndKzgProofsAsync(cellIndices, cells, options) {
    const known = readKnownCells(cellIndices, cells);
    return this.#proveCells(recoveryOf(this.#live(), known.indices, known.cells), options);
  }

  /**
   * Whether a commitment's polynomial has the value y at z.
   * @param {Uint8Array} commitment 48 bytes
   * @param {Uint8Array} z 32 bytes big-endian, below the order
   * @param {Uint8Array} y the same
   * @param {Uint8Array} proof 48 bytes
   * @returns {boolean} false for a well-formed proof that is wrong
   * @throws {PointError} the commitment or the proof is no point of the group
   * @throws {ScalarError} z or y is not below the order
   * @throws {InputError} wrong types or lengths; a setup for commitments alone, or an instance
   *   without pairings; a disposed setup or instance
   */
  verifyKzgProof(commitment, z, y, proof) {
    return runNow(this.#verifyOpening(commitment, z, y, proof, false));
  }

  /**
   * `verifyKzgProof` in steps.
   * @param {Uint8Array} commitment
   * @param {Uint8Array} z
   * @param {Uint8Array} y
   * @param {Uint8Array} proof
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>}
   */
  async verifyKzgProofAsync(commitment, z, y, proof, options) {
    return this.#verified(this.#verifyOpening(commitment, z, y, proof, true), options);
  }

  /**
   * Whether a blob belongs to a commitment, by the proof of `computeBlobKzgProof`.
   * @param {Uint8Array} blob 131072 bytes
   * @param {Uint8Array} commitment 48 bytes
   * @param {Uint8Array} proof 48 bytes
   * @returns {boolean} false for a well-formed proof that is wrong
   * @throws {PointError} the commitment or the proof is no point of the group
   * @throws {ScalarError} an element of the blob is not below the order
   * @throws {InputError} as `verifyKzgProof`
   */
  verifyBlobKzgProof(blob, commitment, proof) {
    return runNow(this.#verifyBlob(blob, commitment, proof, false));
  }

  /**
   * `verifyBlobKzgProof` in steps.
   * @param {Uint8Array} blob
   * @param {Uint8Array} commitment
   * @param {Uint8Array} proof
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>}
   */
  async verifyBlobKzgProofAsync(blob, commitment, proof, options) {
    return this.#verified(this.#verifyBlob(blob, commitment, proof, true), options);
  }

  /**
   * Whether all blobs belong to their commitments. True for none.
   * @param {readonly Uint8Array[]} blobs 131072 bytes each
   * @param {readonly Uint8Array[]} commitments 48 bytes each
   * @param {readonly Uint8Array[]} proofs 48 bytes each
   * @returns {boolean} false if a well-formed proof is wrong
   * @throws {PointError} a commitment or a proof is no point of the group, with its `index`
   * @throws {ScalarError} an element of a blob is not below the order, with its `index` in the blob
   * @throws {InputError} lists of different lengths; otherwise as `verifyKzgProof`
   */
  verifyBlobKzgProofBatch(blobs, commitments, proofs) {
    return runNow(this.#verifyBlobs(blobs, commitments, proofs, false));
  }

  /**
   * `verifyBlobKzgProofBatch` in steps.
   * @param {readonly Uint8Array[]} blobs
   * @param {readonly Uint8Array[]} commitments
   * @param {readonly Uint8Array[]} proofs
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>}
   */
  async verifyBlobKzgProofBatchAsync(blobs, commitments, proofs, options) {
    return this.#verified(this.#verifyBlobs(blobs, commitments, proofs, true), options, true);
  }

  /**
   * Whether cells belong to their blobs' commitments. True for none; the same cell may stand twice.
   * @param {readonly Uint8Array[]} commitments of each cell's blob, 48 bytes each
   * @param {readonly number[]} cellIndices in any order, below 128
   * @param {readonly Uint8Array[]} cells 2048 bytes each
   * @param {readonly Uint8Array[]} proofs 48 bytes each
   * @returns {boolean} false if a well-formed proof is wrong
   * @throws {PointError} a commitment or a proof is no point of the group, with its `index`
   * @throws {ScalarError} an element is not below the order, with its `index` among those of all
   *   cells
   * @throws {InputError} lists of different lengths; otherwise as `verifyKzgProof`
   */
  verifyCellKzgProofBatch(commitments, cellIndices, cells, proofs) {
    return runNow(this.#verifyCells(commitments, cellIndices, cells, proofs, false));
  }

  /**
   * `verifyCellKzgProofBatch` in steps.
   * @param {readonly Uint8Array[]} commitments
   * @param {readonly number[]} cellIndices
   * @param {readonly Uint8Array[]} cells
   * @param {readonly Uint8Array[]} proofs
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>}
   */
  async verifyCellKzgProofBatchAsync(commitments, cellIndices, cells, proofs, options) {
    const steps = this.#verifyCells(commitments, cellIndices, cells, proofs, true);
    return this.#verified(steps, options, true);
  }

  /**
   * Makes tables of multiples of the setup's points, in steps, within the `memory` of the setup for
   * commitments and as much for the proofs of cells; with workers, as much again over all of them.
   * Worth its time, about a second, for programs that prove tens of blobs: docs/algorithms/kzg.md
   * has the prices. Without it, there are none. A setup other than that of
   * `curvemill/trusted-setup` takes some seconds more, once, for the fixed points of the proofs of
   * cells: here, or in the first call that needs them.
   * @param {TaskOptions} [options]
   * @returns {Promise<void>}
   */
  async prepare(options) {
    const { signal, onProgress } = this.#task(options);
    await this.#using(async () => {
      const proofs = this.#proofs;
      const report = partOf(onProgress);
      const share = proofs ? COMMITMENTS : 1;
      await this.#prepareBasis({ signal, onProgress: report(0, share) });
      await proofs?.prepare({ signal, onProgress: report(share, 1) });
    });
    onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
  }

  /**
   * Replaces the basis by one with a table, unless another call was faster.
   * @param {TaskOptions} task
   */
  async #prepareBasis({ signal, onProgress }) {
    const old = this.#basis;
    if (old.bytes > 0) return;
    const task = { memory: this.#memory, signal, onProgress };
    const basis = await withTable(old, task);
    const isNew = this.#basis === old;
    if (isNew) this.#basis = basis;
    (isNew ? old : basis).dispose();
  }

  /**
   * Frees the memory once running calls have ended. Later calls throw; later disposals do nothing.
   */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#freeIfUnused();
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }

  #freeIfUnused() {
    if (!this.#disposed || this.#users > 0) return;
    this.#basis.dispose();
    if (this.#lifetime.ended) return;
    this.#forget();
    this.#proofs?.dispose();
    this.#scalars.lists.dispose();
    this.#release();
  }

  /** Lets go of everything that reaches the instance's memory: `#live` throws from now on. */
  #release() {
    const gone = /** @type {any} */ (undefined);
    this.#groups = { ...this.#groups, pairings: null };
    this.#scalars = gone;
    this.#proofs = null;
    this.#verifier = null;
  }

  /** @returns {Scalars} @throws {InputError} disposed */
  #live() {
    this.#lifetime.check();
    if (this.#disposed) throw new InputError('expected a live Kzg, got a disposed one');
    return this.#scalars;
  }

  /**
   * @param {Uint8Array} blob
   * @param {Uint8Array} commitment
   * @throws {PointError} the commitment is no point of the group
   */
  #challenge(blob, commitment) {
    this.#live();
    this.#groups.G1.point(commitment, { format: 'compressed' });
    return blobChallenge(this.#scalars.hash, blob, commitment, this.#scalars.order);
  }

  /** @returns {CellProofs} */
  #cellProofs() {
    if (this.#proofs) return this.#proofs;
    throw new InputError('proofs of cells: expected a setup with their points, got one without');
  }

  /**
   * @param {Extension} extension
   * @returns {Generator<any, [Uint8Array[], Uint8Array[]], void>}
   */
  *#withProofs(extension) {
    return yield* this.#cellProofs().withCells(extension);
  }

  /**
   * @param {Extension} extension
   * @param {unknown} options
   * @returns {Promise<[Uint8Array[], Uint8Array[]]>}
   */
  async #proveCells(extension, options) {
    const proofs = this.#cellProofs();
    const control = { ...this.#task(options), lifetime: this.#lifetime };
    return this.#using(() => proofs.prove(extension, control));
  }

  /**
   * Reads the arguments at once.
   * @param {unknown} commitment
   * @param {unknown} z
   * @param {unknown} y
   * @param {unknown} proof
   * @param {boolean} inSteps
   * @returns {Generator<any, boolean, void>}
   */
  #verifyOpening(commitment, z, y, proof, inSteps) {
    const opening = {
      commitment: copyBytesOf(commitment, [G1_BYTES], 'commitment'),
      z: copyBytesOf(z, [ELEMENT], 'z'),
      y: copyBytesOf(y, [ELEMENT], 'y'),
      proof: copyBytesOf(proof, [G1_BYTES], 'proof'),
    };
    const scalars = this.#live();
    elementOf(scalars, opening.z, 'z');
    elementOf(scalars, opening.y, 'y');
    return this.#checks().openings([opening], inSteps);
  }

  /**
   * Reads the arguments at once.
   * @param {unknown} blob
   * @param {unknown} commitment
   * @param {unknown} proof
   * @param {boolean} inSteps
   * @returns {Generator<any, boolean, void>}
   */
  #verifyBlob(blob, commitment, proof, inSteps) {
    const read = inSteps ? copyBytesOf : readBytesOf;
    const blobs = [read(blob, [BLOB_BYTES], 'blob')];
    const commitments = [read(commitment, [G1_BYTES], 'commitment')];
    const proofs = [read(proof, [G1_BYTES], 'proof')];
    this.#live();
    return this.#checks().blobs(blobs, commitments, proofs, inSteps);
  }

  /**
   * Reads the arguments at once.
   * @param {unknown} blobs
   * @param {unknown} commitments
   * @param {unknown} proofs
   * @param {boolean} inSteps
   * @returns {Generator<any, boolean, void>}
   */
  #verifyBlobs(blobs, commitments, proofs, inSteps) {
    const lists = (inSteps ? copyBytesLists : viewBytesLists)({
      blobs: [blobs, BLOB_BYTES],
      commitments: [commitments, G1_BYTES],
      proofs: [proofs, G1_BYTES],
    });
    requireEqualLengths(lists);
    this.#live();
    return this.#checks().blobs(lists.blobs, lists.commitments, lists.proofs, inSteps);
  }

  /**
   * Reads the arguments at once.
   * @param {unknown} commitments
   * @param {unknown} cellIndices
   * @param {unknown} cells
   * @param {unknown} proofs
   * @param {boolean} inSteps
   * @returns {Generator<any, boolean, void>}
   */
  #verifyCells(commitments, cellIndices, cells, proofs, inSteps) {
    const indices = readCellIndices(cellIndices, 'cell indices');
    // Last: reading the indices may run the caller's code.
    const lists = (inSteps ? copyBytesLists : viewBytesLists)({
      commitments: [commitments, G1_BYTES],
      cells: [cells, CELL_BYTES],
      proofs: [proofs, G1_BYTES],
    });
    const { commitments: own, ...others } = lists;
    requireEqualLengths({ commitments: own, 'cell indices': indices, ...others });
    this.#live();
    return this.#checks().cells({ indices, ...lists }, inSteps);
  }

  /** @returns {Verifier} */
  #checks() {
    if (this.#verifier) return this.#verifier;
    throw new InputError(
      this.#groups.pairings
        ? 'verification: expected a setup with the points of verification, got one without'
        : 'verification: expected an instance with both groups and pairings, got one without',
    );
  }

  /**
   * Read after all other arguments, before the work begins.
   * @param {unknown} options
   * @throws {InputError} reading them disposed of this
   */
  #task(options) {
    const task = readTask({ ...readOptions(options, ['signal', 'onProgress'], 'kzg') });
    this.#live();
    return task;
  }

  /**
   * Keeps the memory until the work ends.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #using(work) {
    this.#users++;
    try {
      return await work();
    } finally {
      this.#users--;
      this.#freeIfUnused();
    }
  }

  /**
   * @template T
   * @param {Generator<any, T, void>} steps
   * @param {unknown} options
   * @param {boolean} [turnFirst] whether megabytes of arguments may have been copied
   * @returns {Promise<T>}
   */
  #steps(steps, options, turnFirst) {
    const lifetime = this.#lifetime;
    const task = this.#task(options);
    return this.#using(() => runSteps(steps, { ...task, lifetime, turnFirst }));
  }

  /**
   * Runs a verification in steps.
   * @param {Generator<any, boolean, void>} steps
   * @param {unknown} options
   * @param {boolean} [turnFirst]
   * @returns {Promise<boolean>}
   */
  #verified(steps, options, turnFirst) {
    const lifetime = this.#lifetime;
    const task = this.#task(options);
    return this.#using(async () => {
      await this.#verifier?.openSteps();
      return runSteps(steps, { ...task, lifetime, turnFirst });
    });
  }

  /**
   * @param {Uint8Array} scalars
   * @param {boolean} strict
   * @param {TaskOptions} task
   */
  async #commit(scalars, strict, task) {
    return (await this.#basis.msmAsync(scalars, { ...task, strict })).toBytes('compressed');
  }

  /**
   * @param {Uint8Array} blob
   * @param {bigint} z
   * @param {TaskOptions} task
   * @returns {Promise<[G1Bytes, Uint8Array<ArrayBuffer>]>}
   */
  async #prove(blob, z, task) {
    return this.#using(async () => {
      const { signal } = task;
      const { y, quotient } = await this.#steps(open(this.#scalars, blob, z), { signal });
      return [await this.#commit(quotient, false, task), y];
    });
  }
}
