/**
 * A proving key as a sequence of pieces: header, points of the public signals, rows of the
 * matrices, and points by the number of their section. Whoever takes a piece owns its memory: an
 * open key keeps all of them, a proof by a stream frees each once it has used it.
 */
import { allocate } from '../../input/bytes.js';
import { sharedProgress } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { ContentError } from './content-error.js';
import { fixedPointsOf, publicPointsOf } from './key-fixed.js';
import { FORMAT, decodeKeyPoints, keepFinite } from './key-points.js';
import { provingPlan } from './key-sections.js';
import { ENTRY_BYTES, freeRows, rowsOf } from './matrices.js';
import { sectionsInOrder } from './section-order.js';
import { viewOf } from './sections.js';
import { countsOf, readHeader, readProtocol, sharesOf } from './zkey-header.js';

/** @import { Task } from '../../input/tasks.js' */
/** @import { FieldParts } from '../../group/scalars/scalar-field.js' */
/** @import { GroupContext } from '../../group/context.js' */
/** @import { Curve } from './curve.js' */
/** @import { Groth16Equations } from './equations.js' */
/** @import { KeyPoints } from './key-points.js' */
/** @import { OrderedSection } from './section-order.js' */
/** @import { Rows } from './matrices.js' */
/** @import { FixedName, Header } from './zkey-header.js' */

/**
 * The beginning of a key, before its rows and points. `fixed`: canonical points of the header;
 * `IC`: the same of the public signals, once they have come.
 * @typedef {{ header: Header, fixed: ReadonlyMap<FixedName, Uint8Array>, IC?: Uint8Array }} KeyHead
 */

/**
 * Points of a section, for the scalars from `from` on: values of wires, and of h for H. `worker`:
 * which keeps a copy of them, of a piece that is kept.
 * @typedef {KeyPoints & { id: 5 | 6 | 7 | 8 | 9, from: number, count: number,
 *   context: GroupContext, worker: number | undefined }} PointsPiece
 */

/** Rows of the matrices; `share`: of all entries. @typedef {Rows & { id: 4, isLast: boolean,
 *   share: number }} RowsPiece */

/** The head comes twice: with the header, and when IC has come. */
/** @typedef {{ id: 'head', head: KeyHead } | RowsPiece | PointsPiece} Piece */

/**
 * `check`: all points for their groups; `insecure`: accepts keys with which anyone can forge
 * proofs; `isKept`: whether the caller keeps the pieces.
 * @typedef {{ check: boolean, insecure: boolean, isKept: boolean, task: Task }} KeyOptions
 */

/**
 * Where a key is used. `field`: with roots of unity that are powers of snarkjs's.
 * @typedef {{ curve: Curve, field: FieldParts, equations: Groth16Equations }} Place
 */

/**
 * Items of a piece. `points`: longer pieces take more scratch memory, shorter ones more time.
 * `entries`: of section 4, where they are used once; 1.4 MB.
 */
const SIZES = { points: 2 ** 15, entries: 2 ** 15 };

/**
 * Rows of the domain at most for each wire of the witness, or each entry that has come, in a stream
 * of unknown length: rows take memory before H, which has a point for each of them, has come. The
 * domain is less than twice the rows, and a row without an entry still fixes a wire.
 */
const JUSTIFIED_ROWS = 4;

/** Costs of opening, by an item of a section. */
const COSTS = new Map([
  [4, 1],
  [5, 1],
  [6, 1],
  [7, 3],
  [8, 1],
  [9, 1],
]);

/**
 * @param {Place} place
 * @param {unknown} file
 * @param {KeyOptions} how reports progress only of what is kept
 * @param {typeof SIZES} [sizes] for tests
 * @returns {AsyncGenerator<Piece, void, void>}
 * @throws {InputError} no key of Groth16 of this curve, or one whose parts do not fit; a point off
 *   its curve, or outside of its group where that is checked
 */
