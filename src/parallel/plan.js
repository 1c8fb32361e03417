/**
 * How work is divided: the number of workers for a sum, and of parts in which a list is decoded.
 */

import { SCALAR_BYTES } from '../math/integers.js';

/**
 * Milliseconds on one thread below which a sum stays there: 2^9 points of G1, 6.4 by the model,
 * gain nothing reliably; 2^10, 11.1, gain half.
 */
const LEAST_MS = 8;

/** Milliseconds that a call of one worker adds, and each further worker. */
const [CALL_MS, WORKER_MS] = [0.5, 0.05];

/** Points of a part of a sum, at most: longer parts leave other jobs waiting for half a second. */
export const LARGEST_SUM = 2 ** 17;

/** Points of a part of a list that is decoded: at least, at most; and parts for each worker. */
const [FEWEST_DECODED, MOST_DECODED, DECODED_PARTS] = [32, 512, 4];

/**
 * The same where random sums check the subgroup, which cost the less a point the longer the part
 * is: 29 µs of 1024 points on G1 with fma, 24 of 4096 (docs/decisions/23).
 */
const [FEWEST_SUMMED, MOST_SUMMED] = [2048, 4096];

/** Shorter lists are decoded by the caller's thread: a worker's answer takes as long. */
const FEWEST_SENT = 128;

/**
 * Points of a list that several workers keep whole, at most, so that each can sum some windows of
 * all scalars: 4 MiB of G1 in each worker. Of more points, shares of the points cost no more.
 */
const MOST_WHOLE = 2 ** 15;

const BYTE_MS = 1 / 2 ** 20;

/**
 * Milliseconds, predicted: `whole`, of a sum of n points on one thread; `share`, of the longest of
 * `count` shares by windows.
 * @typedef {{ whole: (n: number) => number, share: (n: number, count: number) => number }} Times
 */

/**
 * How a sum is cut: for how many workers, 1 being the caller's thread; and whether each has a share
 * of the windows, or else of the points.
 * @typedef {{ workers: number, byWindows: boolean }} Cut
 */

/**
 * The cut that finishes first.
 * @param {number} n points
 * @param {number} workers that live
 * @param {Times} times
 * @returns {Cut}
 */
export function cutFor(n, workers, times) {
  let best = { workers: 1, byWindows: false };
  let least = times.whole(n);
  if (least < LEAST_MS) return best;
  for (let k = 2; k <= Math.min(workers, n); k++) {
    for (const byWindows of n <= MOST_WHOLE ? [false, true] : [false]) {
      const cut = { workers: k, byWindows };
      const milliseconds = cutTakes(n, cut, times);
      if (milliseconds < least) [best, least] = [cut, milliseconds];
    }
  }
  return best;
}

/**
 * Milliseconds of a sum on workers that have its points.
 * @param {number} n points
 * @param {Cut} cut for at least two workers
 * @param {Times} times
 * @returns {number}
 */
export function cutTakes(n, { workers, byWindows }, { whole, share }) {
  const longest = byWindows ? share(n, workers) : whole(Math.ceil(n / workers));
  // By windows, further workers get copies of all scalars.
  const copies = byWindows ? (workers - 1) * n * SCALAR_BYTES * BYTE_MS : 0;
  return longest + copies + CALL_MS + WORKER_MS * workers;
}

/**
 * Whether most scalars are long. Short ones have nothing in the high windows, so shares by windows
 * would leave them to one worker.
 * @param {Uint8Array} scalars 32 bytes each, little-endian
 */
export function areLong(scalars) {
  const half = SCALAR_BYTES / 2;
  let long = 0;
  for (let end = SCALAR_BYTES; end <= scalars.length; end += SCALAR_BYTES) {
    let at = end - 1;
    while (at > end - half && scalars[at] === 0) at--;
    if (scalars[at] !== 0) long++;
  }
  return 4 * long * SCALAR_BYTES >= 3 * scalars.length;
}

/**
 * The number of parts in which a list is decoded.
 * @param {number} n points
 * @param {number} workers
 * @param {boolean} bySums whether random sums check the subgroup
 * @returns {number} 0: on the caller's thread
 */
export function decodingParts(n, workers, bySums) {
  if (n < FEWEST_SENT || workers < 2) return 0;
  const each = bySums ? Math.max(1, Math.floor(n / workers / FEWEST_SUMMED)) : DECODED_PARTS;
  const most = bySums ? MOST_SUMMED : MOST_DECODED;
  const wanted = Math.max(Math.min(each, DECODED_PARTS) * workers, Math.ceil(n / most));
  return Math.min(wanted, Math.floor(n / FEWEST_DECODED));
}
