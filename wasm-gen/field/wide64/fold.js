/**
 * Multiplication, squaring and sums of two products modulo p = B^n − c with a small c: no
 * Montgomery form, the upper half is folded down.
 *
 *   1. t = the 2n limbs of the product (and one more bit for a sum of two).
 *   2. (a, low) = low half + high half·c: a is the carry out of limb n − 1. Row by row a ≤ c, and
 *      the extra bit adds c: a ≤ 2c.
 *   3. a·c, two words, is added to limbs 0 and 1. Its high word is below 4c²/B, so a random value
 *      carries out of limb 1 once in 2^40 times; a branch handles that carry. A carry out of limb n
 *      − 1 there is worth another B^n ≡ c, and by then the value is below a·c, so adding c carries
 *      no further than limb 1.
 *
 * Ranges: everything in [0, B^n).
 */

import { i32, i64 } from '../../emit/instructions.js';
import { squareLimbs } from './multiply.js';
import { loadLimbs, multiplyRow, plus, storeLimbs } from './words.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 */
export function emitFoldMultiply(m, parameters) {
  const { n } = parameters;
  const doc = 'z = xy, all lazy; z may be x or y.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  return m.func('field_mul', { params, exported: true, doc }, (f, { z, x, y }) => {
    const t = f.localArray('t', 'i64', 2 * n);
    addProduct(f, t, loadLimbs(f, 'x', x, n), y, null);
    fold(f, parameters, z, t, null);
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 */
export function emitFoldSquare(m, parameters) {
  const doc = 'z = x², both lazy; z may be x.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  return m.func('field_sqr', { params, exported: true, doc }, (f, { z, x }) => {
    fold(f, parameters, z, squareLimbs(f, loadLimbs(f, 'x', x, parameters.n)), null);
  });
}

/**
 * Two products, added before they are folded.
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 */
export function emitFoldProductSum(m, parameters) {
  const { n } = parameters;
  const doc = 'z = xy + uv, all lazy; z may be any of them.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32', u: 'i32', v: 'i32' });
  return m.func('field_product_sum', { params, doc }, (f, { z, x, y, u, v }) => {
    const t = f.localArray('t', 'i64', 2 * n);
    const over = f.local('over', 'i64', 0n);
    addProduct(f, t, loadLimbs(f, 'x', x, n), y, null);
    addProduct(f, t, loadLimbs(f, 'u', u, n), v, over);
    fold(f, parameters, z, t, over);
  });
}

/**
 * t = x·y, or t + over·B^2n = t + x·y.
 * @param {FunctionBuilder} f
 * @param {readonly Local[]} t 2n limbs
 * @param {readonly Local[]} X
 * @param {Local} y its address
 * @param {Local | null} over set to 0 or 1 if t is a summand: holds the carry from row to row
 */
function addProduct(f, t, X, y, over) {
  const n = X.length;
  const carry = f.local('carry', 'i64');
  for (let i = 0; i < n; i++) {
    const window = t.slice(i, i + n);
    const from = window.map((limb) => (i === 0 && !over ? null : limb));
    multiplyRow(f, { a: f.local('yi', 'i64', i64.load(y, 8 * i)), x: X, from, to: window, carry });
    if (over) f.setPair(t[i + n], over, plus(i64.add128(t[i + n], 0n, carry, 0n), over));
    else f.set(t[i + n], carry);
  }
}

/**
 * @param {FunctionBuilder} f
 * @param {WideParameters} parameters
 * @param {Local} z
 * @param {readonly Local[]} t
 * @param {Local | null} over the word above t: 0 or 1
 */
function fold(f, { n, p }, z, t, over) {
  const c = (1n << BigInt(64 * n)) - p;
  const low = t.slice(0, n);
  const a = f.local('a', 'i64');
  f.comment(`folded at bit ${64 * n}`);
  multiplyRow(f, { a: c, x: t.slice(n), from: low, to: low, carry: a });
  if (over) f.set(a, i64.add(a, i64.mul(over, c)));
  const [d0, d1] = [f.local('d0', 'i64'), f.local('d1', 'i64')];
  f.setPair(d0, d1, i64.mul_wide_u(a, c));
  f.setPair(low[0], low[1], i64.add128(low[0], low[1], d0, d1));
  f.if(i64.le_u(low[1], d1), () => {
    f.comment('rarely, it wrapped');
    const carry = f.local('carry', 'i64');
    const wrapped = i32.or(i64.lt_u(low[1], d1), i32.and(i64.eq(low[1], d1), i64.lt_u(low[0], d0)));
    f.set(carry, i64.extend_i32_u(wrapped));
    for (const limb of low.slice(2)) f.setPair(limb, carry, i64.add128(limb, 0n, carry, 0n));
    f.setPair(low[0], low[1], i64.add128(low[0], low[1], i64.mul(carry, c), 0n));
  });
  storeLimbs(f, z, low);
}
