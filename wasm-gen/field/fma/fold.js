/**
 * z = xy − Σ subtrahends mod p for p = 2^N − c with a small c, two lanes at once: no
 * Montgomery form, R = 1.
 *
 * Symbols: s = wn − N, the spare bits of n digits, so 2^(wn) ≡ c·2^s and 2^N ≡ c mod p; h =
 * 2^(w−1); v_k the value of column k. The steps and their requirements:
 *
 * 1. The products x_i·y_j with i + j ≥ n − 1 complete the columns n … 2n−1, which are carried and
 *    leave the digits q_n … q_(2n−1), |q_k| ≤ h except for the last: what remains below 2^(wn) is
 *    less than 2n·2^(wn), so
 *    |q_(2n−1)| ≤ |xy|/2^(w(2n−1)) + 1.
 * 2. q_k·c·2^s is added to columns k − n and k − n + 1: exact for c·2^s ≤ 2^w. Its high half is at
 *    most c·2^(s−1). Only the high half of the last one has no column below 2^(wn); it stays apart
 *    as v_n' ≤ |q_(2n−1)|·c·2^s/2^w + 1. The other products (i + j < n − 1) depend on nothing and
 *    fill the gaps of this chain.
 * 3. Where a multiple of the product is wanted, at most 3, the columns are multiplied. Subtrahends
 *    are added to the columns 0 … n−1.
 * 4. The cut at 2^N: column n − 1 keeps v_(n−1) mod 2^(w−s), centred;
 *    o = round(v_(n−1)/2^(w−s)) + 2^s·v_n' leaves it and o·c is added to columns 0 and 1. Columns
 *    hold less than 4n halves of at most 2^w, so
 *    |o| ≤ 3·2^s·(|v_n'| + 4n) + 1, which must stay below h to be a digit.
 * 5. One carry pass. The top digit is at most 2^(w−s−1) and the carry of the column below it,
 *    less than 12n + 1.
 *
 * So |z| ≤ (2^(w−s−1) + 12n + 1)·2^(w(n−1)), slightly more than half of 2^N, for *all* x, y and
 * subtrahends within the bounds on digits: every result is centred, and subtrahends cost only their
 * additions (no multiple of p has to be determined and subtracted). For secp256k1, w = 52, n = 5, s
 * = 4: q_9 ≤ 2^45.3, v_5' ≤ 2^29.4, o ≤ 2^35, |z| ≤ (½ + 2^−41)·p.
 */

import { f64x2, i64x2, v128 } from '../../emit/instructions.js';
import { BIAS, Columns, LOW, UNIT } from './columns.js';
import { foldConstants } from './fold-shape.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { LaneConstants } from './constants.js' */
/** @import { Product } from './multiply.js' */
/** @import { FmaParameters } from './parameters.js' */

/**
 * @type {(f: FunctionBuilder, field: { parameters: FmaParameters, constants: LaneConstants },
 *   product: Product) => void}
 */
