/** Errors of points in lists that are read part by part. */
import { PointError } from '../errors.js';

/**
 * The same error for another place.
 * @param {PointError} error
 * @param {number} index of the point in the whole list
 * @returns {PointError}
 */
export const atIndex = (error, index) => new PointError(error.reason, index, error);

/**
 * The error of the first bad point among some that are known to have one.
 * @param {PointError} error theirs, which names any bad point of them
 * @param {number} start index of the first of them
 * @param {number} end
 * @param {(index: number) => void} decodeOne decodes one of them
 * @returns {PointError}
 */
export function firstError(error, start, end, decodeOne) {
  for (let i = start; i < end; i++) {
    try {
      decodeOne(i);
    } catch (own) {
      if (own instanceof PointError) return atIndex(own, i);
      throw own;
    }
  }
  return atIndex(error, start + (error.index ?? 0));
}
