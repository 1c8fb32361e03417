/**
 * A circuit as a verifier of its key needs it. With a random weight w_s for each wire, an equation
 * of all columns of the matrices A, B and C becomes one of the rows a = A·w, b = B·w and c = C·w:
 * the same products that a prover makes of a witness. Constraints pass once, in pieces.
 */
import { joined } from '../../input/bytes.js';
import { SCALAR_BYTES, byteLength, fromBytesLE } from '../../math/integers.js';
import { scalarRange } from '../../group/scalars/scalar-vector.js';
import { ENTRY_BYTES, freeRows, rowsOf } from '../groth16/matrices.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { viewOf } from '../groth16/sections.js';
import { r1csPlan } from './kinds.js';
import { Fields } from './records.js';
import { DRAWN, drawnWeights } from './weights.js';
import { expectContent } from './work.js';

/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */
/** @import { MatrixKind } from '../groth16/matrices.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { Work } from './work.js' */

/**
 * `domain`: a power of two, more than constraints and public signals.
 * @typedef {{ wires: number, publics: number, constraints: number, domain: number }} CircuitSize
 */

/**
 * `w`: weights of wires; `rows`: a, b and c. `entries`: all of the matrices, in the order of rows,
 * where they are kept.
 * @typedef {CircuitSize & { w: ScalarVector, rows: ScalarVector[],
 *   entries: Uint8Array[] }} WeighedCircuit
 */

/** Bytes of a term, of the least constraint, and of the label of a wire. */
const [TERM, LEAST, LABEL] = [36, 12, 8];

/** Words of a term, and of an entry. */
const [TERM_WORDS, ENTRY_WORDS] = [TERM / 4, ENTRY_BYTES / 4];

/** Terms of a piece. */
const PIECE = 2 ** 15;

/** @type {MatrixKind} */
const MATRICES = { count: 3, factor: 1n, where: 'r1cs: section 2 (constraints)' };

/**
 * @param {Work} work
 * @param {unknown} file
 * @param {boolean} keepsEntries
 * @returns {Promise<WeighedCircuit>}
 * @throws {import('../groth16/content-error.js').ContentError}
 */
export async function weighedCircuit(work, file, keepsEntries) {
  /** @type {CircuitSize} */
  let size = { wires: 0, publics: 0, constraints: 0, domain: 0 };
  /** @type {Uint8Array[]} */
  const entries = [];
  /** @type {ScalarVector[]} */
  let vectors = [];
  const { signal } = work.task;
  for await (const section of sectionsInOrder(file, r1csPlan, signal)) {
    const { id, source, size: bytes, name } = section;
    const where = `r1cs: ${name}`;
    if (id === 1) size = await readSize(work, section);
    else if (id === 2) {
      const least = `${LEAST * size.constraints} bytes or more`;
      expectContent(bytes >= LEAST * size.constraints, where, least, `${bytes}`);
      vectors = await weights(work, size);
      work.expect(bytesOfAll(work, size, bytes));
      const keep = keepsEntries ? entries : undefined;
      await addRows(work, section, { size, vectors, keep });
    } else if (id === 3) {
      const expected = `${LABEL * size.wires} bytes`;
      expectContent(bytes === LABEL * size.wires, where, expected, `${bytes}`);
      // All of them, before memory is taken for as many wires.
      await source.skip(bytes, name);
    } else {
      const count = new Fields(await source.read(Math.min(4, bytes), name), where).u32();
      expectContent(count === 0, where, 'none, which no key of Groth16 has', `${count}`);
    }
  }
  const [w, ...rows] = vectors;
  return { ...size, w, rows, entries };
}

/**
 * Bytes of a verification: constraints, powers, and a key with about as many entries.
 * @type {(work: Work, size: CircuitSize, constraints: number) => number}
 */
const bytesOfAll = (work, { wires, domain }, constraints) =>
  2 * constraints + work.bytesOf(1, 5 * domain + 4 * wires) + work.bytesOf(2, wires);

/** @type {(work: Work, section: OrderedSection) => Promise<CircuitSize>} */
async function readSize({ curve }, { source, size, name }) {
  const where = `r1cs: ${name}`;
  const fields = new Fields(await source.read(size, name), where);
  const bytes = byteLength(curve.r);
  expectContent(fields.u32() === bytes, where, `coefficients of ${bytes} bytes`, 'others');
  expectContent(
    fromBytesLE(fields.take(bytes)) === curve.r,
    where,
    `r of ${curve.name}`,
    'another prime',
  );
  const wires = fields.u32();
  const publics = fields.u32() + fields.u32();
  const inputs = fields.u32();
  fields.u64();
  const constraints = fields.u32();
  fields.end();
  expectContent(publics < wires, where, `fewer public signals than wires (${wires})`, `${publics}`);
  const given = 1 + publics + inputs;
  expectContent(
    given <= wires,
    where,
    `at most ${wires} inputs, outputs and constants`,
    `${given}`,
  );
  const domain = Math.max(2, 2 ** Math.ceil(Math.log2(constraints + publics + 1)));
  const most = 2 ** (curve.twoAdicity - 1);
  expectContent(domain <= most, where, `fewer than ${most} constraints`, `${constraints}`);
  return { wires, publics, constraints, domain };
}

