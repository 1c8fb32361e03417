/// <reference lib="esnext.disposable" preserve="true" />
/**
 * KZG commitments and proofs of EIP-4844 blobs and EIP-7594 cells, with the names and shapes of
 * c-kzg's Node binding. Bytes in, bytes out; every function has an asynchronous twin.
 *
 * Wrong types and lengths, elements that are not below the order and bytes that are no point of
 * the group are errors; a well-formed proof that is wrong is `false`.
 */
import { InputError } from '../../errors.js';
import { withTable } from '../../group/fixed-basis.js';
import { contextOf } from '../../group/group.js';
import { provideMethods } from '../../group/objects.js';
import { readOptions } from '../../input/options.js';
import { isList } from '../../input/lists.js';
import { readTask } from '../../input/tasks.js';
import { TOTAL, sharedProgress } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { runNow } from '../../port/steps.js';
import { hexOf } from './hex.js';
import { readArguments } from './arguments.js';
import { basisOf, operations } from './operations.js';

/** @import { Scalars as ScalarInput, TaskOptions } from '../../group/group.js' */
/** @import { KzgHex } from './hex.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { Arguments } from './arguments.js' */
/** @import { G1Bytes, Operation, Setup } from './operations.js' */

/**
 * The asynchronous twin of a function: on all threads, or in steps. Its arguments are copied before
 * it returns; it rejects with what the function throws, or with `signal.reason`.
 * @template {(...given: any[]) => any} Call
 * @typedef {(...given: [...Parameters<Call>, options?: TaskOptions]) => Promise<ReturnType<Call>>}
 *   Twin
 */

/**
 * @template {keyof typeof operations} Name
 * @typedef {(typeof operations)[Name] extends Operation<infer Result> ? Result : never} Result
 */

/**
 * @template {keyof typeof operations} Name
 * @param {Name} name
 * @param {Setup} setup
 * @param {Arguments} given
 */
const stepsOf = (name, setup, given) =>
  /** @type {Steps<Result<Name>>} */ (operations[name].steps(setup, given));

/** Share of the table for commitments in what `prepare` makes. */
const COMMITMENTS = 0.4;

/**
 * Commitments and proofs under one trusted setup. Holds memory of its instance until disposed.
 *
 * Every method throws an `InputError` for wrong types or lengths, and for a disposed setup or
 * instance.
 */
export class Kzg {
  #lifetime;
  /** Ends the wait for the end of the instance. */
  #forget;
  /** Null once disposed, or after the end of the instance. @type {Setup | null} */
  #setup;
  #basis;
  #order;
  #users = 0;
  #disposed = false;

  /**
   * Internal: see `Bls12381.kzg`.
   * @param {Setup} setup owned by this object from now on
   */
  constructor(setup) {
    provideMethods(this);
    const { lifetime } = contextOf(setup.G1);
    this.#setup = setup;
    this.#basis = setup.basis;
    this.#order = setup.scalars.order;
    this.#lifetime = lifetime;
    // A reference held after `dispose()` does not keep the instance's memory alive.
    this.#forget = lifetime.onEnd(() => (this.#setup = null));
    /**
     * The same functions over text, under the names of the interface `KZG` of @ethereumjs/util.
     * @type {Readonly<KzgHex>}
     * @readonly
     */
    this.hex = hexOf(this);
  }

  /** Bytes of the table for commitments: 0 until `prepare` has made it. @returns {number} */
  get bytes() {
    return this.#basis?.bytes ?? 0;
  }

  /**
   * The commitment to a blob.
   * @param {Uint8Array} blob 4096 field elements, 32 bytes big-endian each
   * @returns {G1Bytes} 48 bytes, compressed
   * @throws {ScalarError} an element is not below the order, which the specification requires; with
   *   its `index`
   * @throws {InputError} not an array of 131072 bytes
   */
  blobToKzgCommitment(blob) {
    return this.#now('blobToKzgCommitment', blob);
  }
  /** `blobToKzgCommitment` on all threads, or in steps. @type {Twin<Kzg['blobToKzgCommitment']>} */
  blobToKzgCommitmentAsync(blob, options) {
    return this.#later('blobToKzgCommitment', options, blob);
  }

  /** The same as `blobToKzgCommitment`. @type {Kzg['blobToKzgCommitment']} */
  blobToCommitment(blob) {
    return this.blobToKzgCommitment(blob);
  }

