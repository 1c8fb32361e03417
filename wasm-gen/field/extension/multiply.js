/**
 * Multiplication and squaring in Fp² = Fp[u]/(u² + 1).
 *
 *   (a_0 + a_1·u)(b_0 + b_1·u):  T0 = a_0·b_0, T1 = a_1·b_1, T2 = (a_0 + a_1)(b_0 + b_1);
 *                                c_0 = T0 − T1, c_1 = T2 − T0 − T1
 *   (a_0 + a_1·u)²:              c_0 = (a_0 + a_1)(a_0 − a_1 + 4p), c_1 = 2·a_0·a_1
 *
 * The product: 3n² products of limbs, and one Montgomery reduction of n² for each coefficient,
 * where three multiplications of the base field take 6n². The square: two multiplications of the
 * base field, 4n². docs/decisions/08-extension-multiplication.md has the measurements.
 *
 * Column k of T0, T1, T2 is a sum of up to n products below 2^(2w), below 2^64 each. Their low w
 * bits and their high parts are combined apart, small signed numbers; the high parts enter the next
 * column. Column k of a coefficient is
 *   (combined low parts) + (combined high parts of column k − 1) + carry + Σ q_i·p_(k−i)
 *     + (constant of column k),
 * and column k < n yields q_k, columns n … 2n − 1 the result. The constants make every column and
 * the whole number non-negative: a *bias* 2^β in column k that column k + 1 takes back as 2^(β−w),
 * and 2^σ·p ≥ 16p² for c_0, which can be as low as −16p²; its lower columns have no other
 * constants. `columnConstants` bounds all columns exactly and refuses parameters for which one
 * could leave [0, 2^64).
 *
 * Ranges: coefficients of a, b loose, of c lazy (field/limbs30/parameters.js): (32p² + qp)/R < 2p
 * and (16p² + 2^σ·p + qp)/R < 2p as R ≥ 32p and R ≥ 16p + 2^σ.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { loadLimbs } from '../limbs30/columns.js';
import { emitCarried } from '../limbs30/linear.js';
import { quotient, times } from '../limbs30/multiply.js';
import { largestLimbs, limbsOf } from '../limbs30/parameters.js';
import { reductionColumn } from '../limbs30/square.js';
import { Sliding, pairedLocals } from '../sliding.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from '../limbs30/parameters.js' */
/** @import { Checks } from '../limbs30/checks.js' */
/** @import { Field } from '../limbs30/index.js' */

/** A coefficient of the result as a combination of T0, T1, T2. */
const COEFFICIENTS = [
  { signs: [1, -1, 0], isNegative: true },
  { signs: [-1, -1, 1], isNegative: false },
];

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters of the base field
 * @param {Checks} checks
 */
