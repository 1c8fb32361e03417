/** The means of a verification: groups, scalars, a hash, random numbers; in slices. */
import { ScalarField } from '../../group/scalars/scalar-field.js';
import { constantsOf } from '../../group/scalars/products.js';
import { scalarRange } from '../../group/scalars/scalar-vector.js';
import { Point, readPoint } from '../../group/point.js';
import { SCALAR_BYTES, fromBytesLE, mod } from '../../math/integers.js';
import { power } from '../../math/modular.js';
import { Pace } from '../../port/progress.js';
import { fillRandom } from '../../port/random.js';
import { runSteps } from '../../port/slices.js';
import { ContentError } from '../groth16/content-error.js';
import { FORMAT, decodeKeyPoints } from '../groth16/key-points.js';
import { PieceSums } from '../groth16/piece-sums.js';
import { ownedLists } from './owned-lists.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { Blake2b } from '../../port/engine.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { CeremonyConstants } from '../../curves/config.js' */
/** @import { Curve } from '../groth16/curve.js' */
/** @import { KeyPoints } from '../groth16/key-points.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */

/** Points of a section from one number to another. @typedef {KeyPoints & { from: number,
 *   to: number, bytes: Uint8Array }} PointsPart */

/** Points of a part: as many as a piece of the prover's. */
export const PART = 2 ** 15;

/** Points encoded for a hash in a step: a few milliseconds. */
const ENCODED = 2 ** 11;

/** The flag of infinity in the first byte of a format that has one. */
const INFINITY = 0x40;

/** Roots of unity have an order that divides 2^32. */
const MOST_ORDER = 2n ** 32n;

/** A pair of points of G1 and G2. @typedef {readonly [P: Point<any>, Q: Point<any>]} Pair */

/** The work of one call. */
export class Work {
  #pace = new Pace();
  #done = 0;
  #total = 0;
  /** @type {Sums[]} */
  #sums = [];
  #freeLists;

  /**
   * @param {{ curve: Curve, lists: ScalarLists, blake2b: Blake2b,
   *   constants: CeremonyConstants }} parts
   * @param {Task} task
   */
  constructor({ curve, lists, blake2b, constants }, task) {
    this.curve = curve;
    const owned = ownedLists(lists);
    this.lists = owned.lists;
    this.#freeLists = owned.freeAll;
    const constant = constantsOf(this.lists);
    const parts = { lists: this.lists, order: curve.r, context: curve.g1, constant };
    /** Its roots of unity are snarkjs's. @readonly */
    this.Fr = new ScalarField(parts);
    this.blake2b = blake2b;
    this.firstChallenges = constants.firstChallenges;
    this.cofactors = constants.cofactors;
    this.task = task;
  }

  /** @template Result @param {Generator<any, Result, any>} steps @returns {Promise<Result>} */
  run(steps) {
    const { lifetime } = this.curve.g1;
    return runSteps(steps, { signal: this.task.signal, lifetime, onProgress: undefined });
  }

  /** Bytes of all files: reports have one total. @param {number} bytes */
  expect(bytes) {
    this.#total ||= bytes;
  }

