/**
 * `naf`: a half in width-w NAF, as references to a table of odd multiples.
 *
 * From the lowest bit up: skip zeros; the lowest w bits of what is left, read as a signed number, are the next digit d,
 * odd and below 2^(w−1) in size; what is left is (x − d)/2^w = ⌊x/2^w⌋, plus 1 if d < 0. Two digits are at least w
 * positions apart, w + 1 on average. x < 2^128, so the highest digit stands at position 128 or below.
 */

import { i32, i64 } from '../emit/instructions.js';

/** @import { ModuleBuilder } from '../emit/module.js' */

/** @param {ModuleBuilder} m */
export function emitNaf(m) {
  const doc =
    'Writes for every digit d ≠ 0 at position i of the half: target[i·stride] = the reference of |d|·P with the sign of d,\n' +
    'where table holds P, 3P, 5P, … in points of pointBytes. Nothing is written for zeros. stride: bytes. 2 ≤ w ≤ 16.';
  const params = /** @type {const} */ ({
    target: 'i32',
    stride: 'i32',
    half: 'i32',
    w: 'i32',
    table: 'i32',
    pointBytes: 'i32',
  });
  m.func(
    'naf',
    { params, exported: true, doc },
    (f, { target, stride, half, w, table, pointBytes }) => {
      const low = f.local('low', 'i64', i64.load(half));
      const high = f.local('high', 'i64', i64.load(half, 8));
      const negative = f.local('negative', 'i32', i32.shr_u(i32.load(half, 16), 31));
      const count = f.local('count', 'i64');
      const digit = f.local('digit', 'i32');
      const carry = f.local('carry', 'i32');
      const W = f.local('w64', 'i64', i64.extend_i32_u(w));
      const advance = (/** @type {import('../emit/module.js').Local} */ bits) => {
        f.set(low, i64.or(i64.shr_u(low, bits), i64.shl(i64.shl(high, 1), i64.sub(63, bits))));
        f.set(high, i64.shr_u(high, bits));
        f.set(target, i32.add(target, i32.mul(stride, i32.wrap_i64(bits))));
      };
      f.if(negative, () => {
        f.set(low, i64.sub(0, low));
        f.set(high, i64.sub(i64.sub(0, high), i64.extend_i32_u(i64.ne(low, 0))));
      });
      f.block((done) => {
        f.loop((next) => {
          f.if(i64.eqz(low), () => {
            f.brIf(done, i64.eqz(high));
            f.set(low, high);
            f.set(high, 0);
            f.set(target, i32.add(target, i32.shl(stride, 6)));
          });
          f.set(count, i64.ctz(low));
          advance(count);
          f.set(digit, i32.and(i32.wrap_i64(low), i32.sub(i32.shl(1, w), 1)));
          f.set(carry, i32.shr_u(digit, i32.sub(w, 1)));
          f.set(digit, i32.sub(digit, i32.shl(carry, w)));
          // |d| by the sign, then ⌊|d|/2⌋: the place in the table.
          f.set(digit, i32.shr_u(i32.sub(i32.xor(digit, i32.sub(0, carry)), i32.sub(0, carry)), 1));
          const point = i32.add(table, i32.mul(digit, pointBytes));
          f.emit(i32.store(target, i32.or(point, i32.xor(carry, negative))));
          advance(W);
          f.set(low, i64.add(low, i64.extend_i32_u(carry)));
          f.set(high, i64.add(high, i64.extend_i32_u(i32.and(carry, i64.eqz(low)))));
          f.br(next);
        });
      });
    },
  );
}
