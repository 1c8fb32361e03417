/**
 * Montgomery multiplication z = xy/R with 64-bit limbs, row by row (CIOS), and
 * squaring, fully unrolled.
 *
 * Row i of a multiplication: t ← t + x·y_i, then t is divided by B modulo p, in one of two ways:
 *   plain    q = μ·t_0 mod B, t ← (t + q·p)/B
 *            t < x + p after every row: (x + p + x(B − 1) + p(B − 1))/B
 *   logjump  q = t_0, t ← ⌊t/B⌋ + q·ρ, ρ = 1/B mod p
 *            t < x + ρB after every row: (x + ρB + x(B − 1))/B + ρ(B − 1)
 * A logjump row does not wait for a multiplication by μ; the last row is plain, so that the result
 * loses the factor B of ρB: it is below xy/R + ρ + p. With two plain rows at the end, or plain rows
 * only, it is below xy/R + p, up to a negligible term. `fits` in parameters.js follows these bounds
 * and picks rows with which results are lazy.
 *
 * `subtract`: the last row adds p less if it detects that the result will exceed p. It reads the
 * highest limb before the carries arrive, e = t_n + ⌊q·p_(n−1)/B⌋, which they raise by 2 at most.
 * So p is subtracted if e > p_(n−1), where the result is more than p; else it is below (p_(n−1) +
 * 3)·B^(n−1), next to p. No chain of borrows follows: the row adds the limbs of B^n − p, and loses
 * B^n. A column of it is q·p_j and three more words, which fit as p_j < B − 3.
 *
 * A squaring forms the 2n limbs of x² first, every cross product once, and reduces them with the
 * same rows: same bounds. A row's carry goes one limb above its window; the carry of *that*
 * addition waits for the next row, which adds there. After the last row nothing remains above limb
 * 2n − 1.
 */

import { i64 } from '../../emit/instructions.js';
import { limbsOf } from '../limbs30/parameters.js';
import { loadLimbs, multiplyRow, plus, storeLimbs } from './words.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Checks } from './checks.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * The rows that divide by B. `to` may overwrite `low` and `from`.
 * @typedef {object} Reduce
 * @property {(low: Local, from: readonly Local[], to: readonly Local[], carry: Local) => void}
 *   logjump to = from + low·ρ, n limbs, and a carry
 * @property {(from: readonly Local[], to: readonly Local[], carry: Local) => void} plain
 *   to = (from + qp)/B with the q for which that is whole: n − 1 limbs and a carry
 * @property {(from: readonly Local[], above: Local, to: readonly Local[]) => void} last
 *   the same for n + 1 limbs, the last of them `above`, and lazy: n limbs
 */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {Checks} checks
 */
export function emitMultiply(m, parameters, checks) {
  const { n, jumps, reduction } = parameters;
  const doc = 'z = xy/R, all lazy; z may be x or y.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  return m.func('field_mul', { params, exported: true, doc }, (f, { z, x, y }) => {
    checks.lazy(f, 'x', x);
    checks.lazy(f, 'y', y);
    const X = loadLimbs(f, 'x', x, n);
    const t = f.localArray('t', 'i64', n + 1);
    const carry = f.local('carry', 'i64');
    const yi = f.local('yi', 'i64');
    const reduce = rows(f, parameters);
    for (let i = 0; i < n; i++) {
      f.comment(`row ${i}`);
      f.set(yi, i64.load(y, 8 * i));
      const from = t.slice(0, n).map((limb) => (i === 0 ? null : limb));
      multiplyRow(f, { a: yi, x: X, from, to: t, carry });
      f.set(t[n], i === 0 ? carry : i64.add(carry, t[n]));
      const low = t.slice(0, n);
      if (i < jumps) {
        reduce.logjump(t[0], t.slice(1), low, carry);
        f.set(t[n], carry);
      } else if (i === n - 1) reduce.last(low, t[n], low);
      else {
        reduce.plain(low, t.slice(0, n - 1), carry);
        const sum = i64.add128(t[n], 0n, carry, 0n);
        if (reduction === 'subtract') f.setPair(t[n - 1], t[n], sum);
        else {
          f.set(t[n - 1], i64.add(t[n], carry));
          // t < x + p fits in n limbs here, so there is no carry for the next row.
          f.set(t[n], 0n);
        }
      }
    }
    storeLimbs(f, z, t.slice(0, n));
    checks.lazy(f, 'z', z);
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {Checks} checks
 */
export function emitSquare(m, parameters, checks) {
  const { n, jumps } = parameters;
  const doc = 'z = x²/R, both lazy; z may be x.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  return m.func('field_sqr', { params, exported: true, doc }, (f, { z, x }) => {
    checks.lazy(f, 'x', x);
    const X = loadLimbs(f, 'x', x, n);
    const t = squareLimbs(f, X);
    const [carry, over] = [f.local('carry', 'i64'), f.local('over', 'i64')];
    const reduce = rows(f, parameters);
    for (let i = 0; i < n - 1; i++) {
      f.comment(`reduction ${i}`);
      const isJump = i < jumps;
      // The limb above the window.
      const above = t[i + n + (isJump ? 1 : 0)];
      const rest = t.slice(i + 1, i + n + 1);
      if (isJump) reduce.logjump(t[i], rest, rest, carry);
      else reduce.plain(t.slice(i, i + n), rest.slice(0, n - 1), carry);
      const sum = i64.add128(above, 0n, carry, 0n);
      if (i === jumps && i > 0) {
        // The first plain row adds where the last jump did: both may carry.
        f.setPair(above, carry, sum);
        f.set(over, i64.add(over, carry));
      } else f.setPair(above, over, i === 0 ? sum : plus(sum, over));
    }
    const result = t.slice(n);
    // The carry out of the last jump before the last row is 0, as it would be above limb 2n − 1.
    const top = result[n - 1];
    if (jumps < n - 1) f.set(top, i64.add(top, over));
    reduce.last([t[n - 1], ...result.slice(0, n - 1)], top, result);
    storeLimbs(f, z, result);
    checks.lazy(f, 'z', z);
  });
}

