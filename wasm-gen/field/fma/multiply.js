/**
 * Products of field elements: the entry point for both forms, and the Montgomery form. (For primes
 * 2^N − c see fold.js.)
 *
 * z = xy/R − Σ subtrahends (+ a multiple of p), for two lanes at once, fully unrolled and
 * pipelined.
 *
 * Rows i = 0 … n−1 add x_i·y to the columns from i on. Column i is then complete; its digit q_i is
 * removed:
 * - rows 0 … n−2 ("logjump"): q_i·2^(wi) ≡ q_i·ρ·2^(w(i+1)), ρ = 2^−w mod p: no multiplication by μ
 *   in the chain;
 * - row n−1 (Montgomery): q = μ·digit mod 2^w, and q·p clears the column.
 * The remaining columns, n … 2n−1, are xy/R. The dependency chain from digit to digit limits the
 * speed, so the first products of the next x-row and of the q-row come first, then the next digit,
 * then everything else.
 *
 * Bounds (docs/algorithms/fma.md): the rows contribute at most p/4 + p/4·2^−w + … and p/2, so
 * |z| ≤ 0.76p + |xy|/R without subtrahends. With them, z is *centred*: k = round(value/p),
 * estimated from the top column to within 2^−7, and kp is subtracted digit by digit on the way out.
 * |k| ≤ 2 for two centred subtrahends, ≤ 1 for one.
 *
 * Subtrahends are added to the columns before they are carried, so they cost two instructions per
 * digit and the result is normalised. Their digits are at most 2^51: at w = 51 a sum of two
 * normalised rows, at w = 52 one normalised row.
 */

import { f64x2 } from '../../emit/instructions.js';
import { BIAS, Columns, LOW, UNIT } from './columns.js';
import { emitFold } from './fold.js';
import { centred, digitsOf } from './parameters.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { LaneConstants } from './constants.js' */
/** @import { FmaParameters } from './parameters.js' */

/**
 * Digit i of an element. `row`: their address, if they are a row in memory.
 * @typedef {((i: number) => Expression) & { row?: Operand }} Digits
 */

/**
 * @typedef {object} Product
 * @property {Digits} x evaluated once per row
 * @property {Digits | null} y null for a square
 * @property {{ x: Digits, y: Digits }} [plus] a second product, added to the columns of the first;
 *   in Montgomery form
 * @property {readonly [number, number]} [factors] factors of the product, per lane: columns.js,
 *   scale
 * @property {Digits[]} [minus] the subtrahends
 * @property {Digits[]} [minusTwice] subtrahends taken twice
 * @property {number} [centre] the largest |k| that centring the result can need; 0 leaves
 *   it a plain product
 * @property {((i: number, digit: Expression) => void) & { row?: Operand }} store takes the digits
 *   of z in order; `row`: the row it writes to, if any
 */

/**
 * @type {(f: FunctionBuilder, field: { parameters: FmaParameters, constants: LaneConstants },
 *   product: Product) => void}
 */
export function emitProduct(f, field, product) {
  const { parameters, constants } = field;
  const { form } = parameters;
  if (form === 'fold') return emitFold(f, field, product);
  const columns = new Columns(f, field);
  emitReducedColumns(f, columns, field, product);
  resultSteps(f, columns, parameters, constants, product).forEach((emit) => emit());
}

/**
 * Two independent products, interleaved: one alone waits for its chain of digits, and a processor
 * does not look ahead far enough to begin the next.
 * @param {FunctionBuilder} f
 * @param {{ parameters: FmaParameters, constants: LaneConstants }} field of the Montgomery form
 * @param {readonly [Product, Product]} products
 */
export function emitProductPair(f, field, products) {
  const first = new Columns(f, field);
  const both = [first, new Columns(f, field, { like: first })];
  f.interleave(products.map((product, i) => () => emitReducedColumns(f, both[i], field, product)));
  products.forEach((product, i) => {
    const steps = resultSteps(f, both[i], field.parameters, field.constants, product);
    steps.forEach((emit) => emit());
  });
}

/**
 * The columns n … 2n−1 of xy/R.
 * @type {(f: FunctionBuilder, columns: Columns,
 *   field: { parameters: FmaParameters, constants: LaneConstants }, product: Product) => void}
 */
function emitReducedColumns(f, columns, { parameters, constants }, { x, y, plus }) {
  const { n } = parameters;
  let rows = y ? productRows(f, columns, n, x, y) : squareRows(f, columns, n, x);
  if (plus) rows = joinRows(rows, productRows(f, columns, n, plus.x, plus.y));
  reduceRows(f, columns, parameters, constants, rows);
}

/**
 * The columns of a product without reduction, as 2n integers.
 * @type {(f: FunctionBuilder, field: { parameters: FmaParameters, constants: LaneConstants },
 *   product: { x: Digits, y: Digits, store: (k: number, column: Expression) => void }) => void}
 */
