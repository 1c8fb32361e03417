/**
 * Transforms of lists of points in WebAssembly (`PointTransforms` of the port). Sums and
 * differences are batched affine additions. The products by roots are chains of doublings, one by
 * one (below): batched affine doublings take longer
 * (docs/decisions/26-transforms-of-points.md). Without chains, products are MSMs of one point.
 *
 * Products of points by scalars, each by interleaved wNAF (./msm/interleaved-wnaf.js). The tables
 * of odd multiples of several points share an inversion.
 */

import { runNow } from '../../port/steps.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';
import { allocateParts } from './kernels/arena.js';
import { msmSteps } from './msm/msm.js';
import { vectorOf } from './vectors.js';
import { InterleavedWnaf, multiplesOf } from './msm/interleaved-wnaf.js';

/** @import { Progress, VectorHandle } from '../../port/engine.js' */
/** @import { PointLevels, PointTransforms } from '../../port/polynomials.js' */
/** @import { MsmContext } from './msm/msm.js' */

/** Additions in one batch. */
const CHUNK = 512;

/** The addresses of points. @typedef {[low: number, high: number]} Pair */

/** @type {(context: MsmContext) => PointTransforms} */
export function createPointTransforms(context) {
  const { pointBytes } = context.batch;
  /**
   * @type {(handle: VectorHandle, how: PointLevels,
   *   isForward: boolean) => Generator<Progress, void, void>}
   */
  function* transform(handle, how, isForward) {
    const { count, least, roots, most, first } = { most: how.count, first: 0, ...how };
    const { address } = vectorOf(handle);
    const levels = Math.log2(most / least);
    const work = new Work(context);
    try {
      for (let level = 0; level < levels; level++) {
        const half = isForward ? most / 2 ** (level + 1) : least * 2 ** level;
        const pairs = pairsOf(address, pointBytes, { count, half });
        if (!isForward) work.sumAndDifference(pairs);
        // The root of the first block is 1.
        for (let i = first > 0 ? 0 : half; i < pairs.length; i += RANGE) {
          const points = pairs.slice(i, i + RANGE).map(([, high]) => high);
          work.multiply(points, (j) => roots[Math.floor((first / 2 + i + j) / half)]);
          yield { phase: 'transform', done: level + i / pairs.length, total: levels };
        }
        if (isForward) work.sumAndDifference(pairs);
      }
    } finally {
      work.free();
    }
  }
  return {
    forward: (handle, levels) => transform(handle, levels, true),
    backward: (handle, levels) => transform(handle, levels, false),
  };
}

/**
 * A level's pairs, block by block.
 * @type {(address: number, pointBytes: number, level: { count: number, half: number }) => Pair[]}
 */
function pairsOf(address, pointBytes, { count, half }) {
  return Array.from({ length: count / 2 }, (_, i) => {
    const low = address + (i + half * Math.floor(i / half)) * pointBytes;
    return [low, low + half * pointBytes];
  });
}

/** Scratch memory, and the operations of a level. */
class Work {
  #context;
  #block;
  #at;
  #accumulator;
  #products;

  /** @param {MsmContext} context */
  constructor(context) {
    const { arena, batch } = context;
    const sizes = {
      sums: CHUNK * batch.pointBytes,
      bytes: 2 * batch.fieldBytes,
      scratch: accumulatorBytes(batch),
    };
    const { block, at } = allocateParts(arena, sizes, 'a transform of points');
    this.#block = block;
    this.#at = at;
    this.#context = context;
    this.#accumulator = new Accumulator(batch, arena, at.scratch, 0);
    try {
      this.#products = context.chains ? new Products(context) : null;
    } catch (error) {
      arena.free(block);
      throw error;
    }
  }

  free() {
    this.#products?.free();
    this.#context.arena.free(this.#block);
  }

