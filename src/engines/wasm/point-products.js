/**
 * Products of points by scalars, each by interleaved wNAF (./msm/interleaved-wnaf.js). The tables
 * of odd multiples of several points share an inversion.
 */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { InterleavedWnaf, multiplesOf } from './msm/interleaved-wnaf.js';
import { allocateParts } from './msm/memory.js';

/** @import { Machine } from './msm/msm.js' */

/** Products together: about a millisecond. */
export const PIECE = 16;

/** Width of the digits: 8 odd multiples of a point, and 43 additions beside 127 doublings. */
const WIDTH = 5;
const MULTIPLES = multiplesOf(WIDTH);

const REPORT_BYTES = 8;

/** Scratch memory for products. */
export class Products {
  #machine;
  #block;
  #at;
  #chain;
  #isSame;

  /**
   * @param {Machine} machine whose single kernel has chains
   * @throws {import('../../errors.js').ResourceError} if memory does not suffice
   */
  constructor(machine) {
    const { arena, batch, single, scalarKernel } = machine;
    const { parts: width, partBits: bits, partBytes } = scalarKernel;
    this.#isSame = batch.name === single.name;
    const converted = this.#isSame ? 0 : PIECE;
    const sizes = {
      points: PIECE * batch.pointBytes,
      bytes: converted * 2 * single.fieldBytes,
      copies: converted * single.pointBytes,
      tables: width * PIECE * MULTIPLES * single.pointBytes,
      work: PIECE * (MULTIPLES + 1) * single.jacobianBytes,
      source: SCALAR_BYTES,
      split: width * partBytes,
      report: REPORT_BYTES,
      references: InterleavedWnaf.referenceBytes(width, bits),
      jacobian: single.jacobianBytes,
    };
    const { block, at } = allocateParts(arena, sizes, 'products of points');
    const { split, references } = at;
    this.#machine = machine;
    this.#block = block;
    this.#at = at;
    this.#chain = new InterleavedWnaf(machine, { width, bits, split, references });
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
    const { batch, single, arena, scalarKernel } = this.#machine;
    const at = this.#at;
    const { pointBytes } = batch;
    const tableBytes = MULTIPLES * single.pointBytes;
    const copies = this.#tables(points);
    for (let i = 0; i < points.length; i++) {
      arena.u8.set(toBytesLE(factorOf(i), SCALAR_BYTES), at.source);
      const bits = scalarKernel.split(at.split, at.source, 1, at.report);
      for (let part = 0; part < scalarKernel.parts; part++)
        this.#chain.writeDigits(part, WIDTH, at.tables + (part * PIECE + i) * tableBytes);
      this.#chain.sum(at.jacobian, bits);
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
    const { batch, single, arena } = this.#machine;
    const { tables, work, ...at } = this.#at;
    const { pointBytes } = batch;
    points.forEach((point, i) => {
      arena.u8.copyWithin(at.points + i * pointBytes, point, point + pointBytes);
    });
    const n = points.length;
    const copies = this.#isSame ? at.points : at.copies;
    if (!this.#isSame) {
      batch.toAffineBytes(at.bytes, at.points, n);
      single.fromAffineBytes(copies, at.bytes, n);
    }
    const bytes = PIECE * MULTIPLES * single.pointBytes;
    const input = { tables, points: copies, n, w: WIDTH, bytes, work, firstImage: 0 };
    InterleavedWnaf.writeTables(this.#machine, input);
    return copies;
  }
}
