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

/** Rows of the matrices in a step, even; and values read. */
const [ROWS, VALUES] = [2 ** 12, 2 ** 12];

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
    const [w] = [Math.max(wires, n), n, n].map((length) => this.#create(length));
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
  *addSteps({ least, rows, matrices, values }) {
    const { lists } = this.#field;
    const [w, ...sums] = this.#made.map(({ list }) => list);
    for (const [i, sum] of sums.entries()) {
      const own = lists.at(sum, least);
      for (let from = 0; from < rows; from += ROWS) {
        lists.sparse(own, matrices[i], values, w, from, Math.min(rows, from + ROWS));
        yield { phase: 'matrices', done: i * rows + from, total: 2 * rows };
      }
    }
  }

  /**
   * h, when all rows have been added. The list lives until `free`.
   * @param {Control} control
   * @returns {Promise<ScalarList>} in the order of the key's H
   */
  async finish(control) {
    const { lists, constant } = this.#field;
    const { domain: n } = this.#header;
    const [c, a, b] = this.#made.map(({ list }) => list);
    lists.multiply(c, a, b, n);
    await this.#transform([a, b, c], control);
    this.#dropRoots();
    // a·b − c, of which c is divided by n once more.
    lists.multiply(a, a, b, n);
    constant(mod(-BigInt(n), lists.order), (factor) => lists.accumulate(a, c, factor, n));
    const [ofC, ofA, ofB] = this.#made;
    this.#made = [ofA];
    for (const own of [ofC, ofB]) this.#drop(own);
    await runSteps(reverseSteps(lists, a, n), { ...control, onProgress: undefined });
    return a;
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

  /** @param {number} length */
  #create(length) {
    const list = this.#field.lists.create(length);
    this.#made.push({ list, length });
    return list;
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
