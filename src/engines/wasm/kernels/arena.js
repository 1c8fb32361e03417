/**
 * The memory of an instance: one WebAssembly.Memory shared by all of its modules and vectors.
 *
 * Allocation is first fit, in multiples of a cache line; adjacent free blocks merge. The memory
 * grows when no gap fits, up to a limit, and never shrinks (wasm memory cannot). Growth detaches
 * the views, so `u8`, `i32` and `f64` must be read again after every allocation.
 */

import { ResourceError } from '../../../errors.js';

const PAGE = 65536;
const LINE = 64;

/** Where the arena begins, after the modules' static memory (wasm-gen/static-memory.js). */
export const ARENA_BASE = 3 * PAGE;

/** Default limit of an instance's memory, in bytes. */
const MEMORY_LIMIT = 2 ** 30;

/** The largest limit: half of what WebAssembly addresses, as addresses are shifted as Int32. */
const MOST_MEMORY = 2 ** 31;

/** @typedef {{ start: number, end: number }} Gap */

/** An allocator over one WebAssembly.Memory. */
export class Arena {
  /** Free gaps below the frontier, in order. @type {Gap[]} */
  #gaps = [];
  /** @type {Map<number, number>} start → end of the blocks in use */
  #blocks = new Map();
  #frontier;
  #limit;
  /** @type {Uint8Array | undefined} */
  #u8;
  /** @type {Int32Array | undefined} */
  #i32;
  /** @type {Float64Array | undefined} */
  #f64;

  /**
   * @param {number} [limit] in bytes; more than 2^31 counts as that
   */
  constructor(limit = MEMORY_LIMIT) {
    this.#limit = PAGE * Math.floor(Math.min(limit, MOST_MEMORY) / PAGE);
    this.memory = createMemory(this.#limit);
    this.#frontier = ARENA_BASE;
  }

  get u8() {
    // A detached view has length 0. Comparing with the memory's buffer would cost as much as a
    // point addition.
    if (!this.#u8?.length) this.#u8 = new Uint8Array(this.memory.buffer);
    return /** @type {Uint8Array} */ (this.#u8);
  }

  get i32() {
    if (!this.#i32?.length) this.#i32 = new Int32Array(this.memory.buffer);
    return /** @type {Int32Array} */ (this.#i32);
  }

  get f64() {
    if (!this.#f64?.length) this.#f64 = new Float64Array(this.memory.buffer);
    return /** @type {Float64Array} */ (this.#f64);
  }

  /** Free memory between blocks in use, in order. @returns {readonly Gap[]} */
  get gaps() {
    return this.#gaps;
  }

  /** Bytes in use, gaps included. */
  get used() {
    return this.#frontier;
  }

  /**
   * @param {number} bytes
   * @param {string} purpose for the error message
   * @returns {number} address, a multiple of 64
   * @throws {ResourceError} if it does not fit or the engine refuses more memory; nothing is
   *   allocated
   */
  allocate(bytes, purpose) {
    const size = Math.max(LINE, Math.ceil(bytes / LINE) * LINE);
    const gap = this.#gaps.find(({ start, end }) => end - start >= size);
    const start = gap ? gap.start : this.#extend(size, purpose);
    if (gap) {
      gap.start += size;
      if (gap.start === gap.end) this.#gaps.splice(this.#gaps.indexOf(gap), 1);
    }
    this.#blocks.set(start, start + size);
    return start;
  }

  /** Frees a block. An address that is not in use is ignored. @type {(start: number) => void} */
  free(start) {
    const end = this.#blocks.get(start);
    if (end === undefined) return;
    this.#blocks.delete(start);
    let index = 0;
    let high = this.#gaps.length;
    while (index < high) {
      const middle = (index + high) >>> 1;
      if (this.#gaps[middle].start < start) index = middle + 1;
      else high = middle;
    }
    this.#gaps.splice(index, 0, { start, end });
    this.#merge(index);
    this.#merge(index - 1);
    const last = this.#gaps.at(-1);
    if (last?.end === this.#frontier) {
      this.#frontier = last.start;
      this.#gaps.pop();
    }
  }

  /**
   * Lends scratch memory for the duration of a call, and frees it on every path.
   * @template T
   * @param {number} bytes
   * @param {(scratch: number) => T} use
   * @returns {T}
   * @throws {ResourceError} if it does not fit
   */
  borrow(bytes, use) {
    const scratch = this.allocate(bytes, 'scratch memory');
    try {
      return use(scratch);
    } finally {
      this.free(scratch);
    }
  }

  /**
   * Refuses work that needs more memory than there can be, before any is taken. What it lets pass
   * may still not fit: gaps are not looked at one by one.
   * @param {number} bytes
   * @param {string} purpose for the error message
   * @throws {ResourceError}
   */
  requireRoom(bytes, purpose) {
    const gaps = this.#gaps.reduce((sum, { start, end }) => sum + end - start, 0);
    this.#requireFree(bytes, this.#limit - this.#frontier + gaps, purpose);
  }

  /** @type {(bytes: number, free: number, purpose: string) => void} */
  #requireFree(bytes, free, purpose) {
    const left = Math.max(0, free);
    if (bytes <= left) return;
    throw new ResourceError(
      `${purpose}: expected ${mib(bytes)} of memory, got ${mib(left)} free: dispose of vectors or tables, or create the instance with a larger maxMemory`,
    );
  }

  /** @type {(size: number, purpose: string) => number} */
  #extend(size, purpose) {
    const last = this.#frontier;
    this.#requireFree(size, this.#limit - last, purpose);
    const end = last + size;
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / PAGE));
      } catch (cause) {
        throw new ResourceError(`${purpose}: the engine refused ${mib(missing)} of memory`, {
          cause,
        });
      }
    }
    this.#frontier = end;
    return last;
  }

  /** Joins gap i with the next one if they touch. @type {(i: number) => void} */
  #merge(i) {
    if (i < 0 || i + 1 >= this.#gaps.length) return;
    const [gap, next] = [this.#gaps[i], this.#gaps[i + 1]];
    if (gap.end !== next.start) return;
    gap.end = next.end;
    this.#gaps.splice(i + 1, 1);
  }
}

/** @type {(bytes: number) => string} */
function mib(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

/**
 * @param {number} limit in bytes: some engines reserve this much address space immediately
 * @returns {WebAssembly.Memory}
 */
function createMemory(limit) {
  try {
    const size = { __proto__: null, initial: ARENA_BASE / PAGE, maximum: limit / PAGE };
    return new WebAssembly.Memory(size);
  } catch (cause) {
    throw new ResourceError(`new instance: the engine refused a memory of up to ${mib(limit)}`, {
      cause,
    });
  }
}

/**
 * Scratch memory for one computation: a single block of the arena, divided into parts.
 * @template {string} Part
 * @param {Arena} arena
 * @param {Record<Part, number>} sizes in bytes
 * @param {string} purpose for the error message
 * @returns {{ block: number, at: Record<Part, number> }} the block to free, and the address of each
 *   part
 * @throws {import('../../../errors.js').ResourceError} if the block does not fit
 */
export function allocateParts(arena, sizes, purpose) {
  let total = 0;
  const places = Object.entries(sizes).map(([part, size]) => {
    const place = total;
    total += LINE * Math.ceil(/** @type {number} */ (size) / LINE);
    return /** @type {const} */ ([part, place]);
  });
  const block = arena.allocate(total, purpose);
  const at = Object.fromEntries(places.map(([part, place]) => [part, block + place]));
  return { block, at: /** @type {Record<Part, number>} */ (at) };
}
