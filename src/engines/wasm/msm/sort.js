/**
 * Counting sort: from the signed digits of all half-scalars to runs of references, one run for each bucket of each
 * window. The sorting is wasm's (wasm-gen/scalar/sort.js).
 */

/** @import { Arena } from '../kernels/arena.js' */
/** @import { ScalarKernel } from '../kernels/kernel.js' */

/**
 * Where the points of the halves lie: half i < points stands for point i, half points + i for its image under the
 * endomorphism, half 2·points + i for the image of that, if scalars have so many parts. The images lie back to back.
 * @typedef {{ base: number, endomorphismBase: number, points: number, stride: number }} HalfAddresses
 */

/** @typedef {{ windows: number, c: number, halves: number }} SortShape */

/**
 * The memory that sorting works in. The references of a window take the place of the digits of the window before.
 * @param {SortShape} shape
 */
export function sortParts({ windows, c, halves }) {
  return {
    references: 4 * halves * (windows + 1),
    starts: 4 * (windows * (2 ** (c - 1) + 1) + 1),
  };
}

/**
 * Where the digits are expected: `halves` of each window, |digit| ≤ 2^(c−1).
 * @param {SortShape} shape
 * @param {{ references: number }} at
 */
export function digitsAddress({ halves }, { references }) {
  return references + 4 * halves;
}

/**
 * Sorts the digits, which are used up, and yields the number of them done after each window.
 * @param {Arena} arena whose memory may grow between steps
 * @param {ScalarKernel} kernel
 * @param {SortShape} shape `halves`: a multiple of the points, at least one
 * @param {HalfAddresses} addresses
 * @param {Record<keyof ReturnType<typeof sortParts>, number>} at addresses
 * @returns {Generator<number, { references: Int32Array, starts: Int32Array }, void>} `starts`: of every bucket, windows ×
 *   (2^(c−1) + 1) of them, and the end; bucket 0 of a window is empty
 */
export function* sortDigits(arena, kernel, { windows, c, halves }, addresses, at) {
  const { base, endomorphismBase, points, stride } = addresses;
  const buckets = 2 ** (c - 1) + 1;
  const { references } = at;
  let digits = references + 4 * halves;
  let starts = at.starts;
  arena.i32[starts >> 2] = 0;
  for (let w = 0; w < windows; w++) {
    const parts = halves / points;
    kernel.sortWindow(
      ...[references, starts, buckets, digits, points, parts, base, endomorphismBase, stride],
    );
    digits += 4 * halves;
    starts += 4 * buckets;
    yield (w + 1) * halves;
  }
  const words = arena.i32;
  const total = words[starts >> 2];
  return {
    references: words.slice(references >> 2, (references >> 2) + total),
    starts: words.slice(at.starts >> 2, (starts >> 2) + 1),
  };
}
