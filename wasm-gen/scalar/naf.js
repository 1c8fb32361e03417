/**
 * `naf`: recodes a part in width-w NAF, as references to a table of odd multiples.
 *
 * From the lowest bit up: skip zeros; the lowest w bits of the remaining x, read as a signed
 * number, are the next digit d, odd and |d| < 2^(w−1); then x becomes (x − d)/2^w = ⌊x/2^w⌋, plus 1
 * if d < 0. Two digits are at least w positions apart, w + 1 on average. x < 2^b has its highest
 * digit at position b or below.
 */

import { i32, i64 } from '../emit/instructions.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */

/**
 * @param {ModuleBuilder} m
 * @param {number} words of 64 bits that hold |part|
 */
export function emitNaf(m, words) {
  const doc =
    'Writes for every digit d ≠ 0 at position i of the part: target[i·stride] = the reference of\n' +
    '|d|·P with the sign of d, where table holds P, 3P, 5P, … in points of pointBytes. Nothing is\n' +
    'written for zeros. stride: bytes. 2 ≤ w ≤ 16.';
  const params = /** @type {const} */ ({
    target: 'i32',
    stride: 'i32',
    part: 'i32',
    w: 'i32',
    table: 'i32',
    pointBytes: 'i32',
  });
  m.func(
    'naf',
    { params, exported: true, doc },
    (f, { target, stride, part, w, table, pointBytes }) => {
      const x = Array.from({ length: words }, (_, i) => f.local('x', 'i64', i64.load(part, 8 * i)));
      const [low, ...above] = x;
      const negative = f.local('negative', 'i32', i32.shr_u(i32.load(part, 8 * words), 31));
      const count = f.local('count', 'i64');
      const digit = f.local('digit', 'i32');
      const carry = f.local('carry', 'i32');
      const W = f.local('w64', 'i64', i64.extend_i32_u(w));
      const advance = (/** @type {Local} */ bits) => {
        shiftRight(f, x, bits);
        f.set(target, i32.add(target, i32.mul(stride, i32.wrap_i64(bits))));
      };
      f.if(negative, () => negate(f, x));
      f.block((done) => {
        f.loop((next) => {
          f.if(i64.eqz(low), () => {
            if (words === 1) return f.br(done);
            f.brIf(done, i64.eqz(union(above)));
            x.forEach((word, i) => f.set(word, x[i + 1] ?? 0));
            f.set(target, i32.add(target, i32.shl(stride, 6)));
            // The next word may be 0, too, unless it is the last one.
            if (words > 2) f.br(next);
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
          addBit(f, x, carry);
          f.br(next);
        });
      });
    },
  );
}

/**
 * @param {FunctionBuilder} f
 * @param {Local[]} x words, lowest first
 * @param {Local} bits below 64
 */
function shiftRight(f, x, bits) {
  x.forEach((word, i) => {
    const kept = i64.shr_u(word, bits);
    const above = x[i + 1];
    f.set(word, above ? i64.or(kept, i64.shl(i64.shl(above, 1), i64.sub(63, bits))) : kept);
  });
}

/**
 * @param {FunctionBuilder} f
 * @param {Local[]} x words, lowest first
 */
function negate(f, x) {
  x.forEach((word, i) => {
    const negated = i64.sub(0, word);
    const borrow = () => i64.extend_i32_u(i64.ne(union(x.slice(0, i)), 0));
    f.set(word, i ? i64.sub(negated, borrow()) : negated);
  });
}

/**
 * @param {FunctionBuilder} f
 * @param {Local[]} x words, lowest first
 * @param {Local} carry 0 or 1, an i32; overwritten
 */
function addBit(f, x, carry) {
  x.forEach((word, i) => {
    if (i > 1) f.set(carry, i32.and(carry, i64.eqz(x[i - 2])));
    const bit = i ? i32.and(carry, i64.eqz(x[i - 1])) : carry;
    f.set(word, i64.add(word, i64.extend_i32_u(bit)));
  });
}

/** @type {(words: Local[]) => Expression} */
function union(words) {
  return words
    .slice(1)
    .reduce((all, word) => i64.or(all, word), /** @type {Expression} */ (words[0]));
}
