/**
 * Batched addition, the part common to all kernels: the layout of its list and the kinds of pairs.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Expression } from '../emit/expression.js' */

/** Bytes of a list entry: target, A, B. */
export const ENTRY = 12;

/**
 * The result of a pair A, B: a sum, a doubling, A (B is infinity), B (A is infinity), or infinity
 * (B = −A).
 */
export const KIND = { add: 0, double: 1, first: 2, second: 3, infinity: 4 };

/** The address in a reference, without its sign. @param {Expression} reference */
export const addressOf = (reference) => i32.and(reference, -2);
