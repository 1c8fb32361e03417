/** Ranges of lists, and their parts. */

/** Positions of a list. @typedef {{ start: number, end: number }} Range */

/**
 * Cuts a range into parts of about the same length.
 * @param {Range} range
 * @param {number} count at most its length
 * @returns {Range[]}
 */
export function cutRange({ start, end }, count) {
  const at = (/** @type {number} */ i) => start + Math.floor(((end - start) * i) / count);
  return Array.from({ length: count }, (_, i) => ({ start: at(i), end: at(i + 1) }));
}