  /**
   * The commitment to a polynomial given by its values, in the order of the setup's points.
   * @param {ScalarInput} scalars at most 4096, missing ones are 0; bigints, or 32 bytes big-endian
   *   each
   * @returns {G1Bytes} 48 bytes, compressed
   * @throws {ScalarError} a scalar is not below the order, with its `index`
   */
  commitToEvaluations(scalars) {
    return basisOf(this.#live()).msm(scalars, { strict: true }).toBytes('compressed');
  }

  /**
   * The value of a blob's polynomial at z, with a proof.
   * @param {Uint8Array} blob 131072 bytes
   * @param {Uint8Array} z 32 bytes big-endian, below the order
   * @returns {[proof: G1Bytes, y: Uint8Array<ArrayBuffer>]} 48 and 32 bytes
   * @throws {ScalarError} an element of the blob, or z, is not below the order
   */
  computeKzgProof(blob, z) {
    return this.#now('computeKzgProof', blob, z);
  }
  /** `computeKzgProof` on all threads, or in steps. @type {Twin<Kzg['computeKzgProof']>} */
  computeKzgProofAsync(blob, z, options) {
    return this.#later('computeKzgProof', options, blob, z);
  }

  /**
   * The proof that belongs to a blob and its commitment: of the value at a hash of both.
   * @param {Uint8Array} blob 131072 bytes
   * @param {Uint8Array} commitment 48 bytes; a point of the group, but not compared with the blob's
   * @returns {G1Bytes}
   * @throws {PointError} the commitment is no point of the group
   * @throws {ScalarError} an element of the blob is not below the order
   */
  computeBlobKzgProof(blob, commitment) {
    return this.#now('computeBlobKzgProof', blob, commitment);
  }
  /** `computeBlobKzgProof` on all threads, or in steps. @type {Twin<Kzg['computeBlobKzgProof']>} */
  computeBlobKzgProofAsync(blob, commitment, options) {
    return this.#later('computeBlobKzgProof', options, blob, commitment);
  }

  /**
   * The cells of a blob: of the values of its polynomial at twice as many points.
   * @param {Uint8Array} blob 131072 bytes
   * @returns {Uint8Array[]} 128 cells of 2048 bytes; the first 64 are the blob
   * @throws {ScalarError} an element of the blob is not below the order
   */
  computeCells(blob) {
    return this.#now('computeCells', blob);
  }
  /** `computeCells` in steps. @type {Twin<Kzg['computeCells']>} */
  computeCellsAsync(blob, options) {
    return this.#later('computeCells', options, blob);
  }

  /**
   * The cells of a blob with their proofs. Under a setup other than that of
   * `curvemill/trusted-setup`, the first call takes seconds more: see `prepare`. Under that one, in
   * a page, it may find their points not downloaded; it computes them then, from the Lagrange
   * points, in 6 s with relaxed SIMD and 12 without. `computeCellsAndKzgProofsAsync` downloads
   * them, as `prepare` does, and `ready` takes their bytes (`trusted-setup`).
   * @param {Uint8Array} blob 131072 bytes
   * @returns {[cells: Uint8Array[], proofs: Uint8Array[]]} 128 of 2048 bytes and 128 of 48
   * @throws {ScalarError} an element of the blob is not below the order
   * @throws {InputError} a setup without points of cells
   */
  computeCellsAndKzgProofs(blob) {
    return this.#now('computeCellsAndKzgProofs', blob);
  }
  /**
   * The same on all threads, or in steps. In a page, the first such call downloads the points of
   * the cells, 786 kB, unless they were given; one that fails for that reason, with an
   * `EnvironmentError`, may be tried again.
   * @type {Twin<Kzg['computeCellsAndKzgProofs']>}
   */
  computeCellsAndKzgProofsAsync(blob, options) {
    return this.#later('computeCellsAndKzgProofs', options, blob);
  }

  /**
   * All cells and proofs, from half of the cells or more. The first call may take seconds, as that
   * of `computeCellsAndKzgProofs`.
   * @param {readonly number[]} cellIndices ascending, 64 to 128 of them, each below 128
   * @param {readonly Uint8Array[]} cells as many, 2048 bytes each
   * @returns {[cells: Uint8Array[], proofs: Uint8Array[]]} as `computeCellsAndKzgProofs`
   * @throws {ScalarError} an element is not below the order, with its index among all given
   * @throws {InputError} wrong indices; more than 64 cells that are not all of one blob, as where
   *   one is wrong; a setup for commitments alone
   */
  recoverCellsAndKzgProofs(cellIndices, cells) {
    return this.#now('recoverCellsAndKzgProofs', cellIndices, cells);
  }
  /**
   * The same on all threads, or in steps; downloads as `computeCellsAndKzgProofsAsync` does.
   * @type {Twin<Kzg['recoverCellsAndKzgProofs']>}
   */
  recoverCellsAndKzgProofsAsync(cellIndices, cells, options) {
    return this.#later('recoverCellsAndKzgProofs', options, cellIndices, cells);
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
   * @throws {InputError} a setup for commitments alone, or an instance without pairings
   */
  verifyKzgProof(commitment, z, y, proof) {
    return this.#now('verifyKzgProof', commitment, z, y, proof);
  }
  /** `verifyKzgProof` in steps. @type {Twin<Kzg['verifyKzgProof']>} */
  verifyKzgProofAsync(commitment, z, y, proof, options) {
    return this.#later('verifyKzgProof', options, commitment, z, y, proof);
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
    return this.#now('verifyBlobKzgProof', blob, commitment, proof);
  }
  /** `verifyBlobKzgProof` in steps. @type {Twin<Kzg['verifyBlobKzgProof']>} */
  verifyBlobKzgProofAsync(blob, commitment, proof, options) {
    return this.#later('verifyBlobKzgProof', options, blob, commitment, proof);
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
    return this.#now('verifyBlobKzgProofBatch', blobs, commitments, proofs);
  }
  /** `verifyBlobKzgProofBatch` in steps. @type {Twin<Kzg['verifyBlobKzgProofBatch']>} */
  verifyBlobKzgProofBatchAsync(blobs, commitments, proofs, options) {
    return this.#later('verifyBlobKzgProofBatch', options, blobs, commitments, proofs);
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
    return this.#now('verifyCellKzgProofBatch', commitments, cellIndices, cells, proofs);
  }
  /** `verifyCellKzgProofBatch` in steps. @type {Twin<Kzg['verifyCellKzgProofBatch']>} */
  verifyCellKzgProofBatchAsync(commitments, cellIndices, cells, proofs, options) {
    return this.#later('verifyCellKzgProofBatch', options, commitments, cellIndices, cells, proofs);
  }

  /**
   * Makes tables of multiples of the setup's points, in steps, within the `memory` of the setup for
   * commitments and as much for the proofs of cells; with workers, as much again over all of them.
   * Worth its time, about a second, for programs that prove tens of blobs: docs/algorithms/kzg.md
   * has the prices. Without it, there are none. A setup other than that of
   * `curvemill/trusted-setup` takes some seconds more, once, for the fixed points of the proofs of
   * cells: here, or in the first call that needs them. Under that one they are downloaded, if they
   * are not there.
   * @param {TaskOptions} [options]
   * @returns {Promise<void>}
   */
  async prepare(options) {
    const { signal, onProgress } = this.#task(options);
    await this.#using(async ({ proofs }) => {
      const report = sharedProgress(onProgress);
      const share = proofs ? COMMITMENTS : 1;
      await this.#prepareBasis({ signal, onProgress: report(0, share) });
      await proofs?.prepare({ signal, onProgress: report(share, 1) });
    });
    onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
  }

