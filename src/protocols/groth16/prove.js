/**
 * The prover of Groth16. Let n be the size of the domain, and w the values of the wires.
 *
 * 1. a = A·w, b = B·w, c = a∘b: values of three polynomials at the n-th roots of unity. C is not
 *    evaluated, so a witness that does not satisfy the circuit is not noticed here.
 * 2. Interpolated, and evaluated where X^n = −1, they give h_i = a_i·b_i − c_i. Nothing is divided:
 *    the points H_i belong to the Lagrange basis of the 2n-th roots; a·b − c is 0 at the others.
 * 3. π_A = α + Σ w_j·A_j + r·δ, π_B = β + Σ w_j·B_j + s·δ,
 *    π_C = Σ w_j·C_j + Σ h_i·H_i + s·π_A + r·π_B1 − r·s·δ for random r and s, π_B1 as π_B in G1.
 *
 * The key comes in pieces, each of which is used once: a piece of rows adds to a and b, a piece of
 * points to one of the sums.
 *
 * Groth, "On the Size of Pairing-based Non-interactive Arguments", EUROCRYPT 2016; conventions of
 * snarkjs. Durations depend on the witness. Every buffer that held some of it is overwritten.
 */
import { InputError } from '../../errors.js';
import { joined } from '../../input/bytes.js';
import { SCALAR_BYTES, fromBytesLE, mod } from '../../math/integers.js';
import { sharedProgress } from '../../port/progress.js';
import { fillRandom } from '../../port/random.js';
import { runSteps } from '../../port/slices.js';
import { writeJsonPoint } from './json.js';
import { PieceSums } from './piece-sums.js';
import { Quotient } from './quotient.js';
import { checkSteps, expectWires } from './wtns.js';
import { sharesOf } from './zkey-header.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { Curve } from './curve.js' */
/** @import { Proof } from './json.js' */
/** @import { Scalars } from './piece-sums.js' */
/** @import { KeyHead, Piece, Place, PointsPiece } from './pieces.js' */
/** @import { WitnessValues } from './wtns.js' */
/** @import { FixedName } from './zkey-header.js' */

/** A proof and its public signals, as snarkjs writes them. */
/** @typedef {{ proof: Proof, publicSignals: string[] }} Proved */

/** Canonical points. @typedef {{ A: Uint8Array, B: Uint8Array, C: Uint8Array }} Points */

/** Costs of a proof, by an item of a section: those of a chain of 2^16. Rows: with transforms. */
const COSTS = new Map([
  [4, 3],
  [5, 4],
  [6, 3],
  [7, 8],
  [8, 4],
  [9, 4],
]);

/** The share of products in the cost of rows. */
const PRODUCTS = 0.4;

/**
 * A proof, verified before it leaves.
 * @param {Place} place
 * @param {Iterable<Piece> | AsyncIterable<Piece>} pieces the head first, rows before H
 * @param {WitnessValues | Promise<WitnessValues>} witness awaited when the head has come; the
 *   caller overwrites it
 * @param {{ task: Task, isKept: boolean, after: (piece: Piece) => void,
 *   fail: (error: unknown) => void }} how `after`: takes each piece when nothing uses it any
 *   longer, also after errors; `isKept`: whether pieces are used again; `fail`: told of a failure
 *   while the next piece is awaited, which is then to be given up
 * @returns {Promise<Proved>}
 * @throws {InputError} a witness of another circuit, or one that does not satisfy it; a wrong key
 */
export async function prove(place, pieces, witness, { task, isKept, after, fail }) {
  const { context } = place.field;
  /** @type {KeyHead | undefined} */
  let head;
  let values = new Uint8Array();
  /** @type {Proving | undefined} */
  let proving;
  try {
    for await (const piece of pieces) {
      if (piece.id === 'head') {
        if (!head) {
          const own = await witness;
          expectWires(own, piece.head.header.wires);
          values = own.values;
          proving = new Proving(place, piece.head, values, { task, isKept, fail });
          await proving.begin();
        }
        head = piece.head;
      } else await /** @type {Proving} */ (proving).add(piece, () => after(piece));
    }
    const own = /** @type {KeyHead & { IC: Uint8Array }} */ (head);
    const points = await /** @type {Proving} */ (proving).finish();
    return verified(place, own, values, points);
  } finally {
    await proving?.end();
    if (!context.lifetime.ended) await overwritten(context);
  }
}