export function emitColumns(f, field, { x, y, store }) {
  const { n } = field.parameters;
  const columns = new Columns(f, field);
  productRows(f, columns, n, x, y).forEach(([first, ...rest], i) => {
    first();
    store(i, columns.column(i));
    rest.forEach((emit) => emit());
    columns.advance();
  });
  for (let k = n; k < 2 * n; k++) {
    store(k, columns.column(k));
    columns.advance();
  }
  columns.finish(() => 0n);
}

/**
 * The reduction of given columns, without a product. No product fills the gaps of its chain of
 * digits, so two digits form a link: q_i·2^(wi) ≡ q_i·ρ_2·2^(w(i+2)) with ρ_2 = 2^(−2w) mod p
 * leaves column i + 1 alone. This applies to the rows 0 … n−4, which contribute a 2^w-th of the
 * bound's p/4, as before.
 * @type {(f: FunctionBuilder, field: { parameters: FmaParameters, constants: LaneConstants },
 *   columns: Pick<Product, 'minus' | 'centre' | 'store'> & { source: (k: number) =>
 *   Expression }) => void}
 */
export function emitReduction(f, field, { source, ...product }) {
  const { parameters, constants } = field;
  const columns = new Columns(f, field, { source });
  const rows = Array.from({ length: parameters.n }, () => /** @type {Row} */ ([]));
  rows[0].push(() => columns.open(0));
  reduceRows(f, columns, parameters, constants, rows, 2);
  resultSteps(f, columns, parameters, constants, product).forEach((emit) => emit());
}

/**
 * The columns n … 2n−1, less the subtrahends, as digits: in steps, between which other code may be
 * emitted.
 * @type {(f: FunctionBuilder, columns: Columns, parameters: FmaParameters,
 *   constants: LaneConstants, product: Pick<Product, 'factors' | 'minus' | 'minusTwice' |
 *   'centre' | 'store'>) => Array<() => void>}
 */
export function resultSteps(f, columns, parameters, constants, product) {
  const { n, w } = parameters;
  const { factors } = product;
  const prepare = () => {
    if (factors) for (let k = n; k < 2 * n; k++) columns.scale(k, factors);
    subtractOnTheWayOut(f, columns, parameters, constants, product);
  };
  const digits = Array.from({ length: n }, (_, i) => () => {
    const k = n + i;
    if (i < n - 1) columns.carry(k);
    product.store(i, i < n - 1 ? columns.digit(columns.column(k)) : columns.top(k));
    columns.advance();
  });
  const carryIn = BIAS >> BigInt(w);
  // The last column is not carried but read as a double: it starts without bias, at UNIT.
  const finish = () =>
    columns.finish((k) => {
      if (k === 2 * n - 1) return LOW - carryIn;
      return BIAS + (1n << BigInt(w - 1)) - (k > 0 ? carryIn : 0n);
    });
  return [prepare, ...digits, finish];
}

/**
 * @typedef {Array<() => void>} Row  emitters of one product each; the first completes the row's
 *   column
 */

/**
 * @type {(f: FunctionBuilder, columns: Columns, n: number, x: (i: number) => Expression,
 *   y: (i: number) => Expression) => Row[]}
 */
function productRows(f, columns, n, x, y) {
  const [xi, yj] = [f.local('xi', 'v128'), f.local('yj', 'v128')];
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => () => {
      if (j === 0) f.set(xi, x(i));
      f.set(yj, y(j));
      columns.addProduct(i + j, xi, yj);
    }),
  );
}

/**
 * The rows of a sum of two products: column i is complete after the first products of both.
 * @type {(rows: Row[], others: Row[]) => Row[]}
 */
function joinRows(rows, others) {
  return rows.map(([first, ...rest], i) => {
    const [second, ...more] = others[i];
    const both = () => {
      first();
      second();
    };
    return [both, ...rest, ...more];
  });
}

/**
 * Rows of a square: row 2a holds x_a² and the doubled cross products x_a·x_c, c > a;
 * odd rows are empty.
 * @type {(f: FunctionBuilder, columns: Columns, n: number, x: (i: number) => Expression) => Row[]}
 */
function squareRows(f, columns, n, x) {
  const [xa, twice, xc] = [f.local('xa', 'v128'), f.local('twice', 'v128'), f.local('xc', 'v128')];
  return Array.from({ length: 2 * n - 1 }, (_, row) => {
    if (row % 2) return [];
    const a = row / 2;
    const square = () => {
      f.set(xa, x(a));
      columns.addProduct(row, xa, xa);
      if (a < n - 1) f.set(twice, f64x2.add(xa, xa));
    };
    const crosses = Array.from({ length: n - 1 - a }, (_, i) => () => {
      f.set(xc, x(a + 1 + i));
      columns.addProduct(row + 1 + i, twice, xc);
    });
    return [square, ...crosses];
  });
}

