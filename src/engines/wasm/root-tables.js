/** Square-root tables, for fields that need them. */

/** @import { Arena } from './kernels/arena.js' */
/** @import { ElementKernel, PointKernel } from './kernels/kernel.js' */

/** Builds the tables of each kernel once. */
export class RootTables {
  #arena;
  /** @type {Set<ElementKernel>} */
  #ready = new Set();

  /** @param {Arena} arena */
  constructor(arena) {
    this.#arena = arena;
  }

  /**
   * To be called before a square root. The first call builds the kernel's tables, which are kept.
   * @param {PointKernel} kernel
   */
  prepare({ elements }) {
    if (elements === null || this.#ready.has(elements)) return;
    elements.rootTables(this.#arena.allocate(elements.rootTableBytes, 'tables of square roots'));
    this.#ready.add(elements);
  }
}
