/**
 * The values h of a proof's quotient: sparse products as rows come, and transforms of a, b and
 * c = a∘b from the roots of unity to the odd ones. On threads workers transform a and b, and this
 * thread c.
 */
import { runShares } from '../../group/scalars/parallel-transform.js';
import {
  evaluateOddSteps,
  interpolateSteps,
  oddSteps,
  reverseSteps,
} from '../../group/scalars/transforms.js';
import { SCALAR_BYTES, mod } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { reporting } from '../../port/steps.js';

/** @import { FieldParts } from '../../group/scalars/scalar-field.js' */
/** @import { Control, Progress } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { Rows } from './matrices.js' */
/** @import { Header } from './zkey-header.js' */

/** Values in a step, even: read, and multiplied. */
const [VALUES, PRODUCTS] = [2 ** 12, 2 ** 13];

/** The fewest elements for which threads help: some 5 ms on the fma kernels. */
const FEWEST = 2 ** 13;

/** The quotient of one proof, whose memory holds secrets until `free`. */
export class Quotient {
  #field;
  #header;
  #keepsRoots;
  /**
   * w, which c takes the place of once the products are known; a, in which h is at the end; b.
   * @type {Array<{ list: ScalarList, length: number }>}
   */
  #made = [];

  /**
   * @param {FieldParts} field whose roots of unity are snarkjs's
   * @param {Header} header
   * @param {boolean} keepsRoots whether the tables of roots stay for the next proof
   */
  constructor(field, header, keepsRoots) {
    this.#field = field;
    this.#header = header;
    this.#keepsRoots = keepsRoots;
  }

  /**
   * Reads the witness, divided by n, as interpolation multiplies by it.
   * @param {Uint8Array} witness 32 bytes little-endian for each wire
   * @returns {Generator<Progress, void, void>}
   */
  *beginSteps(witness) {
    const { lists, constant } = this.#field;
    const { wires, domain: n } = this.#header;
    for (const length of [Math.max(wires, n), n, n]) {
      const list = lists.create(length);
      this.#made.push({ list, length });
      yield { phase: 'witness', done: 0, total: wires };
    }
    const [{ list: w }] = this.#made;
    const inverse = invert(BigInt(n), lists.order);
    for (let from = 0; from < wires; from += VALUES) {
      const bytes = witness.subarray(SCALAR_BYTES * from, SCALAR_BYTES * (from + VALUES));
      constant(inverse, (c) => lists.readLE(lists.at(w, from), bytes, c));
      yield { phase: 'witness', done: from, total: wires };
    }
  }

  /**
   * Adds the products of rows to a = A·w and b = B·w.
   * @param {Rows} piece
   * @returns {Generator<Progress, void, void>}
   */
  *addSteps({ least, rows, cuts, matrices, values }) {
    const { lists } = this.#field;
    const [w, ...sums] = this.#made.map(({ list }) => list);
    for (const [i, sum] of sums.entries()) {
      const own = lists.at(sum, least);
      for (let k = 1; k < cuts.length; k++) {
        lists.sparse(own, matrices[i], values, w, cuts[k - 1], cuts[k]);
        yield { phase: 'matrices', done: i * rows + cuts[k], total: 2 * rows };
      }
    }
  }

