/**
 * Rows of the matrices A and B of a key, as its engine takes them. An entry of section 4 has 44
 * bytes: the matrix, its row, the wire, and the coefficient times 2^512. Equal coefficients are
 * stored once: few are different. A row may have entries in several pieces of the section.
 */
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { inSteps } from '../../port/steps.js';
import { fillRandom } from '../../port/random.js';
import { ContentError } from './content-error.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists, ScalarMatrix } from '../../port/scalar-lists.js' */

/** Words of 4 bytes of an entry, before its coefficient, and of that. */
const [ENTRY, PLACE, VALUE] = [11, 3, 8];

/** Bytes of an entry. */
export const ENTRY_BYTES = 4 * ENTRY;

/** Entries read in a step, a millisecond or less. */
const STEP = 2 ** 14;

/** Rows multiplied in a step, if they have few entries. */
const ROWS = 2 ** 12;

/**
 * Entries of matrices in a file. `factor`: of their coefficients; `where`: for messages.
 * @typedef {{ count: number, factor: bigint, where: string }} MatrixKind
 */

/**
 * A and B of a key. Coefficients are times R² for R = 2^256, so that products with plain values
 * come out times R.
 * @type {MatrixKind}
 */
export const KEY_MATRICES = {
  count: 2,
  factor: 2n ** 512n,
  where: 'zkey: section 4 (coefficients)',
};

/**
 * Entries of all matrices, of rows from `least` on, an even one. `cuts`: where steps begin and end
 * that take a millisecond or two; `values`: the coefficients; `bytes`: memory of all.
 * @typedef {{ least: number, rows: number, cuts: readonly number[],
 *   matrices: readonly ScalarMatrix[], values: ScalarList, bytes: number }} Rows
 */

/**
 * @param {ScalarLists} lists
 * @param {Uint8Array<ArrayBuffer>} entries from the start of a buffer of their own
 * @param {{ first: number, wires: number, domain: number }} key `first`: the number of the first
 *   entry in its section, for messages
 * @param {MatrixKind} [kind]
 * @returns {Generator<Progress, Rows, void>}
 * @throws {ContentError} an entry outside of the matrices, or a coefficient out of range
 */
export function* rowsOf(lists, entries, { first, wires, domain }, kind = KEY_MATRICES) {
  const words = new Uint32Array(entries.buffer, 0, entries.length / 4);
  const count = entries.length / ENTRY_BYTES;
  const refuse = (/** @type {number} */ i, /** @type {string} */ expected) => {
    const [matrix, row, wire] = words.subarray(ENTRY * i, ENTRY * i + PLACE);
    throw new ContentError(
      `${kind.where}: entry ${first + i}: expected ${expected}, got matrix ${matrix}, row ${row}, wire ${wire}`,
    );
  };
  const sizes = { phase: 'matrices', first: STEP, most: STEP };
  let [least, end] = [domain, 0];
  yield* inSteps(count, sizes, (from, to) => {
    for (let i = from, at = ENTRY * from; i < to; i++, at += ENTRY) {
      const row = words[at + 1];
      if (words[at] >= kind.count || row >= domain || words[at + 2] >= wires) {
        refuse(i, `one of ${kind.count} matrices, of ${domain} rows, and of ${wires} wires`);
      }
      if (row < least) least = row;
      if (row >= end) end = row + 1;
    }
  });
  least &= ~1;
  const rows = Math.max(0, end - least);
  const starts = Array.from({ length: kind.count }, () => new Uint32Array(rows + 1));
  yield* inSteps(count, sizes, (from, to) => {
    for (let i = from, at = ENTRY * from; i < to; i++, at += ENTRY) {
      starts[words[at]][words[at + 1] - least + 1]++;
    }
  });
  for (const own of starts) for (let i = 0; i < rows; i++) own[i + 1] += own[i];
  const next = starts.map((own) => own.slice());
  const pairs = starts.map((own) => new Uint32Array(2 * own[rows]));
  const values = new Values(lists.order, kind.factor);
  yield* inSteps(count, sizes, (from, to) => {
    for (let i = from, at = ENTRY * from; i < to; i++, at += ENTRY) {
      const value = values.numberOf(words, at + PLACE);
      if (value < 0) refuse(i, 'a coefficient below the order');
      const matrix = words[at];
      const place = 2 * next[matrix][words[at + 1] - least]++;
      pairs[matrix][place] = words[at + 2];
      pairs[matrix][place + 1] = value;
    }
  });
  return { least, rows, cuts: cutsOf(starts, rows), ...stored(lists, values, starts, pairs) };
}

/**
 * Cuts rows so that a step has few of them, and few entries, but those of one row.
 * @type {(starts: readonly Uint32Array[], rows: number) => number[]}
 */
