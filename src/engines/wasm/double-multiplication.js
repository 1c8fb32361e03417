/**
 * u1·G + u2·Q on the single kernel (`DoubleMultiplication` of the port).
 *
 * Both scalars are split by the endomorphism, if there is one. The parts (for secp256k1 four, of at
 * most 128 bits) are recoded in width-w NAF and share one chain of doublings. Q has a small table
 * of odd multiples, rebuilt for every Q. So has G, for the first answers: they would wait for a
 * large one, which is built later and kept. Tables of the images φ(kG) and φ(kQ) follow, at one
 * multiplication per point.
 */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { ResourceError } from '../../errors.js';
import { writeImages } from './msm/model.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { ScalarKernel, SingleKernel } from './kernels/kernel.js' */

/**
 * The kernels of a curve with signatures.
 * @typedef {{ single: SingleKernel & { chains: object, signatures: object },
 *   scalar: ScalarKernel & { signatures: object } }} SignatureKernels
 */

/** NAF widths, by measurement: docs/decisions/07-signature-verification.md. */
const WIDTH_Q = 5;
const FIRST_WIDTH_G = 7;
const LAST_WIDTH_G = 13;

/** Points of a table. @param {number} width */
const countOf = (width) => 1 << (width - 2);

/** Sums before G has its large table: they take about as long as building it. */
const FIRST_SUMS = 32;

/** The purpose of the memory, for errors. */
const TABLES = 'tables of multiples';

/** u1 and u2. */
const SCALARS = 2;

/** The `DoubleMultiplication` of the port. */
export class WasmDoubleMultiplication {
  #arena;
  #single;
  #scalar;
  /** Capabilities of both kernels in one object: a call looks up one property. */
  #own;
  #memory;
  #generator;
  #widthG = 0;
  #tableG = 0;
  #sums = 0;

  /**
   * @param {CurveData} data
   * @param {Arena} arena
   * @param {SignatureKernels} kernels
   * @throws {import('../../errors.js').ResourceError} no memory for the tables
   */
  constructor(data, arena, { single, scalar }) {
    this.#arena = arena;
    this.#single = single;
    this.#scalar = scalar;
    const { split: splitScalars, partBytes } = scalar;
    const { naf } = scalar.signatures;
    const { chains, signatures } = single;
    this.#own = { ...chains, ...signatures, splitScalars, partBytes, naf };
    this.#memory = layOut(arena, single, scalar);
    const { references, tableG, work } = this.#memory;
    arena.u8.fill(0, references, references + referenceBytes(scalar));
    const { x, y } = data.generator;
    const bytes = single.fieldBytes;
    this.#generator = toBytesLE(x + (y << BigInt(8 * bytes)), 2 * bytes);
    this.#buildTableG(FIRST_WIDTH_G, tableG, work);
  }

