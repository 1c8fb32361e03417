/**
 * Products of points by constants that come again, such as roots of unity. Each is a chain of
 * doublings and additions (./msm/chain.js); the tables of odd multiples of several points share an
 * inversion, and the digits of a constant are kept.
 */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { allocateParts } from './msm/memory.js';
import { writeImages } from './msm/model.js';
import { wnaf } from './msm/wnaf.js';

/** @import { Machine } from './msm/msm.js' */

/** Products together: about a millisecond. */
export const PIECE = 16;

/** Width of the digits: 8 odd multiples of a point, and 43 additions beside 127 doublings. */
const WIDTH = 5;
const MULTIPLES = 2 ** (WIDTH - 2);

const REPORT_BYTES = 8;

/**
 * The digits of a constant: `places` in its rows of references, and `entries`, references to
 * entries of the tables of a piece's first point, from the start of all tables. `rows`: one a bit.
 * @typedef {{ rows: number, places: number[], entries: number[] }} Digits
 */

/** Digits of constants, once they have been used. */
export class Constants {
  #machine;
  /** @type {Map<bigint, Digits>} */
  #known = new Map();

  /** @param {Machine} machine */
  constructor(machine) {
    this.#machine = machine;
  }

  /**
   * @param {bigint} factor at least 0, below the order
   * @returns {Digits}
   */
  digitsOf(factor) {
    const known = this.#known.get(factor);
    if (known) return known;
    const digits = recode(this.#machine, factor);
    this.#known.set(factor, digits);
    return digits;
  }
}

/**
 * @param {Machine} machine
 * @param {bigint} factor
 * @returns {Digits}
 */
function recode({ arena, single, scalarKernel }, factor) {
  const { parts, partBytes } = scalarKernel;
  const sizes = { source: SCALAR_BYTES, split: parts * partBytes, report: REPORT_BYTES };
  const { block, at } = allocateParts(arena, sizes, 'the digits of a constant');
  try {
    arena.u8.set(toBytesLE(factor, SCALAR_BYTES), at.source);
    const bits = scalarKernel.split(at.split, at.source, 1, at.report);
    /** @type {Digits} */
    const digits = { rows: bits + 1, places: [], entries: [] };
    for (let part = 0; part < parts; part++) {
      const word = (at.split + part * partBytes) >> 2;
      wnaf(arena.i32, word, partBytes >> 2, bits, WIDTH, (bit, value) => {
        const entry = part * PIECE * MULTIPLES + (Math.abs(value) >> 1);
        digits.places.push(bit * parts + part);
        digits.entries.push((entry * single.pointBytes) | (value < 0 ? 1 : 0));
      });
    }
    return digits;
  } finally {
    arena.free(block);
  }
}

/** Scratch memory for products. */
export class Products {
  #machine;
  #constants;
  #block;
  #at;
  #isSame;

  /**
   * @param {Machine} machine whose single kernel has chains
   * @param {Constants} constants
   * @throws {import('../../errors.js').ResourceError} if memory does not suffice
   */
  constructor(machine, constants) {
    const { arena, batch, single, scalarKernel } = machine;
    const { parts, partBits } = scalarKernel;
    this.#isSame = batch.name === single.name;
    const converted = this.#isSame ? 0 : PIECE;
    const sizes = {
      points: PIECE * batch.pointBytes,
      bytes: converted * 2 * single.fieldBytes,
      copies: converted * single.pointBytes,
      tables: parts * PIECE * MULTIPLES * single.pointBytes,
      work: PIECE * (MULTIPLES + 1) * single.jacobianBytes,
      references: 4 * parts * (partBits + 2),
      jacobian: single.jacobianBytes,
    };
    const { block, at } = allocateParts(arena, sizes, 'products of points');
    arena.i32.fill(0, at.references >> 2, (at.references + sizes.references) >> 2);
    this.#machine = machine;
    this.#constants = constants;
    this.#block = block;
    this.#at = at;
  }

  free() {
    this.#machine.arena.free(this.#block);
  }

  /**
   * Multiplies points of the group in place.
   * @param {readonly number[]} points addresses of at most `PIECE`, in the batch kernel's form
   * @param {(i: number) => bigint} factorOf at least 0, below the order
   */
  multiply(points, factorOf) {
    const { batch, single, arena } = this.#machine;
    const at = this.#at;
    const { pointBytes } = batch;
    const { i32: memory } = arena;
    const first = at.references >> 2;
    const copies = this.#tables(points);
    for (let i = 0; i < points.length; i++) {
      const { rows, places, entries } = this.#constants.digitsOf(factorOf(i));
      const table = at.tables + i * MULTIPLES * single.pointBytes;
      for (let j = 0; j < places.length; j++) memory[first + places[j]] = table + entries[j];
      // Which sets the references to 0 again.
      single.chain(at.jacobian, at.references, this.#machine.scalarKernel.parts, rows, 1);
      single.toAffine(copies + i * single.pointBytes, at.jacobian);
    }
    if (!this.#isSame) {
      single.toAffineBytes(at.bytes, copies, points.length);
      batch.fromAffineBytes(at.points, at.bytes, points.length);
    }
    points.forEach((point, i) => {
      const from = at.points + i * pointBytes;
      arena.u8.copyWithin(point, from, from + pointBytes);
    });
  }

  /**
   * Makes the tables of some points and of their images.
   * @param {readonly number[]} points
   * @returns {number} address of copies of the points in the single kernel's form
   */
  #tables(points) {
    const { batch, single, arena, scalarKernel } = this.#machine;
    const at = this.#at;
    const { pointBytes } = batch;
    points.forEach((point, i) => {
      arena.u8.copyWithin(at.points + i * pointBytes, point, point + pointBytes);
    });
    const copies = this.#isSame ? at.points : at.copies;
    if (!this.#isSame) {
      batch.toAffineBytes(at.bytes, at.points, points.length);
      single.fromAffineBytes(copies, at.bytes, points.length);
    }
    const { oddMultiples } = /** @type {NonNullable<typeof single.chains>} */ (single.chains);
    oddMultiples(at.tables, copies, points.length, MULTIPLES, at.work);
    const size = PIECE * MULTIPLES * single.pointBytes;
    const n = points.length * MULTIPLES;
    const lists = { points: at.tables, images: at.tables + size, bytes: size, n };
    writeImages(single, scalarKernel.parts, lists);
    return copies;
  }
}
