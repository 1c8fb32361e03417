/**
 * Rows of the `fma` field kernel from and to bytes, both lanes at once: 32 bytes for each element
 * of a prime below 2^255. Field elements of lists are read and written by the
 * thousand, where single lanes (../field/fma/convert.js) would cost as much as their products.
 *
 * A comparison with p adds 2^(wn) − p: the carry out of the top digit is 1 for values from p on.
 */

import { f64x2, i32, i64x2, i8x16, v128 } from '../emit/instructions.js';
import { BIAS, LOW, UNIT } from '../field/fma/columns.js';
import { limbsOf } from '../field/limbs30/parameters.js';

/** @import { FunctionBuilder, Local } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { FmaBase } from '../field/fma/index.js' */

/** Words of an encoding, the least significant first. */
const WORDS = 4;

/** The bytes of a word in reverse: of the first or second word of x, and the same of y. */
const reversedWords = (/** @type {0 | 1} */ word) =>
  [0, 16].flatMap((vector) => Array.from({ length: 8 }, (_, i) => vector + 8 * word + 7 - i));

/**
 * Digits in [0, 2^w) of 32 bytes little-endian each, any value: no comparison.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {Record<'first' | 'second', Local>} operands the encodings
 * @param {(j: number, digit: Expression) => void} store
 */
export function emitDigitsOfBytes(f, { parameters, constants }, { first, second }, store) {
  const { w, n } = parameters;
  const words = f.localArray('word', 'v128', WORDS);
  words.forEach((word, i) => {
    const at = i < 2 ? 0 : 16;
    const lanes = [i % 2, 2 + (i % 2)];
    f.set(word, i64x2.shuffle(v128.load(first, at), v128.load(second, at), ...lanes));
  });
  for (let j = 0; j < n; j++) {
    const bits = bitsFrom(words, 64, w * j, w);
    const digit = j < n - 1 ? v128.and(bits, constants.bits((1n << BigInt(w)) - 1n)) : bits;
    const converted = v128.or(digit, constants.float(2 ** 52));
    store(j, f64x2.sub(converted, constants.float(2 ** 52)));
  }
}

/**
 * The bits [from, from + count) of an integer in each lane, from its limbs of w bits.
 * @param {readonly Local[]} limbs without bits above w
 * @param {number} w
 * @param {number} from
 * @param {number} count
 * @returns {Expression} the same modulo 2^64, with bits above `count` where the last limb goes on
 */
function bitsFrom(limbs, w, from, count) {
  /** @type {Expression[]} */
  const parts = [];
  limbs.forEach((limb, j) => {
    const shift = w * j - from;
    if (shift + w <= 0 || shift >= count) return;
    parts.push(shift < 0 ? i64x2.shr_u(limb, -shift) : i64x2.shl(limb, shift));
  });
  return parts.reduce((sum, part) => v128.or(sum, part));
}

/**
 * Digits in [0, 2^w). The function's result is 0 if both are below p; bits 0 and 1: the first or
 * second is not, and the row is void.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {Record<'row' | 'first' | 'second', Local>} operands `first`, `second`: the encodings
 */
export function emitRowFromBytes(f, { parameters, constants }, { row, first, second }) {
  const { p, w, n } = parameters;
  const mask = (1n << BigInt(w)) - 1n;
  const words = f.localArray('word', 'v128', WORDS);
  words.forEach((word, i) => {
    const at = i < 2 ? 16 : 0;
    const bytes = reversedWords(i % 2 ? 0 : 1);
    f.set(word, i8x16.shuffle(v128.load(first, at), v128.load(second, at), bytes));
  });
  const rest = limbsOf((1n << BigInt(w * n)) - p, parameters);
  const digit = f.local('digit', 'v128');
  const sum = f.local('sum', 'v128');
  for (let j = 0; j < n; j++) {
    const bits = bitsFrom(words, 64, w * j, w);
    f.set(digit, j < n - 1 ? v128.and(bits, constants.bits(mask)) : bits);
    const converted = v128.or(digit, constants.float(2 ** 52));
    f.emit(v128.store(row, f64x2.sub(converted, constants.float(2 ** 52)), 16 * j));
    const carried = j > 0 ? i64x2.add(digit, i64x2.shr_u(sum, w)) : digit;
    f.set(sum, i64x2.add(carried, constants.bits(rest[j])));
  }
  f.set(sum, i64x2.shr_u(sum, w));
  f.if(v128.any_true(sum), () => {
    f.emit(v128.store(row, sum));
    f.return(i32.or(i32.load(row), i32.shl(i32.load(row, 8), 1)));
  });
  f.result(0);
}

