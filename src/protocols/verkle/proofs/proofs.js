/** The public interface of proofs: validates arguments, returns bytes and booleans. */
import { InputError, PointError, ScalarError } from '../../../errors.js';
import { runSteps } from '../../../port/slices.js';
import { runNow } from '../../../port/steps.js';
import { contextOf } from '../../../group/group.js';
import { copyBytesOf, readBytesOf } from '../../../input/bytes.js';
import { describe } from '../../../input/describe.js';
import { readOptions } from '../../../input/options.js';
import { readTask } from '../../../input/tasks.js';
import { Domain } from './domain.js';
import { PROOF_BYTES, decodeProof, encodeProof, joinProof, splitProof } from './encoding.js';
import { claimOf, treeOf } from './execution-witness.js';
import { Generators } from './generators.js';
import { proveSteps, verifySteps } from './multiproof.js';
import { readProverInputs, readVerifierInputs } from './statements.js';
import { Transcript } from './transcript.js';
import { readHex, readWitness } from './witness-json.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { FixedBasis } from '../../../group/fixed-basis.js' */
/** @import { Group } from '../../../group/group.js' */
/** @import { PointVector } from '../../../group/point-vector.js' */
/** @import { ProofParts } from './encoding.js' */
/** @import { Tree } from './execution-witness.js' */
/** @import { MultiproofClaim } from './multiproof.js' */

/** The label of verkle-cryptography-wasm. */
const LABEL = 'verkle';

/** The label of execution witnesses. */
const WITNESS_LABEL = 'vt';

const ENCODING_BYTES = 32;

/** Of a list of commitments. @type {{ format: 'compressed' }} */
const LIST = { format: 'compressed' };

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
    const { label } = readOptions(options, ['label'], 'createProof');
    const { reading, commitments } = readProverInputs(inputs, this.#group.order);
    const context = this.#context(readLabel(label));
    const { openings } = runNow(reading);
    commitments.decode(this.#group).dispose();
    return runNow(provingSteps(context, openings));
  }

  /**
   * @param {unknown} inputs
   * @param {unknown} options
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async createAsync(inputs, options) {
    const known = readOptions(options, ['label', ...TASK], 'createProofAsync');
    const { signal } = readTask(known);
    const { reading, commitments } = readProverInputs(inputs, this.#group.order);
    const label = readLabel(known.label);
    const { openings } = await this.#run({ signal }, () => reading, { turnFirst: true });
    (await commitments.decodeAsync(this.#group, signal)).dispose();
    return this.#run(known, () => provingSteps(this.#context(label), openings));
  }

  /** @param {unknown} proof @param {unknown} inputs @param {unknown} options @returns {boolean} */
  verify(proof, inputs, options) {
    const { label } = readOptions(options, ['label'], 'verifyProof');
    const { bytes, commitments: read, reading } = this.#readClaim(proof, inputs);
    const name = readLabel(label);
    const claim = runNow(reading);
    const commitments = read.decode(this.#group);
    try {
      return runNow(this.#claimHolds(bytes, { ...claim, commitments }, name));
    } finally {
      commitments.dispose();
    }
  }

  /**
   * @param {unknown} proof
   * @param {unknown} inputs
   * @param {unknown} options
   * @returns {Promise<boolean>}
   */
  async verifyAsync(proof, inputs, options) {
    const known = readOptions(options, ['label', ...TASK], 'verifyProofAsync');
    const { signal } = readTask(known);
    const { bytes, commitments: read, reading } = this.#readClaim(proof, inputs);
    const label = readLabel(known.label);
    const claim = await this.#run({ signal }, () => reading, { turnFirst: true });
    const commitments = await read.decodeAsync(this.#group, signal);
    try {
      return await this.#run(known, () =>
        this.#claimHolds(bytes, { ...claim, commitments }, label),
      );
    } finally {
      commitments.dispose();
    }
  }

  /** @param {unknown} prestateRoot @param {unknown} json @returns {boolean} */
  verifyWitness(prestateRoot, json) {
    const statement = runNow(this.#witnessSteps(prestateRoot, json));
    const commitments = statement && orNull(() => this.#group.points(statement.encodings, LIST));
    if (!commitments) return false;
    try {
      return runNow(this.#witnessHolds(statement, commitments));
    } finally {
      commitments.dispose();
    }
  }

  /**
   * @param {unknown} prestateRoot
   * @param {unknown} json
   * @param {unknown} options
   * @returns {Promise<boolean>}
   */
  async verifyWitnessAsync(prestateRoot, json, options) {
    const known = readOptions(options, TASK, 'verifyExecutionWitnessPreStateAsync');
    // What comes before the proof reports nothing.
    const quiet = { signal: /** @type {AbortSignal | undefined} */ (known.signal) };
    const reading = () => this.#witnessSteps(prestateRoot, json);
    const statement = await this.#run(quiet, reading, { sliceMs: WITNESS_SLICE_MS });
    if (!statement) return false;
    const decoding = this.#group.pointsAsync(statement.encodings, { ...LIST, ...quiet });
    const commitments = await decoding.catch(nullIfMalformed);
    if (!commitments) return false;
    try {
      const holds = () => this.#witnessHolds(statement, commitments);
      return await this.#run(known, holds, { sliceMs: WITNESS_SLICE_MS });
    } finally {
      commitments.dispose();
    }
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
   * @param {unknown} proof
   * @param {unknown} inputs
   */
  #readClaim(proof, inputs) {
    const bytes = copyBytesOf(proof, [PROOF_BYTES], 'proof');
    return { bytes, ...readVerifierInputs(inputs, this.#group.order) };
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
   * @param {Tree & { proof: Uint8Array }} statement
   * @param {PointVector} commitments
   * @returns {Generator<Progress, boolean, void>}
   */
  *#witnessHolds(statement, commitments) {
    const claim = yield* claimOf(this.#group, statement, commitments);
    return yield* this.#claimHolds(statement.proof, claim, WITNESS_LABEL);
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
   * @param {Record<string, unknown>} task its options
   * @param {() => Generator<Progress, Result, void>} begin
   * @param {{ sliceMs?: number, turnFirst?: boolean }} [how] `turnFirst`: megabytes of arguments
   *   may have been read
   * @returns {Promise<Result>}
   */
  async #run(task, begin, how) {
    const control = { ...readTask(task), lifetime: contextOf(this.#group).lifetime, ...how };
    return runSteps(begin(), control);
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
 * @param {Parameters<typeof proveSteps>[0]} context
 * @param {Parameters<typeof proveSteps>[1]} openings
 * @returns {Generator<Progress, Uint8Array<ArrayBuffer>, void>}
 */
function* provingSteps(context, openings) {
  return encodeProof(yield* proveSteps(context, openings));
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

/** @param {unknown} label */
function readLabel(label = LABEL) {
  if (typeof label !== 'string') {
    throw new InputError(`label: expected a string, got ${describe(label)}`);
  }
  return label;
}
