/**
 * How work is cut: how many workers a sum pays for, and into how many parts a list is read.
 */

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
 * The number of workers that finish a sum first.
 * @param {number} n points
 * @param {number} workers that live
 * @param {(n: number) => number} milliseconds of a sum on one thread, predicted
 * @returns {number} 1: the caller's thread
 */
export function workersFor(n, workers, milliseconds) {
  let [best, least] = [1, milliseconds(n)];
  if (least < LEAST_MS) return 1;
  for (let k = 2; k <= Math.min(workers, n); k++) {
    const time = workersTake(n, k, milliseconds);
    if (time < least) [best, least] = [k, time];
  }
  return best;
}

/**
 * Milliseconds of a sum on workers that have its points.
 * @param {number} n points
 * @param {number} workers at least 2
 * @param {(n: number) => number} milliseconds of a sum on one thread, predicted
 * @returns {number} milliseconds
 */
export const workersTake = (n, workers, milliseconds) =>
  milliseconds(Math.ceil(n / workers)) + CALL_MS + WORKER_MS * workers;

/**
 * Where ranges of about the same length begin.
 * @param {number} start
 * @param {number} end
 * @param {number} count of ranges, at most end − start
 * @returns {Array<{ start: number, end: number }>}
 */
export function ranges(start, end, count) {
  const at = (/** @type {number} */ i) => start + Math.floor(((end - start) * i) / count);
  return Array.from({ length: count }, (_, i) => ({ start: at(i), end: at(i + 1) }));
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