  /**
   * Replaces the basis by one with a table, unless another call was faster.
   * @type {(task: TaskOptions) => Promise<void>}
   */
  async #prepareBasis({ signal, onProgress }) {
    const { basis: old, memory } = this.#live();
    if (!old || old.bytes > 0) return;
    const basis = await withTable(old, { memory, signal, onProgress });
    const isNew = this.#basis === old;
    if (isNew) {
      this.#basis = basis;
      if (this.#setup) this.#setup.basis = basis;
    }
    (isNew ? old : basis).dispose();
  }

  /**
   * Frees the memory once running calls have ended. Later calls throw; later disposals do nothing.
   * @returns {void}
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
    this.#basis?.dispose();
    if (!this.#setup) return;
    this.#forget();
    this.#setup.proofs?.dispose();
    this.#setup.scalars.lists.dispose();
    this.#setup = null;
  }

  /** @returns {Setup} @throws {InputError} disposed */
  #live() {
    this.#lifetime.check();
    if (this.#disposed) throw new InputError('expected a live Kzg, got a disposed one');
    return /** @type {Setup} */ (this.#setup);
  }

  /**
   * @template {keyof typeof operations} Name
   * @param {Name} name
   * @param {unknown[]} given
   * @returns {Result<Name>}
   */
  #now(name, ...given) {
    this.#live();
    const read = this.#read(name, given, false);
    // Reading what is given may run the caller's code.
    return runNow(stepsOf(name, this.#live(), read));
  }

  /**
   * @template {keyof typeof operations} Name
   * @param {Name} name
   * @param {unknown} options
   * @param {unknown[]} given
   * @returns {Promise<Result<Name>>}
   */
  async #later(name, options, ...given) {
    this.#live();
    const read = this.#read(name, given, true);
    const control = { ...this.#task(options), lifetime: this.#lifetime };
    // Megabytes may have been copied.
    const turnFirst = given.filter(isList).length > 1;
    return this.#using((setup) => runSteps(stepsOf(name, setup, read), { ...control, turnFirst }));
  }

  /**
   * @param {keyof typeof operations} name
   * @param {unknown[]} given
   * @param {boolean} isCopied
   */
  #read(name, given, isCopied) {
    const { names, check } = operations[name];
    const read = readArguments(names, given, { order: this.#order, isCopied });
    check?.(read);
    return read;
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
   * @param {(setup: Setup) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #using(work) {
    const setup = this.#live();
    this.#users++;
    try {
      return await work(setup);
    } finally {
      this.#users--;
      this.#freeIfUnused();
    }
  }
}
