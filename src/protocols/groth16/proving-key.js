/// <reference lib="esnext.disposable" preserve="true" />
/** A proving key, and proofs under it: another download, with the first key. */
import { InputError } from '../../errors.js';
import { provideMethods } from '../../group/objects.js';
import { constantsOf } from '../../group/scalars/products.js';
import { readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { TOTAL } from '../../port/progress.js';
import { Groth16Equations } from './equations.js';
import { writeJsonPoint } from './json.js';
import { freePiece, piecesOf } from './pieces.js';
import { prove } from './prove.js';
import { Stop } from './stop.js';
import { placeOf } from './verifying-key.js';
import { readWitness } from './wtns.js';

/** @import { TaskOptions } from '../../group/group.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { Curve } from './curve.js' */
/** @import { VerificationKey } from './json.js' */
/** @import { KeyHead, Piece, Place } from './pieces.js' */
/** @import { Proved } from './prove.js' */
/** @import { Witness, WitnessValues } from './wtns.js' */
/** @import { FixedName } from './zkey-header.js' */

/** @typedef {{ check: boolean, insecure: boolean, task: Task }} OpenOptions */

/**
 * A key in the memory of engines, in the order of a proof.
 * @typedef {{ head: KeyHead & { IC: Uint8Array }, pieces: readonly Piece[] }} KeyParts
 */

/**
 * The order of pieces by their section: workers sum the first points while this thread multiplies
 * rows, and the points of H wait for the transforms.
 */
const ORDER = new Map([
  [5, 0],
  [4, 1],
  [6, 2],
  [7, 2],
  [8, 2],
  [9, 3],
]);

/**
 * A proving key in the memory of its instance, for any number of proofs. Dispose of it when done.
 */
export class Groth16ProvingKey {
  #place;
  /** Null once it is disposed of and no proof needs it. @type {KeyParts | null} */
  #parts;
  #sizes;
  #users = 0;
  #disposed = false;

  /**
   * Internal: see `Groth16.provingKey`.
   * @param {Place} place
   * @param {KeyParts} parts owned by this object from now on
   * @param {number} bytes of them in the memory of engines
   */
  constructor(place, parts, bytes) {
    provideMethods(this);
    this.#place = place;
    this.#parts = parts;
    this.#sizes = { ...parts.head.header, bytes };
    place.curve.g1.lifetime.onEnd(() => (this.#parts = null));
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

  /** Bytes of memory that points and matrices of the key hold on this thread. */
  get bytes() {
    return this.#sizes.bytes;
  }

  /**
   * Makes a proof, in steps of at most 12 ms, on all threads, and verifies it: what is not valid
   * does not leave. Blinding factors are fresh, from `crypto.getRandomValues`; memory that held the
   * witness is overwritten, after errors and aborts, too.
   *
   * Variable time: durations depend on the witness, as in other provers. Prove where nobody
   * who may not know the witness can measure it, such as on the device of its owner.
   * @param {Witness} wtns the bytes of a .wtns file; 32 bytes little-endian for each wire; or
   *   bigints. Copied before this returns
   * @param {TaskOptions} [options]
   * @returns {Promise<Proved>} rejects with an `InputError` for a witness of another circuit, one
   *   that does not satisfy it, or a key that is wrong; with `signal.reason` on abort; with what
   *   `onProgress` throws
   */
  async prove(wtns, options) {
    // First: to read options runs the caller's code, which may dispose of the key.
    const task = readTask(readOptions(options, ['signal', 'onProgress'], 'prove'));
    const { pieces } = this.#live();
    const place = this.#place;
    this.#users++;
    /** @type {WitnessValues | undefined} */
    let witness;
    try {
      witness = await readWitness(wtns, place.curve.r);
      const how = { task, isKept: true, after() {}, fail() {} };
      const proved = await prove(place, pieces, witness, how);
      task.onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
      return proved;
    } finally {
      witness?.values.fill(0);
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
    const { fixed, IC } = this.#live().head;
    const { curve } = this.#place;
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
    free(this.#place, this.#parts.pieces);
    this.#parts = null;
  }

  /** @returns {KeyParts} @throws {InputError} disposed */
  #live() {
    this.#place.curve.g1.lifetime.check();
    if (this.#disposed || !this.#parts) {
      throw new InputError('expected a live proving key, got a disposed one');
    }
    return this.#parts;
  }
}

/** @type {(curve: Curve, lists: ScalarLists) => Place} */
function placeFor(curve, lists) {
  curve.g1.lifetime.check();
  const field = { lists, order: curve.r, context: curve.g1, constant: constantsOf(lists) };
  return { curve, field, equations: new Groth16Equations(placeOf(curve)) };
}

/**
 * @type {(curve: Curve, opening: Promise<ScalarLists>, zkey: unknown,
 *   how: OpenOptions) => Promise<Groth16ProvingKey>}
 */
export async function openProvingKey(curve, opening, zkey, how) {
  const place = placeFor(curve, await opening);
  // A stream may keep its reader waiting when the instance ends.
  const stop = new Stop(how.task.signal, curve.g1.lifetime);
  const task = { ...how.task, signal: stop.signal };
  /** @type {Piece[]} */
  const pieces = [];
  try {
    for await (const piece of piecesOf(place, zkey, { ...how, task, isKept: true }))
      pieces.push(piece);
    const bytes = await bytesOf(place, pieces);
    how.task.onProgress?.({ phase: 'done', done: TOTAL, total: TOTAL });
    const { head } = /** @type {{ head: KeyParts['head'] }} */ (pieces[0]);
    const rank = (/** @type {Piece} */ { id }) => (id === 'head' ? -1 : (ORDER.get(id) ?? 0));
    pieces.sort((a, b) => rank(a) - rank(b));
    return new Groth16ProvingKey(place, { head, pieces }, bytes);
  } catch (error) {
    free(place, pieces);
    throw error;
  } finally {
    stop.end();
  }
}

/**
 * A proof by a key that is read once, and of which nothing is kept but the piece in use.
 * @param {Curve} curve
 * @param {Promise<ScalarLists>} opening
 * @param {unknown} zkey
 * @param {Promise<unknown>} reading a witness whose bytes belong to this call, and are overwritten
 *   by the caller: it may be computed while the key is opened
 * @param {{ insecure: boolean, task: Task }} how
 * @returns {Promise<Proved>}
 */
export async function proveOnce(curve, opening, zkey, reading, { insecure, task }) {
  const witness = reading.then((wtns) => readWitness(wtns, curve.r, true));
  const stop = new Stop(task.signal, curve.g1.lifetime);
  // Awaited when the header has come, which may be late.
  witness.catch(stop.fail);
  try {
    const place = placeFor(curve, await opening);
    const own = { ...task, signal: stop.signal };
    const pieces = piecesOf(place, zkey, { check: false, insecure, isKept: false, task: own });
    const after = (/** @type {Piece} */ piece) => freePiece(place.field.lists, piece);
    const how = { task: own, isKept: false, after, fail: stop.fail };
    return await prove(place, pieces, witness, how);
  } finally {
    stop.end();
    // Also one that comes when this has failed.
    witness.then(
      ({ values }) => values.fill(0),
      () => {},
    );
  }
}

/** Frees pieces, and tables of roots. @type {(place: Place, pieces: readonly Piece[]) => void} */
function free({ curve, field }, pieces) {
  if (curve.g1.lifetime.ended) return;
  for (const piece of pieces) freePiece(field.lists, piece);
  field.lists.dispose();
}

/** @type {(place: Place, pieces: readonly Piece[]) => Promise<number>} in the memory of engines */
async function bytesOf({ curve: { g1, g2, fieldBytes } }, pieces) {
  const [ofG1, ofG2] = await Promise.all(
    [g1, g2].map(async ({ engine }, i) => {
      const { transfer } = await engine.lists();
      return transfer?.pointBytes ?? 2 * (i + 1) * fieldBytes;
    }),
  );
  const sizes = pieces.map((piece) => {
    if (piece.id === 'head') return 0;
    if (piece.id === 4) return piece.bytes;
    return piece.length * (piece.context === g2 ? ofG2 : ofG1);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