/**
 * Canonical bytes of the integers |value| < p of a normalised row, big-endian.
 * @type {(f: FunctionBuilder, field: FmaBase,
 *   operands: { target: Local, row: Local | number }) => void}
 */
export function emitRowToBytes(f, field, { target, row }) {
  const words = emitWords(f, field, row);
  for (const lane of /** @type {const} */ ([0, 1])) {
    for (const [i, at] of [
      [3, 0],
      [1, 16],
    ]) {
      const bytes = i8x16.shuffle(words[i], words[i - 1], reversedWords(lane));
      f.emit(v128.store(target, bytes, 32 * lane + at));
    }
  }
}

/**
 * The same, little-endian.
 * @type {typeof emitRowToBytes}
 */
export function emitRowToBytesLE(f, field, { target, row }) {
  const words = emitWords(f, field, row);
  for (const lane of [0, 1]) {
    for (const i of [0, 2]) {
      const pair = i64x2.shuffle(words[i], words[i + 1], lane, 2 + lane);
      f.emit(v128.store(target, pair, 32 * lane + 8 * i));
    }
  }
}

/**
 * The words of the integers |value| < p of a normalised row, reduced, the lowest first.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {Local | number} row
 */
function emitWords(f, { parameters, constants }, row) {
  const { p, w, n } = parameters;
  const mask = constants.bits((1n << BigInt(w)) - 1n);
  const carryOfBias = BIAS >> BigInt(w);
  const order = limbsOf(p, parameters);
  const digits = f.localArray('digit', 'v128', n);
  // value + p, with 2^62 in all digits but the top one, so that carries are logical shifts.
  digits.forEach((digit, j) => {
    const start = order[j] - LOW + (j < n - 1 ? BIAS : 0n) - (j > 0 ? carryOfBias : 0n);
    const pattern = f64x2.add(v128.load(row, 16 * j), constants.float(UNIT));
    const sum = i64x2.add(pattern, constants.bits(start));
    f.set(digit, j > 0 ? i64x2.add(sum, i64x2.shr_u(digits[j - 1], w)) : sum);
  });
  digits.slice(0, -1).forEach((digit) => f.set(digit, v128.and(digit, mask)));
  const rest = limbsOf((1n << BigInt(w * n)) - p, parameters);
  const reduced = f.localArray('reduced', 'v128', n);
  reduced.forEach((digit, j) => {
    const sum = i64x2.add(digits[j], constants.bits(rest[j]));
    f.set(digit, j > 0 ? i64x2.add(sum, i64x2.shr_u(reduced[j - 1], w)) : sum);
  });
  // value + p is in (0, 2p): all ones if p must be subtracted again.
  const carry = i64x2.shr_u(reduced[n - 1], w);
  const over = f.local('over', 'v128', i64x2.sub(constants.bits(0n), carry));
  reduced.forEach((digit, j) => {
    f.set(digit, v128.bitselect(v128.and(digit, mask), digits[j], over));
  });
  const words = f.localArray('word', 'v128', WORDS);
  words.forEach((word, i) => f.set(word, bitsFrom(reduced, w, 64 * i, 64)));
  return words;
}