export async function* piecesOf(place, file, how, sizes = SIZES) {
  const { curve } = place;
  const reading = new Reading(place, how, sizes);
  const plan = provingPlan(how.isKept);
  for await (const section of sectionsInOrder(file, plan, how.task.signal)) {
    const { id, size, name, source, fileLength } = section;
    if (id === 1) readProtocol(await source.read(size, name));
    else if (id === 2) {
      const header = readHeader(await source.read(size, name), curve);
      reading.begin(header, fileLength);
      const fixed = fixedPointsOf(header, curve, how.insecure);
      yield { id: 'head', head: (reading.head = { header, fixed }) };
    } else if (id === 3) {
      reading.expectSize(section);
      reading.head.IC = publicPointsOf(await source.read(size, name), name, curve);
      yield { id: 'head', head: reading.head };
    } else if (id === 4) yield* reading.rows(section);
    else yield* reading.points(section);
  }
}

/** @type {(lists: FieldParts['lists'], piece: Piece) => void} */
export function freePiece(lists, piece) {
  if (piece.id === 4) freeRows(lists, piece);
  else if (piece.id !== 'head') piece.storage.dispose();
}

/** The sections of a key that is being read. */
class Reading {
  #place;
  #how;
  #sizes;
  #report;
  /** @type {KeyHead} */
  head = /** @type {any} */ (undefined);
  /** @type {ReadonlyMap<number, number>} */
  #counts = new Map();
  /** @type {ReturnType<typeof sharesOf>} */
  #shareOf = () => 0;
  #isLengthKnown = false;
  /** Pieces of points that are kept. */
  #turns = 0;
  /** Memory that parts are read to by turns. */
  #spares = [new ArrayBuffer(), new ArrayBuffer()];

  /** @param {Place} place @param {KeyOptions} how @param {typeof SIZES} sizes */
  constructor(place, how, sizes) {
    this.#place = place;
    this.#how = how;
    this.#sizes = sizes;
    this.#report = sharedProgress(how.isKept ? how.task.onProgress : undefined);
  }

