/**
 * Transforms of lists of points in WebAssembly (`PointTransforms` of the port), by batched affine
 * additions.
 *
 * Symbols: c bits of a window; W windows of a scalar's parts.
 *
 * The factors of a level differ from block to block but are constants, and all its products are
 * independent: for a chunk of points, the multiples 1·P … 2^(c−1)·P and their images under the
 * endomorphism are made, then W times c doublings and an addition for each part. Every step is one
 * batched addition over the chunk.
 */

import { toBytesLE } from '../../math/integers.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';
import { allocateParts } from './msm/memory.js';
import { fillTable } from './msm/tables.js';
import { vectorOf } from './vectors.js';

/** @import { Progress, VectorHandle } from '../../port/engine.js' */
/** @import { PointLevels, PointTransforms } from '../../port/point-transforms.js' */
/** @import { Machine } from './msm/msm.js' */

/** c: 4 and 5 take equally many additions, about 190 a product of 255 bits. */
const WINDOW = 4;

/** Points multiplied at a time: about 5 ms, and tables that the second-level cache holds. */
const CHUNK = 64;

const SCALAR_BYTES = 32;

/** Bytes of the report of `split`. */
const REPORT_BYTES = 8;

/**
 * A factor as signed digits: one list for each part, the highest first.
 * @typedef {number[][]} Digits
 */

/**
 * @param {Machine} machine
 * @returns {PointTransforms}
 */
export function createPointTransforms(machine) {
  const { pointBytes } = machine.batch;
  /**
   * @param {VectorHandle} handle
   * @param {PointLevels} levels
   * @param {boolean} isForward
   * @returns {Generator<Progress, void, void>}
   */
  function* transform(handle, { count, least, roots }, isForward) {
    const { address } = vectorOf(handle);
    const levels = Math.log2(count / least);
    const work = new Work(machine);
    try {
      for (let level = 0; level < levels; level++) {
        const half = isForward ? count / 2 ** (level + 1) : least * 2 ** level;
        const pairs = pairsOf(address, pointBytes, { count, half });
        const factor = (/** @type {number} */ i) => roots[Math.floor(i / half)];
        if (!isForward) work.sumAndDifference(pairs);
        for (const done of work.multiply(
          pairs.map(([, high]) => high),
          factor,
        )) {
          yield { phase: 'transform', done: level + done, total: levels };
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
 * The addresses of a level's pairs, block by block.
 * @param {number} address
 * @param {number} pointBytes
 * @param {{ count: number, half: number }} level
 * @returns {Array<[low: number, high: number]>}
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
  /** @type {Map<bigint, Digits>} */
  #digits = new Map();

  /** @param {Machine} machine */
  constructor(machine) {
    const { arena, batch, scalarKernel } = machine;
    const { parts, partBytes, partBits } = scalarKernel;
    this.windows = Math.floor(partBits / WINDOW) + 1;
    const sizes = {
      points: CHUNK * batch.pointBytes,
      table: CHUNK * parts * 2 ** (WINDOW - 1) * batch.pointBytes,
      source: SCALAR_BYTES,
      split: parts * partBytes + 64,
      report: REPORT_BYTES,
      digits: 4 * parts * this.windows,
      scratch: accumulatorBytes(batch),
    };
    const { block, at } = allocateParts(arena, sizes, 'a transform of points');
    this.#block = block;
    this.#at = at;
    this.#machine = machine;
    this.#accumulator = new Accumulator(batch, arena, this.#at.scratch, 0);
  }

  free() {
    this.#machine.arena.free(this.#block);
  }

  /** (low, high) ← (low + high, low − high). @param {ReadonlyArray<[number, number]>} pairs */
  sumAndDifference(pairs) {
    const { pointBytes } = this.#machine.batch;
    const { points } = this.#at;
    for (let first = 0; first < pairs.length; first += CHUNK) {
      const chunk = pairs.slice(first, first + CHUNK);
      const sum = (/** @type {number} */ i) => points + i * pointBytes;
      this.#accumulator.addAll(chunk.length, (i) => [sum(i), chunk[i][0], chunk[i][1]]);
      this.#accumulator.addAll(chunk.length, (i) => [chunk[i][1], chunk[i][0], chunk[i][1] | 1]);
      const { u8 } = this.#machine.arena;
      chunk.forEach(([low], i) => u8.copyWithin(low, sum(i), sum(i) + pointBytes));
    }
  }

  /**
   * Multiplies points in place.
   * @param {readonly number[]} addresses
   * @param {(i: number) => bigint} factor
   * @returns {Generator<number, void, void>} the part that is done
   */
  *multiply(addresses, factor) {
    const indices = addresses.map((_, i) => i).filter((i) => factor(i) !== 1n);
    for (let first = 0; first < indices.length; first += CHUNK) {
      const chunk = indices.slice(first, first + CHUNK);
      this.#multiplyChunk(
        chunk.map((i) => addresses[i]),
        chunk.map((i) => this.#digitsOf(factor(i))),
      );
      yield first / indices.length;
    }
  }

  /**
   * @param {readonly number[]} addresses
   * @param {readonly Digits[]} digits
   */
  #multiplyChunk(addresses, digits) {
    const { arena, batch, scalarKernel } = this.#machine;
    const { parts } = scalarKernel;
    const { pointBytes } = batch;
    const { points, table } = this.#at;
    const count = addresses.length;
    addresses.forEach((address, i) =>
      arena.u8.copyWithin(points + i * pointBytes, address, address + pointBytes),
    );
    fillTable(this.#accumulator, { base: points, points: count, parts, c: WINDOW, table });
    // P − P is infinity.
    this.#accumulator.addAll(count, (i) => [addresses[i], addresses[i], addresses[i] | 1]);
    const rows = 2 ** (WINDOW - 1);
    for (let w = 0; w < this.windows; w++) {
      for (let d = 0; w > 0 && d < WINDOW; d++) {
        this.#accumulator.addAll(count, (i) => [addresses[i], addresses[i], addresses[i]]);
      }
      for (let part = 0; part < parts; part++) {
        /** @type {number[]} */
        const selected = [];
        for (let i = 0; i < count; i++) if (digits[i][part][w] !== 0) selected.push(i);
        this.#accumulator.addAll(selected.length, (s) => {
          const i = selected[s];
          const digit = digits[i][part][w];
          const row = part * rows + Math.abs(digit) - 1;
          const entry = table + (row * count + i) * pointBytes;
          return [addresses[i], addresses[i], digit < 0 ? entry | 1 : entry];
        });
      }
    }
  }

  /** @param {bigint} factor @returns {Digits} */
  #digitsOf(factor) {
    const known = this.#digits.get(factor);
    if (known) return known;
    const { arena, scalarKernel } = this.#machine;
    const { parts } = scalarKernel;
    const { source, split, report, digits } = this.#at;
    arena.u8.set(toBytesLE(factor, SCALAR_BYTES), source);
    scalarKernel.split(split, source, 1, report);
    scalarKernel.digits(digits, split, parts, WINDOW, this.windows);
    const result = Array.from({ length: parts }, (_, part) =>
      Array.from(
        { length: this.windows },
        (_, w) => arena.i32[(digits >> 2) + (this.windows - 1 - w) * parts + part],
      ),
    );
    this.#digits.set(factor, result);
    return result;
  }
}