function cutsOf(starts, rows) {
  const cuts = [0];
  let from = 0;
  for (let i = 1; i <= rows; i++) {
    const entries = Math.max(...starts.map((own) => own[i] - own[from]));
    if (i < rows && i - from < ROWS && entries < STEP) continue;
    cuts.push((from = i));
  }
  return cuts;
}

/**
 * @type {(lists: ScalarLists, values: Values, starts: Uint32Array[],
 *   pairs: Uint32Array[]) => Pick<Rows, 'matrices' | 'values' | 'bytes'>}
 */
function stored(lists, values, starts, pairs) {
  /** @type {ScalarList[]} */
  const made = [];
  /** @type {ScalarMatrix[]} */
  const matrices = [];
  const create = (/** @type {number} */ length) => {
    const list = lists.create(length);
    made.push(list);
    return list;
  };
  try {
    const list = create(values.count);
    const plain = create(1);
    lists.readLE(plain, toBytesLE(invert(values.factor, lists.order), SCALAR_BYTES));
    lists.readLE(list, values.bytes, plain);
    for (const [i, own] of starts.entries()) {
      matrices.push(lists.matrix({ starts: own, entries: pairs[i] }));
    }
    lists.free(plain);
    const words = starts.concat(pairs).reduce((sum, { length }) => sum + length, 0);
    const bytes = 4 * words + lists.elementBytes * values.count;
    return { matrices, values: list, bytes };
  } catch (error) {
    for (const list of made) lists.free(list);
    for (const matrix of matrices) lists.freeMatrix(matrix);
    throw error;
  }
}

/** @type {(lists: ScalarLists, rows: Rows) => void} */
export function freeRows(lists, { matrices, values }) {
  for (const matrix of matrices) lists.freeMatrix(matrix);
  lists.free(values);
}

/** Distinct coefficients, by number: 0 is 1, and 1 is −1. */
class Values {
  #bound;
  /** Words of all values. */
  #words = new Uint32Array(VALUE * 1024);
  /** Numbers plus one, by hash: open addressing. */
  #table = new Uint32Array(4096);
  /** Nobody who writes a file knows which values collide. */
  #factors = fillRandom(new Uint32Array(VALUE)).map((word) => word | 1);
  count = 0;

  /** @param {bigint} order @param {bigint} factor of the coefficients */
  constructor(order, factor) {
    this.factor = factor;
    this.#bound = new Uint32Array(toBytesLE(order, SCALAR_BYTES).buffer);
    const one = factor % order;
    for (const value of [one, order - one]) {
      const { buffer } = toBytesLE(value, SCALAR_BYTES);
      this.numberOf(new Uint32Array(buffer), 0);
    }
  }

  /** Of all values, 32 bytes each. */
  get bytes() {
    return new Uint8Array(this.#words.buffer, 0, SCALAR_BYTES * this.count);
  }

  /**
   * @param {Uint32Array} words
   * @param {number} at where the value is
   * @returns {number} negative for one that is not below the order
   */
  numberOf(words, at) {
    const mask = this.#table.length - 1;
    let slot = this.#hash(words, at) & mask;
    for (; this.#table[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#equals(this.#table[slot] - 1, words, at)) return this.#table[slot] - 1;
    }
    if (!this.#isBelow(words, at)) return -1;
    this.#table[slot] = this.#add(words, at) + 1;
    if (2 * this.count > this.#table.length) this.#grow();
    return this.count - 1;
  }

  /** @type {(words: Uint32Array, at: number) => boolean} */
  #isBelow(words, at) {
    let j = VALUE - 1;
    while (j > 0 && words[at + j] === this.#bound[j]) j--;
    return words[at + j] < this.#bound[j];
  }

  /** @type {(words: Uint32Array, at: number) => number} */
  #add(words, at) {
    if (VALUE * (this.count + 1) > this.#words.length) {
      const larger = new Uint32Array(2 * this.#words.length);
      larger.set(this.#words);
      this.#words = larger;
    }
    for (let j = 0; j < VALUE; j++) this.#words[VALUE * this.count + j] = words[at + j];
    return this.count++;
  }

  #grow() {
    const mask = 2 * this.#table.length - 1;
    this.#table = new Uint32Array(mask + 1);
    for (let i = 0; i < this.count; i++) {
      let slot = this.#hash(this.#words, VALUE * i) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = i + 1;
    }
  }

  /** @type {(words: Uint32Array, at: number) => number} */
  #hash(words, at) {
    let hash = 0;
    for (let j = 0; j < VALUE; j++) {
      hash = Math.imul(hash ^ words[at + j], this.#factors[j]);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  }

  /** @type {(i: number, words: Uint32Array, at: number) => boolean} */
  #equals(i, words, at) {
    for (let j = 0; j < VALUE; j++) {
      if (this.#words[VALUE * i + j] !== words[at + j]) return false;
    }
    return true;
  }
}
