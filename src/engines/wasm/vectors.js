/**
 * Lists of points in wasm memory: allocation, release, and chunked conversion from and to bytes.
 */

/** @import { VectorHandle } from '../../port/engine.js' */
/** @import { Arena } from './kernels/arena.js' */

/** Points converted per chunk; bounds the scratch memory. */
const CHUNK = 1024;

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

/** @param {VectorHandle} handle @returns {WasmVector} */
export function vectorOf(handle) {
  return /** @type {WasmVector} */ (handle);
}

/** The vectors of a kernel. */
export class VectorMemory {
  #arena;
  #pointBytes;

  /**
   * @param {Arena} arena
   * @param {number} pointBytes of the kernel whose points they hold
   */
  constructor(arena, pointBytes) {
    this.#arena = arena;
    this.#pointBytes = pointBytes;
  }

  /**
   * @param {number} length
   * @param {(vector: WasmVector) => void} write fills the vector; if it throws, the vector is freed
   */
  create(length, write) {
    const vector = this.#allocate(length);
    try {
      write(vector);
      return vector;
    } catch (error) {
      this.free(vector);
      throw error;
    }
  }

  /** @param {WasmVector} vector freed once, even if called again */
  free(vector) {
    if (!vector.freed) this.#arena.free(vector.address);
    vector.freed = true;
  }

  /**
   * Writes a part of a vector in chunks, with a buffer of `bytes` per point and for one more.
   * @param {WasmVector} vector
   * @param {number} start
   * @param {number} end
   * @param {number} bytes
   * @param {(target: number, buffer: number, first: number, count: number) => void} fill
   */
  fill({ address }, start, end, bytes, fill) {
    const chunk = Math.min(CHUNK, end - start);
    this.#arena.borrow((chunk + 1) * bytes, (buffer) => {
      for (let first = start; first < end; first += CHUNK) {
        const target = address + first * this.#pointBytes;
        fill(target, buffer, first, Math.min(CHUNK, end - first));
      }
    });
  }

  /**
   * Reads points of a vector through a kernel function (target, points, count, factor), in chunks.
   * @param {WasmVector} vector
   * @param {{ start: number, end: number, size: number, factor?: Uint8Array,
   *   toBytes: (...words: number[]) => unknown }} options `size`: bytes for each point; `factor`:
   *   as the kernel takes it, shorter than a point
   * @returns {Uint8Array<ArrayBuffer>}
   */
  read({ address }, options) {
    const { start, end, size, factor, toBytes } = { factor: undefined, ...options };
    const bytes = new Uint8Array((end - start) * size);
    const chunk = Math.min(CHUNK, end - start);
    this.#arena.borrow((chunk + 1) * size, (buffer) => {
      const at = factor && buffer + chunk * size;
      if (factor) this.#arena.u8.set(factor, at);
      for (let first = start; first < end; first += CHUNK) {
        const count = Math.min(CHUNK, end - first);
        toBytes(buffer, address + first * this.#pointBytes, count, at ?? 0);
        bytes.set(this.#arena.u8.subarray(buffer, buffer + count * size), (first - start) * size);
      }
    });
    return bytes;
  }

  /** @param {number} length */
  #allocate(length) {
    const bytes = length * this.#pointBytes;
    return new WasmVector(this.#arena.allocate(bytes, `vector of ${length} points`), length);
  }
}
