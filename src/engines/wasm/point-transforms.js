/**
 * Transforms of lists of points in WebAssembly (`PointTransforms` of the port). Sums and
 * differences are batched affine additions. The products by roots are chains of doublings, one by
 * one (./point-products.js): batched affine doublings take longer
 * (docs/decisions/26-transforms-of-points.md). Without chains, products are MSMs of one point.
 */

import { runNow } from '../../port/steps.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';
import { allocateParts } from './msm/memory.js';
import { msmSteps } from './msm/msm.js';
import { PIECE, Products } from './point-products.js';
import { vectorOf } from './vectors.js';

/** @import { Progress, VectorHandle } from '../../port/engine.js' */
/** @import { PointLevels, PointTransforms } from '../../port/point-transforms.js' */
/** @import { Machine } from './msm/msm.js' */

/** Additions in one batch. */
const CHUNK = 512;

/** The addresses of points. @typedef {[low: number, high: number]} Pair */

/**
 * @param {Machine} machine
 * @returns {PointTransforms}
 */
export function createPointTransforms(machine) {
  const { pointBytes } = machine.batch;
  /**
   * @param {VectorHandle} handle
   * @param {PointLevels} how
   * @param {boolean} isForward
   * @returns {Generator<Progress, void, void>}
   */
  function* transform(handle, how, isForward) {
    const { count, least, roots, most, first } = { most: how.count, first: 0, ...how };
    const { address } = vectorOf(handle);
    const levels = Math.log2(most / least);
    const work = new Work(machine);
    try {
      for (let level = 0; level < levels; level++) {
        const half = isForward ? most / 2 ** (level + 1) : least * 2 ** level;
        const pairs = pairsOf(address, pointBytes, { count, half });
        if (!isForward) work.sumAndDifference(pairs);
        // The root of the first block is 1.
        for (let i = first > 0 ? 0 : half; i < pairs.length; i += PIECE) {
          const points = pairs.slice(i, i + PIECE).map(([, high]) => high);
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
 * @param {number} address
 * @param {number} pointBytes
 * @param {{ count: number, half: number }} level
 * @returns {Pair[]}
 */
function pairsOf(address, pointBytes, { count, half }) {
  return Array.from({ length: count / 2 }, (_, i) => {
    const low = address + (i + half * Math.floor(i / half)) * pointBytes;
    return [low, low + half * pointBytes];
  });
}

/** Scratch memory, and the operations of a level. */
class Work {
  #machine;
  #block;
  #at;
  #accumulator;
  #products;

  /** @param {Machine} machine */
  constructor(machine) {
    const { arena, batch } = machine;
    const sizes = {
      sums: CHUNK * batch.pointBytes,
      bytes: 2 * batch.fieldBytes,
      scratch: accumulatorBytes(batch),
    };
    const { block, at } = allocateParts(arena, sizes, 'a transform of points');
    this.#block = block;
    this.#at = at;
    this.#machine = machine;
    this.#accumulator = new Accumulator(batch, arena, at.scratch, 0);
    try {
      this.#products = machine.chains ? new Products(machine) : null;
    } catch (error) {
      arena.free(block);
      throw error;
    }
  }

  free() {
    this.#products?.free();
    this.#machine.arena.free(this.#block);
  }

  /** (low, high) ← (low + high, low − high). @param {readonly Pair[]} pairs */
  sumAndDifference(pairs) {
    const { arena, batch } = this.#machine;
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
   * @param {readonly number[]} points at most `PIECE`
   * @param {(i: number) => bigint} factorOf
   */
  multiply(points, factorOf) {
    if (this.#products) return this.#products.multiply(points, factorOf);
    const { arena, batch } = this.#machine;
    points.forEach((point, i) => {
      const factor = toBytesLE(factorOf(i), SCALAR_BYTES);
      const product = runNow(msmSteps(this.#machine, point, 1, factor));
      arena.u8.set(product, this.#at.bytes);
      batch.fromAffineBytes(point, this.#at.bytes, 1);
    });
  }
}
