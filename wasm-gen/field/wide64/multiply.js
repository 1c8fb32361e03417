/**
 * Montgomery multiplication z = xy/R with 64-bit limbs, row by row (CIOS), and squaring, fully unrolled.
 *
 * Row i of a multiplication: t ← t + x·y_i, then t is divided by B, which takes a multiple of p out of its lowest limb:
 *   plain    q = μ·t_0 mod B, t ← (t + q·p)/B          t < x + p after every row: (x + p + x(B − 1) + p(B − 1))/B
 *   logjump  q = t_0, t ← ⌊t/B⌋ + q·ρ, ρ = 1/B mod p   t < x + ρB after every row: (x + ρB + x(B − 1))/B + ρ(B − 1)
 * A logjump row does not wait for a multiplication by μ; the last row is plain, so that the result loses the factor B
 * that ρB has over p: xy/R + ρ + p, or xy/R + p with plain rows alone. `fits` in parameters.js picks rows for which that is
 * below 2p, or 3p where 2p is subtracted at the end, and t + x·y_i below B^(n+1): (x + ρ)B or xB + p.
 *
 * A squaring forms the 2n limbs of x² first, every cross product once, and reduces them with the same rows: same bounds.
 * What a row carries out goes one limb above its window; the carry of *that* addition waits for the next row, which
 * adds there. After the last one nothing is left above limb 2n − 1 but what `subtract` takes.
 */

import { i64 } from '../../emit/instructions.js';
import { limbsOf } from '../limbs30/parameters.js';
import { chooseLimbs, loadLimbs, multiplyRow, plus, storeLimbs, subtractLimbs } from './words.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Checks } from './checks.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {Checks} checks
 */
export function emitMultiply(m, parameters, checks) {
  const { n } = parameters;
  const doc = 'z = xy/R, all in [0, 2p); z may be x or y.';
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
      if (reduce.isLogjump(i)) {
        const to = t.slice(0, n);
        reduce.logjump(t[0], t.slice(1, n + 1), to, carry);
        f.set(t[n], carry);
      } else {
        reduce.plain(t.slice(0, n), t.slice(0, n - 1), carry);
        if (parameters.reduction === 'subtract')
          f.setPair(t[n - 1], t[n], i64.add128(t[n], 0n, carry, 0n));
        else {
          f.set(t[n - 1], i64.add(t[n], carry));
          // t < x + p fits in n limbs here, and leaves nothing for the next row.
          if (i < n - 1) f.set(t[n], 0n);
        }
      }
    }
    finish(f, parameters, t, t[n]);
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
  const { n, reduction } = parameters;
  const doc = 'z = x²/R, both in [0, 2p); z may be x.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  return m.func('field_sqr', { params, exported: true, doc }, (f, { z, x }) => {
    checks.lazy(f, 'x', x);
    const X = loadLimbs(f, 'x', x, n);
    const t = squareLimbs(f, X);
    const [carry, over] = [f.local('carry', 'i64'), f.local('over', 'i64')];
    const reduce = rows(f, parameters);
    for (let i = 0; i < n; i++) {
      f.comment(`reduction ${i}`);
      const jumps = reduce.isLogjump(i);
      // The limb above the window.
      const above = t[i + n + (jumps ? 1 : 0)];
      if (jumps) reduce.logjump(t[i], t.slice(i + 1, i + n + 1), t.slice(i + 1, i + n + 1), carry);
      else reduce.plain(t.slice(i, i + n), t.slice(i + 1, i + n), carry);
      const sum = i64.add128(above, 0n, carry, 0n);
      // What a logjump row before a plain one carries out is 0: it would stand above limb 2n − 1.
      const isExpected = i > 0 && reduce.isLogjump(i - 1) === jumps;
      f.setPair(above, over, isExpected ? plus(sum, over) : sum);
    }
    const result = t.slice(n);
    finish(f, parameters, result, reduction === 'subtract' ? over : null);
    storeLimbs(f, z, result);
    checks.lazy(f, 'z', z);
  });
}

/**
 * The 2n limbs of x².
 * @param {FunctionBuilder} f
 * @param {readonly Local[]} X
 * @returns {Local[]}
 */
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

/**
 * The rows that divide by B.
 * @param {FunctionBuilder} f
 * @param {WideParameters} parameters
 */
function rows(f, parameters) {
  const { n, p, mu, mask, rho, reduction } = parameters;
  const [P, rhoLimbs] = [limbsOf(p, parameters), limbsOf(rho, parameters)];
  const q = f.local('q', 'i64');
  const dropped = f.local('dropped', 'i64');
  return {
    isLogjump: (/** @type {number} */ i) => reduction === 'logjump' && i < n - 1,
    /**
     * to = from + low·ρ, n limbs, and a carry.
     * @param {Local} low
     * @param {readonly Local[]} from
     * @param {readonly Local[]} to may overlap `low`
     * @param {Local} carry
     */
    logjump: (low, from, to, carry) => {
      f.set(q, low);
      multiplyRow(f, { a: q, x: rhoLimbs, from, to, carry });
    },
    /**
     * to = (from + qp)/B with the q for which that is whole: n − 1 limbs and a carry.
     * @param {readonly Local[]} from
     * @param {readonly Local[]} to
     * @param {Local} carry
     */
    plain: (from, to, carry) => {
      f.set(q, mu === mask ? i64.sub(0n, from[0]) : i64.mul(from[0], mu));
      multiplyRow(f, { a: q, x: P, from, to: [dropped, ...to], carry });
    },
  };
}

/**
 * Subtracts 2p from n limbs and what is above them, where the reduction needs it and it can be.
 * @param {FunctionBuilder} f
 * @param {WideParameters} parameters
 * @param {readonly Local[]} limbs the lowest n
 * @param {Local | null} above 0 or 1
 */
function finish(f, parameters, limbs, above) {
  if (parameters.reduction !== 'subtract' || !above) return;
  const { n, p } = parameters;
  const result = limbs.slice(0, n);
  const less = f.localArray('less', 'i64', n);
  const borrow = f.local('borrow', 'i64');
  subtractLimbs(f, less, result, limbsOf(2n * p, parameters), borrow);
  // All ones if 2p was not too much: no borrow, or one that the limb above pays.
  f.set(borrow, i64.xor(-1n, i64.add(borrow, above)));
  chooseLimbs(f, result, less, borrow);
}
