/**
 * `digits`: recodes parts into signed digits of c bits, window by window (Booth's recoding).
 *
 * With the bits b_i of k in two's complement and b_(−1) = 0, digit j depends only on the c + 1 bits
 * from cj − 1 on:
 *   d_j = b_(cj−1) + Σ_{i<c−1} b_(cj+i)·2^i − b_(cj+c−1)·2^(c−1) = ⌊(v + 1)/2⌋,
 *   −2^(c−1) ≤ d_j ≤ 2^(c−1),
 * where v is those c + 1 bits read as a signed number. Σ d_j·2^(cj) telescopes to the signed number
 * in the lowest c·windows bits of k, so there are no carries, and any c·windows > bits of |k|
 * suffices.
 *
 * A block of parts stays in the first-level cache while its windows are cut one after the other;
 * each window is written in order (writing all windows of a part together would touch addresses
 * 4·count apart, which share cache sets when count is a power of 2). v may start anywhere in a
 * byte; as c ≤ 24, one 32-bit load contains it.
 */

import { i32 } from '../emit/instructions.js';
/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */

/** Parts of a block: 6 to 18 KiB. */
const BLOCK = 512;

/**
 * @param {ModuleBuilder} m
 * @param {number} partBytes whole words of 64 bits and four bytes, so that a window can be read
 *   from the last bit of the words
 */
export function emitDigits(m, partBytes) {
  const cutWindow = emitCutWindow(m, partBytes);
  const params = /** @type {const} */ ({
    target: 'i32',
    parts: 'i32',
    count: 'i32',
    c: 'i32',
    windows: 'i32',
  });
  const doc =
    'Writes digit j of part i as an i32 to target[j·count + i], −2^(c−1) ≤ digit ≤ 2^(c−1).\n' +
    `2 ≤ c ≤ 24, c·(windows − 1) ≤ ${8 * partBytes - 32}, and c·windows exceeds the bit length of every |part|.`;
  return m.func(
    'digits',
    { params, exported: true, doc },
    (f, { target, parts, count, c, windows }) => {
      f.if(i32.eqz(windows), () => f.return());
      const block = f.local('block', 'i32');
      const rest = f.local('rest', 'i32', count);
      const windowBytes = f.local('windowBytes', 'i32', i32.shl(count, 2));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eqz(rest));
          f.set(block, rest);
          f.if(i32.gt_u(block, BLOCK), () => f.set(block, BLOCK));
          cutWindows(f, cutWindow, { target, windowBytes, parts, block, c, windows });
          f.set(parts, i32.add(parts, i32.mul(block, partBytes)));
          f.set(target, i32.add(target, i32.shl(block, 2)));
          f.set(rest, i32.sub(rest, block));
          f.br(next);
        });
      });
    },
  );
}

/**
 * @type {(f: FunctionBuilder, cutWindow: Callable, arguments_: Record<'target' | 'windowBytes' |
 *   'parts' | 'block' | 'c' | 'windows', Local>) => void}
 */
function cutWindows(f, cutWindow, { target, windowBytes, parts, block, c, windows }) {
  const column = f.local('column', 'i32', target);
  // Window 0 has no bit below it: the shift to the left brings in b_(−1) = 0.
  f.emit(cutWindow.call(column, parts, block, i32.sub(32, c), c));
  const bit = f.local('bit', 'i32', i32.sub(c, 1));
  const end = f.local('bitEnd', 'i32', i32.sub(i32.mul(c, windows), 1));
  f.block((done) => {
    f.loop((next) => {
      f.brIf(done, i32.ge_u(bit, end));
      f.set(column, i32.add(column, windowBytes));
      const from = i32.add(parts, i32.shr_u(bit, 3));
      f.emit(cutWindow.call(column, from, block, i32.sub(i32.sub(31, c), i32.and(bit, 7)), c));
      f.set(bit, i32.add(bit, c));
      f.br(next);
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {number} partBytes
 */
function emitCutWindow(m, partBytes) {
  const params = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    count: 'i32',
    left: 'i32',
    c: 'i32',
  });
  const doc = 'Cuts one window from `count` > 0 parts; `left` moves the top bit of v to bit 31.';
  return m.func('cut_window', { params, doc }, (f, { target, source, count, left, c }) => {
    const end = f.local('end', 'i32', i32.add(target, i32.shl(count, 2)));
    const right = f.local('right', 'i32', i32.sub(31, c));
    f.loop((next) => {
      const v = i32.shr_s(i32.shl(i32.load(source), left), right);
      f.emit(i32.store(target, i32.shr_s(i32.add(v, 1), 1)));
      f.set(source, i32.add(source, partBytes));
      f.set(target, i32.add(target, 4));
      f.brIf(next, i32.lt_u(target, end));
    });
  });
}
