/**
 * Bucket accumulation: many sums of affine points at once, each an implicit binary tree.
 *
 * A bucket is a run of references (address | sign, see wasm-gen/curve/layout.js). In every round each bucket pairs its
 * references greedily, (0, 1), (2, 3), …; the pairs of all buckets in a tile go to one batched addition with a single
 * inversion; a sum takes the place of its pair, an odd last reference stays for the next round. Nothing is copied: a
 * bucket of one point costs nothing, and the first round reads the points where they lie.
 *
 * A **tile** is a run of buckets of about `TILE` references that goes through all of its rounds before the next one
 * starts, so its partial sums stay in the second-level cache. A larger bucket is first cut into slices of a tile.
 *
 * Source: the addition tree is montgomery's; tiles, and references instead of sorted copies, are ours.
 */

/** @import { Arena } from '../wasm/arena.js' */
/** @import { BatchKernel } from '../wasm/kernel.js' */

/** References in a tile; see docs/decisions/04-references-and-tiles.md. */
export const TILE = 4096;

/** Pairs of one batched addition: half a tile. */
const BATCH = TILE / 2;

/** i32 words of a list entry: target, first, second. */
const ENTRY = 3;

/**
 * Bytes of memory that accumulation works in, whatever the number of points.
 * @param {BatchKernel} kernel
 */
export function accumulatorBytes({ workBytes, pointBytes }) {
  return listBytes() + (BATCH + 3) * workBytes + BATCH * pointBytes;
}

const listBytes = () => 64 * Math.ceil((BATCH * ENTRY * 4) / 64);

/** Sums buckets, one tile after the other; owns the scratch memory of the batched additions. */
export class Accumulator {
  /**
   * @param {BatchKernel} kernel
   * @param {Arena} arena whose memory may grow between steps
   * @param {number} scratch address of `accumulatorBytes` bytes
   * @param {number} sums address where the sums that last are written, one after the other
   */
  constructor(kernel, arena, scratch, sums) {
    this.kernel = kernel;
    this.arena = arena;
    this.list = scratch;
    this.work = scratch + listBytes();
    this.partials = this.work + (BATCH + 3) * kernel.workBytes;
    this.nextSum = sums;
    this.tileSize = 0;
    /** The buckets of a tile: where their references start, how many are left, and which buckets they are. */
    this.starts = new Int32Array(TILE);
    this.lengths = new Int32Array(TILE);
    this.buckets = new Int32Array(TILE);
    /** Those of them that still have something to add. */
    this.active = new Int32Array(TILE);
    /** Additions so far, for tests and benchmarks. */
    this.additions = 0;
  }

  /**
   * Independent additions: entry i adds what `pair(i)` names.
   * @param {number} count
   * @param {(i: number) => [target: number, a: number, b: number]} pair
   */
  addAll(count, pair) {
    const memory = this.arena.i32;
    const begin = this.list >> 2;
    let at = begin;
    for (let i = 0; i < count; i++) {
      const [target, a, b] = pair(i);
      memory[at] = target;
      memory[at + 1] = a;
      memory[at + 2] = b;
      at += ENTRY;
      if (at === begin + BATCH * ENTRY) at = this.#flush(at);
    }
    this.#flush(at);
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
      const next = yield* this.#collectTile(references, starts, sums, bucket);
      this.#sumTile(references, this.tileSize);
      for (let i = 0; i < this.tileSize; i++) sums[this.buckets[i]] = references[this.starts[i]];
      bucket = next;
      yield starts[bucket];
    }
  }

  /**
   * Fills a tile with the buckets from `bucket` on; those of one reference are done, those of none are empty.
   * @param {Int32Array} references
   * @param {Int32Array} starts
   * @param {Int32Array} sums
   * @param {number} bucket
   * @returns {Generator<number, number, void>} the first bucket of the next tile
   */
  *#collectTile(references, starts, sums, bucket) {
    let size = 0;
    let total = 0;
    let start = starts[bucket];
    for (; bucket < sums.length; bucket++) {
      const end = starts[bucket + 1];
      let length = end - start;
      if (length < 2) sums[bucket] = length === 0 ? 0 : references[start];
      else {
        if (length > TILE) {
          if (size > 0) break;
          length = yield* this.#sumSlices(references, start, length);
        }
        total += length;
        if (total > TILE) break;
        this.buckets[size] = bucket;
        this.starts[size] = start;
        this.lengths[size++] = length;
      }
      start = end;
    }
    this.tileSize = size;
    return bucket;
  }

  /**
   * Cuts a bucket larger than a tile into slices and replaces each by its sum, until a tile holds what is left.
   * @param {Int32Array} references
   * @param {number} start
   * @param {number} length
   * @returns {Generator<number, number, void>} the references left
   */
  *#sumSlices(references, start, length) {
    while (length > TILE) {
      let slices = 0;
      for (let at = 0; at < length; at += TILE) {
        this.starts[0] = start + at;
        this.lengths[0] = Math.min(TILE, length - at);
        this.#sumTile(references, 1);
        references[start + slices++] = references[start + at];
        yield start;
      }
      length = slices;
    }
    return length;
  }

  /**
   * All rounds of the buckets in `this.starts`, `this.lengths`: the sum of each becomes its first reference.
   * @param {Int32Array} references
   * @param {number} size of the tile
   */
  #sumTile(references, size) {
    const { active, lengths } = this;
    for (let i = 0; i < size; i++) active[i] = i;
    let count = size;
    for (let first = true; count > 0; first = false) {
      this.#sumRound(references, count, first);
      let kept = 0;
      for (let i = 0; i < count; i++) if (lengths[active[i]] > 1) active[kept++] = active[i];
      count = kept;
    }
  }

  /**
   * One round. Sums that are a bucket's last go to lasting memory; others to a new partial in the first round and onto
   * the pair's first partial later (there the first of a pair is always a partial: an odd reference stands last).
   * @param {Int32Array} references
   * @param {number} count of active buckets
   * @param {boolean} first
   */
  #sumRound(references, count, first) {
    // Locals only: this loop runs once for every addition and would otherwise cost a tenth of it.
    const { active, starts, lengths, arena } = this;
    const { pointBytes } = this.kernel;
    const memory = arena.i32;
    const begin = this.list >> 2;
    const end = begin + BATCH * ENTRY;
    let { partials: partial, nextSum } = this;
    let at = begin;
    for (let i = 0; i < count; i++) {
      const bucket = active[i];
      const length = lengths[bucket];
      const last = length === 2;
      let from = starts[bucket];
      let to = from;
      for (const stop = from + (length & -2); from < stop; from += 2) {
        const a = references[from];
        let target = a & -2;
        if (last) {
          target = nextSum;
          nextSum += pointBytes;
        } else if (first) {
          target = partial;
          partial += pointBytes;
        }
        memory[at] = target;
        memory[at + 1] = a;
        memory[at + 2] = references[from + 1];
        at += ENTRY;
        references[to++] = target | (a & 1);
        if (at === end) at = this.#flush(at);
      }
      if (length & 1) references[to] = references[from];
      lengths[bucket] = (length + 1) >> 1;
    }
    this.nextSum = nextSum;
    this.#flush(at);
  }

  /** @param {number} at */
  #flush(at) {
    const begin = this.list >> 2;
    const count = (at - begin) / ENTRY;
    this.additions += count;
    this.kernel.batchAdd(this.list, count, this.work);
    return begin;
  }
}
