/** The tables of square roots of a field that needs some. */

/** @import { Arena } from './kernels/arena.js' */
/** @import { BatchKernel, SingleKernel } from './kernels/kernel.js' */

/** Which kernels have theirs. */
export class RootTables {
  #arena;
  /** @type {Set<BatchKernel | SingleKernel>} */
  #ready = new Set();

  /** @param {Arena} arena */
  constructor(arena) {
    this.#arena = arena;
  }

  /**
   * To be called before a root; the tables are made for the first, and stay.
   * @param {BatchKernel | SingleKernel} kernel
   */
  prepare(kernel) {
    const { elements } = kernel;
    if (elements === undefined || this.#ready.has(kernel)) return;
    elements.rootTables(this.#arena.allocate(elements.rootTableBytes, 'tables of square roots'));
    this.#ready.add(kernel);
  }
}
