/**
 * Montgomery squaring z = x²/R, column by column, so that each cross product x_i·x_j
 * is computed once.
 *
 * Column k gathers A_k = Σ x_i·x_(k−i) and B_k = Σ q_i·p_(k−i), and the carry C of the column
 * below. Where A_k + B_k could exceed 2^64 (w = 30, n = 13) the two are carried separately: the sum
 * of the low parts is below 2^(w+2), and the high parts enter the next carry. Column k < n yields
 * q_k; columns n … 2n−1 are the result.
 *
 * Ranges: x loose; z lazy (see parameters.js). Both sums are bounded exactly in `bounds`.
 */

import { i64 } from '../../emit/instructions.js';
import { Sliding, SlidingLimbs } from '../sliding.js';
import { quotient, times } from './multiply.js';
import { largestLimbs, limbsOf } from './parameters.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitSquare(m, parameters, checks) {
  const { n, w, mask } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const split = splitColumns(parameters);
  const doc = 'z = x²/R. x in [0, 4p]; z in [0, 2p), and may be x.';
  return m.func(
    'field_sqr',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      checks.below(f, 'x', x, 4);
      const X = f.localArray('x', 'i64', n);
      X.forEach((limb, i) => f.set(limb, i64.load32_u(x, 4 * i)));
      const q = f.local('q', 'i64');
      const [slidingX, Q] = [new SlidingLimbs(f, 'x_at', n, X), new Sliding(f, 'q_at', n)];
      const [t, high, carry] = [
        f.local('t', 'i64'),
        f.local('high', 'i64'),
        f.local('carry', 'i64'),
      ];
      const [a, b] = [f.local('a', 'i64'), f.local('b', 'i64')];
      for (let k = 0; k < 2 * n; k++) {
        f.comment(`column ${k}`);
        const [A, B] = [squareColumn(slidingX, k), reductionColumn(Q, p, k)];
        const entering = k > 0 ? carry : null;
        if (split[k] && A && B) {
          f.set(a, A);
          f.set(b, B);
          f.set(t, sum(i64.and(a, mask), i64.and(b, mask), entering));
          f.set(high, i64.add(i64.shr_u(a, w), i64.shr_u(b, w)));
        } else f.set(t, sum(A, B, entering));
        const low = k < n ? clearLow(f, parameters, q, t, p[0]) : i64.shr_u(t, w);
        if (k >= n) f.emit(i64.store32(z, k === 2 * n - 1 ? t : i64.and(t, mask), 4 * (k - n)));
        if (k < 2 * n - 1) f.set(carry, split[k] ? i64.add(low, high) : low);
        Q.advance(q);
      }
      checks.below(f, 'z', z, 2);
    },
  );
}

/**
 * Sets q_k and returns the carry out of the column that it clears.
 * @type {(f: FunctionBuilder, parameters: FieldParameters, q: Local, t: Local,
 *   p0: bigint) => Expression}
 */
function clearLow(f, parameters, q, t, p0) {
  f.set(q, quotient(parameters, t));
  return i64.shr_u(i64.add(t, times(q, p0)), parameters.w);
}

/** @param {SlidingLimbs} X @param {number} k @returns {Expression | null} Σ x_i·x_(k−i) */
function squareColumn(X, k) {
  const n = X.at.length;
  X.moveTo(k);
  /** @type {Expression | null} */
  let cross = null;
  for (let i = Math.max(0, k - n + 1); 2 * i < k; i++)
    cross = sum(cross, i64.mul(X.limbs[i], X.at[i]));
  if (cross) cross = i64.shl(cross, 1);
  if (k % 2 !== 0 || k / 2 >= n) return cross;
  return sum(cross, i64.mul(X.limbs[k / 2], X.limbs[k / 2]));
}

/**
 * @param {Sliding} Q q_(k−1), q_(k−2), …
 * @param {bigint[]} p
 * @param {number} k
 * @returns {Expression | null} Σ q_i·p_(k−i) of the rows known
 */
export function reductionColumn(Q, p, k) {
  const n = Q.at.length;
  /** @type {Expression | null} */
  let total = null;
  for (let i = Math.max(0, k - n + 1); i < Math.min(k, n); i++) {
    if (p[k - i] !== 0n) total = sum(total, times(Q.at[k - 1 - i], p[k - i]));
  }
  return total;
}

/** @param {...(Expression | null)} terms */
function sum(...terms) {
  const present = terms.filter((term) => term !== null);
  return present.length === 0
    ? i64.const(0)
    : present.reduce((total, term) => i64.add(total, term));
}

/**
 * The columns that must be carried in two parts; every sum is bounded exactly.
 * @type {(parameters: FieldParameters) => boolean[]}
 */
function splitColumns(parameters) {
  const { n, w, mask } = parameters;
  const [x, p] = [largestLimbs(parameters, 4n), limbsOf(parameters.p, parameters)];
  const [W, limit] = [BigInt(w), 1n << 64n];
  let carry = 0n;
  return Array.from({ length: 2 * n }, (_, k) => {
    let [A, B] = [0n, 0n];
    for (let i = Math.max(0, k - n + 1); i <= Math.min(k, n - 1); i++) {
      A += x[i] * x[k - i];
      if (i < k) B += mask * p[k - i];
    }
    const own = k < n ? mask * p[0] : 0n;
    if (A >= limit || B >= limit) throw new RangeError(`column ${k} of a square exceeds 2^64`);
    const split = A + B + carry + own >= limit;
    carry = split
      ? ((2n * mask + carry + own) >> W) + (A >> W) + (B >> W)
      : (A + B + carry + own) >> W;
    return split && A > 0n && B > 0n;
  });
}