/**
 * @param {FunctionBuilder} f
 * @param {Columns} columns
 * @param {FmaParameters} parameters
 * @param {LaneConstants} constants
 * @param {Row[]} rows
 * @param {number} [link] digits in a link of the chain
 */
function reduceRows(f, columns, parameters, constants, rows, link = 1) {
  const { n, w, mu } = parameters;
  const rho = digitsOf(parameters.rho, parameters);
  const rho2 = digitsOf(centred(parameters.rho ** 2n, parameters.p), parameters);
  const p = digitsOf(parameters.p, parameters);
  const [current, next] = [columns.q, columns.nextQ];
  const interleaved = w === 52;
  rows[0].forEach((emit) => emit());
  f.set(next, columns.digit(columns.column(0)));
  columns.carry(0);
  for (let i = 0; i < n - 1; i++) {
    f.comment(`digit ${i}`);
    columns.advance();
    f.set(current, next);
    const xRow = rows[i + 1];
    const step = i <= n - 4 ? link : 1;
    const qRow = (step === 2 ? rho2 : rho).map(
      (digit, j) => () => columns.addProduct(i + step + j, current, constants.float(digit)),
    );
    xRow.shift()?.();
    if (step === 1) qRow.shift()?.();
    const u = columns.column(i + 1);
    if (i + 1 < n - 1) {
      f.set(next, columns.digit(u));
      columns.carry(i + 1);
    } else {
      f.set(next, columns.digit(w === 52 ? columns.withMissingLow(u) : u));
      f.set(next, columns.lowDigit(next, constants.float(Number(mu))));
    }
    emitRows(xRow, qRow, interleaved);
  }
  f.comment(`digit ${n - 1}`);
  const qRow = p.map((digit, j) => () => {
    columns.addProduct(n - 1 + j, next, constants.float(digit));
    if (j === 0) columns.carry(n - 1);
  });
  emitRows(rows.slice(n).flat(), qRow, interleaved);
  columns.advance();
}

/**
 * At 51 bits one row after the other, at 52 the two interleaved: the order that V8 schedules best.
 * @type {(first: Row, second: Row, interleaved: boolean) => void}
 */
function emitRows(first, second, interleaved) {
  if (!interleaved) return [...first, ...second].forEach((emit) => emit());
  let [i, j] = [0, 0];
  while (i < first.length || j < second.length) {
    const firstIsBehind = i < first.length && i * second.length <= j * first.length;
    if (j >= second.length || firstIsBehind) first[i++]();
    else second[j++]();
  }
}

/**
 * Adds −Σ subtrahends − kp to the columns n … 2n−1.
 * @type {(f: FunctionBuilder, columns: Columns, parameters: FmaParameters,
 *   constants: LaneConstants, product: Pick<Product, 'minus' | 'minusTwice' | 'centre'>) => void}
 */
function subtractOnTheWayOut(f, columns, parameters, constants, product) {
  const { n, w } = parameters;
  const { minus = [], minusTwice = [], centre = 0 } = product;
  const unit = constants.float(UNIT);
  for (let i = n - 1; i >= 0; i--) {
    for (const digit of minus) columns.addLow(n + i, f64x2.sub(unit, digit(i)));
    for (const digit of minusTwice) columns.addLow(n + i, f64x2.sub(unit, digit(i)), 1);
  }
  if (centre === 0) return;
  const p = digitsOf(parameters.p, parameters);
  // A pattern holds at most 2^51: at w = 52 the digits of p alone fill it, so k is added in two
  // parts.
  const inTwo = w === 52 && centre > 1;
  // The top column lacks the carry of the one below, less than 8 against p's top digit of at least
  // 2^10, and holds 2^62 ≫ w less than its value, which that carry would bring; the patterns of kp
  // are still missing, too.
  const complete = columns.withMissingLow(columns.column(2 * n - 1), inTwo ? 2 : 1);
  const top = f64x2.sub(complete, constants.float(UNIT - 2 ** (62 - w)));
  const perP = 1 / (Number(parameters.p) / 2 ** (w * (n - 1)));
  const k = f.local(
    'k',
    'v128',
    f64x2.sub(f64x2.relaxed_madd(top, constants.float(perP), unit), unit),
  );
  const parts = inTwo ? splitCentre(f, constants, k) : [k];
  for (const part of parts) {
    p.forEach((digit, i) => {
      columns.addLow(n + i, f64x2.relaxed_nmadd(part, constants.float(digit), unit));
    });
  }
}

/**
 * k = k_1 + k_2 with |k_1|, |k_2| ≤ 1, for |k| ≤ 2.
 * @param {FunctionBuilder} f
 * @param {LaneConstants} constants
 * @param {Local} k
 */
function splitCentre(f, constants, k) {
  const k1 = f.local(
    'k1',
    'v128',
    f64x2.pmin(f64x2.pmax(k, constants.float(-1)), constants.float(1)),
  );
  return [k1, f.local('k2', 'v128', f64x2.sub(k, k1))];
}