  /**
   * h, when all rows have been added. The list lives until `free`.
   * @param {Control} control
   * @returns {Promise<ScalarList>} in the order of the key's H
   */
  async finish(control) {
    const { lists } = this.#field;
    const { domain: n } = this.#header;
    const [c, a, b] = this.#made.map(({ list }) => list);
    // The ends of its parts are not that of the whole.
    const { onProgress } = control;
    /** @type {Control['onProgress']} */
    const tell = onProgress && ((report) => report.phase !== 'done' && onProgress(report));
    const within = { ...control, onProgress: tell };
    const silent = { ...control, onProgress: undefined };
    const product = (/** @type {ScalarList} */ z) =>
      inRanges(n, (from, count) => {
        const [to, x, y] = [z, a, b].map((list) => lists.at(list, from));
        lists.multiply(to, x, y, count);
      });
    await runSteps(product(c), silent);
    await this.#transform([a, b, c], within);
    this.#dropRoots();
    await runSteps(product(a), silent);
    await runSteps(this.#differenceSteps(a, c), silent);
    await runSteps(reverseSteps(lists, a, n), silent);
    return a;
  }

  /**
   * a − c, of which c is divided by n once more; what is not needed any longer is freed.
   * @param {ScalarList} a the product of both
   * @param {ScalarList} c
   * @returns {Generator<Progress, void, void>}
   */
  *#differenceSteps(a, c) {
    const { lists, constant } = this.#field;
    const { domain: n } = this.#header;
    const minus = mod(-BigInt(n), lists.order);
    yield* inRanges(n, (from, count) => {
      const [z, x] = [a, c].map((list) => lists.at(list, from));
      constant(minus, (factor) => lists.accumulate(z, x, factor, count));
    });
    const [ofC, , ofB] = this.#made;
    for (const own of [ofC, ofB]) {
      this.#made = this.#made.filter((other) => other !== own);
      this.#drop(own);
      yield { phase: 'quotient', done: n, total: n };
    }
  }

  /** Overwrites and frees what is left. */
  free() {
    if (this.#field.context.lifetime.ended) return;
    for (const own of this.#made) this.#drop(own);
    this.#made = [];
    this.#dropRoots();
  }

  #dropRoots() {
    if (!this.#keepsRoots) this.#field.lists.dispose();
  }

  /** @param {{ list: ScalarList, length: number }} own */
  #drop({ list, length }) {
    const { lists } = this.#field;
    lists.clear(list, length);
    lists.free(list);
  }

  /** @type {(values: ScalarList[], control: Control) => Promise<void>} */
  async #transform(values, control) {
    const { lists, context } = this.#field;
    const { domain: n } = this.#header;
    const { parallel } = context.engine;
    if (n >= FEWEST && (parallel?.workers ?? 0) > 1 && lists.transfer !== null) {
      const silent = { ...control, onProgress: undefined };
      const [a, b, c] = values;
      const shares = [a, b].map((list) => ({ list, work: { count: n } }));
      const here = () => runSteps(oddSteps(this.#field, c, { count: n }), control);
      return runShares(this.#field, { task: 'odd', stepsOf: oddSteps, shares }, here, silent);
    }
    const interpolate = (/** @type {ScalarList} */ list) => interpolateSteps(lists, list, n);
    const evaluate = (/** @type {ScalarList} */ list) => evaluateOddSteps(this.#field, list, n);
    await runSteps(eachSteps(values, interpolate, 0), control);
    // Either table of roots takes half as much memory as a list.
    this.#dropRoots();
    await runSteps(eachSteps(values, evaluate, 1), control);
  }
}

/**
 * Work on a list, range by range.
 * @type {(n: number, work: (from: number, count: number) => void) =>
 *   Generator<Progress, void, void>}
 */
function* inRanges(n, work) {
  for (let from = 0; from < n; from += PRODUCTS) {
    work(from, Math.min(PRODUCTS, n - from));
    yield { phase: 'quotient', done: from, total: n };
  }
}

/**
 * One of two halves of the transforms.
 * @type {(values: ScalarList[], stepsOf: (list: ScalarList) => Generator<Progress, void, void>,
 *   half: number) => Generator<Progress, void, void>}
 */
function* eachSteps(values, stepsOf, half) {
  const total = 2 * values.length;
  for (const [i, list] of values.entries()) {
    yield* reporting(stepsOf(list), ({ done, total: own }) => ({
      ...{ phase: 'transforms', total },
      done: half * values.length + i + done / own,
    }));
  }
}
