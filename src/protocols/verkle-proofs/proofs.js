/** Proofs as users see them: arguments in, bytes and booleans out. */
import { InputError, PointError, ScalarError } from '../../errors.js';
import { runNow, runWithBreaks } from '../../group/drive.js';
import { contextOf } from '../../group/group.js';
import { describe, readFunction, readOptions, readSignal } from '../../group/options.js';
import { readBytesOf } from '../input.js';
import { Domain } from './domain.js';
import { PROOF_BYTES, decodeProof, encodeProof, joinProof, splitProof } from './encoding.js';
import { claimOf } from './execution-witness.js';
import { Generators } from './generators.js';
import { proveSteps, verify } from './multiproof.js';
import { readProverInputs, readVerifierInputs } from './statements.js';
import { Transcript } from './transcript.js';
import { readHex, readWitness } from './witness-json.js';

/** @import { Progress } from '../../engines/engine.js' */
/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { ProofParts } from './encoding.js' */
/** @import { MultiproofClaim } from './multiproof.js' */

/** The label of verkle-cryptography-wasm. */
const LABEL = 'verkle';

/** The label of execution witnesses. */
const WITNESS_LABEL = 'vt';

const ENCODING_BYTES = 32;

/** Proofs over one basis: what the methods of `Verkle` do. */
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
    return runNow(this.#steps(inputs, label));
  }

  /** @param {unknown} inputs @param {unknown} options @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async createAsync(inputs, options) {
    const known = readOptions(options, ['label', 'signal', 'onProgress'], 'createProofAsync');
    const signal = readSignal(known.signal, 'signal');
    const onProgress = readFunction(known.onProgress, 'onProgress');
    if (signal?.aborted) throw signal.reason;
    const { lifetime } = contextOf(this.#group);
    return runWithBreaks(this.#steps(inputs, known.label), { signal, onProgress, lifetime });
  }

  /** @param {unknown} proof @param {unknown} inputs @param {unknown} options @returns {boolean} */
  verify(proof, inputs, options) {
    const { label } = readOptions(options, ['label'], 'verifyProof');
    const bytes = readBytesOf(proof, [PROOF_BYTES], 'proof');
    const { openings, commitments, numbers } = readVerifierInputs(inputs, this.#group.order);
    const name = readLabel(label);
    const points = commitments.decode(this.#group);
    try {
      return this.#holds(bytes, { openings, commitments: points, numbers }, name);
    } finally {
      points.dispose();
    }
  }

  /** @param {unknown} prestateRoot @param {unknown} json @returns {boolean} */
  verifyWitness(prestateRoot, json) {
    const root = readHex(prestateRoot, ENCODING_BYTES, 'prestateRoot');
    const witness = readWitness(json);
    const claim = orNull(() => claimOf(this.#group, root, witness));
    if (claim === null) return false;
    try {
      return this.#holds(witness.proof, claim, WITNESS_LABEL);
    } finally {
      claim.commitments.dispose();
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
   * @param {unknown} inputs read before this returns
   * @param {unknown} label
   * @returns {Generator<Progress, Uint8Array<ArrayBuffer>, void>}
   */
  #steps(inputs, label) {
    const statement = readProverInputs(inputs, this.#group.order);
    const context = this.#context(readLabel(label));
    statement.commitments.decode(this.#group).dispose();
    return (function* () {
      return encodeProof(yield* proveSteps(context, statement.openings));
    })();
  }

  /**
   * @param {Uint8Array} bytes
   * @param {MultiproofClaim} claim
   * @param {string} label
   * @returns {boolean} false also if the bytes are no proof at all
   */
  #holds(bytes, claim, label) {
    const decoded = orNull(() => decodeProof(this.#group, bytes));
    if (decoded === null) return false;
    try {
      return verify(this.#context(label), claim, decoded);
    } finally {
      decoded.points.dispose();
    }
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
 * What is read from untrusted bytes, or null if they are none of what was expected.
 * @template Result
 * @param {() => Result} read
 * @returns {Result | null}
 */
function orNull(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof PointError || error instanceof ScalarError) return null;
    throw error;
  }
}

/** @param {unknown} label */
function readLabel(label = LABEL) {
  if (typeof label !== 'string') {
    throw new InputError(`label: expected a string, got ${describe(label)}`);
  }
  return label;
}
