/** The public interface of proofs: validates arguments, returns bytes and booleans. */

import { InputError, PointError, ScalarError } from '../../errors.js';
import { runSteps } from '../../port/slices.js';
import { quietly, runNow } from '../../port/steps.js';
import { contextOf } from '../../group/group.js';
import { contentToCopy, readBytesOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { decodeList, Generators } from './commitments.js';
import { Domain } from './domain.js';
import { decodeProof, encodeProof, joinProof, PROOF_BYTES, splitProof } from './encoding.js';
import { claimOf, treeOf } from './execution-witness.js';
import { proveSteps, verifySteps } from './multiproof.js';
import { readProverInputs, readVerifierInputs } from './statements.js';
import { Transcript } from './ipa.js';
import { readHex, readWitness } from './witness-json.js';

/** @import { Control, Progress } from '../../port/engine.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { ProofParts } from './encoding.js' */
/** @import { Tree } from './execution-witness.js' */
/** @import { MultiproofClaim } from './multiproof.js' */

/** The label of verkle-cryptography-wasm. */
const LABEL = 'verkle';

/** The label of execution witnesses. */
const WITNESS_LABEL = 'vt';

const ENCODING_BYTES = 32;

/** In place of a proof of another length: its scalar is not below the order. */
const NO_PROOF = new Uint8Array(PROOF_BYTES).fill(255);

/**
 * Milliseconds of a slice of an execution witness: its text leaves garbage, which takes 4 to 10 ms
 * to collect at the end of some slices (bench/results/gaps.md).
 */
const WITNESS_SLICE_MS = 3;

/** Options of asynchronous calls. */
const TASK = ['signal', 'onProgress'];

/** Proofs over one basis: implements the methods of `Verkle`. */
export class Proofs {
  #group;
  #generators;
  /** @type {Domain | undefined} */
  #domain;

  /**
   * @param {Group} group
   * @param {FixedBasis} basis the 256 points
   * @param {FixedBasis} inner the group's generator alone
   */
  constructor(group, basis, inner) {
    this.#group = group;
    this.#generators = new Generators(group, basis, inner);
  }

  /** @param {unknown} inputs @param {unknown} options @returns {Uint8Array<ArrayBuffer>} */
  create(inputs, options) {
    return runNow(this.#creating(inputs, readOptions(options, ['label'], 'createProof')));
  }

  /**
   * @param {unknown} inputs
   * @param {unknown} options
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async createAsync(inputs, options) {
    const known = readOptions(options, ['label', ...TASK], 'createProofAsync');
    const task = readTask(known);
    return this.#run(this.#creating(inputs, known), { ...task, turnFirst: true });
  }

  /** @param {unknown} proof @param {unknown} inputs @param {unknown} options @returns {boolean} */
  verify(proof, inputs, options) {
    return runNow(this.#verifying(proof, inputs, readOptions(options, ['label'], 'verifyProof')));
  }

  /**
   * @param {unknown} proof
   * @param {unknown} inputs
   * @param {unknown} options
   * @returns {Promise<boolean>}
   */
  async verifyAsync(proof, inputs, options) {
    const known = readOptions(options, ['label', ...TASK], 'verifyProofAsync');
    const task = readTask(known);
    return this.#run(this.#verifying(proof, inputs, known), { ...task, turnFirst: true });
  }

  /** @param {unknown} prestateRoot @param {unknown} json @returns {boolean} */
  verifyWitness(prestateRoot, json) {
    return runNow(this.#verifyingWitness(prestateRoot, json));
  }

  /**
   * @param {unknown} prestateRoot
   * @param {unknown} json
   * @param {unknown} options
   * @returns {Promise<boolean>}
   */
  async verifyWitnessAsync(prestateRoot, json, options) {
    const task = readTask(readOptions(options, TASK, 'verifyExecutionWitnessPreStateAsync'));
    const steps = this.#verifyingWitness(prestateRoot, json);
    return this.#run(steps, { ...task, sliceMs: WITNESS_SLICE_MS });
  }

  /** @param {unknown} proof @returns {ProofParts} */
  split(proof) {
    const bytes = readBytesOf(proof, [PROOF_BYTES], 'proof');
    decodeProof(this.#group, bytes).points.dispose();
    return splitProof(bytes);
  }

  /** @param {unknown} parts @returns {Uint8Array<ArrayBuffer>} */
  join(parts) {
    const bytes = joinProof(parts);
    decodeProof(this.#group, bytes).points.dispose();
    return bytes;
  }

  /**
   * Reads its arguments at once.
   * @type {(inputs: unknown, options: { label?: unknown }) => Steps<Uint8Array<ArrayBuffer>>}
   */
  #creating(inputs, { label }) {
    const { reading, commitments } = readProverInputs(inputs, this.#group.order);
    const context = this.#context(readLabel(label));
    const group = this.#group;
    return (function* () {
      const { openings } = yield* quietly(reading);
      (yield* commitments.decode(group)).dispose();
      return encodeProof(yield* proveSteps(context, openings));
    })();
  }

  /**
   * Reads its arguments at once.
   * @type {(proof: unknown, inputs: unknown, options: { label?: unknown }) => Steps<boolean>}
   */
  #verifying(proof, inputs, { label }) {
    const bytes = new Uint8Array(contentToCopy(proof, [PROOF_BYTES], NO_PROOF, 'proof'));
    const { commitments, reading } = readVerifierInputs(inputs, this.#group.order);
    return this.#verifySteps(bytes, { commitments, reading }, readLabel(label));
  }

  /**
   * @type {(bytes: Uint8Array, inputs: ReturnType<typeof readVerifierInputs>, label: string) =>
   *   Steps<boolean>}
   */
  *#verifySteps(bytes, { commitments, reading }, label) {
    const claim = yield* quietly(reading);
    const points = yield* commitments.decode(this.#group);
    try {
      return yield* this.#claimHolds(bytes, { ...claim, commitments: points }, label);
    } finally {
      points.dispose();
    }
  }

  /** @type {(prestateRoot: unknown, json: unknown) => Steps<boolean>} */
  *#verifyingWitness(prestateRoot, json) {
    // What comes before the proof reports nothing.
    const statement = yield* quietly(this.#witnessSteps(prestateRoot, json));
    if (!statement) return false;
    const commitments = yield* this.#decodeOrNull(statement.encodings);
    if (!commitments) return false;
    try {
      const claim = yield* claimOf(this.#group, statement, commitments);
      return yield* this.#claimHolds(statement.proof, claim, WITNESS_LABEL);
    } finally {
      commitments.dispose();
    }
  }

  /** @type {(encodings: Uint8Array) => Steps<PointVector | null>} */
  *#decodeOrNull(encodings) {
    try {
      return yield* decodeList(this.#group, encodings);
    } catch (error) {
      return nullIfMalformed(error);
    }
  }

  /**
   * Reads a witness.
   * @param {unknown} prestateRoot
   * @param {unknown} json
   * @returns {Generator<Progress, (Tree & { proof: Uint8Array }) | null, void>} null if no proof
   *   can prove it
   */
  *#witnessSteps(prestateRoot, json) {
    contextOf(this.#group).lifetime.check();
    const root = readHex(prestateRoot, ENCODING_BYTES, 'prestateRoot');
    const witness = yield* readWitness(json);
    const { proof } = witness;
    // A malformed proof is refused before the work that a long witness asks for.
    if (!orNull(() => decodeProof(this.#group, proof).points.dispose() ?? true)) return null;
    const tree = yield* treeOf(root, witness);
    return tree && { ...tree, proof };
  }

  /**
   * @param {Uint8Array} bytes
   * @param {MultiproofClaim} claim
   * @param {string} label
   * @returns {Generator<Progress, boolean, void>} false also if the bytes are malformed
   */
  *#claimHolds(bytes, claim, label) {
    const decoded = orNull(() => decodeProof(this.#group, bytes));
    if (decoded === null) return false;
    try {
      return yield* verifySteps(this.#context(label), claim, decoded);
    } finally {
      decoded.points.dispose();
    }
  }

  /**
   * @template Result
   * @param {Steps<Result>} steps
   * @param {Omit<Control, 'lifetime'>} control `turnFirst`: megabytes may have been read
   * @returns {Promise<Result>}
   */
  #run(steps, control) {
    return runSteps(steps, { ...control, lifetime: contextOf(this.#group).lifetime });
  }

  /** @param {string} label */
  #context(label) {
    const { order } = this.#group;
    this.#domain ??= new Domain(order);
    return {
      order,
      domain: this.#domain,
      generators: this.#generators,
      transcript: new Transcript(label, order),
    };
  }
}

/**
 * Reads untrusted bytes; null if they are malformed.
 * @template Result
 * @param {() => Result} read
 * @returns {Result | null}
 */
function orNull(read) {
  try {
    return read();
  } catch (error) {
    return nullIfMalformed(error);
  }
}

/** @param {unknown} error @returns {null} of a point or scalar; any other is thrown */
function nullIfMalformed(error) {
  if (error instanceof PointError || error instanceof ScalarError) return null;
  throw error;
}

/** @type {(label?: unknown) => string} */
function readLabel(label = LABEL) {
  if (typeof label !== 'string') {
    throw new InputError(`label: expected a string, got ${describe(label)}`);
  }
  return label;
}