/** A proof on its way. */
class Proving {
  #place;
  #head;
  #values;
  #task;
  #isKept;
  #fail;
  #sums;
  #quotient;
  #shareOf;
  #report;
  #hasRows = false;
  /** @type {Promise<ScalarList> | undefined} */
  #h;
  /** Values of h whose points have been summed: after all of them it holds no memory. */
  #used = 0;

  /**
   * @param {Place} place
   * @param {KeyHead} head
   * @param {Uint8Array} values of the wires, 32 bytes little-endian each
   * @param {{ task: Task, isKept: boolean, fail: (error: unknown) => void }} how
   */
  constructor(place, head, values, { task, isKept, fail }) {
    this.#place = place;
    this.#head = head;
    this.#values = values;
    this.#task = task;
    this.#isKept = isKept;
    this.#fail = fail;
    this.#sums = new PieceSums(place.curve, fail);
    this.#quotient = new Quotient(place.field, head.header, isKept);
    this.#shareOf = sharesOf(head.header, COSTS);
    this.#report = sharedProgress(task.onProgress);
  }

  /** @param {number} share of the whole */
  #control(share) {
    const { lifetime } = this.#place.curve.g1;
    return { signal: this.#task.signal, lifetime, onProgress: this.#report(0, share) };
  }

  /** Looks at the witness, and whether lists of the size of the key can be created. */
  async begin() {
    const { wires, domain } = this.#head.header;
    // w or c, a and b. A kept key may have its tables of roots already; without workers one of them
    // is there at a time.
    const tables = this.#isKept ? 0 : this.#sums.isParallel ? domain : domain / 2;
    const elements = Math.max(wires, domain) + 2 * domain + tables;
    this.#place.field.lists.requireRoom(elements, `proof of a domain of ${domain}`);
    const { r } = this.#place.curve;
    await runSteps(checkSteps(this.#values, { wires, r }), this.#control(0));
  }

  /**
   * Uses a piece, or has workers use it.
   * @param {Exclude<Piece, { id: 'head' }>} piece
   * @param {() => void} after called when it is no longer used
   */
  async add(piece, after) {
    if (piece.id !== 4) return this.#addPoints(piece, after);
    const share = this.#shareOf(4, this.#head.header.domain);
    try {
      // Not before: a header alone justifies no memory.
      if (!this.#hasRows) {
        await runSteps(this.#quotient.beginSteps(this.#values), this.#control(0));
      }
      this.#hasRows = true;
      const steps = this.#quotient.addSteps(piece);
      await runSteps(steps, this.#control(share * PRODUCTS * piece.share));
    } finally {
      after();
    }
    if (!piece.isLast) return;
    this.#h = this.#quotient.finish(this.#control(share * (1 - PRODUCTS)));
    // Awaited with the first points of H, which may come late.
    this.#h.catch(this.#fail);
    if (!this.#sums.isParallel) await this.#h;
  }

  /** @type {(piece: PointsPiece, after: () => void) => Promise<void>} */
  async #addPoints(piece, after) {
    const { id, from, count } = piece;
    const scalars = await this.#scalarsOf(id, from, count).catch((error) => {
      after();
      throw error;
    });
    return this.#sums.add(piece, scalars, this.#control(this.#shareOf(id, count)), () => {
      after();
      if (id === 9) this.#used += count;
      if (this.#used === this.#head.header.domain) this.#quotient.free();
    });
  }

  /** @type {(id: number, from: number, count: number) => Promise<Scalars>} */
  async #scalarsOf(id, from, count) {
    if (id === 9) {
      const { lists } = this.#place.field;
      const h = await /** @type {Promise<ScalarList>} */ (this.#h);
      return lists.stored(lists.at(h, from), count);
    }
    return this.#values.subarray(SCALAR_BYTES * from, SCALAR_BYTES * (from + count));
  }

  /** @returns {Promise<Points>} not known to be valid */
  async finish() {
    const sums = await this.#sums.all();
    this.#place.curve.g1.lifetime.check();
    return assembled(this.#place.curve, this.#head, sums);
  }

  /** Waits for what runs, and frees and overwrites what held secrets. */
  async end() {
    await Promise.allSettled([this.#h, this.#sums.all()]);
    this.#quotient.free();
  }
}

/**
 * Overwrites the memory that sums and lists have freed.
 * @type {(context: GroupContext) => Promise<void>}
 */
async function overwritten({ engine, lifetime }) {
  engine.parallel?.overwrite();
  const { transfer } = await engine.lists();
  const control = { lifetime, signal: undefined, onProgress: undefined };
  if (transfer && !lifetime.ended) await runSteps(transfer.overwriteSteps(), control);
}

/** @type {(curve: Curve, key: KeyHead, sums: ReadonlyMap<number, Uint8Array>) => Points} */
function assembled({ g1, g2, r: order }, { fixed }, sums) {
  const point = (/** @type {FixedName} */ name) => /** @type {Uint8Array} */ (fixed.get(name));
  const sumOf = (/** @type {number} */ id) =>
    sums.get(id) ?? new Uint8Array(2 * (id === 7 ? g2 : g1).field.bytes);
  const [r, s] = [randomScalar(order), randomScalar(order)];
  const blind = (
    /** @type {GroupContext} */ { engine },
    /** @type {Uint8Array} */ sum,
    /** @type {Uint8Array} */ first,
    /** @type {Uint8Array} */ delta,
    /** @type {bigint} */ by,
  ) => engine.add(engine.add(sum, first), engine.multiply(delta, by));
  const A = blind(g1, sumOf(5), point('alpha1'), point('delta1'), r);
  const B = blind(g2, sumOf(7), point('beta2'), point('delta2'), s);
  const B1 = blind(g1, sumOf(6), point('beta1'), point('delta1'), s);
  const { engine } = g1;
  const C = [
    sumOf(9),
    engine.multiply(A, s),
    engine.multiply(B1, r),
    engine.multiply(point('delta1'), mod(-r * s, order)),
  ].reduce((sum, term) => engine.add(sum, term), sumOf(8));
  return { A, B, C };
}

/**
 * A blinding factor: uniform but for 2^−256.
 * @type {(order: bigint) => bigint}
 * @throws {EnvironmentError} no crypto.getRandomValues
 */
function randomScalar(order) {
  const bytes = fillRandom(new Uint8Array(2 * SCALAR_BYTES));
  const scalar = mod(fromBytesLE(bytes), order);
  bytes.fill(0);
  return scalar;
}

/**
 * @type {(place: Place, head: KeyHead & { IC: Uint8Array }, values: Uint8Array,
 *   points: Points) => Proved}
 * @throws {InputError} a proof that is not valid
 */
function verified({ curve, equations }, { header, fixed, IC }, values, { A, B, C }) {
  const names = /** @type {const} */ (['alpha1', 'beta2', 'gamma2', 'delta2']);
  const key = {
    fixed: joined(names.map((name) => /** @type {Uint8Array} */ (fixed.get(name)))),
    IC,
  };
  const signals = values.slice(SCALAR_BYTES, SCALAR_BYTES * (header.publics + 1));
  if (!equations.holds([signals, joined([A, B, C])], { key })) {
    throw new InputError(
      'prove: expected a witness that satisfies the circuit, and a right key, got a proof that is not valid',
    );
  }
  const proof = /** @type {Proof} */ ({
    pi_a: writeJsonPoint(A, 1, curve),
    pi_b: writeJsonPoint(B, 2, curve),
    pi_c: writeJsonPoint(C, 1, curve),
    protocol: 'groth16',
    curve: curve.name,
  });
  return { proof, publicSignals: textOf(signals) };
}

/** @type {(signals: Uint8Array) => string[]} */
const textOf = (signals) =>
  Array.from({ length: signals.length / SCALAR_BYTES }, (_, i) =>
    String(fromBytesLE(signals.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES))),
  );