  /**
   * Nothing is allocated for what a file is too short for.
   * @param {Header} header
   * @param {number | undefined} length of the file
   */
  begin(header, length) {
    this.#counts = countsOf(header);
    this.#shareOf = sharesOf(header, COSTS);
    this.#isLengthKnown = length !== undefined;
    // The longest alone: of a file that lacks a section the error is to name that one.
    const longest = Math.max(...[3, 5, 6, 7, 8, 9].map((id) => this.#sizeOf(id)));
    if (length !== undefined && longest > length) {
      refuse('section 2 (header)', `a file of ${longest} bytes or more`, length);
    }
  }

  /** @param {number} id */
  #contextOf(id) {
    const { g1, g2 } = this.#place.curve;
    return id === 7 ? g2 : g1;
  }

  /** Bytes of a section of points. @param {number} id */
  #sizeOf(id) {
    const { size } = this.#contextOf(id).formats[FORMAT];
    return size * /** @type {number} */ (this.#counts.get(id));
  }

  /** @param {OrderedSection} section of points */
  expectSize({ id, size, name }) {
    const expected = this.#sizeOf(id);
    if (size !== expected) refuse(name, `${expected} bytes`, size);
  }

  /** @param {OrderedSection} section */
  async *rows(section) {
    const { size, name, source } = section;
    if (size < 4) refuse(name, '4 bytes or more', size);
    const count = viewOf(await source.read(4, name)).getUint32(0, true);
    const expected = 4 + ENTRY_BYTES * count;
    if (size !== expected) refuse(name, `${expected} bytes`, size);
    const { lists } = this.#place.field;
    const { wires, domain } = this.head.header;
    // One matrix of all rows is the fastest, and as small as its pieces.
    const most = this.#how.isKept ? count : this.#sizes.entries;
    let [come, first] = [0, 0];
    /** Parts that do not justify the rows yet. @type {Uint8Array<ArrayBuffer>[]} */
    let waiting = [];
    for await (const bytes of this.#bodies(section, ENTRY_BYTES * count, ENTRY_BYTES * most)) {
      come += bytes.length / ENTRY_BYTES;
      if (!this.#justifiesRows(come)) {
        waiting.push(bytes.slice());
        continue;
      }
      for (const part of [...waiting, bytes]) {
        const length = part.length / ENTRY_BYTES;
        const share = count === 0 ? 1 : length / count;
        const onProgress = this.#report(0, this.#shareOf(4, domain) * share);
        const rows = await this.#run(rowsOf(lists, part, { first, wires, domain }), onProgress);
        first += length;
        yield /** @type {RowsPiece} */ ({ id: 4, isLast: first === count, share, ...rows });
      }
      waiting = [];
    }
    if (!this.#justifiesRows(come)) {
      refuse(name, `${Math.ceil(domain / JUSTIFIED_ROWS)} entries or more`, come);
    }
  }

  /**
   * Whether memory may be taken for all rows: H has come or must, or there is enough of what needs
   * them. The wires are those of the witness: who drops pieces has compared.
   * @param {number} entries that have come
   */
  #justifiesRows(entries) {
    const { wires, domain } = this.head.header;
    if (this.#isLengthKnown || this.#how.isKept) return true;
    return domain <= JUSTIFIED_ROWS * Math.max(entries, wires);
  }

  /** @param {OrderedSection} section */
  async *points(section) {
    const { id, name: of } = section;
    this.expectSize(section);
    const { check, isKept, task } = this.#how;
    const context = this.#contextOf(id);
    const { size } = context.formats[FORMAT];
    const wire = id === 8 ? this.head.header.publics + 1 : 0;
    let end = 0;
    for await (const bytes of this.#bodies(section, this.#sizeOf(id), size * this.#sizes.points)) {
      const count = bytes.length / size;
      const from = end;
      end += count;
      const places = await this.#run(keepFinite(bytes, size), undefined);
      if (places?.length === 0) continue;
      const onProgress = this.#report(0, this.#shareOf(id, count));
      const own = { section: `zkey: ${of}`, from, task: { ...task, onProgress } };
      const how = { ...own, check, isHere: !check };
      const points = await decodeKeyPoints(context, { bytes, places }, how);
      const workers = context.engine.parallel?.workers ?? 1;
      const worker = isKept ? this.#turns++ % workers : undefined;
      const place = { from: wire + from, count, context, worker };
      yield { id: /** @type {PointsPiece['id']} */ (id), ...place, ...points };
    }
  }

  /**
   * The bytes of a section, part by part, each until the one after the next. The next one is read
   * while a part is in use: a network goes on meanwhile.
   * @param {OrderedSection} section
   * @param {number} total bytes
   * @param {number} most bytes of a part
   * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>} one at least, which may be empty
   */
  async *#bodies({ source, name }, total, most) {
    let next = this.#read(source, Math.min(most, total), name);
    for (let end = most; ; end += most) {
      const bytes = await next;
      if (end < total) {
        next = this.#read(source, Math.min(most, total - end), name);
        // Awaited when its turn has come.
        next.catch(() => {});
      }
      yield bytes;
      if (end >= total) return;
    }
  }

  /**
   * @type {(source: OrderedSection['source'], length: number,
   *   name: string) => Promise<Uint8Array<ArrayBuffer>>}
   */
  async #read(source, length, name) {
    const { points, entries } = this.#sizes;
    const most = Math.max(entries * ENTRY_BYTES, points * this.#contextOf(7).formats[FORMAT].size);
    if (length > most) return source.read(length, name);
    this.#spares.reverse();
    if (this.#spares[0].byteLength < length) this.#spares[0] = allocate(length).buffer;
    return source.read(length, name, this.#spares[0]);
  }

  /**
   * @template Result
   * @param {Generator<any, Result, void>} steps
   * @param {Task['onProgress']} onProgress
   * @returns {Promise<Result>}
   */
  #run(steps, onProgress) {
    const { signal } = this.#how.task;
    const { lifetime } = this.#place.curve.g1;
    return runSteps(steps, { signal, lifetime, onProgress });
  }
}

/**
 * @param {string} name of a section
 * @param {string} expected
 * @param {number} got bytes, or entries
 */
function refuse(name, expected, got) {
  throw new ContentError(`zkey: ${name}: expected ${expected}, got ${got}`);
}
