/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Verkle tree commitments (EIP-6800): Pedersen commitments to up to 256 scalars under the fixed
 * basis G_0 … G_255, and tree keys. Names, byte orders and encodings are those of
 * verkle-cryptography-wasm: a scalar is 32 bytes little-endian below the order, a commitment 64
 * bytes, x ‖ y little-endian of either representative.
 */
import { sumOf } from '../group/fixed-basis.js';
import { provideMethods } from '../group/objects.js';
import { readBytesOf } from '../input/bytes.js';
import { readInteger } from '../input/options.js';
import { readScalars } from '../input/scalars.js';
import { SCALAR_BYTES } from '../math/integers.js';
import {
  WIDTH,
  readCommitment,
  readCommitments,
  readEntries,
  readUpdates,
  readVector,
} from './arguments.js';
import { mapToScalar, mapToScalars } from './basis.js';
import { TreeKeys } from './tree-keys.js';

/** @import { FixedBasis } from '../group/fixed-basis.js' */
/** @import { ElementFormat } from '../group/encodings/encoding.js' */
/** @import { Group, TaskOptions } from '../group/group.js' */
/** @import { Point } from '../group/point.js' */
/** @import { Term } from './tree-keys.js' */
/** @import { ProofParts } from './proofs/encoding.js' */
/** @import { Proofs } from './proofs/proofs.js' */
/** @import { ProverInput, VerifierInput } from './proofs/statements.js' */

/**
 * Key of the basis of commitments: for measurements of points instead of bytes, not part of the
 * public interface.
 */
const BASIS = Symbol.for('curvemill.basis');

const FORMAT = 'uncompressed-le';

/** @typedef {{ index: number, oldScalar: Uint8Array, newScalar: Uint8Array }} ScalarUpdate */

/**
 * `label`: of the transcript (default `'verkle'`, that of verkle-cryptography-wasm; execution
 * witnesses have `'vt'`). A proof is valid only under the label it was made with.
 * @typedef {{ label?: string }} ProofOptions
 */

/**
 * Commitments with tables. Holds memory of its instance until disposed.
 *
 * Methods but `dispose` throw an `InputError` for wrong types, lengths or options, and once this or
 * the instance is disposed. A proof is data of others: bytes that are none are `false`.
 */
export class Verkle {
  #group;
  #basis;
  #inner;
  #proofs;
  #keys;

  /**
   * Internal: see `Banderwagon.verkle`.
   * @param {Group<bigint, ElementFormat>} group
   * @param {{ basis: FixedBasis, inner: FixedBasis, proofs: Proofs }} parts over the 256 points,
   *   over the generator alone, and the proofs over both
   */
  constructor(group, { basis, inner, proofs }) {
    provideMethods(this);
    this.#group = group;
    this.#basis = basis;
    this.#inner = inner;
    this.#proofs = proofs;
    this.#keys = new TreeKeys((terms, plus) => this.#sum(terms, plus));
    /**
     * Bytes of the tables.
     * @type {number}
     * @readonly
     */
    this.bytes = basis.bytes + inner.bytes;
    Object.defineProperty(this, BASIS, { value: basis });
  }

  /**
   * The commitment to the zero vector.
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   */
  get zeroCommitment() {
    return this.#group.identity.toBytes(FORMAT);
  }

  /**
   * The commitment to a vector.
   * @param {readonly Uint8Array[]} vector at most 256 scalars, missing ones are 0
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {ScalarError} a scalar is not below the order, with its `index`
   */
  commitToScalars(vector) {
    const terms = readVector(vector).map((scalar, i) => /** @type {Term} */ ([i, scalar]));
    return this.#sum(terms).toBytes(FORMAT);
  }

  /**
   * The commitment to a sparse vector.
   * @param {readonly (readonly [number, Uint8Array])[]} entries index and scalar; no index twice
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {ScalarError} a scalar is not below the order, with its place in the list
   * @throws {InputError} wrong indices
   */
  commitSparse(entries) {
    return this.#sum(readEntries(entries)).toBytes(FORMAT);
  }

  /**
   * The commitment after one scalar has changed.
   * @param {Uint8Array} commitment 64 bytes
   * @param {number} index of the scalar, 0 … 255
   * @param {Uint8Array} oldScalar
   * @param {Uint8Array} newScalar
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {PointError} the bytes are not a commitment
   * @throws {ScalarError} a scalar is not below the order
   * @throws {InputError} wrong indices
   */
  updateCommitment(commitment, index, oldScalar, newScalar) {
    return this.updateCommitmentSparse(commitment, [{ index, oldScalar, newScalar }]);
  }

