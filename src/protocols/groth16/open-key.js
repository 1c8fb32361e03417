/**
 * Opens a proving key: reads the sections of a zkey as they come, checks them against the header,
 * and puts matrices and points into the memory of engines. A section is freed before the next one.
 */
import { InputError } from '../../errors.js';
import { allocate } from '../../input/bytes.js';
import { sharedProgress } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { FORMAT, decodeKeyPoints, keepFinite, scatter } from './key-points.js';
import { fixedPointsOf, publicPointsOf } from './key-fixed.js';
import { ENTRY_BYTES, freeMatrices, readMatrices } from './matrices.js';
import { Alternation, exponentOf, placesOf } from './order.js';
import { ZKEY, readSections, viewOf } from './sections.js';
import { Source } from './source.js';
import { readHeader, readProtocol, sizesOf } from './zkey-header.js';

/** @import { Task } from '../../input/tasks.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { Curve } from './curve.js' */
/** @import { KeyPoints } from './key-points.js' */
/** @import { Matrices } from './matrices.js' */
/** @import { Section } from './sections.js' */
/** @import { FixedName, Header } from './zkey-header.js' */

/** @typedef {Uint8Array<ArrayBuffer>} Body */

/**
 * A key in the memory of engines. `fixed`: canonical points of the header; `IC`: the same of the
 * public signals; `interleavedHC`: H, in the order of the transforms' values, and C
 * by turns, in one list for one sum.
 * @typedef {{ header: Header, fixed: ReadonlyMap<FixedName, Uint8Array>, IC: Uint8Array,
 *   matrices: Matrices, A: KeyPoints, B1: KeyPoints, B2: KeyPoints,
 *   interleavedHC: KeyPoints }} KeyParts
 */

/**
 * `check`: all points for their groups; `insecure`: accepts keys with which anyone can forge
 * proofs.
 * @typedef {{ check: boolean, insecure: boolean, task: Task }} KeyOptions
 */

/** Bytes of a header at most: before it is known whose it is, nothing longer is kept for one. */
const MOST_HEADER = 2 ** 12;

/** Shares of the time of opening, of the lists of points by their sizes in G1. */
const WEIGHTS = new Map([
  ['A', 1],
  ['B1', 1],
  ['B2', 3],
  ['interleavedHC', 2],
]);
const ALL_WEIGHTS = [...WEIGHTS.values()].reduce((sum, weight) => sum + weight);

/** Sections that are read, in the order in which those that came before the header are. */
const NEEDED = [3, 4, 5, 6, 7, 8, 9];

/** The sections of points that are lists of their own. */
const LISTS = new Map([
  [5, 'A'],
  [6, 'B1'],
  [7, 'B2'],
]);

/**
 * @type {(curve: Curve, lists: ScalarLists, file: unknown, how: KeyOptions) => Promise<KeyParts>}
 * @throws {InputError} no key of Groth16 of this curve, or one whose parts do not fit; a point off
 *   its curve, or outside of its group where that is checked
 */
export async function openKey(curve, lists, file, how) {
  const source = new Source(file, 'zkey', how.task.signal);
  const opening = new Opening(curve, lists, how);
  try {
    for await (const section of readSections(source, ZKEY)) {
      await opening.read(section, source);
    }
    return opening.finish();
  } catch (error) {
    opening.free();
    throw error;
  } finally {
    source.close();
  }
}

/** A key that is being read. */
class Opening {
  #curve;
  #lists;
  #how;
  #report;
  /** Sections that came before the header. @type {Map<number, { body: Body, name: string }>} */
  #kept = new Map();
  /** @type {Header | undefined} */
  #header;
  /** @type {ReadonlyMap<number, number>} */
  #sizes = new Map();
  #isOwn = false;
  /** @type {{ rows: Uint32Array, odd: Uint32Array } | undefined} */
  #places;
  /** @type {Partial<KeyParts>} */
  #parts = {};
  /** H or C, whichever came first. @type {{ id: number, body: Body } | undefined} */
  #half;
  /** Coefficients that wait for H. @type {{ body: Body, name: string } | undefined} */
  #coefficients;
  #hasRows = false;
  /** The largest of the buffers that were taken. @type {ArrayBuffer | undefined} */
  #spare;

