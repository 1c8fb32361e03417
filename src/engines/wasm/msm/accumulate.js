/**
 * Bucket accumulation: many independent sums of affine points, each an implicit binary tree.
 *
 * Symbols: R references; B buckets.
 *
 * A bucket is a run of references (address | sign, see wasm-gen/curve/layout.js). In each round
 * every bucket pairs its references greedily: (0, 1), (2, 3), …. The pairs of all buckets in a tile
 * go to one batched addition with a single inversion. Each sum replaces its pair; an odd last
 * reference waits for the next round. No point is copied: a bucket of one point costs nothing, and
 * the first round reads points in place. References stay in wasm memory: callers write them there,
 * and the kernel pairs them in place.
 *
 * A **tile** is a run of buckets with at most `TILE` references. It goes through all of its rounds
 * before the next tile starts, so its partial sums stay in the second-level cache; these rounds are
 * one kernel call (wasm-gen/curve/sum-buckets.js). A larger bucket is first cut into slices of a
 * tile each.
 *
 * Cost: one addition per reference except the first of each bucket, R − B if none is empty; one
 * inversion per round of a tile.
 *
 * Source of the tree of affine additions: github.com/mitschabaude/montgomery (ZPrize 2022). Tiles,
 * and references instead of sorted copies, are ours.
 */

/** @import { Progress } from '../../../port/engine.js' */
/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */

/**
 * Buckets in wasm memory, by address. `starts` has count + 1 words: the offset of each bucket's
 * first reference, in words from `references`, and the end of the last bucket.
 * @typedef {{ references: number, starts: number, count: number }} Buckets
 */

/** References in a tile; see docs/decisions/04-references-and-tiles.md. */
export const TILE = 4096;

/** Pairs in one batched addition: half a tile. */
const BATCH = TILE / 2;

/** i32 words of a list entry: target, first, second. */
export const ENTRY = 3;

/** i32 words of the kernel's argument block. */
const JOB = 16;

/**
 * Parts of the scratch memory, with sizes in bytes: multiples of a cache line, except for the last.
 * @param {BatchKernel} kernel
 * @param {number} tile references
 */
function scratchParts({ workBytes, pointBytes }, tile) {
  const line = (/** @type {number} */ bytes) => 64 * Math.ceil(bytes / 64);
  const pairs = tile / 2;
  return {
    job: 4 * JOB,
    slice: line(4 * 2),
    active: line(4 * ENTRY * (pairs + 1)),
    list: line(4 * ENTRY * pairs),
    work: line((pairs + 3) * workBytes),
    partials: pairs * pointBytes,
  };
}

/**
 * Bytes of scratch memory for accumulation, independent of the number of points.
 * @type {(kernel: BatchKernel) => number}
 */