  /** (low, high) ← (low + high, low − high). @type {(pairs: readonly Pair[]) => void} */
  sumAndDifference(pairs) {
    const { arena, batch } = this.#context;
    const { pointBytes } = batch;
    const sum = (/** @type {number} */ i) => this.#at.sums + i * pointBytes;
    for (let first = 0; first < pairs.length; first += CHUNK) {
      const chunk = pairs.slice(first, first + CHUNK);
      this.#accumulator.addAll(chunk.length, (i) => [sum(i), chunk[i][0], chunk[i][1]]);
      this.#accumulator.addAll(chunk.length, (i) => [chunk[i][1], chunk[i][0], chunk[i][1] | 1]);
      chunk.forEach(([low], i) => arena.u8.copyWithin(low, sum(i), sum(i) + pointBytes));
    }
  }

  /**
   * Multiplies points in place.
   * @param {readonly number[]} points at most `RANGE`
   * @param {(i: number) => bigint} factorOf
   */
  multiply(points, factorOf) {
    if (this.#products) return this.#products.multiply(points, factorOf);
    const { arena, batch } = this.#context;
    points.forEach((point, i) => {
      const factor = toBytesLE(factorOf(i), SCALAR_BYTES);
      const product = runNow(msmSteps(this.#context, point, 1, factor));
      arena.u8.set(product, this.#at.bytes);
      batch.fromAffineBytes(point, this.#at.bytes, 1);
    });
  }
}

/** Products together: about a millisecond. */
const RANGE = 16;

/** Width of the digits: 8 odd multiples of a point, and 43 additions beside 127 doublings. */
const WIDTH = 5;
const MULTIPLES = multiplesOf(WIDTH);

const REPORT_BYTES = 8;

/** Scratch memory for products. */
class Products {
  #context;
  #block;
  #at;
  #chain;
  #isSame;

  /**
   * @param {MsmContext} context whose single kernel has chains
   * @throws {import('../../errors.js').ResourceError} if memory does not suffice
   */
  constructor(context) {
    const { arena, batch, single, scalarKernel } = context;
    const { parts: width, partBits: bits, partBytes } = scalarKernel;
    this.#isSame = batch.name === single.name;
    const converted = this.#isSame ? 0 : RANGE;
    const sizes = {
      points: RANGE * batch.pointBytes,
      bytes: converted * 2 * single.fieldBytes,
      copies: converted * single.pointBytes,
      tables: width * RANGE * MULTIPLES * single.pointBytes,
      work: RANGE * (MULTIPLES + 1) * single.jacobianBytes,
      source: SCALAR_BYTES,
      split: width * partBytes,
      report: REPORT_BYTES,
      references: InterleavedWnaf.referenceBytes(width, bits),
      jacobian: single.jacobianBytes,
    };
    const { block, at } = allocateParts(arena, sizes, 'products of points');
    const { split, references } = at;
    this.#context = context;
    this.#block = block;
    this.#at = at;
    this.#chain = new InterleavedWnaf(context, { width, bits, split, references });
  }

  free() {
    this.#context.arena.free(this.#block);
  }

  /**
   * Multiplies points of the group in place.
   * @param {readonly number[]} points addresses of at most `RANGE`, in the batch kernel's form
   * @param {(i: number) => bigint} factorOf at least 0, below the order
   */
  multiply(points, factorOf) {
    const { batch, single, arena, scalarKernel } = this.#context;
    const at = this.#at;
    const { pointBytes } = batch;
    const tableBytes = MULTIPLES * single.pointBytes;
    const copies = this.#tables(points);
    for (let i = 0; i < points.length; i++) {
      arena.u8.set(toBytesLE(factorOf(i), SCALAR_BYTES), at.source);
      const bits = scalarKernel.split(at.split, at.source, 1, at.report);
      for (let part = 0; part < scalarKernel.parts; part++)
        this.#chain.writeDigits(part, WIDTH, at.tables + (part * RANGE + i) * tableBytes);
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
    const { batch, single, arena } = this.#context;
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
    const bytes = RANGE * MULTIPLES * single.pointBytes;
    const input = { tables, points: copies, n, w: WIDTH, bytes, work, firstImage: 0 };
    InterleavedWnaf.writeTables(this.#context, input);
    return copies;
  }
}
