/// <reference lib="esnext.disposable" preserve="true" />
/** A proving key, and proofs under it: another download, with the first key. */
import { InputError } from '../../errors.js';
import { provideMethods } from '../../group/objects.js';
import { fieldParts, scalarFieldOf } from '../../group/scalars/scalar-field.js';
import { joined } from '../../input/bytes.js';
import { readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { fromBytesLE, SCALAR_BYTES } from '../../math/integers.js';
import { TOTAL } from '../../port/progress.js';
import { Groth16Equations } from './equations.js';
import { writeJsonPoint } from './json.js';
import { freeKey, openKey } from './open-key.js';
import { prove } from './prove.js';
import { placeOf } from './verifying-key.js';
import { readWitness } from './wtns.js';

/** @import { TaskOptions } from '../../group/group.js' */
/** @import { FieldParts } from '../../group/scalars/scalar-field.js' */
/** @import { Curve } from './curve.js' */
/** @import { Proof, VerificationKey } from './json.js' */
/** @import { KeyOptions, KeyParts } from './open-key.js' */
/** @import { Witness } from './wtns.js' */
/** @import { FixedName } from './zkey-header.js' */

/** A proof and its public signals, as snarkjs writes them. */
/** @typedef {{ proof: Proof, publicSignals: string[] }} Proved */

/**
 * A proving key in the memory of its instance, for any number of proofs. Dispose of it when done.
 */
export class Groth16ProvingKey {
  #curve;
  #field;
  /** Null once it is disposed of and no proof needs it. @type {KeyParts | null} */
  #parts;
  #sizes;
  #equations;
  #users = 0;
  #disposed = false;

  /**
   * Internal: see `Groth16.provingKey`.
   * @param {Curve} curve
   * @param {FieldParts} field
   * @param {KeyParts} parts owned by this object from now on
   * @param {number} bytes of them in the memory of engines
   */
  constructor(curve, field, parts, bytes) {
    provideMethods(this);
    this.#curve = curve;
    this.#field = field;
    this.#parts = parts;
    this.#sizes = { ...parts.header, bytes };
    this.#equations = new Groth16Equations(placeOf(curve));
    curve.g1.lifetime.onEnd(() => (this.#parts = null));
  }

  /** Number of wires of the circuit, the constant included. */
  get wires() {
    return this.#sizes.wires;
  }

  /** Number of public signals. */
  get publics() {
    return this.#sizes.publics;
  }

  /** Size of the domain, a power of two: more than constraints and public signals. */
  get domain() {
    return this.#sizes.domain;
  }

  /** Bytes of memory that the key holds on this thread. */
  get bytes() {
    return this.#sizes.bytes;
  }

  /**
   * Makes a proof, in steps of at most 12 ms, on all threads, and verifies it: what is not valid
   * does not leave. Blinding factors are fresh, from `crypto.getRandomValues`; memory that held the
   * witness is overwritten, after errors and aborts, too.
   *
   * Variable time: durations depend on the witness, as in every prover in use. Prove where nobody
   * who may not know the witness can measure it, such as on the device of its owner.
   * @param {Witness} wtns the bytes of a .wtns file; 32 bytes little-endian for each wire; or
   *   bigints. Copied before this returns
   * @param {TaskOptions} [options]
   * @returns {Promise<Proved>} rejects with an `InputError` for a witness of another circuit, one
   *   that does not satisfy it, or a key that is wrong; with `signal.reason` on abort; with what
   *   `onProgress` throws
   */
  async prove(wtns, options) {
    const { g1 } = this.#curve;
    // First: to read options runs the caller's code, which may dispose of the key.
    const task = readTask(readOptions(options, ['signal', 'onProgress'], 'prove'));
    const parts = this.#live();
    const { wires, publics } = this.#sizes;
    this.#users++;
    let witness = new Uint8Array();
    try {
      witness = await readWitness(wtns, { wires, r: this.#curve.r });
      const { A, B, C } = await prove(
        { curve: this.#curve, field: this.#field },
        parts,
        witness,
        task,
      );
      g1.lifetime.check();
      const signals = witness.slice(SCALAR_BYTES, SCALAR_BYTES * (publics + 1));
      const key = keyBytes(parts);
      if (!this.#equations.holds([signals, joined([A, B, C])], { key })) {
        throw new InputError(
          'prove: expected a witness that satisfies the circuit, and a right key, got a proof that is not valid',
        );
      }
      const result = { proof: this.#write(A, B, C), publicSignals: textOf(signals) };
      task.onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
      return result;
    } finally {
      witness.fill(0);
      this.#users--;
      this.#freeIfUnused();
    }
  }

  /**
   * The verification key, as snarkjs writes it, but without `vk_alphabeta_12`, which no verifier
   * reads.
   * @returns {VerificationKey}
   * @throws {InputError} a disposed key or instance
   */
  verificationKey() {
    const { fixed, IC } = this.#live();
    const curve = this.#curve;
    const point = (/** @type {FixedName} */ name, /** @type {number} */ degree) =>
      writeJsonPoint(/** @type {Uint8Array} */ (fixed.get(name)), degree, curve);
    const size = 2 * curve.fieldBytes;
    return {
      protocol: 'groth16',
      curve: curve.name,
      nPublic: this.publics,
      vk_alpha_1: point('alpha1', 1),
      vk_beta_2: point('beta2', 2),
      vk_gamma_2: point('gamma2', 2),
      vk_delta_2: point('delta2', 2),
      IC: Array.from({ length: this.publics + 1 }, (_, i) =>
        writeJsonPoint(IC.subarray(i * size, (i + 1) * size), 1, curve),
      ),
    };
  }

  /**
   * Frees the memory once running proofs have ended. Later calls throw; later disposals do nothing.
   */
  dispose() {
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
    if (!this.#disposed || this.#users > 0 || !this.#parts) return;
    freeKey(this.#field.lists, this.#parts);
    this.#parts = null;
  }

  /** @returns {KeyParts} @throws {InputError} disposed */
  #live() {
    this.#curve.g1.lifetime.check();
    if (this.#disposed || !this.#parts) {
      throw new InputError('expected a live proving key, got a disposed one');
    }
    return this.#parts;
  }

  /** @type {(A: Uint8Array, B: Uint8Array, C: Uint8Array) => Proof} */
  #write(A, B, C) {
    const curve = this.#curve;
    return {
      pi_a: writeJsonPoint(A, 1, curve),
      pi_b: writeJsonPoint(B, 2, curve),
      pi_c: writeJsonPoint(C, 1, curve),
      protocol: 'groth16',
      curve: curve.name,
    };
  }
}

/** @type {(curve: Curve, zkey: unknown, how: KeyOptions) => Promise<Groth16ProvingKey>} */
export async function openProvingKey(curve, zkey, how) {
  const field = fieldParts(await scalarFieldOf(curve.g1));
  const parts = await openKey(curve, field.lists, zkey, how);
  const { A, B1, B2, interleavedHC, matrices } = parts;
  const sizes = await Promise.all(
    [curve.g1, curve.g2].map(async ({ engine }) => (await engine.lists()).transfer?.pointBytes),
  );
  const [g1, g2] = sizes.map((size, i) => size ?? 2 * (i + 1) * curve.fieldBytes);
  const bytes =
    g1 * (A.length + B1.length + interleavedHC.length) + g2 * B2.length + matrices.bytes;
  how.task.onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
  return new Groth16ProvingKey(curve, field, parts, bytes);
}

/** @param {KeyParts} parts */
function keyBytes({ fixed, IC }) {
  const names = /** @type {const} */ (['alpha1', 'beta2', 'gamma2', 'delta2']);
  return { fixed: joined(names.map((name) => /** @type {Uint8Array} */ (fixed.get(name)))), IC };
}

/** @type {(signals: Uint8Array) => string[]} */
const textOf = (signals) =>
  Array.from({ length: signals.length / SCALAR_BYTES }, (_, i) =>
    String(fromBytesLE(signals.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES))),
  );