export function emitExtensionMultiply(m, parameters, checks) {
  const doc = 'z = xy. Coefficients of x, y in [0, 4p], of z in [0, 2p); z may be x or y.';
  return m.func(
    'extension_mul',
    { params: { z: 'i32', x: 'i32', y: 'i32' }, exported: true, doc },
    (f, { z, x, y }) => {
      checks.below(f, 'x', x, 4);
      checks.below(f, 'y', y, 4);
      const { n } = parameters;
      const pairs = Array.from({ length: 3 }, () => pairedLocals(f, n));
      const X = pairs.map((pair) => pair.x);
      setThreeFactors(f, parameters, x, X);
      const Y = pairs.map(({ at }) => new Sliding(f, 'y_at', n, at));
      const carry = f.local('carry', 'i64');
      // The limbs of y are read as they enter.
      const enter = (/** @type {number} */ k) => {
        const entering = k < n ? factorLimbs(f, parameters, y, carry, k) : [];
        Y.forEach((limbs, i) => limbs.advance(entering[i]));
      };
      const columns = (/** @type {number} */ k) => {
        enter(k);
        return X.map((limbs, i) => productColumn(limbs, Y[i].at, k));
      };
      emitReduced(f, parameters, z, columns);
      checks.below(f, 'z', z, 2);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} base whose multiplication takes factors up to 8p
 * @param {Checks} checks
 */
export function emitExtensionSquare(m, { parameters, multiply, add, reserve }, checks) {
  const { slotBytes } = parameters;
  const [sum, difference] = [reserve(slotBytes), reserve(slotBytes)];
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const linear = (/** @type {string} */ name, /** @type {1 | -1} */ sign) =>
    m.func(
      name,
      { params, doc: `z = x_0 ${sign > 0 ? '+ x_1' : '− x_1 + 4p'}, in [0, 8p].` },
      (f, { z, x }) => {
        const second = f.local('second', 'i32', i32.add(x, slotBytes));
        const multiple = sign > 0 ? null : f.local('multiple', 'i64', 4);
        emitCarried(f, parameters, z, multiple, (j, start) => {
          const [x0, x1] = [i64.load32_u(x, 4 * j), i64.load32_u(second, 4 * j)];
          if (sign > 0) return i64.add(x0, x1);
          return start ? i64.add(i64.sub(x0, x1), start) : i64.sub(x0, x1);
        });
      },
    );
  const [coefficientSum, coefficientDifference] = [
    linear('coefficient_sum', 1),
    linear('coefficient_difference', -1),
  ];
  const doc = 'z = x². Coefficients of x in [0, 4p], of z in [0, 2p); z may be x.';
  return m.func('extension_sqr', { params, exported: true, doc }, (f, { z, x }) => {
    checks.below(f, 'x', x, 4);
    const second = f.local('second', 'i32', i32.add(z, slotBytes));
    f.emit(coefficientSum.call(sum, x), coefficientDifference.call(difference, x));
    f.emit(multiply.call(second, x, i32.add(x, slotBytes)), add.call(second, second, second));
    f.emit(multiply.call(z, sum, difference));
    checks.below(f, 'z', z, 2);
  });
}

/**
 * Sets the limbs of x_0, x_1 and x_0 + x_1, the last carried, up to 8p.
 * @type {(f: FunctionBuilder, parameters: FieldParameters, x: Local, X: Local[][]) => void}
 */
function setThreeFactors(f, { n, w, mask, slotBytes }, x, [X0, X1, X2]) {
  loadLimbs(f, x, X0);
  f.set(x, i32.add(x, slotBytes));
  loadLimbs(f, x, X1);
  const carry = f.local('carry', 'i64');
  X2.forEach((limb, j) => {
    const both = i64.add(X0[j], X1[j]);
    f.set(carry, j === 0 ? both : i64.add(both, i64.shr_u(carry, w)));
    f.set(limb, j === n - 1 ? carry : i64.and(carry, mask));
  });
}

/**
 * Limb k of y_0, y_1 and y_0 + y_1, in turn for k = 0, 1, …
 * @type {(f: FunctionBuilder, parameters: FieldParameters, y: Local, carry: Local,
 *   k: number) => Expression[]}
 */
function factorLimbs(f, { n, w, mask, slotBytes }, y, carry, k) {
  const limb = (/** @type {number} */ offset) => i64.load32_u(y, 4 * k + offset);
  const both = i64.add(limb(0), limb(slotBytes));
  f.set(carry, k === 0 ? both : i64.add(both, i64.shr_u(carry, w)));
  return [limb(0), limb(slotBytes), k === n - 1 ? carry : i64.and(carry, mask)];
}

/**
 * @param {Local[]} X
 * @param {Local[]} Y y_k, y_(k−1), …
 * @param {number} k
 * @returns {Expression | null} Σ x_i·y_(k−i)
 */
function productColumn(X, Y, k) {
  const n = X.length;
  /** @type {Expression | null} */
  let total = null;
  for (let i = Math.min(k, n - 1); i >= Math.max(0, k - n + 1); i--) {
    const product = i64.mul(X[i], Y[i]);
    total = total ? i64.add(total, product) : product;
  }
  return total;
}

/**
 * Combines the columns of T0, T1, T2 and reduces both coefficients.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {(k: number) => Array<Expression | null>} columns column k of T0, T1, T2; null
 *   where it is empty
 */
function emitReduced(f, parameters, z, columns) {
  const { n, w, mask, slotBytes } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const T = f.localArray('t', 'i64', 3);
  const low = f.localArray('low', 'i64', 3);
  const sum = f.local('sum', 'i64');
  const parts = COEFFICIENTS.map(({ signs, isNegative }) => ({
    signs,
    constants: columnConstants(parameters, signs, isNegative),
    q: f.local('q', 'i64'),
    Q: new Sliding(f, 'q_at', n),
    carry: f.local('carry', 'i64', 0),
  }));
  for (let k = 0; k < 2 * n; k++) {
    f.comment(`column ${k}`);
    const products = columns(k);
    const filled = products[0] !== null;
    products.forEach((product, i) => {
      if (!product) return;
      f.set(T[i], product);
      f.set(low[i], i64.and(T[i], mask));
      f.set(T[i], i64.shr_u(T[i], w));
    });
    parts.forEach(({ signs, constants, q, Q, carry }, coefficient) => {
      /** @type {Expression} */
      let total = i64.add(carry, constants[k]);
      if (filled) total = combination(total, low, signs);
      const reduction = reductionColumn(Q, p, k);
      f.set(sum, reduction ? i64.add(reduction, total) : total);
      if (k < n) {
        f.set(q, quotient(parameters, sum));
        f.set(carry, i64.shr_u(i64.add(sum, times(q, p[0])), w));
      } else {
        const top = k === 2 * n - 1;
        f.emit(
          i64.store32(z, top ? sum : i64.and(sum, mask), 4 * (k - n) + coefficient * slotBytes),
        );
        if (!top) f.set(carry, i64.shr_u(sum, w));
      }
      if (filled) f.set(carry, combination(carry, T, signs));
      Q.advance(q);
    });
  }
}

/**
 * start + Σ sign·term.
 * @param {Expression} start
 * @param {Local[]} terms
 * @param {readonly number[]} signs 1, −1 or 0
 */
function combination(start, terms, signs) {
  return terms.reduce((total, term, i) => {
    if (signs[i] === 0) return total;
    return signs[i] > 0 ? i64.add(total, term) : i64.sub(total, term);
  }, start);
}

/**
 * The constants of a coefficient's 2n columns: those of 2^σ·p, and of the least bias 2^β for which
 * no column but the highest, which holds the rest of a non-negative number, is ever negative.
 * @param {FieldParameters} parameters
 * @param {readonly number[]} signs
 * @param {boolean} isNegative whether the coefficient may be
 */
function columnConstants(parameters, signs, isNegative) {
  const { n, w, p, R, bits } = parameters;
  const power = 1n << BigInt(bits + 4);
  if (R < 32n * p || R < 16n * p + power)
    throw new RangeError('expected a Montgomery radix of at least 32p');
  const plain = limbsOf(isNegative ? power * p : 0n, { w, n: 2 * n });
  for (let bias = w; bias < 63; bias++) {
    const constants = plain.map(
      (limb, k) =>
        limb + (k < 2 * n - 1 ? 1n << BigInt(bias) : 0n) - (k > 0 ? 1n << BigInt(bias - w) : 0n),
    );
    if (columnsFit(parameters, signs, constants)) return constants;
  }
  throw new RangeError('the columns of an extension field do not fit in 64 bits');
}

/**
 * Follows the smallest and the largest value of every column, in exact integers.
 * @type {(parameters: FieldParameters, signs: readonly number[], constants: bigint[]) => boolean}
 */
function columnsFit(parameters, signs, constants) {
  const { n, w, mask } = parameters;
  const [W, limit] = [BigInt(w), 1n << 64n];
  const p = limbsOf(parameters.p, parameters);
  const factors = [4n, 4n, 8n].map((multiple) => largestLimbs(parameters, multiple));
  /** The range of the carry into a column from the one below. */
  let [entersLeast, entersMost] = [0n, 0n];
  for (let k = 0; k < 2 * n; k++) {
    let reduction = 0n;
    const T = factors.map(() => 0n);
    for (let i = Math.max(0, k - n + 1); i <= Math.min(k, n - 1); i++) {
      factors.forEach((limbs, t) => (T[t] += limbs[i] * limbs[k - i]));
      reduction += mask * p[k - i];
    }
    if (T.some((column) => column >= limit)) return false;
    const high = T.map((column) => column >> W);
    const low = T.map((column) => (column < mask ? column : mask));
    const of = (/** @type {bigint[]} */ values, /** @type {number} */ sign) =>
      values.reduce((sum, value, t) => (signs[t] === sign ? sum + value : sum), 0n);
    const least = entersLeast + constants[k] - of(low, -1);
    const most = entersMost + constants[k] + of(low, 1) + reduction;
    if (most >= limit || (least < 0n && k < 2 * n - 1)) return false;
    entersLeast = (least >> W) - of(high, -1);
    entersMost = (most >> W) + of(high, 1);
  }
  return true;
}
