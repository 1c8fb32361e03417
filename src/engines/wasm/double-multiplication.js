/**
 * u1·G + u2·Q on the single kernel (`Combination` of ../../port/engine.js).
 *
 * Both scalars are split by the endomorphism; four halves of at most 128 bits are written in width-w NAF, and one chain
 * of doublings serves them all. G's odd multiples are a wide table, built at the first use and kept; Q's a narrow one,
 * for every Q anew. The points φ(kG) and φ(kQ) are tables too: one multiplication each.
 */

import { toBytesLE } from '../../math/integers.js';

/** @import { CurveConfig } from './create.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { ScalarKernel, SingleKernel } from './kernels/kernel.js' */

/** NAF widths, by measurement: docs/decisions/07-signature-verification.md. */
const WIDTH_G = 13;
const WIDTH_Q = 5;
const COUNT_G = 2 ** (WIDTH_G - 2);
const COUNT_Q = 2 ** (WIDTH_Q - 2);

/** Bit positions of a half: 0 … 128. */
const POSITIONS = 129;

/** Halves: two of each scalar. */
const HALVES = 4;

const SCALAR_BYTES = 32;

/** The `Combination` of ../../port/engine.js on the single kernel. */
export class WasmCombination {
  #arena;
  #single;
  #scalar;
  #memory;

  /**
   * @param {CurveConfig} config
   * @param {Arena} arena
   * @param {{ single: SingleKernel, scalar: ScalarKernel }} kernels
   * @throws {import('../../errors.js').ResourceError} no memory for the tables
   */
  constructor(config, arena, { single, scalar }) {
    this.#arena = arena;
    this.#single = single;
    this.#scalar = scalar;
    this.#memory = layOut(arena, single, scalar);
    const { references } = this.#memory;
    arena.u8.fill(0, references, references + 4 * HALVES * POSITIONS);
    const { generator } = config;
    const affine = new Uint8Array(2 * single.fieldBytes);
    affine.set(toBytesLE(generator.x, single.fieldBytes));
    affine.set(toBytesLE(generator.y, single.fieldBytes), single.fieldBytes);
    this.#readAffine(affine);
    const work = arena.allocate(COUNT_G * single.jacobianBytes, 'a table of multiples');
    const { point, tableG, imagesG } = this.#memory;
    single.oddMultiples(tableG, point, 1, COUNT_G, work);
    single.endomorphism(imagesG, tableG, COUNT_G);
    arena.free(work);
  }

  /**
   * Q by its x and the sign of y.
   * @param {Uint8Array} x little-endian
   * @param {number} sign 0 or 1: which root, as the config's `rootSign` says
   * @returns {boolean} false if x is out of range or no point has it
   */
  setCompressed(x, sign) {
    const { input, point } = this.#memory;
    const { u8 } = this.#arena;
    u8.set(x, input);
    u8[input + x.length] = sign;
    if (this.#single.decompress(point, input, input + x.length, 1) >= 0) return false;
    this.#buildTable();
    return true;
  }

  /**
   * Q by its coordinates.
   * @param {Uint8Array} affine x, y; not both zero
   * @returns {boolean} false if a coordinate is out of range or the point is not on the curve
   */
  setAffine(affine) {
    if (!this.#readAffine(affine)) return false;
    this.#buildTable();
    return true;
  }

  /**
   * Computes u1·G + u2·Q, which `hasX` and `toAffine` then speak of.
   * @param {Uint8Array} u1
   * @param {Uint8Array} u2
   */
  combine(u1, u2) {
    const { input, halves, references, sum, tableG, imagesG, tableQ, imagesQ } = this.#memory;
    const { u8 } = this.#arena;
    const { halfBytes, split, naf } = this.#scalar;
    u8.set(u1, input);
    u8.set(u2, input + SCALAR_BYTES);
    const bits = split(halves, input, 2);
    const { pointBytes } = this.#single;
    const write = (/** @type {number} */ i, /** @type {number} */ w, /** @type {number} */ table) =>
      naf(references + 4 * i, 4 * HALVES, halves + i * halfBytes, w, table, pointBytes);
    write(0, WIDTH_G, tableG);
    write(1, WIDTH_Q, tableQ);
    write(2, WIDTH_G, imagesG);
    write(3, WIDTH_Q, imagesQ);
    this.#single.chain(sum, references, HALVES, bits + 1, 1);
  }

  /**
   * Whether the sum is finite and has this x.
   * @param {Uint8Array} x little-endian
   * @returns {boolean} false also for an x out of range
   */
  hasX(x) {
    const { input, point, sum } = this.#memory;
    this.#arena.u8.set(x, input);
    return this.#single.fieldFromBytes(point, input) === 1 && this.#single.hasX(sum, point) === 1;
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

  #buildTable() {
    const { point, tableQ, imagesQ, work } = this.#memory;
    this.#single.oddMultiples(tableQ, point, 1, COUNT_Q, work);
    this.#single.endomorphism(imagesQ, tableQ, COUNT_Q);
  }
}

/**
 * One block of memory, kept as long as the engine.
 * @param {Arena} arena
 * @param {SingleKernel} single
 * @param {ScalarKernel} scalar
 */
function layOut(arena, { pointBytes, jacobianBytes, fieldBytes }, { halfBytes }) {
  const parts = {
    input: Math.max(2 * fieldBytes, 2 * SCALAR_BYTES),
    halves: HALVES * halfBytes,
    references: 4 * HALVES * POSITIONS,
    point: pointBytes,
    sum: jacobianBytes,
    work: COUNT_Q * jacobianBytes,
    tableQ: COUNT_Q * pointBytes,
    imagesQ: COUNT_Q * pointBytes,
    tableG: COUNT_G * pointBytes,
    imagesG: COUNT_G * pointBytes,
  };
  const aligned = (/** @type {number} */ bytes) => Math.ceil(bytes / 16) * 16;
  const total = Object.values(parts).reduce((sum, bytes) => sum + aligned(bytes), 0);
  let next = arena.allocate(total, "tables of the generator's multiples");
  const addresses = Object.entries(parts).map(([name, bytes]) => {
    const address = next;
    next += aligned(bytes);
    return [name, address];
  });
  return /** @type {Record<keyof typeof parts, number>} */ (Object.fromEntries(addresses));
}