  /**
   * @param {Curve} curve
   * @param {ScalarLists} lists
   * @param {KeyOptions} how
   */
  constructor(curve, lists, how) {
    this.#curve = curve;
    this.#lists = lists;
    this.#how = how;
    this.#report = sharedProgress(how.task.onProgress);
  }

  /**
   * Reads a section that is needed.
   * @param {Section} section
   * @param {Source} source
   */
  async read({ id, size, name }, source) {
    if (id === 1) {
      if (size > MOST_HEADER) refuse(name, '4 bytes', size);
      readProtocol(await source.read(size, name));
      this.#isOwn = true;
      await this.#start();
    } else if (id === 2) {
      if (size > MOST_HEADER) {
        // Headers of other protocols are no longer.
        refuse(name, `at most ${MOST_HEADER} bytes`, size);
      }
      this.#kept.set(id, { body: await source.read(size, name), name });
      await this.#start();
    } else if (NEEDED.includes(id)) {
      if (this.#header) this.#expectSize(id, size, name);
      const spare = this.#spare;
      this.#spare = undefined;
      const body = await source.read(size, name, spare);
      if (spare && body.buffer !== spare) this.#leave(spare);
      if (this.#header) await this.#take(id, body, name);
      else this.#kept.set(id, { body, name });
    }
  }

  /** The key, whose memory is the caller's from now on. @returns {KeyParts} */
  finish() {
    if (!this.#isOwn) throw new InputError('zkey: section 1 (protocol): expected one, got none');
    const header = this.#header;
    if (!header) throw new InputError('zkey: section 2 (header): expected one, got none');
    const { IC, matrices, A, B1, B2, interleavedHC } = this.#parts;
    for (const [id, part] of /** @type {const} */ ([
      [3, IC],
      [5, A],
      [6, B1],
      [7, B2],
      [this.#half?.id === 9 ? 8 : 9, interleavedHC],
      [4, matrices],
    ])) {
      if (!part) {
        const name = ZKEY.sections.get(id);
        throw new InputError(`zkey: section ${id} (${name}): expected one, got none`);
      }
    }
    return /** @type {KeyParts} */ ({ ...this.#parts, header });
  }

  /** Frees what was read. */
  free() {
    if (this.#curve.g1.lifetime.ended) return;
    freeKey(this.#lists, this.#parts);
  }

  /** With protocol and header, goes on to what came before them. */
  async #start() {
    const header = this.#kept.get(2);
    if (!this.#isOwn || !header || this.#header) return;
    const { fieldBytes } = this.#curve;
    const own = readHeader(header.body, this.#curve);
    this.#parts.fixed = fixedPointsOf(own, this.#curve, this.#how.insecure);
    this.#sizes = sizesOf(own, fieldBytes);
    for (const [id, { body, name }] of this.#kept) this.#expectSize(id, body.length, name);
    this.#header = own;
    for (const id of NEEDED) {
      const kept = this.#kept.get(id);
      this.#kept.delete(id);
      if (kept) await this.#take(id, kept.body, kept.name);
    }
  }

  /** @type {(id: number, size: number, name: string) => void} */
  #expectSize(id, size, name) {
    const expected = this.#sizes.get(id);
    if (expected !== undefined && size !== expected) refuse(name, `${expected} bytes`, size);
  }

  /** @type {(id: number, body: Body, name: string) => Promise<void>} */
  async #take(id, body, name) {
    const { g1, g2 } = this.#curve;
    const list = LISTS.get(id);
    if (id === 3) {
      this.#parts.IC = publicPointsOf(body, name, this.#curve);
      this.#leave(body.buffer);
    } else if (id === 4) this.#coefficients = { body, name };
    else if (list) {
      const context = list === 'B2' ? g2 : g1;
      const places = await this.#run(keepFinite(body, context.formats[FORMAT].size));
      const whereIs = (/** @type {number} */ index) => ({ section: name, index });
      const points = await this.#decode(list, body, places, whereIs);
      if (list === 'A') this.#parts.A = points;
      else if (list === 'B1') this.#parts.B1 = points;
      else this.#parts.B2 = points;
      this.#leave(body.buffer);
    } else {
      this.#hasRows ||= id === 9;
      if (!this.#half) this.#half = { id, body };
      else
        await this.#takeInterleavedHC(
          id === 9 ? body : this.#half.body,
          id === 9 ? this.#half.body : body,
        );
    }
    await this.#takeCoefficients();
  }

  /** Rows are memory that a header alone does not justify: H has a point for each of them. */
  async #takeCoefficients() {
    const given = this.#coefficients;
    if (!given || !this.#hasRows) return;
    this.#coefficients = undefined;
    this.#parts.matrices = await this.#readMatrices(given.body, given.name);
    this.#leave(given.body.buffer);
  }

  /** Another section may be read to this buffer. @type {(buffer: ArrayBuffer) => void} */
  #leave(buffer) {
    if (buffer.byteLength > (this.#spare?.byteLength ?? 0)) this.#spare = buffer;
  }

  /** @type {(H: Body, C: Body) => Promise<void>} */
  async #takeInterleavedHC(H, C) {
    const { g1 } = this.#curve;
    this.#half = undefined;
    const body = allocate(H.length + C.length);
    const { odd } = this.#order();
    const { size } = g1.formats[FORMAT];
    const order = new Alternation(odd.length, C.length / size);
    await this.#run(scatter(H, (i) => order.placeOf(odd[i]), body, size));
    order.copy(body, C, { isFirst: false, size });
    const places = await this.#run(keepFinite(body, size));
    for (const { buffer } of [H, C]) this.#leave(buffer);
    this.#parts.interleavedHC = await this.#decode('interleavedHC', body, places, (index) => {
      const { isFirst, place } = order.originOf(index);
      return isFirst
        ? { section: 'section 9 (H)', index: odd.indexOf(place) }
        : { section: 'section 8 (C)', index: place };
    });
  }

  /**
   * @param {string} list one of `WEIGHTS`
   * @param {Body} bytes
   * @param {Uint32Array | null} places
   * @param {(index: number) => { section: string, index: number }} whereIs a point of them
   */
  #decode(list, bytes, places, whereIs) {
    const { check, task } = this.#how;
    const { g1, g2 } = this.#curve;
    const share = /** @type {number} */ (WEIGHTS.get(list)) / ALL_WEIGHTS;
    const own = { ...task, onProgress: this.#report(0, share) };
    const points = { bytes, places };
    return decodeKeyPoints(list === 'B2' ? g2 : g1, points, { whereIs, check, task: own });
  }

  /** @param {Body} body @param {string} name */
  async #readMatrices(body, name) {
    if (body.length < 4) refuse(name, '4 bytes or more', body.length);
    const expected = 4 + ENTRY_BYTES * viewOf(body).getUint32(0, true);
    if (body.length !== expected) refuse(name, `${expected} bytes`, body.length);
    const { wires } = /** @type {Header} */ (this.#header);
    return this.#run(readMatrices(this.#lists, body, { wires, rows: this.#order().rows }));
  }

  #order() {
    const { domain } = /** @type {Header} */ (this.#header);
    const { order, generator } = this.#lists;
    this.#places ??= placesOf(domain, exponentOf(order, generator, 2 * domain));
    return this.#places;
  }

  /**
   * @template Result
   * @param {Generator<any, Result, void>} steps
   * @returns {Promise<Result>}
   */
  #run(steps) {
    const { signal } = this.#how.task;
    const { lifetime } = this.#curve.g1;
    return runSteps(steps, { signal, lifetime, onProgress: undefined });
  }
}

/** @type {(lists: ScalarLists, parts: Partial<KeyParts>) => void} */
export function freeKey(lists, { matrices, A, B1, B2, interleavedHC }) {
  if (matrices) freeMatrices(lists, matrices);
  for (const points of [A, B1, B2, interleavedHC]) points?.storage.dispose();
}

/**
 * @param {string} name of a section
 * @param {string} expected
 * @param {number} got bytes
 */
function refuse(name, expected, got) {
  throw new InputError(`zkey: ${name}: expected ${expected}, got ${got}`);
}
