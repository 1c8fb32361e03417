/**
 * Montgomery multiplication z = xy/R, row by row (CIOS), fully unrolled.
 *
 * Row i adds x_i·y and q_i·p to the columns S_0 … S_(n−1) and drops the lowest, which q_i
 * makes 0 mod 2^w:
 *   t = S_0 + x_i·y_0,  q_i = μ·t mod 2^w,  S_(j−1) = S_j + x_i·y_j + q_i·p_j.
 * Columns are 64-bit words that hold many products before they carry; a row carries after every
 * `carryEvery` columns (one carry inside a row at w = 30, n = 13; none at w = 29).
 * `assertColumnsFit` follows the largest value of each column through all rows, exactly, and
 * refuses to generate code that could overflow.
 *
 * Ranges: x, y loose; z lazy (see parameters.js). Limbs of x and y are below 2^w, except the last.
 * Source of the limb size and the delayed carries: "13 × 30 bit multiplication" of
 * github.com/mitschabaude/montgomery.
 */

import { i64 } from '../../emit/instructions.js';
import { largestLimbs, limbsOf } from './parameters.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 * @param {number} [largestFactor] in p, 4 or 8
 */
export function emitMultiply(m, parameters, checks, largestFactor = 4) {
  const { n, R, p } = parameters;
  assertColumnsFit(parameters, BigInt(largestFactor));
  if (R < BigInt(largestFactor) ** 2n * p)
    throw new RangeError(`factors up to ${largestFactor}p need a larger Montgomery radix`);
  const doc = `z = xy/R. x, y in [0, ${largestFactor}p]; z in [0, 2p), and may be x or y.`;
  return m.func(
    'field_mul',
    { params: { z: 'i32', x: 'i32', y: 'i32' }, exported: true, doc },
    (f, { z, x, y }) => {
      checks.below(f, 'x', x, largestFactor);
      checks.below(f, 'y', y, largestFactor);
      const Y = f.localArray('y', 'i64', n);
      Y.forEach((limb, j) => f.set(limb, i64.load32_u(y, 4 * j)));
      const S = f.localArray('s', 'i64', n);
      const row = new Row(f, parameters, Y, S);
      for (let i = 0; i < n; i++) row.emit(i, i64.load32_u(x, 4 * i));
      storeCarried(f, parameters, z, row.columns());
      checks.below(f, 'z', z, 2);
    },
  );
}

/** Emits the rows of one multiplication. */
class Row {
  /**
   * @param {FunctionBuilder} f
   * @param {FieldParameters} parameters
   * @param {Local[]} Y
   * @param {Local[]} S
   */
  constructor(f, parameters, Y, S) {
    this.f = f;
    this.parameters = parameters;
    this.p = limbsOf(parameters.p, parameters);
    this.Y = Y;
    this.S = S;
    this.xi = f.local('xi', 'i64');
    this.q = f.local('q', 'i64');
    this.t = f.local('t', 'i64');
    this.carry = f.local('c', 'i64');
    /** The top column is empty until a carry out of the last column fills it. */
    this.topFilled = false;
  }

  /** @type {(i: number, xi: Expression) => void} */
  emit(i, xi) {
    const { f, parameters, Y, S, t, q, carry } = this;
    const { w, n, mask, carryEvery } = parameters;
    const first = i === 0;
    f.comment(`row ${i}`);
    f.set(this.xi, xi);
    const product = i64.mul(this.xi, Y[0]);
    f.set(t, first ? product : i64.add(S[0], product));
    f.set(q, quotient(parameters, t));
    f.set(carry, i64.shr_u(i64.add(t, times(q, this.p[0])), w));
    for (let j = 1; j < n; j++) {
      let sum = i64.mul(this.xi, Y[j]);
      if (!first && (j < n - 1 || this.topFilled)) sum = i64.add(S[j], sum);
      if (this.p[j] !== 0n) sum = i64.add(sum, times(q, this.p[j]));
      if (j === 1 || (j - 1) % carryEvery === 0) sum = i64.add(sum, carry);
      if (j % carryEvery === 0) {
        f.set(t, sum);
        f.set(S[j - 1], i64.and(t, mask));
        f.set(carry, i64.shr_u(t, w));
      } else f.set(S[j - 1], sum);
    }
    this.topFilled = (n - 1) % carryEvery === 0;
    if (this.topFilled) f.set(S[n - 1], carry);
  }

  /** The columns that hold the result, not yet carried. */
  columns() {
    return this.topFilled ? this.S : this.S.slice(0, -1);
  }
}

/**
 * q = μt mod 2^w, so that t + q·p_0 is 0 mod 2^w.
 * @type {(parameters: FieldParameters, t: Expression) => Expression}
 */
export function quotient({ mu, mask }, t) {
  if (mu === 1n) return i64.and(t, mask);
  if (mu === mask) return i64.and(i64.sub(0, t), mask);
  return i64.and(i64.mul(i64.and(t, mask), mu), mask);
}

/** @type {(value: Expression, constant: bigint) => Expression} */
export function times(value, constant) {
  return constant === 1n ? value : i64.mul(value, constant);
}

/**
 * Carries once through the columns and stores n limbs; if there are n − 1 columns, the last carry
 * is the last limb.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {Expression[]} columns n or n − 1 of them, unsigned
 */
export function storeCarried(f, { w, n, mask }, z, columns) {
  const carry = f.local('carry', 'i64');
  columns.forEach((column, j) => {
    if (j === 0) f.set(carry, column);
    else f.set(carry, i64.add(column, i64.shr_u(carry, w)));
    f.emit(i64.store32(z, j === n - 1 ? carry : i64.and(carry, mask), 4 * j));
  });
  if (columns.length < n) f.emit(i64.store32(z, i64.shr_u(carry, w), 4 * (n - 1)));
}

/**
 * Follows the largest value of every column through all rows, in exact integers.
 * @param {FieldParameters} parameters
 * @param {bigint} largestFactor in p
 */
export function assertColumnsFit(parameters, largestFactor) {
  const { n, w, mask, carryEvery } = parameters;
  const [x, y, p] = [
    largestLimbs(parameters, largestFactor),
    largestLimbs(parameters, largestFactor),
    limbsOf(parameters.p, parameters),
  ];
  const W = BigInt(w);
  const S = new Array(n).fill(0n);
  const fits = (/** @type {bigint} */ value, /** @type {number} */ i, /** @type {number} */ j) => {
    if (value >= 1n << 64n)
      throw new RangeError(`column ${j} of row ${i} reaches ${value}, above 2^64`);
    return value;
  };
  for (let i = 0; i < n; i++) {
    const t = fits(S[0] + x[i] * y[0] + mask * p[0], i, 0);
    let carry = t >> W;
    for (let j = 1; j < n; j++) {
      const entering = j === 1 || (j - 1) % carryEvery === 0 ? carry : 0n;
      const sum = fits(S[j] + x[i] * y[j] + mask * p[j] + entering, i, j);
      const carries = j % carryEvery === 0;
      S[j - 1] = carries ? mask : sum;
      if (carries) carry = sum >> W;
    }
    S[n - 1] = (n - 1) % carryEvery === 0 ? carry : 0n;
  }
  S.reduce((carry, column, j) => fits(column + carry, n, j) >> W, 0n);
}
