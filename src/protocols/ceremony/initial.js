/**
 * C before any contribution, which the circuit's hash takes and a key no longer has: from the file
 * that the second phase began with, or from the circuit and the powers in Lagrange form. The point
 * of a wire is Σ A[i]·βL_i + B[i]·αL_i + C[i]·L_i over the rows i.
 */
import { sectionsInOrder } from '../groth16/section-order.js';
import { readProtocol } from '../groth16/zkey-header.js';
import { countOfKey, named, readKeyHeader } from './key-parts.js';
import { initialPlan } from './kinds.js';
import { entriesOf } from './r1cs.js';
import { expectContent } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { CircuitHash } from './circuit-hash.js' */
/** @import { Entry, WeighedCircuit } from './r1cs.js' */
/** @import { PointsPart, Work } from './work.js' */

/**
 * @typedef {{ all: Generator<Entry, void, void>, next: IteratorResult<Entry, void> }} EntriesAhead
 */

/** The section of powers that a matrix multiplies: A, B and C. */
const SECTIONS = [15, 14, 12];

/** Points encoded in a step. */
const STEP = 2 ** 11;

/**
 * @param {Work} work
 * @param {unknown} file
 * @param {{ circuit: WeighedCircuit, hash: CircuitHash }} how
 * @returns {Promise<Point<any>>} Σ w_s·C_s
 * @throws {import('../groth16/content-error.js').ContentError}
 */
export async function hashInitialPoints(work, file, { circuit, hash }) {
  const { wires, publics, domain, w } = circuit;
  const sums = work.sums();
  return named('initial', async () => {
    for await (const section of sectionsInOrder(file, initialPlan, work.task.signal)) {
      const { id, source, size, name } = section;
      if (id === 1) readProtocol(await source.read(size, name));
      else if (id === 2) {
        const { header } = await readKeyHeader(work, section);
        const isSame =
          header.wires === wires && header.publics === publics && header.domain === domain;
        expectContent(isSame, `zkey: ${name}`, 'the numbers of the circuit', 'others');
      } else {
        const first = publics + 1;
        const count = countOfKey(work, section, circuit);
        for await (const part of work.points(section, 1, count)) {
          await work.run(hash.pointsSteps(1, part));
          const weights = w.slice(first + part.from, first + part.to);
          await sums.add(0, 1, part, weights);
        }
      }
    }
    return (await sums.all()).get(0) ?? work.identity(1);
  });
}

/** The points of private wires, as rows come. */
export class InitialPoints {
  #work;
  #circuit;
  /** Canonical, by wire less the public ones. @type {Uint8Array[]} */
  #points = [];
  /** Sections that have come. */
  #come = new Set();

  /** @param {Work} work @param {WeighedCircuit} circuit */
  constructor(work, circuit) {
    this.#work = work;
    this.#circuit = circuit;
  }

  get isWhole() {
    return SECTIONS.every((id) => this.#come.has(id));
  }

  /** @param {OrderedSection} section in Lagrange form, of which the block of the domain is used */
  async take(section) {
    const work = this.#work;
    const { domain, wires, publics } = this.#circuit;
    const { id, source, name } = section;
    const context = work.context(1);
    if (this.#points.length === 0) {
      const identity = new Uint8Array(2 * context.field.bytes);
      this.#points = new Array(wires - publics - 1).fill(identity);
    }
    const entries = this.#entries(SECTIONS.indexOf(id));
    await source.skip(work.bytesOf(1, domain - 1), name);
    for await (const part of work.points(section, 1, domain)) {
      await work.run(this.#addSteps(part, entries));
    }
    this.#come.add(id);
  }

  /**
   * Entries of a matrix at private wires, by rows, one ahead.
   * @type {(own: number) => EntriesAhead}
   */
  #entries(own) {
    const { entries, publics } = this.#circuit;
    const all = (function* () {
      for (const piece of entries) {
        for (const entry of entriesOf(piece)) {
          if (entry.matrix === own && entry.wire > publics) yield entry;
        }
      }
    })();
    return { all, next: all.next() };
  }

  /**
   * Adds the entries of the rows of a part.
   * @param {PointsPart} part
   * @param {EntriesAhead} entries
   * @returns {Generator<undefined, void, void>}
   */
  *#addSteps({ storage, from, to }, entries) {
    const { engine, field } = this.#work.context(1);
    const size = 2 * field.bytes;
    const first = this.#circuit.publics + 1;
    const affine = engine.toAffine(storage.handle, 0, to - from);
    for (; !entries.next.done && entries.next.value.row < to; entries.next = entries.all.next()) {
      const { row, wire, value } = entries.next.value;
      const at = size * (row - from);
      const point = affine.subarray(at, at + size);
      const term = value === 1n ? point : engine.multiply(point, value);
      this.#points[wire - first] = engine.add(this.#points[wire - first], term);
      yield;
    }
  }

  /** @param {CircuitHash} hash @returns {Generator<undefined, void, void>} */
  *hashSteps(hash) {
    const { formats } = this.#work.context(1);
    for (let i = 0; i < this.#points.length; i += STEP) {
      for (const point of this.#points.slice(i, i + STEP)) {
        hash.bytes(formats.uncompressed.encode(point));
      }
      yield;
    }
  }
}
