/**
 * Groth16 with the files, the JSON and the names of snarkjs: what an instance gives.
 */
import { provideMethods } from '../../group/objects.js';
import { isBytes, readBytes } from '../../input/bytes.js';
import { readHex } from '../../input/hex.js';
import { readBoolean, readInteger, readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { isSquare } from '../../math/modular.js';
import { InputError } from '../../errors.js';
import { TOTAL } from '../../port/progress.js';
import { readInputs } from './circuit-inputs.js';
import { curveOf } from './curve.js';
import { readProof, readSignals } from './json.js';
import { solidityCall } from './solidity.js';
import { Groth16VerifyingKey, readVerifyingKey } from './verifying-key.js';

/** @import { TaskOptions } from '../../group/group.js' */
/** @import { OpenScalarLists, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { CeremonyPlace, PtauVerdict, ZkeyVerdict } from '../ceremony/ceremony.js' */
/** @import { PairingContext } from '../pairing/pairing.js' */
/** @import { CircuitInputs } from './circuit-inputs.js' */
/** @import { Curve } from './curve.js' */
/** @import { JsonNumber, ProofLike, VerificationKey } from './json.js' */
/** @import { Proved } from './prove.js' */
/** @import { Groth16ProvingKey } from './proving-key.js' */
/** @import { FileSource } from './source.js' */
/** @import { Witness } from './wtns.js' */

/**
 * `insecure`: takes keys without a contribution to phase 2 of their ceremony, by which anybody can
 * forge proofs. For tests of circuits alone. Default false.
 * @typedef {{ insecure?: boolean }} KeyTrust
 */

/**
 * `check`: whether all points must be in their groups, which takes seconds for those of G2; those
 * of the header always are. Default false: a wrong point gives no proof.
 * @typedef {{ check?: boolean } & KeyTrust & TaskOptions} ProvingKeyOptions
 */

/**
 * `beaconLimit`: the largest exponent of a beacon that is computed, 10 to 63: 2^exponent SHA-256
 * in a row. Default 20, a second or two.
 * @typedef {{ beaconLimit?: number } & TaskOptions} CeremonyOptions
 */

/**
 * `expected`: the BLAKE2b-512 hash of a file that is known to be right, as hexadecimal digits: it
 * is compared, and nothing else is verified.
 * @typedef {{ expected?: string } & CeremonyOptions} PtauOptions
 */

/** Bytes of a published hash, exponents of beacons, and the default of the largest. */
const [HASH_BYTES, LEAST_EXPONENT, MOST_EXPONENT, BEACON_LIMIT] = [64, 10, 63, 20];

/**
 * The curve in snarkjs's files: its name in JSON, and the facts of its ceremonies.
 * @typedef {{ name: string, openConstants: CeremonyPlace['openConstants'] }} SnarkjsCurve
 */

/**
 * Groth16 over the curve of an instance. Verification is for public data; a prover takes a secret,
 * the witness: see `Groth16ProvingKey.prove`.
 */
export class Groth16 {
  /** @type {Curve} */
  #curve;
  #openConstants;

  /**
   * Internal: see `groth16` of an instance.
   * @param {PairingContext} pairing
   * @param {SnarkjsCurve} snarkjs
   */
  constructor(pairing, { name, openConstants }) {
    provideMethods(this);
    this.#curve = curveOf(pairing, name);
    this.#openConstants = openConstants;
  }

  /**
   * Reads a proving key piece by piece, and keeps it in the memory of the instance until it is
   * disposed of. Lengths are checked before memory is taken, points for their curves.
   * @param {FileSource} zkey a .zkey of Groth16
   * @param {ProvingKeyOptions} [options]
   * @returns {Promise<Groth16ProvingKey>} rejects with an `InputError` that says which section, for
   *   a key of another protocol or curve, what is cut or does not fit, infinity among α, β, γ and
   *   δ, a key without a contribution unless `insecure`, and a point off its curve; with a
   *   `ResourceError` without memory; with `signal.reason` on abort
   * @example
   * const key = await groth16.provingKey(await fetch('circuit_final.zkey'));
   * const { proof, publicSignals } = await key.prove(wtns);
   */
  async provingKey(zkey, options) {
    const curve = this.#curve;
    curve.g1.lifetime.check();
    const read = readOptions(options, ['check', 'insecure', 'signal', 'onProgress'], 'provingKey');
    const check = readBoolean(read.check, false, 'check');
    const insecure = readBoolean(read.insecure, false, 'insecure');
    const task = readTask(read);
    const opening = this.#lists();
    const { openProvingKey } = await import('./proving-key.js');
    return openProvingKey(curve, opening, zkey, { check, insecure, task });
  }

  /**
   * Reads a verification key, and checks its points: a few milliseconds. It holds no memory that
   * must be freed.
   * @param {string | VerificationKey} json the text of verification_key.json, or what it says
   * @param {KeyTrust} [options]
   * @returns {Groth16VerifyingKey}
   * @throws {InputError} no key of Groth16 over this curve, γ or δ at infinity, a key without a
   *   contribution unless `insecure`, or a disposed instance
   * @throws {PointError} a point off its curve or outside of its group
   */
  verifyingKey(json, options) {
    this.#curve.g1.lifetime.check();
    const read = readOptions(options, ['insecure'], 'verifyingKey');
    const insecure = readBoolean(read.insecure, false, 'insecure');
    return new Groth16VerifyingKey(this.#curve, readVerifyingKey(json, this.#curve, insecure));
  }

  /**
   * A proof by a key that is read once, piece by piece, and not kept: snarkjs's `groth16.prove`.
   * It takes about 150 bytes of WebAssembly memory for each row of the domain (170 on portable
   * kernels; on threads each worker as much again for the transforms) and some 20 MiB, whatever the
   * size of the key, and 32 bytes of other memory for each wire. Whoever proves again opens the key
   * once: `provingKey`. The sections of a stream must come in an order of snarkjs's, those of other
   * files in any.
   * @param {FileSource} zkey
   * @param {Witness} wtns bytes are copied before this returns
   * @param {KeyTrust & TaskOptions} [options] `insecure`, `signal`, `onProgress`
   * @returns {Promise<Proved>} rejects as `provingKey` and `Groth16ProvingKey.prove`; with an
   *   `InputError` that says which section of a stream came too early
   */
  async prove(zkey, wtns, options) {
    return this.#prove(zkey, options, 'prove', async () =>
      isBytes(wtns) ? readBytes(wtns, 'wtns').slice() : wtns,
    );
  }

  /**
   * The witness of a circuit for its inputs, by the module that circom 2 writes beside it. The
   * module is code of the caller's choice: it gets a memory of its own, which is overwritten
   * afterwards, and no more. It runs in one go: on a worker of an instance with `threads`, else on
   * the caller's thread, where nothing else runs meanwhile. A circuit that is not known belongs in
   * a worker that can be ended.
   * @param {FileSource} circuitWasm the .wasm of the circuit
   * @param {CircuitInputs} input values by the names of the input signals: integers, as numbers,
   *   bigints or text; arrays of them, of any nesting; objects for buses. Reduced modulo the order
   *   of the field, as circom does it. Read before this returns
   * @param {TaskOptions} [options] `signal`
   * @returns {Promise<Uint8Array<ArrayBuffer>>} a .wtns file, which is secret; rejects with an
   *   `InputError` that names the signal, for what is no input of the circuit, has another number
   *   of values, or breaks one of its assertions; that names the signals which were given, where
   *   values are missing, as a module does not have the names of the others; and for other modules,
   *   those of circom 1 among them
   * @example
   * const wtns = await groth16.witness(await fetch('circuit.wasm'), { a: 3, b: ['11', 5n] });
   */
  async witness(circuitWasm, input, options) {
    this.#curve.g1.lifetime.check();
    const { signal } = readTask(readOptions(options, ['signal'], 'witness'));
    const signals = readInputs(input, this.#curve.r);
    const { witnessOf } = await import('./circuit-witness.js');
    return witnessOf(circuitWasm, signals, this.#curve, signal);
  }

  /**
   * A proof for inputs of a circuit: snarkjs's `groth16.fullProve`, which is `witness` and then
   * `prove`. What held the witness is overwritten.
   * @param {CircuitInputs} input
   * @param {FileSource} circuitWasm
   * @param {FileSource} zkey
   * @param {KeyTrust & TaskOptions} [options] `insecure`, `signal`, `onProgress`
   * @returns {Promise<Proved>} rejects as `witness` and `prove`
   */
  async fullProve(input, circuitWasm, zkey, options) {
    return this.#prove(zkey, options, 'fullProve', (signal) =>
      this.witness(circuitWasm, input, { signal }),
    );
  }

  /**
   * @param {FileSource} zkey
   * @param {unknown} options
   * @param {string} name of the call, for messages
   * @param {(signal: AbortSignal | undefined) => Promise<Witness>} witnessOf called at once; its
   *   bytes are overwritten
   * @returns {Promise<Proved>}
   */
  async #prove(zkey, options, name, witnessOf) {
    const curve = this.#curve;
    curve.g1.lifetime.check();
    const read = readOptions(options, ['insecure', 'signal', 'onProgress'], name);
    const insecure = readBoolean(read.insecure, false, 'insecure');
    const task = readTask(read);
    const opening = this.#lists();
    const reading = witnessOf(task.signal);
    // Awaited when the prover's code has come.
    reading.catch(() => {});
    try {
      const { proveOnce } = await import('./proving-key.js');
      const proved = await proveOnce(curve, opening, zkey, reading, { insecure, task });
      task.onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
      return proved;
    } finally {
      // Also what is read when this has failed.
      reading.then(
        (wtns) => void (isBytes(wtns) && wtns.fill(0)),
        () => {},
      );
    }
  }

  /**
   * Verifies a ceremony's powers of τ: that each list has the powers of one secret, that every
   * contributor knew its part of it, and that somebody has contributed. It takes a random sum of
   * each list, 7 s for 2^16 powers, and memory for a part of the file. The hash of the points
   * begins with what stands behind them: of a stream 384 bytes for each power are kept; a Blob, a
   * file and bytes are read as they need.
   *
   * A verdict says that a file is the outcome of its contributions. Whether one of the contributors
   * was honest only people know: compare `responseHash` with what each has published. Nothing binds
   * names.
   * @param {FileSource} ptau a .ptau file
   * @param {PtauOptions} [options]
   * @returns {Promise<PtauVerdict>} `reason`: of a file that is not valid, the section, the point
   *   or the contribution; what is known until then beside it. Rejects with an `InputError` for
   *   anything but a file or a wrong option, with an `EnvironmentError` without WebAssembly, with
   *   `signal.reason` on abort, with what `onProgress` throws
   * @example
   * const { valid, reason, contributions } = await groth16.verifyPtau(file);
   * for (const { name, responseHash } of contributions) console.log(name, responseHash);
   */
  async verifyPtau(ptau, options) {
    const names = ['expected', 'beaconLimit', 'signal', 'onProgress'];
    const read = readOptions(options, names, 'verifyPtau');
    const expected = readHash(read.expected, 'expected');
    const how = { expected, ...readCeremony(read) };
    const place = this.#ceremony();
    const { verifyPtau } = await import('../ceremony/ceremony.js');
    return verifyPtau(place, ptau, how);
  }

  /**
   * Verifies a key against its circuit and the powers of τ: that its points are those of the
   * circuit, that every contributor knew its secret, that somebody has contributed, and that the
   * hash with which the contributions begin is that of this circuit. The powers themselves are
   * verified by `verifyPtau`, or known by a published hash.
   *
   * The circuit's hash takes points that a key no longer has: those of `initial`, the key before
   * any contribution, which is read as a list of points that are compared with those of the key.
   * Without it they are computed from powers in the Lagrange form, which takes two to three times
   * as long, and memory for 44 bytes a coefficient.
   *
   * A verdict says that a key is the outcome of its contributions. Whether one of the contributors
   * was honest only people know: compare each `hash` with what has been published. Nothing binds
   * names.
   * @param {{ r1cs: FileSource, ptau: FileSource, zkey: FileSource, initial?: FileSource }} files
   *   read once each, in this order but for `zkey`, whose beginning is read before `ptau`. Of a
   *   stream of constraints before their header, as circom writes them, all are kept until it comes
   * @param {CeremonyOptions} [options]
   * @returns {Promise<ZkeyVerdict>} as of `verifyPtau`. Rejects with an `InputError` for anything
   *   but files or a wrong option, and without `initial` where the powers have no Lagrange form
   * @example
   * const { valid, reason } = await groth16.verifyZkey({ r1cs, ptau, zkey, initial });
   */
  async verifyZkey(files, options) {
    const names = ['r1cs', 'ptau', 'zkey', 'initial'];
    const { r1cs, ptau, zkey, initial } = readOptions(files, names, 'verifyZkey');
    const read = readOptions(options, ['beaconLimit', 'signal', 'onProgress'], 'verifyZkey');
    const how = readCeremony(read);
    const place = this.#ceremony();
    const { verifyZkey } = await import('../ceremony/ceremony.js');
    return verifyZkey(place, { r1cs, ptau, zkey, initial }, how);
  }

  /**
   * Verifies what has been contributed to a key, for whoever coordinates a ceremony: δ, C and H of
   * a key have changed by secrets that contributors knew, contributions are more, and all else is
   * as it was. It takes a sum over C and H of both keys, and does not look at the circuit.
   * @param {FileSource} before a .zkey: the initial one, or one with fewer contributions
   * @param {FileSource} after
   * @param {CeremonyOptions} [options]
   * @returns {Promise<ZkeyVerdict>} `contributions`: all of `after`. Rejects as `verifyPtau`
   * @example
   * const { valid, reason } = await groth16.verifyContribution(sent, received);
   */
  async verifyContribution(before, after, options) {
    const names = ['beaconLimit', 'signal', 'onProgress'];
    const how = readCeremony(readOptions(options, names, 'verifyContribution'));
    const place = this.#ceremony();
    const { verifyContribution } = await import('../ceremony/ceremony.js');
    return verifyContribution(place, { before, after }, how);
  }

  /** @returns {CeremonyPlace} */
  #ceremony() {
    this.#curve.g1.lifetime.check();
    return { curve: this.#curve, opening: this.#lists(), openConstants: this.#openConstants };
  }

  /**
   * Lists for proofs: their roots of unity are powers of the least non-residue, which is what
   * snarkjs takes. Opened beside the download of the prover's code.
   * @returns {Promise<ScalarLists>}
   */
  #lists() {
    const { g1, r } = this.#curve;
    let generator = 2n;
    while (isSquare(generator, r)) generator++;
    const open = /** @type {OpenScalarLists} */ (g1.engine.scalarLists);
    const lists = open({ generator });
    // Whoever awaits them reports a failure.
    lists.catch(() => {});
    return lists;
  }

  /**
   * Whether a proof is valid: snarkjs's `groth16.verify`, without a promise. Whoever verifies again
   * reads the key once: `verifyingKey`.
   * @param {string | VerificationKey} vk
   * @param {readonly JsonNumber[]} publicSignals
   * @param {ProofLike} proof
   * @returns {boolean}
   * @throws {InputError} as `verifyingKey` and `Groth16VerifyingKey.verify`
   */
  verify(vk, publicSignals, proof) {
    return this.verifyingKey(vk).verify(publicSignals, proof);
  }

  /**
   * The arguments of snarkjs's Solidity verifier as text: snarkjs's `exportSolidityCallData`. In
   * π_B the imaginary parts come first, as EIP-197 has them.
   * @param {ProofLike} proof
   * @param {readonly JsonNumber[]} publicSignals
   * @returns {string}
   * @throws {InputError} no proof, or no signals
   */
  toSolidity(proof, publicSignals) {
    const [points, signals] = [
      readProof(proof, this.#curve),
      readSignals(publicSignals, this.#curve),
    ];
    return solidityCall(points, signals, this.#curve.fieldBytes, SCALAR_BYTES);
  }
}

/** @type {(value: unknown, what: string) => Uint8Array | undefined} */
function readHash(value, what) {
  if (value === undefined) return undefined;
  const bytes = readHex(value, what);
  if (bytes.length === HASH_BYTES) return bytes;
  throw new InputError(`${what}: expected ${HASH_BYTES} bytes, got ${bytes.length}`);
}

/** @param {Record<string, unknown>} options */
function readCeremony({ beaconLimit = BEACON_LIMIT, signal, onProgress }) {
  const limit = readInteger(beaconLimit, LEAST_EXPONENT, MOST_EXPONENT, 'beaconLimit');
  return { beaconLimit: limit, task: readTask({ signal, onProgress }) };
}