  /**
   * The commitment after some scalars have changed.
   * @param {Uint8Array} commitment 64 bytes
   * @param {readonly ScalarUpdate[]} updates several for one index add up
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {PointError} the bytes are not a commitment
   * @throws {ScalarError} a scalar is not below the order, with its place in the list
   * @throws {InputError} wrong indices
   */
  updateCommitmentSparse(commitment, updates) {
    const point = this.#read(commitment);
    const terms = readUpdates(updates, this.#group.order);
    return this.#sum(terms, point).toBytes(FORMAT);
  }

  /**
   * The sum of two commitments, which commits to the sums of their scalars.
   * @param {Uint8Array} a 64 bytes
   * @param {Uint8Array} b 64 bytes
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {PointError} the bytes are not a commitment
   */
  addCommitments(a, b) {
    return this.#read(a).add(this.#read(b)).toBytes(FORMAT);
  }

  /**
   * The image of a commitment under the map to the scalar field.
   * @param {Uint8Array} commitment 64 bytes
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes
   * @throws {PointError} the bytes are not a commitment
   */
  hashCommitment(commitment) {
    return this.#map(this.#read(commitment));
  }

  /**
   * `hashCommitment` for a list; hundreds share one inversion.
   * @param {readonly Uint8Array[]} commitments 64 bytes each
   * @returns {Uint8Array<ArrayBuffer>[]} 32 bytes each
   * @throws {PointError} an item is not a commitment, with its `index`
   */
  hashCommitments(commitments) {
    const { count, bytes } = readCommitments(commitments);
    const vector = this.#group.points(bytes, { format: FORMAT });
    try {
      const scalars = mapToScalars(this.#group, vector);
      return Array.from({ length: count }, (_, i) =>
        scalars.slice(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES),
      );
    } finally {
      vector.dispose();
    }
  }

  /**
   * @param {Uint8Array} commitment 64 bytes
   * @returns {Uint8Array<ArrayBuffer>} the compressed encoding, 32 bytes
   * @throws {PointError} the bytes are not a commitment
   */
  serializeCommitment(commitment) {
    return this.#read(commitment).toBytes('compressed');
  }

  /**
   * @param {Uint8Array} bytes the compressed encoding, 32 bytes
   * @returns {Uint8Array<ArrayBuffer>} the commitment, 64 bytes
   * @throws {PointError} the bytes are not an encoding
   */
  deserializeCommitment(bytes) {
    const encoding = readBytesOf(bytes, [SCALAR_BYTES], 'bytes');
    return this.#group.point(encoding, { format: 'compressed' }).toBytes(FORMAT);
  }

  /**
   * The hash of an address and a tree index, from which the keys of 256 leaves derive: the map to
   * the scalar field of 16386·G_0 + Σ (16 bytes each)·G_1 … G_4. The partial sums of the last 1024
   * recurring addresses are cached.
   * @param {Uint8Array} address 32 bytes
   * @param {Uint8Array} treeIndex 32 bytes little-endian
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes
   */
  getTreeKeyHash(address, treeIndex) {
    const bytes = readBytesOf(address, [SCALAR_BYTES], 'address');
    const index = readBytesOf(treeIndex, [SCALAR_BYTES], 'treeIndex');
    return this.#map(this.#keys.commit(bytes, index));
  }

  /**
   * A tree key: `getTreeKeyHash`, with its last byte replaced.
   * @param {Uint8Array} address 32 bytes
   * @param {Uint8Array} treeIndex 32 bytes little-endian
   * @param {number} subIndex 0 … 255
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes
   */
  getTreeKey(address, treeIndex, subIndex) {
    const last = readInteger(subIndex, 0, WIDTH - 1, 'subIndex');
    const key = this.getTreeKeyHash(address, treeIndex);
    key[SCALAR_BYTES - 1] = last;
    return key;
  }

  /**
   * Proves the values at some indices of committed vectors, in constant size. Synchronous; costs
   * about eleven commitments to 256 scalars, plus some work per input.
   * @param {readonly ProverInput[]} inputs commitments and indices may repeat. That a commitment is
   *   to its vector is not checked; if it is not, the proof is invalid
   * @param {ProofOptions} [options]
   * @returns {Uint8Array<ArrayBuffer>} 576 bytes: D, L_1 … L_8, R_1 … R_8, 32 bytes compressed
   *   each, and a scalar, 32 bytes little-endian
   * @throws {PointError} a `serializedCommitment` is not an encoding, with the `index` of the input
   * @throws {ScalarError} a scalar is not below the order, with its `index` in its vector
   * @throws {InputError} nothing to open, or wrong indices
   */
  createProof(inputs, options) {
    return this.#proofs.create(inputs, options);
  }

  /**
   * `createProof` in slices: yields to the event loop about every 12 ms, reports progress and can
   * be aborted. The inputs are read before it returns.
   * @param {readonly ProverInput[]} inputs
   * @param {ProofOptions & TaskOptions} [options]
   * @returns {Promise<Uint8Array<ArrayBuffer>>} rejects with what `createProof` throws; with
   *   `signal.reason` on abort; with an `InputError` when this or the instance is disposed
   *   meanwhile; with what `onProgress` throws
   */
  async createProofAsync(inputs, options) {
    return this.#proofs.createAsync(inputs, options);
  }

  /**
   * Verifies that the committed vectors have these values, in the order of `createProof`. An
   * invalid or malformed proof, of any length, gives false, not an error (verkle-cryptography-wasm
   * throws instead).
   * Costs about one commitment to 256 scalars, plus some work per distinct commitment.
   * @param {Uint8Array} proof 576 bytes
   * @param {readonly VerifierInput[]} inputs
   * @param {ProofOptions} [options]
   * @returns {boolean}
   * @throws {PointError} a `serializedCommitment` is not an encoding, with the `index` of the input
   * @throws {ScalarError} a value is not below the order, with its `index` in its list
   * @throws {InputError} nothing to verify, or wrong indices
   */
  verifyProof(proof, inputs, options) {
    return this.#proofs.verify(proof, inputs, options);
  }

  /**
   * `verifyProof` in slices, like `createProofAsync`: yields between its steps and during its
   * largest multi-scalar multiplication. The arguments are read before it returns.
   * @param {Uint8Array} proof 576 bytes
   * @param {readonly VerifierInput[]} inputs
   * @param {ProofOptions & TaskOptions} [options]
   * @returns {Promise<boolean>} rejects with what `verifyProof` throws, and as
   *   `createProofAsync` does
   */
  async verifyProofAsync(proof, inputs, options) {
    return this.#proofs.verifyAsync(proof, inputs, options);
  }

  /**
   * The parts of a proof, checked to be points and a scalar. The proof is not verified.
   * @param {Uint8Array} proof 576 bytes
   * @returns {ProofParts}
   * @throws {PointError} an invalid point, with its `index`: 0 for D, 1 … 8 for L, 9 … 16 for R
   * @throws {ScalarError} the last scalar is not below the order
   */
  deserializeProof(proof) {
    return this.#proofs.split(proof);
  }

  /**
   * A proof from its parts, checked as by `deserializeProof`.
   * @param {ProofParts} parts 32 bytes each, eight of `cl` and `cr`; `finalEvaluation`
   *   little-endian (execution witnesses write it big-endian)
   * @returns {Uint8Array<ArrayBuffer>} 576 bytes
   * @throws {PointError} as `deserializeProof`
   * @throws {ScalarError} as `deserializeProof`
   */
  serializeProof(parts) {
    return this.#proofs.join(parts);
  }

  /**
   * Verifies that the `currentValue`s of a Verkle testnet's execution witness are those of the tree
   * with this root, `null` meaning absent. `newValue`s are ignored. A well-formed but wrong witness
   * gives false, as does one with invalid points. docs/algorithms/verkle-proofs.md, section 6,
   * lists what is not proved.
   * @param {string} prestateRoot 32 bytes, the compressed commitment of the root, as
   *   hexadecimal digits
   * @param {string} executionWitness JSON: `stateDiff` and `verkleProof`
   * @returns {boolean}
   * @throws {InputError} invalid digits, or JSON that is not a witness
   */
  verifyExecutionWitnessPreState(prestateRoot, executionWitness) {
    return this.#proofs.verifyWitness(prestateRoot, executionWitness);
  }

  /**
   * `verifyExecutionWitnessPreState` in slices, like `verifyProofAsync`.
   * @param {string} prestateRoot
   * @param {string} executionWitness
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>} rejects with what `verifyExecutionWitnessPreState` throws, and as
   *   `createProofAsync` does
   */
  async verifyExecutionWitnessPreStateAsync(prestateRoot, executionWitness, options) {
    return this.#proofs.verifyWitnessAsync(prestateRoot, executionWitness, options);
  }

  /** Frees the memory. Later calls that need the tables throw; later disposals do nothing. */
  dispose() {
    this.#basis.dispose();
    this.#inner.dispose();
    this.#keys.clear();
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }

  /**
   * Σ scalar·G_index + `plus`.
   * @type {(terms: Term[], plus?: Point<bigint, ElementFormat>) => Point<bigint, ElementFormat>}
   * @throws {ScalarError} a scalar is not below the order, with its place in the list
   * @throws {InputError} an index appears twice
   */
  #sum(terms, plus) {
    const { order } = this.#group;
    const scalars = new Uint8Array(terms.length * SCALAR_BYTES);
    terms.forEach(([, scalar], i) => scalars.set(scalar, i * SCALAR_BYTES));
    const checked = readScalars(scalars, { endian: 'le', strict: true, order });
    const indices = terms.map(([index]) => index);
    return sumOf(this.#basis, checked, indices, plus);
  }

  /** @param {Point<bigint, ElementFormat>} point @returns {Uint8Array<ArrayBuffer>} 32 bytes */
  #map(point) {
    return mapToScalar(this.#group, point);
  }

  /** @type {(commitment: unknown) => Point<bigint, ElementFormat>} */
  #read(commitment) {
    return this.#group.point(readCommitment(commitment), { format: FORMAT });
  }
}
