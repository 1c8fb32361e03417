/**
 * Bucket accumulation: many sums of affine points at once, each an implicit binary tree.
 *
 * A bucket is a run of references (address | sign, see wasm-gen/curve/layout.js). In every round each bucket pairs its
 * references greedily, (0, 1), (2, 3), …; the pairs of all buckets in a tile go to one batched addition with a single
 * inversion; a sum takes the place of its pair, an odd last reference stays for the next round. Nothing is copied: a
 * bucket of one point costs nothing, and the first round reads the points where they lie.
 *
 * A **tile** is a run of buckets of at most `TILE` references that goes through all of its rounds before the next one
 * starts, so its partial sums stay in the second-level cache; the rounds are one call of the kernel
 * (wasm-gen/curve/sum-buckets.js). A larger bucket is first cut into slices of a tile.
 *
 * Source: the addition tree is montgomery's; tiles, and references instead of sorted copies, are ours.
 */

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */

/** References in a tile; see docs/decisions/04-references-and-tiles.md. */
export const TILE = 4096;

/** Pairs of one batched addition: half a tile. */
const BATCH = TILE / 2;

/** i32 words of a list entry: target, first, second. */
const ENTRY = 3;

/** i32 words that the kernel is given addresses in. */
const JOB = 16;

/**
 * The parts of the scratch memory, by size in bytes: multiples of a cache line, but for the last.
 * @param {BatchKernel} kernel
 * @param {number} tile references
 */
function scratchParts({ workBytes, pointBytes }, tile) {
  const line = (/** @type {number} */ bytes) => 64 * Math.ceil(bytes / 64);
  const pairs = tile / 2;
  return {
    job: 4 * JOB,
    references: line(4 * tile),
    starts: line(4 * (tile + 1)),
    results: line(4 * tile),
    active: line(4 * ENTRY * (pairs + 1)),
    list: line(4 * ENTRY * pairs),
    work: line((pairs + 3) * workBytes),
    partials: pairs * pointBytes,
  };
}

/**
 * Bytes of memory that accumulation works in, whatever the number of points.
 * @param {BatchKernel} kernel
 */
export function accumulatorBytes(kernel) {
  return Object.values(scratchParts(kernel, TILE)).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * How many sums `sumBuckets` writes to lasting memory at most: one for each bucket that two references reach, and one for
 * each slice. A bucket of l > TILE references has ⌈l/TILE⌉ < 2·l/TILE slices, as the second may hold two references only;
 * those are cut again if they are more than a tile, and 2/TILE + (2/TILE)² + … = 2/(TILE − 2).
 * @param {number} buckets
 * @param {number} references
 */
export function lastingSums(buckets, references) {
  return Math.ceil(Math.min(buckets, references / 2) + (2 * references) / (TILE - 2));
}

/** Sums buckets, one tile after the other; owns the scratch memory of the batched additions. */
export class Accumulator {
  #at;

  /**
   * @param {BatchKernel} kernel
   * @param {Arena} arena whose memory may grow between steps
   * @param {number} scratch address of `accumulatorBytes` bytes
   * @param {number} sums address where the sums that last are written, one after the other: memory for `lastingSums`
   */
  constructor(kernel, arena, scratch, sums) {
    this.kernel = kernel;
    this.arena = arena;
    let next = scratch;
    /** @type {Record<string, number>} */
    const at = {};
    for (const [part, bytes] of Object.entries(scratchParts(kernel, TILE))) {
      at[part] = next;
      next += bytes;
    }
    this.#at = /** @type {ReturnType<typeof scratchParts>} */ (at);
    this.nextSum = sums;
    /** Additions so far, for tests and benchmarks. */
    this.additions = 0;
  }

  /**
   * Independent additions: entry i adds what `pair(i)` names.
   * @param {number} count
   * @param {(i: number) => [target: number, a: number, b: number]} pair
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
   * Sums A + B and, behind each, differences A − B, where the kernel shares the work.
   * @param {Int32Array} entries (target, reference A, reference B), back to back; no target is the point of an A or B
   */
  addBoth(entries) {
    const { list, work } = this.#at;
    for (let first = 0; first < entries.length; first += ENTRY * BATCH) {
      const part = entries.subarray(first, first + ENTRY * BATCH);
      const pairs = part.length / ENTRY;
      this.arena.i32.set(part, list >> 2);
      this.kernel.batchAddBoth(list, pairs, work);
      this.additions += 2 * pairs;
    }
  }

  /**
   * Sums every bucket. Yields the number of references done after each tile.
   * @param {Int32Array} references of bucket b: starts[b] … starts[b+1] − 1; used up
   * @param {Int32Array} starts one more than buckets
   * @param {Int32Array} sums gets a reference for every bucket, 0 for an empty one
   * @returns {Generator<number, void, void>}
   */
  *sumBuckets(references, starts, sums) {
    for (let bucket = 0; bucket < sums.length;) {
      const end = tileEnd(starts, bucket);
      if (end > bucket) {
        this.#sumTile(references, starts.subarray(bucket, end + 1), sums.subarray(bucket, end));
        bucket = end;
      } else {
        yield* this.#sumSlices(references, starts, sums, bucket++);
      }
      yield starts[bucket];
    }
  }

  /**
   * Cuts a bucket larger than a tile into slices and replaces each by its sum, until a tile holds what is left.
   * @param {Int32Array} references
   * @param {Int32Array} starts
   * @param {Int32Array} sums
   * @param {number} bucket
   * @returns {Generator<number, void, void>}
   */
  *#sumSlices(references, starts, sums, bucket) {
    const start = starts[bucket];
    let length = starts[bucket + 1] - start;
    while (length > TILE) {
      let slices = 0;
      for (let at = 0; at < length; at += TILE) {
        const slice = Int32Array.of(start + at, start + Math.min(at + TILE, length));
        const sum = references.subarray(start + slices, start + slices + 1);
        this.#sumTile(references, slice, sum);
        slices++;
        yield start;
      }
      length = slices;
    }
    const rest = Int32Array.of(start, start + length);
    this.#sumTile(references, rest, sums.subarray(bucket, bucket + 1));
  }

  /**
   * Sums the buckets of a tile.
   * @param {Int32Array} references
   * @param {Int32Array} starts of these buckets, and the end of the last
   * @param {Int32Array} sums gets their sums
   */
  #sumTile(references, starts, sums) {
    const at = this.#at;
    const memory = this.arena.i32;
    const count = sums.length;
    memory.set(references.subarray(starts[0], starts[count]), at.references >> 2);
    memory.set(starts, at.starts >> 2);
    memory.set([at.active, at.list, at.work, at.partials, this.nextSum], at.job >> 2);
    this.kernel.sumBuckets(at.references, at.starts, at.results, count, at.job);
    sums.set(memory.subarray(at.results >> 2, (at.results >> 2) + count));
    this.nextSum = memory[(at.job >> 2) + 4];
    this.additions += starts[count] - starts[0] - count;
    for (let i = 0; i < count; i++) if (sums[i] === 0) this.additions++;
  }
}

/**
 * The end of the tile that begins with a bucket: at most `TILE` references and `TILE` buckets. The bucket itself if it alone
 * is larger.
 * @param {Int32Array} starts
 * @param {number} bucket
 */
function tileEnd(starts, bucket) {
  const limit = starts[bucket] + TILE;
  let low = bucket;
  let high = Math.min(bucket + TILE, starts.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
