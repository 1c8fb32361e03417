/**
 * Sums and differences.
 *
 * All of them are one emitter: Σ ± terms + Kp, with K so large that the value is not negative, in one pass of signed
 * carries. A *reducing* sum also subtracts kp, where k is estimated from the top limb before the carries are known:
 *
 *   Let B = 2^(w(n−g)), P = ⌊p/B⌋, and v = Σ ± terms + Kp < T·p, m terms and Kp. With t the sum of the top g limbs,
 *   (t − m)·B ≤ v < (t + m + 1)·B, because the lower part of each term lies in [0, B).
 *   k = ⌊(t − m)·c⌋ with c ≤ 1/(P + 1), so that kp ≤ (t − m)·B ≤ v and v − kp ≥ 0; and
 *   v − kp < p + B·(2m + 1) + (t − m)·B/(P + 1) + (rounding of c) < p·(1 + (2m + 4 + T)/P) ≤ 2p:
 *   lazy again. g is the smallest number of limbs for which the last step holds; it is 1 for all primes in use.
 */

import { i64 } from '../../emit/instructions.js';
import { limbsOf } from './parameters.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/** Bits of precision of the constant c. */
const PRECISION = 40n;

/**
 * z = Σ plus − Σ minus + Kp, reduced to lazy if `reduce`.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {{ plus: Local[], minus: Local[], bound?: bigint, reduce: boolean }} sum addresses of the terms, each in
 * [0, bound·p), lazy (bound = 2) unless said otherwise
 */
export function emitSum(f, parameters, z, { plus, minus, bound = 2n, reduce }) {
  const { w, n, mask } = parameters;
  const K = bound * BigInt(minus.length);
  const total = bound * BigInt(plus.length) + K;
  if (!reduce && total > 4n) throw new RangeError(`a plain sum below ${total}p is not loose`);
  const [p, Kp] = [limbsOf(parameters.p, parameters), limbsOf(K * parameters.p, parameters)];
  const column = (/** @type {number} */ j) => {
    const terms = plus.map((x) => i64.load32_u(x, 4 * j));
    const first = terms.length ? terms.reduce((a, b) => i64.add(a, b)) : i64.const(0);
    const difference = minus.reduce((a, x) => i64.sub(a, i64.load32_u(x, 4 * j)), first);
    return Kp[j] === 0n ? difference : i64.add(difference, Kp[j]);
  };
  const terms = plus.length + minus.length;
  const g = reduce ? estimateLimbs(parameters, terms, total) : 1;
  const top = f.localArray('top', 'i64', g);
  top.forEach((local, i) => f.set(local, column(n - g + i)));
  const k = reduce ? f.local('k', 'i64', estimate(parameters, top, terms)) : null;
  const carry = f.local('carry', 'i64');
  for (let j = 0; j < n; j++) {
    let value = j >= n - g ? top[j - (n - g)] : column(j);
    if (k && p[j] !== 0n) value = i64.sub(value, p[j] === 1n ? k : i64.mul(k, p[j]));
    f.set(carry, j === 0 ? value : i64.add(value, i64.shr_s(carry, w)));
    f.emit(i64.store32(z, j === n - 1 ? carry : i64.and(carry, mask), 4 * j));
  }
}

/**
 * k as above; the arithmetic shift rounds down, also below zero, where it gives −1 and the sum gains a p.
 * @param {FieldParameters} parameters
 * @param {Expression[]} top the sums of the top limbs, lowest first
 * @param {number} terms
 */
export function estimate({ p, w, n }, top, terms) {
  const P = p >> BigInt(w * (n - top.length));
  const t = top.reduceRight((high, limb) => i64.add(i64.shl(high, w), limb));
  return i64.shr_s(i64.mul(i64.sub(t, terms), (1n << PRECISION) / (P + 1n)), PRECISION);
}

/**
 * How many top limbs the estimate needs (g above).
 * @param {FieldParameters} parameters
 * @param {number} terms m
 * @param {bigint} total T
 */
export function estimateLimbs({ p, w, n }, terms, total) {
  const m = BigInt(terms);
  for (let g = 1; g <= n; g++) {
    const P = p >> BigInt(w * (n - g));
    if (P <= 2n * m + 4n + total) continue;
    // Rounding c down loses less than t/2^PRECISION, below one; the product must stay below 2^63.
    const largest = total * (P + 1n) + m;
    if (largest >> PRECISION !== 0n || (largest << PRECISION) / (P + 1n) >= 1n << 63n) break;
    return g;
  }
  throw new RangeError(
    `no quotient estimate for p = ${p}: its top limbs are too small or too large`,
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitLinear(m, parameters, checks) {
  const binary = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  /** @type {(f: FunctionBuilder, z: Local, sum: { plus: Local[], minus: Local[], reduce: boolean }) => void} */
  const checkedSum = (f, z, sum) => {
    [...sum.plus, ...sum.minus].forEach((x) => checks.below(f, x.name, x, 2));
    emitSum(f, parameters, z, sum);
    checks.below(f, 'z', z, sum.reduce ? 2 : 4);
  };
  const add = m.func(
    'field_add',
    { params: binary, exported: true, doc: 'z = x + y, all in [0, 2p).' },
    (f, { z, x, y }) => checkedSum(f, z, { plus: [x, y], minus: [], reduce: true }),
  );
  const subtract = m.func(
    'field_sub',
    { params: binary, exported: true, doc: 'z = x − y, all in [0, 2p).' },
    (f, { z, x, y }) => checkedSum(f, z, { plus: [x], minus: [y], reduce: true }),
  );
  const negate = m.func(
    'field_neg',
    {
      params: { z: 'i32', x: 'i32' },
      exported: true,
      doc: 'z = −x: 2p − x reduced, x and z in [0, 2p).',
    },
    (f, { z, x }) => checkedSum(f, z, { plus: [], minus: [x], reduce: true }),
  );
  const difference = m.func(
    'field_difference',
    {
      params: binary,
      doc: 'z = x − y + 2p. x, y in [0, 2p); z in [0, 4p]: for a multiplication only.',
    },
    (f, { z, x, y }) => checkedSum(f, z, { plus: [x], minus: [y], reduce: false }),
  );
  const negatedSum = m.func(
    'field_negated_sum',
    {
      params: binary,
      doc: 'z = −x − y + 4p. x, y in [0, 2p); z in [0, 4p]: for a multiplication only.',
    },
    (f, { z, x, y }) => checkedSum(f, z, { plus: [], minus: [x, y], reduce: false }),
  );
  const looseSum = m.func(
    'field_loose_sum',
    { params: binary, doc: 'z = x + y. x, y in [0, 2p); z in [0, 4p]: for a multiplication only.' },
    (f, { z, x, y }) => checkedSum(f, z, { plus: [x, y], minus: [], reduce: false }),
  );
  const subtractTwo = m.func(
    'field_sub2',
    { params: { z: 'i32', x: 'i32', y: 'i32', u: 'i32' }, doc: 'z = x − y − u, all in [0, 2p).' },
    (f, { z, x, y, u }) => checkedSum(f, z, { plus: [x], minus: [y, u], reduce: true }),
  );
  return { add, subtract, negate, difference, negatedSum, looseSum, subtractTwo };
}