/** @type {(work: Work, size: CircuitSize) => Promise<ScalarVector[]>} w, and a, b, c of zeros */
async function weights(work, { wires, domain }) {
  const { Fr, lists } = work;
  lists.requireRoom(wires + 3 * domain, `verification of a circuit of ${wires} wires`);
  /** @type {ScalarVector[]} */
  const vectors = [];
  await work.run(
    (function* () {
      // Each takes memory that the engine clears: 25 ms for 2^20 numbers.
      for (const length of [wires, domain, domain, domain]) {
        vectors.push(Fr.zeros(length));
        yield;
      }
      const { list } = scalarRange(vectors[0]).storage;
      for (let from = 0; from < wires; from += DRAWN) {
        lists.readLE(lists.at(list, from), drawnWeights(Math.min(DRAWN, wires - from)));
        yield;
      }
    })(),
  );
  return vectors;
}

/**
 * Adds the rows of all constraints, and those that bind the public wires.
 * @type {(work: Work, section: OrderedSection, how: { size: CircuitSize, vectors: ScalarVector[],
 *   keep: Uint8Array[] | undefined }) => Promise<void>}
 */
async function addRows(work, { source, size: bytes, name }, how) {
  const parser = new Terms(work, how);
  for (let left = bytes; left > 0;) {
    const length = Math.min(left, TERM * PIECE);
    const piece = await source.read(length, name);
    await work.run(parser.takeSteps(piece));
    left -= length;
    work.note(length, 'circuit');
  }
  await work.run(parser.endSteps());
}

/** Constraints as they come: for each of A, B and C a number of terms, and these. */
class Terms {
  #work;
  #size;
  #vectors;
  #keep;
  /** Bytes of an item that has not come whole. @type {Uint8Array} */
  #left = new Uint8Array();
  #row = 0;
  #matrix = 0;
  /** Of this row and matrix, still to come; −1: their number is. */
  #terms = -1;
  #words = new Uint32Array(ENTRY_WORDS * PIECE);
  /** Entries in `#words`, and before them. */
  #count = 0;
  #before = 0;

  /**
   * @param {Work} work
   * @param {{ size: CircuitSize, vectors: ScalarVector[], keep: Uint8Array[] | undefined }} how
   */
  constructor(work, { size, vectors, keep }) {
    this.#work = work;
    this.#size = size;
    this.#vectors = vectors;
    this.#keep = keep;
  }

  /** @param {Uint8Array} piece @returns {Generator<any, void, void>} */
  *takeSteps(piece) {
    const bytes = joined([this.#left, piece]);
    const words = new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
    let at = 0;
    for (;;) {
      if (this.#row === this.#size.constraints) {
        const left = bytes.length - 4 * at;
        expectContent(left === 0, MATRICES.where, 'the end', `${left} bytes more`);
        break;
      }
      if (this.#terms < 0) {
        if (at + 1 > words.length) break;
        this.#terms = words[at++];
      }
      for (; this.#terms > 0 && at + TERM_WORDS <= words.length; this.#terms--, at += TERM_WORDS) {
        this.#add(this.#matrix, this.#row, words.subarray(at, at + TERM_WORDS));
        if (this.#count === PIECE) yield* this.#flushSteps();
      }
      if (this.#terms > 0) break;
      this.#terms = -1;
      this.#matrix = (this.#matrix + 1) % MATRICES.count;
      if (this.#matrix === 0) this.#row++;
    }
    this.#left = bytes.slice(4 * at);
  }

  /** @returns {Generator<any, void, void>} */
  *endSteps() {
    const { constraints, publics } = this.#size;
    expectContent(
      this.#row === constraints,
      MATRICES.where,
      `${constraints} constraints`,
      `${this.#row}`,
    );
    const term = new Uint32Array(TERM_WORDS);
    term[1] = 1;
    for (let wire = 0; wire <= publics; wire++) {
      term[0] = wire;
      this.#add(0, constraints + wire, term);
      if (this.#count === PIECE) yield* this.#flushSteps();
    }
    yield* this.#flushSteps();
  }

  /** @type {(matrix: number, row: number, term: Uint32Array) => void} a wire, and a value */
  #add(matrix, row, term) {
    const at = ENTRY_WORDS * this.#count++;
    this.#words[at] = matrix;
    this.#words[at + 1] = row;
    this.#words.set(term, at + 2);
  }

  *#flushSteps() {
    const { lists } = this.#work;
    const entries = new Uint8Array(this.#words.buffer, 0, ENTRY_BYTES * this.#count);
    this.#keep?.push(entries.slice());
    const key = { ...this.#size, first: this.#before };
    this.#before += this.#count;
    this.#count = 0;
    const rows = yield* rowsOf(lists, entries, key, MATRICES);
    const [w, ...sums] = this.#vectors.map((vector) => scalarRange(vector).storage.list);
    for (const [i, sum] of sums.entries()) {
      const own = lists.at(sum, rows.least);
      for (let k = 1; k < rows.cuts.length; k++) {
        const [from, to] = [rows.cuts[k - 1], rows.cuts[k]];
        lists.sparse(own, rows.matrices[i], rows.values, w, from, to);
        yield;
      }
    }
    freeRows(lists, rows);
  }
}

/** An entry that is kept: its matrix, row, wire and value. */
/** @typedef {{ matrix: number, row: number, wire: number, value: bigint }} Entry */

/** @type {(entries: Uint8Array) => Generator<Entry, void, void>} */
export function* entriesOf(entries) {
  const view = viewOf(entries);
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    const [matrix, row, wire] = [0, 4, 8].map((i) => view.getUint32(at + i, true));
    const value = fromBytesLE(entries.subarray(at + 12, at + 12 + SCALAR_BYTES));
    yield { matrix, row, wire, value };
  }
}
