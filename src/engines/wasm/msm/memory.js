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