export function emitFold(f, field, product) {
  const { parameters, constants } = field;
  const { n, w } = parameters;
  const { c, s } = foldConstants(parameters);
  const columns = new Columns(f, field);
  const products = product.y
    ? productsOf(f, columns, n, product.x, product.y)
    : squaresOf(f, columns, n, product.x);
  products.filter(({ column }) => column >= n - 1).forEach(({ emit }) => emit());
  const low = products.filter(({ column }) => column < n - 1);
  const fill = () => low.shift()?.emit();

  const beyond = 2 * n;
  const folded = f.local('folded', 'v128', constants.float(Number(c << BigInt(s))));
  const { q } = columns;
  for (let k = n; k < 2 * n; k++) {
    f.comment(`digit ${k}`);
    const last = k === 2 * n - 1;
    if (!last) columns.carry(k);
    f.set(q, last ? columns.top(k) : columns.digit(columns.column(k)));
    fill();
    columns.addProduct(k - n, q, folded, last ? beyond : k - n + 1);
    fill();
  }
  while (low.length) fill();
  const { factors, minus = [], minusTwice = [] } = product;
  if (factors) for (const k of [...Array(n).keys(), beyond]) columns.scale(k, factors);
  const unit = constants.float(UNIT);
  for (let i = 0; i < n; i++) {
    for (const digit of minus) columns.addLow(i, f64x2.sub(unit, digit(i)));
    for (const digit of minusTwice) columns.addLow(i, f64x2.sub(unit, digit(i)), 1);
  }

  f.comment('cut');
  const keep = w - s;
  const top = columns.column(n - 1);
  const o = i64x2.add(i64x2.shr_u(top, keep), i64x2.shl(columns.column(beyond), s));
  f.set(q, f64x2.sub(o, constants.float(UNIT)));
  f.set(top, v128.and(top, constants.bits((1n << BigInt(keep)) - 1n)));
  columns.addProduct(0, q, constants.float(Number(c)));
  for (let i = 0; i < n; i++) {
    if (i < n - 1) columns.carry(i);
    product.store(i, i < n - 1 ? columns.digit(columns.column(i)) : topDigit(columns, top, keep));
  }
  columns.finish((k) => startOf(k, { n, w, s }));
}

/** @typedef {{ column: number, emit: () => void }} DigitProduct */

/**
 * @type {(f: FunctionBuilder, columns: Columns, n: number, x: (i: number) => Expression,
 *   y: (i: number) => Expression) => DigitProduct[]}
 */
function productsOf(f, columns, n, x, y) {
  const xs = digitLocals(f, n, x);
  const yj = f.local('yj', 'v128');
  return xs.flatMap((xi, i) =>
    xs.map((_, j) => ({
      column: i + j,
      emit() {
        f.set(yj, y(j));
        columns.addProduct(i + j, xi, yj);
      },
    })),
  );
}

/**
 * x_i² and the doubled cross products.
 * @type {(f: FunctionBuilder, columns: Columns, n: number,
 *   x: (i: number) => Expression) => DigitProduct[]}
 */
function squaresOf(f, columns, n, x) {
  const xs = digitLocals(f, n, x);
  const twice = f.local('twice', 'v128');
  return xs.flatMap((xi, i) =>
    xs.slice(i).map((xj, offset) => ({
      column: 2 * i + offset,
      emit() {
        if (offset) f.set(twice, f64x2.add(xi, xi));
        columns.addProduct(2 * i + offset, offset ? twice : xi, xj);
      },
    })),
  );
}

/**
 * @param {FunctionBuilder} f
 * @param {number} n
 * @param {(i: number) => Expression} x
 */
function digitLocals(f, n, x) {
  return Array.from({ length: n }, (_, i) => f.local('x', 'v128', x(i)));
}

/**
 * The top digit, from the remainder of the cut, which is 2^(keep−1) more than its value, and the
 * biased carry into it.
 * @type {(columns: Columns, top: Local, keep: number) => Expression}
 */
function topDigit({ constants, exponent, w }, top, keep) {
  const excess = 2 ** 52 + 2 ** (keep - 1) + 2 ** (62 - w);
  return f64x2.sub(v128.or(top, exponent), constants.float(excess));
}

/**
 * The start of a column, without the constant that cancels the patterns: columns.js explains those
 * that are carried. The column above the top, shifted by s, gives o its exponent and subtracts the
 * bias of the shifted top column (both multiples of 2^s).
 * @type {(k: number, shape: { n: number, w: number, s: number }) => bigint}
 */
function startOf(k, { n, w, s }) {
  const carryIn = BIAS >> BigInt(w);
  const rounding = BIAS + (1n << BigInt(w - 1));
  if (k === 2 * n) return (LOW - (BIAS >> BigInt(w - s))) >> BigInt(s);
  if (k === 2 * n - 1) return LOW - carryIn;
  if (k === n - 1) return BIAS + (1n << BigInt(w - s - 1));
  return k === 0 || k === n ? rounding : rounding - carryIn;
}
