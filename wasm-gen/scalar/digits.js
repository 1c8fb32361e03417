/**
 * `digits`: halves into signed digits of c bits, window by window.
 *
 * With bias = Σ_{j<windows} 2^(c−1)·2^(cj), the number k + bias written in base 2^c has the digits d_j + 2^(c−1), where
 * k = Σ d_j·2^(cj) and −2^(c−1) ≤ d_j < 2^(c−1): one addition does all the carries, and windows are independent.
 *
 * So a block of halves is biased in place, its windows are cut, and the bias is taken off again. A block stays in the
 * first-level cache while its windows are cut one after the other; each window is written in order (writing all
 * windows of a half together would touch addresses 4·count apart, which share cache sets when count is a power of 2).
 * A digit starts anywhere in a byte: c ≤ 24 and at most 7 bits below it lie in one 32-bit load.
 */

import { i32, i64 } from '../emit/instructions.js';
import { HALF_BYTES } from './split.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */

/** Halves of a block: 10 KiB. */
const BLOCK = 512;

/** @param {ModuleBuilder} m */
export function emitDigits(m) {
  const addBias = emitAddBias(m);
  const cutWindow = emitCutWindow(m);
  const params = /** @type {const} */ ({
    target: 'i32',
    halves: 'i32',
    count: 'i32',
    c: 'i32',
    windows: 'i32',
  });
  const doc =
    'Writes digit j of half i as an i32 to target[j·count + i], −2^(c−1) ≤ digit < 2^(c−1). 2 ≤ c ≤ 24,\n' +
    'c·(windows − 1) ≤ 128, and `windows` suffice for the halves, which are unchanged afterwards.';
  return m.func(
    'digits',
    { params, exported: true, doc },
    (f, { target, halves, count, c, windows }) => {
      f.if(i32.eqz(windows), () => f.return());
      const bias = biasWords(f, c, windows);
      const block = f.local('block', 'i32');
      const rest = f.local('rest', 'i32', count);
      const windowBytes = f.local('windowBytes', 'i32', i32.shl(count, 2));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eqz(rest));
          f.set(block, rest);
          f.if(i32.gt_u(block, BLOCK), () => f.set(block, BLOCK));
          f.emit(addBias.call(halves, block, ...bias));
          cutWindows(f, cutWindow, { target, windowBytes, halves, block, c, windows });
          f.emit(addBias.call(halves, block, ...negated(bias)));
          f.set(halves, i32.add(halves, i32.mul(block, HALF_BYTES)));
          f.set(target, i32.add(target, i32.shl(block, 2)));
          f.set(rest, i32.sub(rest, block));
          f.br(next);
        });
      });
    },
  );
}

/**
 * The bias in words of 64 bits; it stays below 2^152, because c·windows ≤ 128 + c.
 * @param {FunctionBuilder} f
 * @param {Local} c
 * @param {Local} windows
 * @returns {Local[]}
 */
function biasWords(f, c, windows) {
  const words = [0, 1, 2].map(() => f.local('bias', 'i64', 0));
  const position = f.local('position', 'i32', i32.sub(c, 1));
  const end = f.local('end', 'i32', i32.mul(c, windows));
  // A 64-bit shift takes its amount modulo 64.
  const setBit = (/** @type {Local} */ word) => {
    f.set(word, i64.or(word, i64.shl(1, i64.extend_i32_u(position))));
  };
  f.block((done) => {
    f.loop((next) => {
      f.brIf(done, i32.ge_u(position, end));
      f.if(
        i32.lt_u(position, 64),
        () => setBit(words[0]),
        () =>
          f.if(
            i32.lt_u(position, 128),
            () => setBit(words[1]),
            () => setBit(words[2]),
          ),
      );
      f.set(position, i32.add(position, c));
      f.br(next);
    });
  });
  return words;
}

/**
 * −bias modulo 2^192. The lowest word has bit c − 1, so negating it borrows from the two others.
 * @param {Local[]} bias
 */
function negated([low, middle, high]) {
  return [i64.sub(0, low), i64.xor(middle, -1), i64.xor(high, -1)];
}

/**
 * @param {FunctionBuilder} f
 * @param {Callable} cutWindow
 * @param {Record<'target' | 'windowBytes' | 'halves' | 'block' | 'c' | 'windows', Local>} arguments_
 */
function cutWindows(f, cutWindow, { target, windowBytes, halves, block, c, windows }) {
  const bit = f.local('bit', 'i32', 0);
  const column = f.local('column', 'i32', target);
  const end = f.local('bitEnd', 'i32', i32.mul(c, windows));
  f.loop((next) => {
    const from = i32.add(halves, i32.shr_u(bit, 3));
    f.emit(cutWindow.call(column, from, block, i32.and(bit, 7), c));
    f.set(column, i32.add(column, windowBytes));
    f.set(bit, i32.add(bit, c));
    f.brIf(next, i32.lt_u(bit, end));
  });
}

/** @param {ModuleBuilder} m */
function emitAddBias(m) {
  const params = /** @type {const} */ ({
    halves: 'i32',
    count: 'i32',
    b0: 'i64',
    b1: 'i64',
    b2: 'i64',
  });
  const doc = 'Adds b0 + 2^64·b1 + 2^128·b2 to `count` > 0 halves, modulo 2^160.';
  return m.func('add_bias', { params, doc }, (f, { halves, count, b0, b1, b2 }) => {
    const end = f.local('end', 'i32', i32.add(halves, i32.mul(count, HALF_BYTES)));
    const low = f.local('low', 'i64');
    const middle = f.local('middle', 'i64');
    const carry = f.local('carry', 'i64');
    f.loop((next) => {
      f.set(low, i64.add(i64.load(halves), b0));
      f.set(carry, i64.extend_i32_u(i64.lt_u(low, b0)));
      f.set(middle, i64.add(i64.load(halves, 8), carry));
      // At most one of the two additions wraps.
      f.set(carry, i64.extend_i32_u(i64.lt_u(middle, carry)));
      f.set(middle, i64.add(middle, b1));
      f.set(carry, i64.add(carry, i64.extend_i32_u(i64.lt_u(middle, b1))));
      f.emit(
        i64.store(halves, low),
        i64.store(halves, middle, 8),
        i64.store32(halves, i64.add(i64.add(i64.load32_u(halves, 16), b2), carry), 16),
      );
      f.set(halves, i32.add(halves, HALF_BYTES));
      f.brIf(next, i32.lt_u(halves, end));
    });
  });
}

/** @param {ModuleBuilder} m */
function emitCutWindow(m) {
  const params = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    count: 'i32',
    shift: 'i32',
    c: 'i32',
  });
  const doc =
    'Cuts one window from `count` > 0 biased halves: c bits above the lowest `shift` < 8 of each source.';
  return m.func('cut_window', { params, doc }, (f, { target, source, count, shift, c }) => {
    const end = f.local('end', 'i32', i32.add(target, i32.shl(count, 2)));
    const half = f.local('half', 'i32', i32.shl(1, i32.sub(c, 1)));
    const mask = f.local('mask', 'i32', i32.sub(i32.shl(1, c), 1));
    f.loop((next) => {
      const digit = i32.and(i32.shr_u(i32.load(source), shift), mask);
      f.emit(i32.store(target, i32.sub(digit, half)));
      f.set(source, i32.add(source, HALF_BYTES));
      f.set(target, i32.add(target, 4));
      f.brIf(next, i32.lt_u(target, end));
    });
  });
}
