/**
 * u1·G + u2·Q on the single kernel (`DoubleMultiplication` of the port).
 *
 * Both scalars are split by the endomorphism, if there is one. The parts (for secp256k1 four, of at
 * most 128 bits) are recoded in width-w NAF and share one chain of doublings. G has a large table
 * of odd multiples, built on first use and kept; Q has a small one, rebuilt for every Q. Tables of
 * the images φ(kG) and φ(kQ) follow, at one multiplication per point.
 */

import { toBytesLE } from '../../math/integers.js';
import { mapOf } from './msm/model.js';

/** @import { CurveData } from '../../curves/config.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { ScalarKernel, SingleKernel } from './kernels/kernel.js' */

/**
 * The kernels of a curve with signatures.
 * @typedef {{ single: SingleKernel & { chains: object, signatures: object },
 *   scalar: ScalarKernel & { signatures: object } }} SignatureKernels
 */

/** NAF widths, by measurement: docs/decisions/07-signature-verification.md. */
const WIDTH_G = 13;
const WIDTH_Q = 5;
const COUNT_G = 2 ** (WIDTH_G - 2);
const COUNT_Q = 2 ** (WIDTH_Q - 2);

const SCALAR_BYTES = 32;

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
    // First what is freed again: if the tables find no room, nothing stays.
    const work = arena.allocate(COUNT_G * single.jacobianBytes, 'a table of multiples');
    try {
      this.#memory = layOut(arena, single, scalar);
      const { references, tableG } = this.#memory;
      arena.u8.fill(0, references, references + referenceBytes(scalar));
      const { generator } = data;
      const affine = new Uint8Array(2 * single.fieldBytes);
      affine.set(toBytesLE(generator.x, single.fieldBytes));
      affine.set(toBytesLE(generator.y, single.fieldBytes), single.fieldBytes);
      this.#readAffine(affine);
      this.#buildTable(tableG, COUNT_G, work);
    } finally {
      arena.free(work);
    }
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
    const { input, split, report, references, sum, tableG, tableQ } = this.#memory;
    const { u8 } = this.#arena;
    const { partBytes, naf } = this.#own;
    const { parts } = this.#scalar;
    u8.set(u1, input);
    u8.set(u2, input + SCALAR_BYTES);
    const bits = this.#own.splitScalars(split, input, SCALARS, report);
    const { pointBytes } = this.#single;
    const width = SCALARS * parts;
    const write = (/** @type {number} */ i, /** @type {number} */ w, /** @type {number} */ table) =>
      naf(references + 4 * i, 4 * width, split + i * partBytes, w, table, pointBytes);
    for (let part = 0; part < parts; part++) {
      write(SCALARS * part, WIDTH_G, tableG + part * COUNT_G * pointBytes);
      write(SCALARS * part + 1, WIDTH_Q, tableQ + part * COUNT_Q * pointBytes);
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
    return this.#single.fromAffineBytes(point, input, 1) < 0 && this.#single.onCurve(point, 1) < 0;
  }

  #buildTableQ() {
    const { tableQ, work } = this.#memory;
    this.#buildTable(tableQ, COUNT_Q, work);
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
    const images = (this.#scalar.parts - 1) * count;
    for (let done = 0; done < images; done += count) {
      const source = table + done * pointBytes;
      mapOf(this.#single)(source + count * pointBytes, source, count);
    }
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
    work: COUNT_Q * jacobianBytes,
    tableQ: scalar.parts * COUNT_Q * pointBytes,
    tableG: scalar.parts * COUNT_G * pointBytes,
  };
  const aligned = (/** @type {number} */ bytes) => Math.ceil(bytes / 16) * 16;
  const total = Object.values(sizes).reduce((sum, bytes) => sum + aligned(bytes), 0);
  let next = arena.allocate(total, "tables of the generator's multiples");
  const addresses = Object.entries(sizes).map(([name, bytes]) => {
    const address = next;
    next += aligned(bytes);
    return [name, address];
  });
  return /** @type {Record<keyof typeof sizes, number>} */ (Object.fromEntries(addresses));
}
