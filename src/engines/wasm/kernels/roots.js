/** Tables of square roots, which kernels need whose field has a high power of two below p. */

/** @import { Arena } from './arena.js' */
/** @import { PointKernel } from './kernel.js' */

/**
 * To be called before a decompression: the first call takes memory for the kernel's tables and
 * fills them, and they are kept.
 * @param {Arena} arena
 * @param {PointKernel} kernel
 */
export function prepareRoots(arena, kernel) {
  const { roots } = kernel;
  if (roots === null) return;
  roots.fill(arena.allocate(roots.bytes, 'tables of square roots'));
  kernel.roots = null;
}