  /**
   * Sets Q by its x and the choice of y.
   * @param {Uint8Array} x little-endian
   * @param {number} sign 0 or 1: selects the root, by the config's `rootSign`
   * @returns {boolean} false if x is out of range or no point has it
   */
  setCompressed(x, sign) {
    const { input, point } = this.#memory;
    const { u8 } = this.#arena;
    u8.set(x, input);
    u8[input + x.length] = sign;
    if (this.#single.decompress(point, input, input + x.length, 1) >= 0) return false;
    this.#buildTableQ();
    return true;
  }

  /**
   * Sets Q by its coordinates.
   * @param {Uint8Array} affine x, y; not both zero
   * @returns {boolean} false if a coordinate is out of range or the point is not on the curve
   */
  setAffine(affine) {
    if (!this.#readAffine(affine)) return false;
    this.#buildTableQ();
    return true;
  }

  /**
   * Computes u1·G + u2·Q, the sum that `hasX` and `toAffine` read.
   * @param {Uint8Array} u1
   * @param {Uint8Array} u2
   */
  combine(u1, u2) {
    if (++this.#sums === FIRST_SUMS) this.#enlargeTableG();
    const { input, split, report, references, sum, tableQ } = this.#memory;
    const { u8 } = this.#arena;
    const { partBytes, naf } = this.#own;
    const { parts } = this.#scalar;
    u8.set(u1, input);
    u8.set(u2, input + SCALAR_BYTES);
    const bits = this.#own.splitScalars(split, input, SCALARS, report);
    const { pointBytes } = this.#single;
    const width = SCALARS * parts;
    const write = (
      /** @type {number} */ part,
      /** @type {number} */ i,
      /** @type {number} */ w,
      /** @type {number} */ table,
    ) => {
      const j = SCALARS * part + i;
      const own = table + part * countOf(w) * pointBytes;
      naf(references + 4 * j, 4 * width, split + j * partBytes, w, own, pointBytes);
    };
    for (let part = 0; part < parts; part++) {
      write(part, 0, this.#widthG, this.#tableG);
      write(part, 1, WIDTH_Q, tableQ);
    }
    this.#single.chain(sum, references, width, bits + 1, 1);
  }

  /**
   * Whether the sum is finite and has this x.
   * @param {Uint8Array} x little-endian
   * @returns {boolean} false also for an x out of range
   */
  hasX(x) {
    const { input, point, sum } = this.#memory;
    this.#arena.u8.set(x, input);
    return this.#own.fieldFromBytes(point, input) === 1 && this.#own.hasX(sum, point) === 1;
  }

  /**
   * The sum.
   * @returns {Uint8Array} a canonical point
   */
  toAffine() {
    const size = 2 * this.#single.fieldBytes;
    const { input, point, sum } = this.#memory;
    this.#single.toAffine(point, sum);
    this.#single.toAffineBytes(input, point, 1);
    return this.#arena.u8.slice(input, input + size);
  }

  /** @param {Uint8Array} affine */
  #readAffine(affine) {
    const { input, point } = this.#memory;
    this.#arena.u8.set(affine, input);
    return (
      this.#single.fromAffineBytes(point, input, 1) < 0 && this.#single.firstOffCurve(point, 1) < 0
    );
  }

  #buildTableQ() {
    const { tableQ, work } = this.#memory;
    this.#buildTable(tableQ, countOf(WIDTH_Q), work);
  }

  /** Where memory does not suffice, the small table remains. */
  #enlargeTableG() {
    const { pointBytes, jacobianBytes } = this.#single;
    const count = countOf(LAST_WIDTH_G);
    let work = 0;
    try {
      // First what is freed again: if the table finds no room, nothing stays.
      work = this.#arena.allocate(count * jacobianBytes, TABLES);
      const table = this.#arena.allocate(this.#scalar.parts * count * pointBytes, TABLES);
      this.#buildTableG(LAST_WIDTH_G, table, work);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
    } finally {
      if (work) this.#arena.free(work);
    }
  }

  /**
   * Overwrites the point read last.
   * @param {number} width
   * @param {number} table
   * @param {number} work
   */
  #buildTableG(width, table, work) {
    this.#readAffine(this.#generator);
    this.#buildTable(table, countOf(width), work);
    this.#widthG = width;
    this.#tableG = table;
  }

  /**
   * Builds the odd multiples of the point just read, and their images for the other parts.
   * @param {number} table
   * @param {number} count
   * @param {number} work
   */
  #buildTable(table, count, work) {
    const { pointBytes } = this.#single;
    this.#own.oddMultiples(table, this.#memory.point, 1, count, work);
    const bytes = count * pointBytes;
    const lists = { points: table, images: table + bytes, bytes, n: count };
    writeImages(this.#single, this.#scalar.parts, lists);
  }
}

/**
 * Bytes of the references: one for every part at every bit position, plus one position for the
 * carry.
 * @param {ScalarKernel} scalar
 */
function referenceBytes({ parts, partBits }) {
  return 4 * SCALARS * parts * (partBits + 1);
}

/**
 * Allocates one block of memory, kept as long as the engine.
 * @param {Arena} arena
 * @param {SingleKernel} single
 * @param {ScalarKernel} scalar
 */
function layOut(arena, { pointBytes, jacobianBytes, fieldBytes }, scalar) {
  const sizes = {
    input: Math.max(2 * fieldBytes, SCALARS * SCALAR_BYTES),
    split: SCALARS * scalar.parts * scalar.partBytes,
    report: 8,
    references: referenceBytes(scalar),
    point: pointBytes,
    sum: jacobianBytes,
    work: countOf(FIRST_WIDTH_G) * jacobianBytes,
    tableQ: scalar.parts * countOf(WIDTH_Q) * pointBytes,
    tableG: scalar.parts * countOf(FIRST_WIDTH_G) * pointBytes,
  };
  const aligned = (/** @type {number} */ bytes) => Math.ceil(bytes / 16) * 16;
  const total = Object.values(sizes).reduce((sum, bytes) => sum + aligned(bytes), 0);
  let next = arena.allocate(total, TABLES);
  const addresses = Object.entries(sizes).map(([name, bytes]) => {
    const address = next;
    next += aligned(bytes);
    return [name, address];
  });
  return /** @type {Record<keyof typeof sizes, number>} */ (Object.fromEntries(addresses));
}