export function accumulatorBytes(kernel) {
  return Object.values(scratchParts(kernel, TILE)).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Upper bound on the sums that `sumBuckets` writes to lasting memory: one per bucket of at least
 * two references, and one per slice. A bucket of l > TILE references has ⌈l/TILE⌉ < 2·l/TILE
 * slices, as the second may hold only two references. If the slices exceed a tile they are cut
 * again, and 2/TILE + (2/TILE)² + … = 2/(TILE − 2).
 * @type {(buckets: number, references: number) => number}
 */
export function lastingSums(buckets, references) {
  return Math.ceil(Math.min(buckets, references / 2) + (2 * references) / (TILE - 2));
}

/** Sums buckets tile by tile. Owns the scratch memory of the batched additions. */
export class Accumulator {
  #at;

  /**
   * @param {BatchKernel} kernel
   * @param {Arena} arena whose memory may grow between steps
   * @param {number} scratch address of `accumulatorBytes` bytes
   * @param {number} sums address where lasting sums are written consecutively: room for
   *   `lastingSums` of them
   */
  constructor(kernel, arena, scratch, sums) {
    this.kernel = kernel;
    this.arena = arena;
    let next = scratch;
    const parts = Object.entries(scratchParts(kernel, TILE));
    const places = parts.map(([part, bytes]) => [part, (next += bytes) - bytes]);
    this.#at = /** @type {ReturnType<typeof scratchParts>} */ (Object.fromEntries(places));
    this.nextSum = sums;
    /** Number of additions so far, for tests and benchmarks. */
    this.additions = 0;
  }

  /**
   * Independent additions: entry i adds the points given by `pair(i)`.
   * @type {(count: number, pair: (i: number) => [target: number, a: number, b: number]) => void}
   */
  addAll(count, pair) {
    const { list, work } = this.#at;
    for (let first = 0; first < count; first += BATCH) {
      const end = Math.min(count, first + BATCH);
      const memory = this.arena.i32;
      let at = list >> 2;
      for (let i = first; i < end; i++) {
        const [target, a, b] = pair(i);
        memory[at] = target;
        memory[at + 1] = a;
        memory[at + 2] = b;
        at += ENTRY;
      }
      this.kernel.batchAdd(list, end - first, work);
      this.additions += end - first;
    }
  }

  /**
   * Computes A + B and, right behind it, A − B, if the kernel shares work between the two.
   * Yields after each batch.
   * @param {number} list address of entries (target, reference A, reference B); no target may alias
   *   a point A or B
   * @param {number} count number of entries
   * @returns {Generator<void, void, void>}
   */
  *addBoth(list, count) {
    const { addBoth } = /** @type {NonNullable<BatchKernel['pairs']>} */ (this.kernel.pairs);
    for (let first = 0; first < count; first += BATCH) {
      const pairs = Math.min(BATCH, count - first);
      addBoth(list + 4 * ENTRY * first, pairs, this.#at.work);
      this.additions += 2 * pairs;
      yield;
    }
  }

  /**
   * Sums every bucket. A reference to the sum, 0 for an empty bucket, overwrites the bucket's
   * start; references are overwritten too. Yields the number of references summed after each tile.
   * @type {(buckets: Buckets) => Generator<number, void, void>}
   */
  *sumBuckets({ references, starts, count }) {
    for (let bucket = 0; bucket < count;) {
      const at = starts + 4 * bucket;
      const size = tileSize(this.arena.i32, at >> 2, count - bucket);
      if (size > 0) this.#sumTile(references, at, size, at);
      else yield* this.#sumSlices(references, at);
      bucket += Math.max(1, size);
      yield this.arena.i32[(starts >> 2) + bucket];
    }
  }

  /**
   * Cuts a bucket larger than a tile into slices and replaces each by its sum, until the rest fits
   * in a tile.
   * @param {number} references
   * @param {number} at address of the bucket's start
   * @returns {Generator<number, void, void>}
   */
  *#sumSlices(references, at) {
    const [start, end] = this.arena.i32.subarray(at >> 2, (at >> 2) + 2);
    let length = end - start;
    while (length > TILE) {
      let slices = 0;
      for (let first = 0; first < length; first += TILE) {
        const last = Math.min(first + TILE, length);
        this.#sumSlice(references, start + first, start + last, references + 4 * (start + slices));
        slices++;
        yield start;
      }
      length = slices;
    }
    this.#sumSlice(references, start, start + length, at);
  }

  /**
   * Sums a slice of a bucket.
   * @param {number} references
   * @param {number} start
   * @param {number} end
   * @param {number} result address for the reference to the sum; no unread reference of the slice
   *   precedes it
   */
  #sumSlice(references, start, end, result) {
    const { slice } = this.#at;
    const memory = this.arena.i32;
    memory[slice >> 2] = start;
    memory[(slice >> 2) + 1] = end;
    this.#sumTile(references, slice, 1, result);
  }

  /**
   * Sums the buckets of a tile.
   * @param {number} references
   * @param {number} starts address of the starts of these buckets and the end of the last
   * @param {number} count number of buckets
   * @param {number} results address for the references to the sums: `starts` itself, or elsewhere
   */
  #sumTile(references, starts, count, results) {
    const { job, active, list, work, partials } = this.#at;
    const memory = this.arena.i32;
    const first = memory[starts >> 2];
    this.additions += memory[(starts >> 2) + count] - first - count;
    const word = job >> 2;
    memory[word] = active;
    memory[word + 1] = list;
    memory[word + 2] = work;
    memory[word + 3] = partials;
    memory[word + 4] = this.nextSum;
    this.kernel.sumBuckets(references + 4 * first, starts, results, count, job);
    this.nextSum = memory[word + 4];
    const end = (results >> 2) + count;
    for (let i = results >> 2; i < end; i++) if (memory[i] === 0) this.additions++;
  }
}

/**
 * The steps of an MSM that sum its last buckets.
 * @type {(accumulator: Accumulator, buckets: Buckets) => Generator<Progress, void, void>}
 */
export function* accumulateSteps(accumulator, buckets) {
  const total = accumulator.arena.i32[(buckets.starts >> 2) + buckets.count];
  for (const done of accumulator.sumBuckets(buckets)) yield { phase: 'accumulate', done, total };
}

/**
 * Number of buckets in the next tile: at most `TILE` references and `TILE` buckets. 0 if the first
 * bucket alone is larger.
 * @param {Int32Array} memory
 * @param {number} at index of the first bucket's start
 * @param {number} count remaining buckets, at least one
 */
function tileSize(memory, at, count) {
  const limit = memory[at] + TILE;
  let low = 0;
  let high = Math.min(TILE, count);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (memory[at + middle] <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
