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

/** References in a tile; see docs/decisions/tile-size.md. */
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
    this.starts = new Int32Array(TILE);
    this.lengths = new Int32Array(TILE);
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
    const buckets = sums.length;
    for (let bucket = 0; bucket < buckets;) {
      const first = bucket;
      let segments = 0;
      let total = 0;
      for (; bucket < buckets; bucket++) {
        let length = starts[bucket + 1] - starts[bucket];
        if (length === 0) continue;
        if (length > TILE) {
          if (segments > 0) break;
          length = yield* this.#sumSlices(references, starts[bucket], length);
        }
        if (total + length > TILE) break;
        this.starts[segments] = starts[bucket];
        this.lengths[segments++] = length;
        total += length;
      }
      this.#sumTile(references, segments);
      segments = 0;
      for (let b = first; b < bucket; b++) {
        sums[b] = starts[b + 1] === starts[b] ? 0 : references[this.starts[segments++]];
      }
      yield starts[bucket];
    }
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
   * @param {number} segments
   */
  #sumTile(references, segments) {
    const { starts, lengths } = this;
    const order = starts.slice(0, segments);
    let active = compactActive(starts, lengths, segments);
    for (let first = true; active > 0; first = false) {
      this.#sumRound(references, active, first);
      active = compactActive(starts, lengths, active);
    }
    starts.set(order);
  }

  /**
   * One round. Sums that are a bucket's last go to lasting memory; others to a new partial in the first round and onto
   * the pair's first partial later (there the first of a pair is always a partial: an odd reference stands last).
   * @param {Int32Array} references
   * @param {number} active
   * @param {boolean} first
   */
  #sumRound(references, active, first) {
    const { starts, lengths, kernel } = this;
    const memory = this.arena.i32;
    const begin = this.list >> 2;
    const end = begin + BATCH * ENTRY;
    let partial = this.partials;
    let at = begin;
    for (let i = 0; i < active; i++) {
      const start = starts[i];
      const length = lengths[i];
      const pairs = length >> 1;
      for (let k = 0; k < pairs; k++) {
        const a = references[start + 2 * k];
        let target = a & -2;
        if (length === 2) {
          target = this.nextSum;
          this.nextSum += kernel.pointBytes;
        } else if (first) {
          target = partial;
          partial += kernel.pointBytes;
        }
        memory[at] = target;
        memory[at + 1] = a;
        memory[at + 2] = references[start + 2 * k + 1];
        at += ENTRY;
        references[start + k] = target | (a & 1);
        if (at === end) at = this.#flush(at);
      }
      if (length & 1) references[start + pairs] = references[start + length - 1];
      lengths[i] = (length + 1) >> 1;
    }
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

/**
 * Moves the buckets that still have something to add to the front.
 * @param {Int32Array} starts
 * @param {Int32Array} lengths
 * @param {number} count
 */
function compactActive(starts, lengths, count) {
  let active = 0;
  for (let i = 0; i < count; i++) {
    if (lengths[i] < 2) continue;
    starts[active] = starts[i];
    lengths[active++] = lengths[i];
  }
  return active;
}
