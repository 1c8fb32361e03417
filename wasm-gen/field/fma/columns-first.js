/**
 * Montgomery products with low latency, for chains in which each product depends on the one before:
 * a product by columns, and several independent products interleaved.
 *
 * multiply.js takes a digit and its row at a time: n links of a chain, each from a digit through
 * its product to the next digit. But the digits q_0 … q_(n−3) need no reduction before them if each
 * moves past the others at once:
 *   q_i·2^(wi) ≡ q_i·ρ_(t−i)·2^(wt),  t = n − 2,  ρ_j = 2^(−wj) mod p, centred,
 * for then columns 0 … t − 1 receive products of x and y alone, and their digits follow by carries.
 * Three links remain: those digits, q_t by ρ_1, and q_(n−1) as in Montgomery's reduction. The
 * number of products is the same, only their order differs.
 *
 * Where −1/p mod 2^w is −(1 + 2^s), as for p ≡ 1 − 2^s mod 2^w, q_(n−1) takes a shift and an
 * addition instead of a product; it is taken with the opposite sign, and so are the digits of p.
 *
 * Bound: digits i < t add at most h·(p/2)·2^(wt) each, 2^−w·p/4 in units of R; t adds p/4 and n − 1
 * adds p/2, as in multiply.js. So
 *   |z| ≤ |xy|/R + p/2 + p/4·(1 + (n−2)·2^−w) + 1,
 * as in docs/algorithms/fma.md, §4. The number of halves in a column is the same.
 *
 * Independent products are interleaved one digit product at a time: a processor looks only about
 * forty digit products ahead, and a row has more.
 */

import { f64x2, i64x2 } from '../../emit/instructions.js';
import { mod } from '../../../src/math/modular.js';
import { Columns } from './columns.js';
import { resultSteps } from './multiply.js';
import { centred, digitsOf } from './parameters.js';

/** @import { FunctionBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { LaneConstants } from './constants.js' */
/** @import { FmaBase } from './index.js' */
/** @import { Product } from './multiply.js' */
/** @import { FmaParameters } from './parameters.js' */

/** Digit products of x and y before the last two links of the chain, as measured at 52×5. */
const EARLY = 12;

/** @typedef {() => void} Step */

/**
 * Independent products, interleaved.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field in Montgomery form
 * @param {readonly Product[]} products
 */
export function emitInTurn(f, field, products) {
  const chains = products.map((product) => productSteps(f, field, product));
  const length = Math.max(...chains.map((steps) => steps.length));
  for (let i = 0; i < length; i++) for (const steps of chains) steps[i]?.();
}

/** @type {(f: FunctionBuilder, field: FmaBase, product: Product) => Step[]} */
function productSteps(f, field, product) {
  const { parameters, constants } = field;
  const { n } = parameters;
  const columns = new Columns(f, field);
  const t = n - 2;
  const q = f.localArray(`q${f.locals.length}_`, 'v128', n);
  const powers = rhoPowers(parameters);
  const column = columnProducts(f, columns, product, n);
  /** Product j of digit i. */
  const reduce = (/** @type {number} */ i, /** @type {number} */ j) => () => {
    const target = Math.max(t, i + 1);
    columns.addProduct(target + j, q[i], constants.float(powers[target - i][j]));
  };
  const leave = (/** @type {number} */ k) => {
    columns.carry(k);
    columns.advance();
  };
  const takeDigit = (/** @type {number} */ k) => () => {
    f.set(q[k], columns.digit(columns.column(k)));
    leave(k);
  };
  const last = lastDigit(f, columns, parameters, constants);
  const lastProduct = (/** @type {number} */ j) => () =>
    columns.addProduct(n - 1 + j, q[n - 1], constants.float(last.digits[j]));

  const lower = upTo(t);
  // Products that no digit depends on.
  const rest = [
    ...upTo(n - 1).flatMap((i) => column(n + i)),
    ...upTo(n - 2).flatMap((j) => lower.map((i) => reduce(i, j + 2))),
  ];
  const early = rest.splice(0, EARLY);
  for (let j = 1; j < n; j++) rest.splice(2 * j, 0, reduce(t, j));
  return [
    ...lower.flatMap((k) => [...column(k), takeDigit(k)]),
    ...column(t),
    ...lower.map((i) => reduce(i, 0)),
    takeDigit(t),
    ...column(n - 1),
    ...lower.map((i) => reduce(i, 1)),
    ...early,
    reduce(t, 0),
    () => f.set(q[n - 1], last.take(columns.column(n - 1))),
    lastProduct(0),
    () => leave(n - 1),
    ...rest,
    ...upTo(n - 1).map((j) => lastProduct(j + 1)),
    ...resultSteps(f, columns, parameters, constants, product),
  ];
}

/** 0 … count − 1. @type {(count: number) => number[]} */
function upTo(count) {
  return Array.from({ length: count }, (_, i) => i);
}

/**
 * The digit products of a column of xy, or of x².
 * @type {(f: FunctionBuilder, columns: Columns, product: Product,
 *   n: number) => (k: number) => Step[]}
 */
function columnProducts(f, columns, { x, y }, n) {
  const doubled = y ? [] : f.localArray(`twice${f.locals.length}_`, 'v128', n - 1);
  const isDoubled = doubled.map(() => false);
  /** 2·x_a, computed on first use. @param {number} a */
  const twice = (a) => {
    if (!isDoubled[a]) f.set(doubled[a], f64x2.add(x(a), x(a)));
    isDoubled[a] = true;
    return doubled[a];
  };
  return (k) => {
    const first = Math.max(0, k - n + 1);
    const last = y ? Math.min(k, n - 1) : Math.floor(k / 2);
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const [a, b] = [first + i, k - first - i];
      if (y) return () => columns.addProduct(k, x(a), y(b));
      return () => columns.addProduct(k, a === b ? x(a) : twice(a), x(b));
    });
  };
}

/**
 * Digits of ρ_j, j < n.
 * @param {FmaParameters} parameters
 */
function rhoPowers(parameters) {
  const { n, p, rho } = parameters;
  return Array.from({ length: n }, (_, j) => digitsOf(centred(rho ** BigInt(j), p), parameters));
}

/**
 * A function that extracts digit n − 1 of a column, and the digits of the modulus that clears it:
 * −p or p.
 * @type {(f: FunctionBuilder, columns: Columns, parameters: FmaParameters,
 *   constants: LaneConstants) => { take: (column: Expression) => Expression, digits: number[] }}
 */
function lastDigit(f, columns, parameters, constants) {
  const { w, p, mu } = parameters;
  const digits = digitsOf(p, parameters);
  const complete = (/** @type {Expression} */ u) => (w === 52 ? columns.withMissingLow(u) : u);
  const shift = BigInt.asUintN(w, -mu - 1n).toString(2).length - 1;
  if (mod(-mu - 1n, 1n << BigInt(w)) !== 1n << BigInt(shift)) {
    const factor = constants.float(Number(mu));
    return { take: (u) => columns.lowDigit(columns.digit(complete(u)), factor), digits };
  }
  // The column is v + h mod 2^w, and h·2^s ≡ 0.
  const u = f.local('u_last', 'v128');
  return {
    take: (column) => {
      f.set(u, complete(column));
      return columns.digit(i64x2.add(u, i64x2.shl(u, shift)));
    },
    digits: digits.map((digit) => -digit),
  };
}
