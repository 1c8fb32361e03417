/**
 * Arithmetic modulo the group order in WebAssembly (`ScalarFieldOperations` of the port).
 */

import { SCALAR_BYTES } from '../../math/integers.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { OrderKernel } from './kernels/kernel.js' */

/** Bytes reserved for short lists, so that the lists of a single signature need no allocation. */
const KEPT_BYTES = 512;

/** The `ScalarFieldOperations` of the port. */
export class WasmScalarField {
  #arena;
  #order;
  #kept;

  /**
   * @param {Arena} arena
   * @param {OrderKernel} order
   */
  constructor(arena, order) {
    this.#arena = arena;
    this.#order = order;
    this.#kept = arena.allocate(KEPT_BYTES, 'scalars');
  }

  /** @type {(numerators: Uint8Array, divisor: Uint8Array) => Uint8Array} */
  divide(numerators, divisor) {
    return this.#run(numerators, divisor, numerators.length, (a, b, count) =>
      this.#order.divide(a, a, b, count),
    );
  }

  /** @type {(a: Uint8Array, b: Uint8Array) => Uint8Array} */
  multiply(a, b) {
    return this.#run(a, b, a.length, (x, y, count) => this.#order.multiply(x, x, y, count));
  }

  /** @type {(values: Uint8Array) => Uint8Array} */
  invert(values) {
    const count = values.length / SCALAR_BYTES;
    const work = new Uint8Array(0);
    const bytes = count * this.#order.workBytes;
    return this.#run(
      values,
      work,
      values.length,
      (x, y) => this.#order.invert(x, x, count, y),
      bytes,
    );
  }

  /** @type {(a: Uint8Array, b: Uint8Array) => Uint8Array} */
  dot(a, b) {
    return this.#run(a, b, SCALAR_BYTES, (x, y, count) => this.#order.dot(x, x, y, count));
  }

  /**
   * @param {Uint8Array} a
   * @param {Uint8Array} b
   * @param {number} resultBytes
   * @param {(a: number, b: number, count: number) => void} compute overwrites a with the result
   * @param {number} [workBytes] least bytes for b
   * @returns {Uint8Array}
   */
  #run(a, b, resultBytes, compute, workBytes = 0) {
    const size = Math.max(a.length, SCALAR_BYTES);
    const needed = size + Math.max(b.length, workBytes);
    const isShort = needed <= KEPT_BYTES;
    const address = isShort ? this.#kept : this.#arena.allocate(needed, 'scalars');
    try {
      const { u8 } = this.#arena;
      u8.set(a, address);
      u8.set(b, address + size);
      compute(address, address + size, a.length / SCALAR_BYTES);
      return u8.slice(address, address + resultBytes);
    } finally {
      if (!isShort) this.#arena.free(address);
    }
  }
}
