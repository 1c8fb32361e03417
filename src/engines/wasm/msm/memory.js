/** Scratch memory for one computation: a single block of the arena, divided into parts. */

/** @import { Arena } from '../kernels/arena.js' */

/** Cache line size in bytes; parts are aligned to it. */
const LINE = 64;

/**
 * @template {string} Part
 * @param {Arena} arena
 * @param {Record<Part, number>} sizes in bytes
 * @param {string} purpose for the error message
 * @returns {{ block: number, at: Record<Part, number> }} the block to free, and the address of each
 *   part
 * @throws {import('../../../errors.js').ResourceError} if the block does not fit
 */
export function allocateParts(arena, sizes, purpose) {
  const at = /** @type {Record<Part, number>} */ ({});
  const parts = /** @type {Part[]} */ (Object.keys(sizes));
  let total = 0;
  for (const part of parts) {
    at[part] = total;
    total += LINE * Math.ceil(sizes[part] / LINE);
  }
  const block = arena.allocate(total, purpose);
  for (const part of parts) at[part] += block;
  return { block, at };
}
