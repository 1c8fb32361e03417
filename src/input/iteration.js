/**
 * The iterators of arrays, which destructuring, spreads and `for … of` look up each time: who
 * replaces them decides which addresses kernels write to, and one false write stays. No kernel runs
 * until they are back.
 */
import { EnvironmentError } from '../errors.js';

const begin = [][Symbol.iterator];
const each = Object.getPrototypeOf([][Symbol.iterator]());
const { next } = each;

/**
 * To be called after code of the caller's, and before work.
 * @throws {EnvironmentError} arrays are not iterated as they were at import
 */
export function checkIteration() {
  if ([][Symbol.iterator] !== begin || each.next !== next) {
    throw new EnvironmentError('expected the iterators of arrays, got others');
  }
}