/** The 2n limbs of x². @type {(f: FunctionBuilder, X: readonly Local[]) => Local[]} */
export function squareLimbs(f, X) {
  const n = X.length;
  const t = f.localArray('t', 'i64', 2 * n);
  const carry = f.local('carry', 'i64');
  f.comment('the cross products');
  for (let i = 0; i < n - 1; i++) {
    const window = t.slice(2 * i + 1, i + n);
    const from = window.map((limb) => (i === 0 ? null : limb));
    multiplyRow(f, { a: X[i], x: X.slice(i + 1), from, to: window, carry });
    f.set(t[i + n], carry);
  }
  f.comment('doubled');
  f.set(t[2 * n - 1], i64.shr_u(t[2 * n - 2], 63));
  for (let k = 2 * n - 2; k > 1; k--)
    f.set(t[k], i64.or(i64.shl(t[k], 1), i64.shr_u(t[k - 1], 63)));
  f.set(t[1], i64.shl(t[1], 1));
  f.comment('and the squares');
  const [low, high] = [f.local('low', 'i64'), f.local('high', 'i64')];
  for (let i = 0; i < n; i++) {
    f.setPair(low, high, i64.mul_wide_u(X[i], X[i]));
    if (i === 0) f.set(t[0], low);
    else f.setPair(t[2 * i], carry, plus(i64.add128(t[2 * i], 0n, low, 0n), carry));
    const sum = i64.add128(t[2 * i + 1], 0n, high, 0n);
    f.setPair(t[2 * i + 1], carry, i === 0 ? sum : plus(sum, carry));
  }
  return t;
}

/** The rows that divide by B. @type {(f: FunctionBuilder, parameters: WideParameters) => Reduce} */
function rows(f, parameters) {
  const { n, p, mu, mask, rho, reduction, R } = parameters;
  const [P, rhoLimbs] = [limbsOf(p, parameters), limbsOf(rho, parameters)];
  const q = f.local('q', 'i64');
  const dropped = f.local('dropped', 'i64');
  const setQuotient = (/** @type {Local} */ low) =>
    f.set(q, mu === mask ? i64.sub(0n, low) : i64.mul(low, mu));
  /** @type {Reduce['plain']} */
  const plain = (from, to, carry) => {
    setQuotient(from[0]);
    multiplyRow(f, { a: q, x: P, from, to: [dropped, ...to], carry });
  };
  /** @type {Reduce['last']} */
  const subtracting = (from, above, to) => {
    setQuotient(from[0]);
    const [low, high, carry] = ['low', 'high', 'carry'].map((name) => f.local(name, 'i64'));
    const top = P[n - 1];
    f.setPair(low, high, i64.mul_wide_u(q, top));
    f.comment('all ones where p is subtracted');
    const isMore = f.local('isMore', 'i64');
    f.set(isMore, i64.shr_s(i64.sub(top, i64.add(above, high)), 63));
    const less = limbsOf(R - p, parameters).map((limb) => i64.and(isMore, limb));
    f.setPair(dropped, carry, plus(i64.mul_wide_u(q, P[0]), from[0]));
    for (let j = 1; j < n; j++) {
      const sum =
        j < n - 1 ? plus(i64.mul_wide_u(q, P[j]), from[j]) : i64.add128(low, high, from[j], 0n);
      f.setPair(to[j - 1], carry, plus(plus(sum, less[j - 1]), carry));
    }
    f.set(to[n - 1], i64.add(i64.add(above, less[n - 1]), carry));
  };
  return {
    logjump: (low, from, to, carry) => {
      f.set(q, low);
      multiplyRow(f, { a: q, x: rhoLimbs, from, to, carry });
    },
    plain,
    last:
      reduction === 'subtract'
        ? subtracting
        : (from, above, to) => {
            const carry = f.local('carry', 'i64');
            plain(from, to.slice(0, n - 1), carry);
            f.set(to[n - 1], i64.add(above, carry));
          },
  };
}
