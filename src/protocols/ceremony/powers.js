/** Sums over powers of τ with the rows of a circuit, and what of them the circuit's hash takes. */
import { InputError } from '../../errors.js';
import { VectorStorage } from '../../group/point-vector.js';
import { power } from '../../math/modular.js';
import { FORMAT, decodeKeyPoints } from '../groth16/key-points.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { differenceBehind, hasPointTooMany } from './circuit-hash.js';
import { InitialPoints } from './initial.js';
import { LAGRANGE, powersPlan } from './kinds.js';
import { degreeOf, expectSize, readPtauHeader } from './ptau.js';
import { U, expectContent } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */
/** @import { KeyPoints } from '../groth16/key-points.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { CircuitHash } from './circuit-hash.js' */
/** @import { WeighedCircuit } from './r1cs.js' */
/** @import { PointsPart, Work } from './work.js' */

/**
 * `both`: Σ (â_i + κ·b̂_i)·τ^i. `mixed`: Σ b̂_i·ατ^i + Σ â_i·βτ^i + Σ ĉ_i·τ^i +
 * κ·Σ η^i·(τ^(n+i) − τ^i). `initialSteps`: hash C before any contribution.
 * @typedef {{ both: Point<any>, mixed: Point<any>, alpha1: Point<any>, beta1: Point<any>,
 *   beta2: Point<any>, initialSteps: (hash: CircuitHash) => Generator<any, void, void> }} PowerSums
 */

/**
 * @typedef {{ circuit: WeighedCircuit, hash: CircuitHash, kappa: bigint, eta: bigint,
 *   needsLagrange: boolean }} PowersOptions
 */

/**
 * @param {Work} work
 * @param {unknown} file
 * @param {PowersOptions} how
 * @returns {Promise<PowerSums>}
 * @throws {import('../groth16/content-error.js').ContentError}
 * @throws {InputError} powers without a Lagrange form, where that is needed
 */
export async function sumPowers(work, file, how) {
  const sums = new Powers(work, how);
  for await (const section of sectionsInOrder(file, powersPlan, work.task.signal)) {
    await sums.take(section);
  }
  return sums.result();
}

/** The sums of powers, by number. */
const [BOTH, MIXED] = [0, 1];

/** Differences computed in a step: a millisecond or two. */
const STEP = 2 ** 12;

/** The sums on their way. */
class Powers {
  #work;
  #how;
  #power = 0;
  #sums;
  /** First points of sections. @type {Map<number, Point<any>>} */
  #first = new Map();
  /** Points of the first n powers, part by part, for differences. @type {Uint8Array[]} */
  #low = [];
  #initial;

  /** @param {Work} work @param {PowersOptions} how */
  constructor(work, how) {
    this.#work = work;
    this.#how = how;
    this.#sums = work.sums();
    this.#initial = new InitialPoints(work, how.circuit);
  }

  /** @param {OrderedSection} section */
  async take(section) {
    const { id } = section;
    const { circuit, needsLagrange } = this.#how;
    const { rows } = circuit;
    if (id === 1) return this.#begin(section);
    if (id === 7) return undefined;
    expectSize(this.#work, section, this.#power);
    if (id === 2) return this.#tau(section);
    if (id === 4) return this.#times(section, rows[1]);
    if (id === 5) return this.#times(section, rows[0]);
    if (id === 6) return this.#firstOf(section);
    if (needsLagrange && LAGRANGE.includes(id) && degreeOf(id) === 1) {
      return this.#initial.take(section);
    }
    return undefined;
  }

  async result() {
    const pointOf = (/** @type {number} */ id) => /** @type {Point<any>} */ (this.#first.get(id));
    if (this.#how.needsLagrange && !this.#initial.isWhole) {
      throw new InputError(
        'initial: expected the key before any contribution, as the powers have no Lagrange form, got none',
      );
    }
    const sums = await this.#sums.all();
    const sumOf = (/** @type {number} */ id) => /** @type {Point<any>} */ (sums.get(id));
    return {
      ...{ both: sumOf(BOTH), mixed: sumOf(MIXED) },
      ...{ alpha1: pointOf(4), beta1: pointOf(5), beta2: pointOf(6) },
      initialSteps: (/** @type {CircuitHash} */ hash) => this.#initial.hashSteps(hash),
    };
  }

  /** @param {OrderedSection} section */
  async #begin(section) {
    const { power: own } = await readPtauHeader(this.#work, section);
    const { domain } = this.#how.circuit;
    const least = Math.log2(domain);
    expectContent(own >= least, `ptau: ${section.name}`, `at least 2^${least} powers`, `2^${own}`);
    this.#power = own;
  }

  /**
   * The first n points of a section times those of a vector; the first one is kept.
   * @type {(section: OrderedSection, scalars: ScalarVector) => Promise<void>}
   */
  async #times(section, scalars) {
    const work = this.#work;
    for await (const part of work.points(section, 1, scalars.length)) {
      const { from, to } = part;
      if (from === 0) this.#first.set(section.id, work.at(1, part, 0));
      await this.#sums.add(MIXED, 1, part, scalars.slice(from, to));
    }
  }

  /** @param {OrderedSection} section */
  async #firstOf(section) {
    const degree = degreeOf(section.id);
    for await (const part of this.#work.points(section, degree, 1)) {
      this.#first.set(section.id, this.#work.at(degree, part, 0));
    }
  }

