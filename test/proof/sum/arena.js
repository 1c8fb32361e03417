/**
 * The arena under the recorded sums: every part of a block is known, with guards behind it. Memory
 * that nobody wrote, or that is free again, holds a pattern that is neither a point nor an address.
 */
import { Arena } from '../../../src/engines/wasm/kernels/arena.js';

const LINE = 64;
const POISON = 0xa5;
const GUARD = 0xc3;

/** How a check ends that finds an error in what it runs. */
export class Refused extends Error {}

/** @param {number} bytes */
const lines = (bytes) => LINE * Math.max(1, Math.ceil(bytes / LINE));

export class GuardedArena extends Arena {
  /** Start, end and guard's end of each part, by block. @type {Map<number, number[][]>} */
  #parts = new Map();

  /** @override @param {number} bytes @param {string} purpose */
  allocate(bytes, purpose) {
    return this.allocateParts({ whole: bytes }, purpose).block;
  }

  /** @param {Record<string, number>} sizes @param {string} purpose */
  allocateParts(sizes, purpose) {
    const total = Object.values(sizes).reduce((sum, size) => sum + lines(size) + LINE, 0);
    const block = super.allocate(total, purpose);
    let next = block;
    const parts = [];
    const at = Object.fromEntries(
      Object.entries(sizes).map(([part, size]) => {
        const [start, end] = [next, next + size];
        next += lines(size) + LINE;
        this.u8.fill(POISON, start, end);
        this.u8.fill(GUARD, end, next);
        parts.push([start, end, next]);
        return [part, start];
      }),
    );
    this.#parts.set(block, parts);
    return { block, at };
  }

  /** @override @param {number} block */
  free(block) {
    const parts = this.#parts.get(block);
    this.#parts.delete(block);
    super.free(block);
    for (const [start, end, next] of parts ?? []) {
      const beyond = this.u8.subarray(end, next).findIndex((byte) => byte !== GUARD);
      this.u8.fill(POISON, start, next);
      if (beyond >= 0)
        throw new Refused(`byte ${beyond} behind a part of ${end - start} is written`);
    }
  }

  /** Blocks in use. */
  get blocks() {
    return this.#parts.size;
  }

  /** Frees everything, in whatever state an error left it. */
  reset() {
    for (const block of this.#parts.keys()) super.free(block);
    this.#parts.clear();
  }

  /**
   * Refuses a place that is not inside of one part in use.
   * @param {number} address @param {number} bytes
   */
  requireOwned(address, bytes) {
    for (const parts of this.#parts.values())
      for (const [start, end] of parts) if (start <= address && address + bytes <= end) return;
    throw new Refused(`${bytes} bytes at ${address} are in no part in use`);
  }

  /** Overwrites a place, as a kernel does with its scratch memory. */
  poison(/** @type {number} */ address, /** @type {number} */ bytes) {
    this.requireOwned(address, bytes);
    this.u8.fill(POISON, address, address + bytes);
  }
}

/** In place of that of the arena's module: with guards between the parts. */
export const allocateParts = (
  /** @type {GuardedArena} */ arena,
  /** @type {Record<string, number>} */ sizes,
  /** @type {string} */ purpose,
) => arena.allocateParts(sizes, purpose);