  /** Bytes that have been used. @type {(bytes: number, phase: string) => void} */
  note(bytes, phase) {
    this.#done += bytes;
    const { onProgress } = this.task;
    const total = this.#total;
    const done = Math.min(this.#done, total);
    if (onProgress && total > 0 && this.#pace.isDue(done / total)) {
      onProgress({ phase, done, total });
    }
  }

  /** The end, reported once. */
  finish() {
    const total = Math.max(this.#total, 1);
    this.task.onProgress?.({ phase: 'done', done: total, total });
  }

  /** A number for weights: not zero, and no root of unity. @returns {bigint} */
  random() {
    const { r } = this.curve;
    for (;;) {
      const number = mod(fromBytesLE(fillRandom(new Uint8Array(2 * SCALAR_BYTES))), r);
      if (number !== 0n && power(number, MOST_ORDER, r) !== 1n) return number;
    }
  }

  /** @param {1 | 2} degree @returns {GroupContext} */
  context(degree) {
    return degree === 1 ? this.curve.g1 : this.curve.g2;
  }

  /** @param {1 | 2} degree */
  generator(degree) {
    const { field, config } = this.context(degree);
    const { x, y } = config.generator;
    const affine = new Uint8Array(2 * field.bytes);
    affine.set(field.toBytes(x));
    affine.set(field.toBytes(y), field.bytes);
    return new Point(this.context(degree), affine, undefined, true);
  }

  /** @param {1 | 2} degree @returns {Point<any>} */
  identity(degree) {
    const context = this.context(degree);
    return new Point(context, new Uint8Array(2 * context.field.bytes), undefined, true);
  }

  /** Bytes of so many points in a file. @type {(degree: 1 | 2, count: number) => number} */
  bytesOf(degree, count) {
    return this.context(degree).formats[FORMAT].size * count;
  }

  /**
   * The points of a section, part by part, on their curves and in their groups. A part ends where
   * the next one begins.
   * @param {OrderedSection} section
   * @param {1 | 2} degree
   * @param {number} count
   * @param {(from: number) => number} [endOf] where the part that begins at a point ends at most
   * @returns {AsyncGenerator<PointsPart, void, void>}
   * @throws {ContentError}
   */
  async *points({ source, name, letters }, degree, count, endOf = () => count) {
    const context = this.context(degree);
    // Workers have sums to compute, behind which a check would wait.
    const how = { section: `${letters}: ${name}`, check: true, isHere: true, task: this.#silent };
    for (let from = 0, to; from < count; from = to) {
      to = Math.min(count, from + PART, endOf(from));
      const bytes = await source.read(this.bytesOf(degree, to - from), name);
      const points = await decodeKeyPoints(context, { bytes, places: null }, { ...how, from });
      try {
        yield { ...points, from, to, bytes };
      } finally {
        points.storage.dispose();
      }
      this.note(bytes.length, 'points');
    }
  }

  get #silent() {
    return { signal: this.task.signal, onProgress: undefined };
  }

  /** @type {(degree: 1 | 2, part: KeyPoints, i: number) => Point<any>} */
  at(degree, { storage }, i) {
    const context = this.context(degree);
    return new Point(context, context.engine.toAffine(storage.handle, i, i + 1), undefined, true);
  }

  /** Sums of parts, on all threads. */
  sums() {
    const sums = new Sums(this);
    this.#sums.push(sums);
    return sums;
  }

  /** Waits until nothing is computed any longer, and frees all vectors that are left. */
  async end() {
    await Promise.allSettled(this.#sums.map((sums) => sums.all()));
    if (!this.curve.g1.lifetime.ended) this.#freeLists();
  }

  /**
   * The encodings of points that are hashed, in which infinity is zeros.
   * @type {(degree: 1 | 2, part: KeyPoints) => Generator<Uint8Array, void, void>}
   */
  *encoded(degree, { storage, length }) {
    const { engine, formats } = this.context(degree);
    for (let i = 0; i < length; i += ENCODED) {
      const affine = engine.toAffine(storage.handle, i, Math.min(length, i + ENCODED));
      const bytes = formats.uncompressed.encode(affine);
      // A format with a flag for infinity has it in a bit that no coordinate reaches.
      const { size } = formats.uncompressed;
      for (let at = 0; at < bytes.length; at += size) bytes[at] &= ~INFINITY;
      yield bytes;
    }
  }

  /** Whether ∏ e(P_i, Q_i) = 1. @param {readonly Pair[]} pairs */
  pairingHolds(pairs) {
    const { g1, g2, pairing } = this.curve;
    return pairing.pairings.check(
      pairs.map(([P, Q]) => [readPoint(P, g1, 'P'), readPoint(Q, g2, 'Q')]),
    );
  }

  /** Whether points are equal or opposite. @type {(P: Point<any>, Q: Point<any>) => boolean} */
  isSameOrOpposite(P, Q) {
    return P.equals(Q) || P.equals(Q.negate());
  }
}

/** Sums by number, each of one group, of parts that come one after the other. */
class Sums {
  #work;
  #pieces;
  /** Groups, by number of a sum. @type {Map<number, 1 | 2>} */
  #degrees = new Map();

  /** @param {Work} work */
  constructor(work) {
    this.#work = work;
    // A failure is found with the next part, or with the sums.
    this.#pieces = new PieceSums(work.curve, () => {});
  }

  /**
   * Adds Σ k_i·P_i to a sum. Resolves when the next part may come.
   * @param {number} id
   * @param {1 | 2} degree
   * @param {KeyPoints} part
   * @param {ScalarVector} scalars as many, of which others dispose after `all`
   * @param {() => void} [after] called when they are no longer used
   */
  async add(id, degree, { storage, length }, scalars, after = () => {}) {
    const { lists, curve, task } = this.#work;
    this.#degrees.set(id, degree);
    const { storage: own, start } = scalarRange(scalars);
    const stored = lists.stored(lists.at(own.list, start), length);
    const context = this.#work.context(degree);
    const piece = { id, storage, length, places: null, context, worker: undefined };
    const { lifetime } = curve.g1;
    storage.retain();
    await this.#pieces.add(piece, stored, { ...task, onProgress: undefined, lifetime }, () => {
      storage.release();
      if (!lifetime.ended) after();
    });
  }

  /** The sums, when all parts have been added. @returns {Promise<Map<number, Point<any>>>} */
  async all() {
    const found = await this.#pieces.all();
    this.#work.curve.g1.lifetime.check();
    const sums = new Map();
    for (const [id, degree] of this.#degrees) {
      const affine = /** @type {Uint8Array} */ (found.get(id));
      sums.set(id, new Point(this.#work.context(degree), affine, undefined, true));
    }
    return sums;
  }
}

/** @type {(isRight: boolean, where: string, expected: string, got: string) => void} */
export function expectContent(isRight, where, expected, got) {
  if (!isRight) throw new ContentError(`${where}: expected ${expected}, got ${got}`);
}

/** The encoding of a point in hashes. @param {Point<any>} point */
export const U = (point) => point.toBytes(/** @type {any} */ ('uncompressed'));