  /**
   * The powers that a key needs, 2n − 1, and their differences, of which the hash takes n − 1, or
   * one more.
   * @param {OrderedSection} section
   */
  async #tau(section) {
    const work = this.#work;
    const { hash, circuit } = this.#how;
    const { domain: n } = circuit;
    const [own, count] = [Math.log2(n), 2 * n - 1];
    const isForked = hasPointTooMany(n);
    const ends = [n, count, count + 1];
    const endOf = (/** @type {number} */ from) =>
      /** @type {number} */ (ends.find((end) => end > from));
    const all = isForked && this.#power > own ? count + 1 : count;
    let last = work.identity(1);
    /** @type {Uint8Array[]} */
    const many = [];
    hash.begin(n - 1);
    for await (const part of work.points(section, 1, all, endOf)) {
      const { from, to } = part;
      if (to <= n) {
        await this.#lowPart(part);
        if (to === n) last = work.at(1, part, to - from - 1);
      } else if (from < count) await this.#highPart(part);
      else many.push(U(work.at(1, part, 0).subtract(last)));
    }
    if (isForked) hash.fork([...many, differenceBehind(work, last, own)]);
  }

  /**
   * κ·η^i for numbers from … to.
   * @type {(from: number, to: number) => ScalarVector}
   */
  #series(from, to) {
    const { Fr } = this.#work;
    const { kappa, eta } = this.#how;
    const powers = Fr.powers(eta, to - from);
    return Fr.scale(powers, kappa * power(eta, BigInt(from), Fr.order), { out: powers });
  }

  /** Powers below n: â and b̂, and ĉ less κ·η^i, i < n − 1. @param {PointsPart} part */
  async #lowPart(part) {
    const work = this.#work;
    const [both, mixed] = await work.run(this.#lowScalarSteps(part));
    this.#low.push(part.bytes);
    await this.#sums.add(BOTH, 1, part, both, () => both.dispose());
    await this.#sums.add(MIXED, 1, part, mixed, () => mixed.dispose());
  }

  /** @param {PointsPart} part @returns {Generator<undefined, ScalarVector[], void>} */
  *#lowScalarSteps({ from, to }) {
    const { Fr } = this.#work;
    const { kappa, circuit } = this.#how;
    const [a, b, c] = circuit.rows.map((row) => row.slice(from, to));
    const both = Fr.scale(b, kappa);
    yield;
    Fr.add(both, a, { out: both });
    yield;
    const series = this.#series(from, to);
    yield;
    if (to === circuit.domain) {
      const end = series.slice(to - from - 1, to - from);
      Fr.scale(end, 0n, { out: end });
    }
    return [both, Fr.subtract(c, series, { out: series })];
  }

  /** Powers from n on, and their differences to those below. @param {PointsPart} part */
  async #highPart(part) {
    const work = this.#work;
    const { domain } = this.#how.circuit;
    const [from, to] = [part.from - domain, part.to - domain];
    const series = this.#series(from, to);
    await this.#sums.add(MIXED, 1, part, series, () => series.dispose());
    const { size } = work.context(1).formats[FORMAT];
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (this.#low.shift());
    const own = { bytes: bytes.subarray(0, size * (to - from)), places: null };
    const { signal } = work.task;
    const task = { signal, onProgress: undefined };
    const how = { section: 'ptau', from, check: false, isHere: true, task };
    const low = await decodeKeyPoints(work.context(1), own, how);
    try {
      await work.run(this.#differenceSteps(part, low));
    } finally {
      low.storage.dispose();
    }
  }

  /** @type {(high: KeyPoints, low: KeyPoints) => Generator<undefined, void, void>} */
  *#differenceSteps(high, low) {
    const work = this.#work;
    const context = work.context(1);
    for (let start = 0; start < high.length; start += STEP) {
      const end = Math.min(high.length, start + STEP);
      const places = [high, low].map(({ storage: { handle } }) => ({ handle, start }));
      const handle = context.engine.combine(places, end - start, true);
      const storage = new VectorStorage(context, handle);
      try {
        yield* this.#how.hash.pointsSteps(1, { storage, places: null, length: end - start });
      } finally {
        storage.dispose();
      }
    }
  }
}
