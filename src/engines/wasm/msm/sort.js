/**
 * Counting sort of the signed digits of all sub-scalars into runs of references, one run per
 * bucket and window. The sort itself runs in wasm (wasm-gen/scalar/sort.js).
 *
 * Symbols: c bits per window; W windows; `count` sub-scalars, in rows of `points`: the first row
 * multiplies the points, the second their images under the endomorphism, the third the images of
 * those, and so on.
 */

/** @import { ScalarKernel } from '../kernels/kernel.js' */
/** @import { Arena } from '../kernels/arena.js' */
/** @import { Buckets } from './accumulate.js' */

/**
 * Addresses of points and images: part i < points multiplies point i from `base` on; part points +
 * i multiplies image i from `images` on, followed by the images of images.
 * @typedef {{ base: number, images: number, points: number, stride: number }} Summands
 */

/**
 * `first`: windows below those sorted, whose digits are cut, too.
 * @typedef {{ windows: number, c: number, count: number, first: number }} SortShape
 */

/**
 * Sizes of the scratch memory for sorting. The references of a window overwrite the digits of the
 * previous one.
 * @param {SortShape} shape
 */
export function sortParts({ windows, c, count, first }) {
  return {
    references: 4 * count * (first + windows + 1),
    starts: 4 * (windows * (2 ** (c - 1) + 1) + 1),
  };
}

/**
 * Address where the digits must be written: `count` per window, |digit| ≤ 2^(c−1).
 * @type {(shape: SortShape, at: { references: number }) => number}
 */
export function digitsAddress({ count }, { references }) {
  return references + 4 * count;
}

/**
 * Sorts the digits, which are overwritten. Yields the number of digits sorted after each window.
 * @param {Arena} arena whose memory may grow between steps
 * @param {ScalarKernel} kernel
 * @param {SortShape} shape `count`: a positive multiple of `points`
 * @param {Summands} summands
 * @param {Record<keyof ReturnType<typeof sortParts>, number>} at addresses
 * @returns {Generator<number, Buckets, void>} windows × (2^(c−1) + 1) buckets; bucket 0 of each
 *   window is empty
 */
export function* sortDigits(arena, kernel, { windows, c, count, first }, summands, at) {
  const { base, images, points, stride } = summands;
  const buckets = 2 ** (c - 1) + 1;
  const { references } = at;
  const parts = count / points;
  let digits = references + 4 * count * (first + 1);
  let { starts } = at;
  arena.i32[starts >> 2] = 0;
  for (let w = 0; w < windows; w++) {
    kernel.sortWindow(
      ...[references, starts, buckets, digits, points, parts, base, images, stride],
    );
    digits += 4 * count;
    starts += 4 * buckets;
    yield (w + 1) * count;
  }
  return { references, starts: at.starts, count: windows * buckets };
}
