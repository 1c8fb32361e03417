/**
 * Lists of points in wasm memory: allocation, release, and chunked conversion from and to bytes.
 */

/** @import { VectorHandle } from '../../port/engine.js' */
/** @import { Arena } from './kernels/arena.js' */

/** Points converted per chunk; bounds the scratch memory. */
const RANGE = 1024;

/** A list of points in wasm memory: the engine's VectorHandle. */
export class WasmVector {
  /**
   * @param {number} address
   * @param {number} length
   */
  constructor(address, length) {
    this.address = address;
    this.length = length;
    this.freed = false;
  }
}

/** @type {(handle: VectorHandle) => WasmVector} */
export function vectorOf(handle) {
  return /** @type {WasmVector} */ (handle);
}

/** The vectors of a kernel. @typedef {ReturnType<typeof vectorMemory>} VectorMemory */

/**
 * @param {Arena} arena
 * @param {number} pointBytes of the kernel whose points they hold
 */
export function vectorMemory(arena, pointBytes) {
  /** Freed once, even if called again. */
  const free = (/** @type {WasmVector} */ vector) => {
    if (!vector.freed) arena.free(vector.address);
    vector.freed = true;
  };

  /**
   * Works on a part of a vector in chunks, with a buffer of `bytes` per point and for one more.
   * @type {(vector: WasmVector, start: number, end: number, bytes: number,
   *   work: (points: number, buffer: number, first: number, count: number) => void) => void}
   */
  const inChunks = ({ address }, start, end, bytes, work) =>
    arena.borrow((Math.min(RANGE, end - start) + 1) * bytes, (buffer) => {
      for (let first = start; first < end; first += RANGE)
        work(address + first * pointBytes, buffer, first, Math.min(RANGE, end - first));
    });

  return {
    free,

    /**
     * @param {number} length
     * @param {(vector: WasmVector) => void} write fills the vector; if it throws, that is freed
     */
    create(length, write) {
      const at = arena.allocate(length * pointBytes, `vector of ${length} points`);
      const vector = new WasmVector(at, length);
      try {
        write(vector);
        return vector;
      } catch (error) {
        free(vector);
        throw error;
      }
    },

    fill: inChunks,

    /**
     * Reads points of a vector through a kernel function (target, points, count, factor).
     * @param {WasmVector} vector
     * @param {{ start: number, end: number, size: number, factor?: Uint8Array,
     *   toBytes: (...words: number[]) => unknown }} options `size`: bytes for each point;
     *   `factor`: as the kernel takes it, shorter than a point
     * @returns {Uint8Array<ArrayBuffer>}
     */
    read(vector, options) {
      const { start, end, size, factor, toBytes } = { factor: undefined, ...options };
      const bytes = new Uint8Array((end - start) * size);
      inChunks(vector, start, end, size, (points, buffer, first, count) => {
        const at = buffer + count * size;
        if (factor) arena.u8.set(factor, at);
        toBytes(buffer, points, count, factor ? at : 0);
        bytes.set(arena.u8.subarray(buffer, at), (first - start) * size);
      });
      return bytes;
    },
  };
}
