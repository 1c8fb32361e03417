/**
 * Products by factors that are used often, as the roots of a transform are: with a quotient that
 * was computed beforehand (Shoup), no digit waits for one before it, and the result may be added to
 * others before it is carried.
 *
 * A factor is a pair of rows: w, and w' = (wR − r)/p for a remainder r, of at most 1.01p. Then
 * q = xw'/R, cut to an integer, is near xw/p, and z = xw − qp is small. So z is known from its n
 * lowest columns: of xw and qp, those from n on need not be computed. Of xw', those below n are
 * left out, but for the high halves of column n − 1.
 *
 * Bounds, in units of p: the low halves of column n − 1 that q lacks make n/2, the high halves of
 * column n − 2 (n − 1)/4, what is below a 2^−w-th of that; and xr/pR is at most 1.01·|x|/R. The
 * sum stays below half of R: the caller sees to that.
 */

import { f64x2, i64x2 } from '../../emit/instructions.js';
import { BIAS, Columns, LOW, UNIT } from './columns.js';
import { digitsOf } from './parameters.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaBase } from './index.js' */
/** @import { Digits } from './multiply.js' */

/**
 * The n lowest columns of xw − qp, which are z mod 2^(wn), not carried.
 * @type {(f: FunctionBuilder, field: FmaBase, product: { x: Digits, w: Digits, quotient: Digits,
 *   store: (k: number, column: Expression) => void }) => void}
 */
export function emitFixedProduct(f, field, { x, w: factor, quotient, store }) {
  const { parameters, constants } = field;
  const { n, p } = parameters;
  const [xi, yj] = [f.local('xi', 'v128'), f.local('yj', 'v128')];
  // From column n on.
  const high = new Columns(f, field);
  for (let i = 0; i < n; i++) {
    f.set(xi, x(i));
    for (let j = n - 1 - i; j < n; j++) {
      f.set(yj, quotient(j));
      if (i + j === n - 1) high.addHighHalf(0, xi, yj);
      else high.addProduct(i + j - n, xi, yj);
    }
  }
  const q = f.localArray('q', 'v128', n);
  for (let k = 0; k < n; k++) {
    if (k < n - 1) high.carry(k);
    f.set(q[k], k < n - 1 ? high.digit(high.column(k)) : high.top(k));
  }
  high.finish((k) => startOf(field, k, k === n - 1 ? LOW : undefined));
  const low = new Columns(f, field, { like: high });
  const minusP = digitsOf(-p, parameters).map((digit) => constants.float(digit));
  /** @type {Array<[(i: number) => Expression, Digits]>} */
  const products = [
    [x, factor],
    [(i) => q[i], (j) => minusP[j]],
  ];
  for (const [ofRow, digits] of products) {
    for (let i = 0; i < n; i++) {
      f.set(xi, ofRow(i));
      for (let j = 0; i + j < n; j++) {
        f.set(yj, digits(j));
        if (i + j < n - 1) low.addProduct(i + j, xi, yj);
        else low.addLowHalf(i + j, xi, yj);
      }
    }
  }
  for (let k = 0; k < n; k++) store(k, low.column(k));
  low.finish(() => 0n);
}

/**
 * The start of column k, which is carried, or read as a double from `top`.
 * @type {(field: FmaBase, k: number, top?: bigint) => bigint}
 */
function startOf({ parameters: { w } }, k, top) {
  const carryIn = k > 0 ? BIAS >> BigInt(w) : 0n;
  return (top ?? BIAS + (1n << BigInt(w - 1))) - carryIn;
}

/**
 * A sum of normalised rows as columns, to which those of products may be added before they are
 * carried; less the nearest multiple of p, if `isCentred`.
 * @type {(f: FunctionBuilder, field: FmaBase, terms: ReadonlyArray<readonly [1 | -1, Digits]>,
 *   options?: { isCentred?: boolean, like?: Columns }) => Columns} `like`: see Columns
 */
export function emitAddend(f, field, terms, { isCentred = false, like } = {}) {
  const { parameters, constants } = field;
  const { n, p, w } = parameters;
  const columns = new Columns(f, field, { like });
  const unit = constants.float(UNIT);
  for (let i = 0; i < n; i++) {
    for (const [sign, x] of terms) {
      columns.addLow(i, sign > 0 ? f64x2.add(unit, x(i)) : f64x2.sub(unit, x(i)));
    }
  }
  if (isCentred) {
    const top = terms.map(([, x]) => x(n - 1)).reduce((sum, digit) => f64x2.add(sum, digit));
    const perP = constants.float(2 ** (w * (n - 1)) / Number(p));
    const k = f.local('k', 'v128', f64x2.sub(f64x2.relaxed_madd(top, perP, unit), unit));
    digitsOf(-p, parameters).forEach((digit, i) => {
      const factor = constants.float(digit);
      if (i < n - 1) columns.addProduct(i, k, factor);
      else columns.addLow(i, f64x2.relaxed_madd(k, factor, unit));
    });
  }
  columns.finish((k) => startOf(field, k));
  return columns;
}

/**
 * The digits of columns that are sums of an addend; the top digit is taken mod 2^w.
 * @type {(f: FunctionBuilder, field: FmaBase, addend: Columns, columns: (k: number) => Expression,
 *   store: (i: number, digit: Expression) => void) => void}
 */
export function emitCarried(f, { parameters: { n, w } }, addend, columns, store) {
  const u = addend.hi;
  for (let k = 0; k < n; k++) {
    const column = columns(k);
    f.set(u, k === 0 ? column : i64x2.add(column, i64x2.shr_u(u, w)));
    store(k, addend.digit(u));
  }
}

/**
 * The pair of an element in Montgomery form, r: w' = −r/p mod R, and w = (r + w'p)/R.
 * @type {(f: FunctionBuilder, field: FmaBase, r: Digits,
 *   stores: Record<'w' | 'quotient', (i: number, digit: Expression) => void>) => void}
 */
export function emitFactor(f, field, r, stores) {
  const { parameters, constants } = field;
  const { n, w, p, mu } = parameters;
  const columns = new Columns(f, field);
  const unit = constants.float(UNIT);
  const digits = digitsOf(p, parameters).map((digit) => constants.float(digit));
  const q = f.local('quotient', 'v128');
  const complete = (/** @type {Local} */ u) => (w === 52 ? columns.withMissingLow(u) : u);
  for (let i = 0; i < n; i++) columns.addLow(i, f64x2.add(unit, r(i)));
  for (let i = 0; i < n; i++) {
    f.set(
      q,
      columns.lowDigit(columns.digit(complete(columns.column(i))), constants.float(Number(mu))),
    );
    stores.quotient(i, q);
    digits.forEach((digit, j) => columns.addProduct(i + j, q, digit));
    columns.carry(i);
    columns.advance();
  }
  for (let k = n; k < 2 * n; k++) {
    if (k < 2 * n - 1) columns.carry(k);
    stores.w(k - n, k < 2 * n - 1 ? columns.digit(columns.column(k)) : columns.top(k));
  }
  columns.finish((k) => startOf(field, k, k === 2 * n - 1 ? LOW : undefined));
}
