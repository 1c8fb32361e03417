/**
 * u1·G + u2·Q on the single kernel (`DoubleMultiplication` of the port).
 *
 * Both scalars are split by the endomorphism, if there is one; the sub-scalars, for secp256k1 four
 * of at most 128 bits, are added up by interleaved wNAF (./msm/interleaved-wnaf.js). Q has a small
 * table of odd multiples, rebuilt for every Q. So has G, for the first answers: they would wait for
 * a large one, which is built later and kept.
 */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { ResourceError } from '../../errors.js';
import { InterleavedWnaf, multiplesOf } from './msm/interleaved-wnaf.js';
import { allocateParts } from './kernels/arena.js';
import { prepareRoots } from './kernels/roots.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Kernels } from './msm/interleaved-wnaf.js' */

/**
 * The kernels of a curve with signatures.
 * @typedef {Kernels & { single: { chains: object, signatures: object },
 *   scalarKernel: { signatures: object } }} SignatureKernels
 */

/** NAF widths, by measurement: docs/decisions/07-signature-verification.md. */
const WIDTH_Q = 5;
const FIRST_WIDTH_G = 7;
const LAST_WIDTH_G = 13;

/** Sums before G has its large table: they take about as long as building it. */
const FIRST_SUMS = 32;

/** The purpose of the memory, for errors. */
const TABLES = 'tables of multiples';

/** u1 and u2. */
const SCALARS = 2;

/** The `DoubleMultiplication` of the port. */
export class WasmDoubleMultiplication {
  #kernels;
  #memory;
  #chain;
  #generator;
  #widthG = 0;
  #tableG = 0;
  #sums = 0;

  /**
   * @param {CurveData} data
   * @param {SignatureKernels} kernels
   * @throws {import('../../errors.js').ResourceError} no memory for the tables
   */
  constructor(data, kernels) {
    const { arena, single, scalarKernel } = kernels;
    this.#kernels = kernels;
    this.#memory = allocateParts(arena, sizesOf(kernels), TABLES).at;
    const { references, split, tableG, work } = this.#memory;
    const { parts, partBits: bits } = scalarKernel;
    this.#chain = new InterleavedWnaf(kernels, { width: SCALARS * parts, bits, split, references });
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
    const { arena, single } = this.#kernels;
    const { input, point } = this.#memory;
    prepareRoots(arena, single);
    const { u8 } = arena;
    u8.set(x, input);
    u8[input + x.length] = sign;
    if (single.decompress(point, input, input + x.length, 1) >= 0) return false;
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
   * @type {(u1: Uint8Array, u2: Uint8Array) => void}
   */
  combine(u1, u2) {
    if (++this.#sums === FIRST_SUMS) this.#enlargeTableG();
    const { arena, single, scalarKernel } = this.#kernels;
    const { input, split, report, sum, tableQ } = this.#memory;
    arena.u8.set(u1, input);
    arena.u8.set(u2, input + SCALAR_BYTES);
    const bits = scalarKernel.split(split, input, SCALARS, report);
    const { pointBytes } = single;
    const bytesG = multiplesOf(this.#widthG) * pointBytes;
    const bytesQ = multiplesOf(WIDTH_Q) * pointBytes;
    for (let part = 0; part < scalarKernel.parts; part++) {
      this.#chain.writeDigits(SCALARS * part, this.#widthG, this.#tableG + part * bytesG);
      this.#chain.writeDigits(SCALARS * part + 1, WIDTH_Q, tableQ + part * bytesQ);
    }
    this.#chain.sum(sum, bits);
  }

  /**
   * Whether the sum is finite and has this x.
   * @param {Uint8Array} x little-endian
   * @returns {boolean} false also for an x out of range
   */
  hasX(x) {
    const { arena, single } = this.#kernels;
    const { fieldFromBytes, hasX } = single.signatures;
    const { input, point, sum } = this.#memory;
    arena.u8.set(x, input);
    return fieldFromBytes(point, input) === 1 && hasX(sum, point) === 1;
  }

  /**
   * The sum.
   * @returns {Uint8Array} a canonical point
   */
  toAffine() {
    const { arena, single } = this.#kernels;
    const { input, point, sum } = this.#memory;
    single.toAffine(point, sum);
    single.toAffineBytes(input, point, 1);
    return arena.u8.slice(input, input + 2 * single.fieldBytes);
  }

  /** @type {(affine: Uint8Array) => boolean} */
  #readAffine(affine) {
    const { arena, single } = this.#kernels;
    const { input, point } = this.#memory;
    arena.u8.set(affine, input);
    return single.fromAffineBytes(point, input, 1) < 0 && single.firstOffCurve(point, 1) < 0;
  }

  #buildTableQ() {
    const { tableQ, work } = this.#memory;
    this.#buildTable(WIDTH_Q, tableQ, work);
  }

  /** Where memory does not suffice, the small table remains. */
  #enlargeTableG() {
    const { arena, single, scalarKernel } = this.#kernels;
    const count = multiplesOf(LAST_WIDTH_G);
    let work = 0;
    try {
      // First what is freed again: if the table finds no room, nothing stays.
      work = arena.allocate(count * single.jacobianBytes, TABLES);
      const table = arena.allocate(scalarKernel.parts * count * single.pointBytes, TABLES);
      this.#buildTableG(LAST_WIDTH_G, table, work);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
    } finally {
      if (work) arena.free(work);
    }
  }

  /** Overwrites the point read last. @type {(w: number, table: number, work: number) => void} */
  #buildTableG(w, table, work) {
    this.#readAffine(this.#generator);
    this.#buildTable(w, table, work);
    this.#widthG = w;
    this.#tableG = table;
  }

  /**
   * Builds the odd multiples of the point just read, and their images.
   * @type {(w: number, tables: number, work: number) => void}
   */
  #buildTable(w, tables, work) {
    const { point: points } = this.#memory;
    const bytes = multiplesOf(w) * this.#kernels.single.pointBytes;
    InterleavedWnaf.writeTables(this.#kernels, {
      ...{ tables, points, n: 1, w, bytes, work },
      firstImage: 0,
    });
  }
}

/**
 * Sizes of the memory, which is kept as long as the engine.
 * @param {SignatureKernels} kernels
 */
function sizesOf({ single, scalarKernel }) {
  const { pointBytes, jacobianBytes, fieldBytes } = single;
  const { parts, partBytes, partBits } = scalarKernel;
  return {
    input: Math.max(2 * fieldBytes, SCALARS * SCALAR_BYTES),
    split: SCALARS * parts * partBytes,
    report: 8,
    references: InterleavedWnaf.referenceBytes(SCALARS * parts, partBits),
    point: pointBytes,
    sum: jacobianBytes,
    work: multiplesOf(FIRST_WIDTH_G) * jacobianBytes,
    tableQ: parts * multiplesOf(WIDTH_Q) * pointBytes,
    tableG: parts * multiplesOf(FIRST_WIDTH_G) * pointBytes,
  };
}
