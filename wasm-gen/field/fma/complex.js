/**
 * The extension Fp[u]/(u² + 1), p ≡ 3 mod 4, with the coefficients of one element side by side: for
 * towers of fields, where one element is computed at a time (quadratic.js takes two at a time).
 *
 * Symbols: x = x_0 + x_1·u, digit i of x_0 and x_1 in the lanes of one vector; h = 2^(w−1).
 *   xy:  [x_0, x_0]·[y_0, y_1] + [x_1, x_1]·[−y_1, y_0], summed in the columns and reduced once:
 *        2n² + n² + n + 1 digit products of two lanes. Karatsuba's method on two elements takes
 *        3n² + 2(n² + n + 1) for both, a sixth less, but has elements to pair and moves two rows
 *        where sums move one.
 *   x²:  [x_0 + x_1, 2x_0]·[x_0 − x_1, x_1]: n² + n² + n + 1.
 *
 * Ranges (parameters.js): operands of products are summed, those of squares stored; results are
 * stored. Bounds, for w = 49 or less, where |x_i·y_j| ≤ 16h² is exact:
 * - Digits: products 2h·2h, squares 2h·2h, each (1 + 2^−39) times that at most.
 * - Columns: 2n products of at most 4h² + 1, and those of the reduction: far below 2^62.
 * - Values: |xy| ≤ 2·1.6²p², and R/p ≥ 2^10 is asserted, so products are at most 0.77p.
 * - Sums Σ c_i·x_i with |c_i| of weight W in all: k = round(value/p), from the top digit alone,
 *   which lacks less than W·2^(w(n−1)): 2^−8 of p, whose top digit is at least 2^13. So
 *   |value − kp| ≤ 0.51p. Digits are exact if (W + |k|)·h·(1 + 2^−40) < 2^53: `sum` asserts
 *   1.8W + 1 ≤ 31. One pass of carries leaves |d_i| ≤ h + 16.
 */

import { f64x2, i32, i64x2, v128 } from '../../emit/instructions.js';
import { UNIT } from './columns.js';
import { bitsOf, centred, digitBitsWith, digitsOf } from './parameters.js';
import { emitFmaField, loadRow, storeRow } from './index.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FmaPrimeField } from './index.js' */

/** As in quadratic.js. */
const SHAPE = { most: 49, spare: 10, top: 14 };

/** Bits of the sign of lane 0, and of lane 1. */
const SIGNS = [1n << 63n, 0n];

/** Largest W of a sum. */
export const MOST_WEIGHT = 16;

/** @typedef {{ c0: bigint, c1: bigint }} Fp2 */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p a prime, 3 mod 4
 * @param {{ reserve: (bytes: number) => number, debug?: boolean }} options as for emitFmaField
 */
export function emitComplexField(m, p, { reserve, debug = false }) {
  if (p % 4n !== 3n)
    throw new RangeError(`expected p ≡ 3 mod 4, where −1 is not a square, got p ≡ ${p % 4n}`);
  const digitBits = digitBitsWith(p.toString(2).length, SHAPE);
  const prime = emitFmaField(m, p, { reserve, debug, form: 'montgomery', digitBits });
  const products = emitProducts(m, prime);
  const linear = emitLinear(m, prime);
  return {
    prime,
    checks: prime.checks,
    elementBytes: prime.rowBytes,
    bytes: 2 * prime.bytes,
    reserve,
    ...products,
    ...linear,
    inverse: emitInverse(m, prime, { ...products, ...linear }),
    ...emitCompare(m, prime, linear),
    ...emitBytes(m, prime, products),
    /** @param {Fp2} value @returns {number} its address, stored */
    constant: ({ c0, c1 }) => {
      const { parameters, constants } = prime;
      const rows = [c0, c1].map((c) => digitsOf(centred(c * parameters.R, p), parameters));
      const address = prime.reserveRow();
      rows[0].forEach((digit, i) => {
        constants.writeLanes(address + 16 * i, [bitsOf(digit), bitsOf(rows[1][i])]);
      });
      return address;
    },
  };
}

/** (−x_1, x_0), digit by digit. @type {(prime: FmaPrimeField, digit: Expression) => Expression} */
function turned({ constants }, digit) {
  return v128.xor(i64x2.shuffle(digit, digit, 1, 0), constants.lanes(SIGNS));
}

/** Digits of one lane, in both. @param {Operand} row @param {0 | 1} lane */
const splat = (row, lane) => (/** @type {number} */ i) => v128.load64_splat(row, 16 * i + 8 * lane);

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitProducts(m, prime) {
  const { checks, rowLength: n, reserveRow } = prime;
  const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  const row = reserveRow();
  const multiply = m.func(
    'extension_mul',
    { params: three, exported: true, doc: 'z = xy/R. x, y summed, z stored.' },
    (f, { z, x, y }) => {
      checks.row(f, 'x', x, 'summed');
      checks.row(f, 'y', y, 'summed');
      const digit = f.local('digit', 'v128');
      for (let i = 0; i < n; i++) {
        f.set(digit, loadRow(y)(i));
        storeRow(f, row)(i, turned(prime, digit));
      }
      prime.emitProduct(f, {
        x: splat(x, 0),
        y: loadRow(y),
        plus: { x: splat(x, 1), y: loadRow(row) },
        store: storeRow(f, z),
      });
      checks.row(f, 'z', z, 'stored');
    },
  );
  const [left, right] = [reserveRow(), reserveRow()];
  const square = m.func(
    'extension_sqr',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x²/R. x, z stored.' },
    (f, { z, x }) => {
      checks.row(f, 'x', x, 'stored');
      const [digit, first] = [f.local('digit', 'v128'), f.local('first', 'v128')];
      const second = f.local('second', 'v128');
      const lane1 = prime.constants.lanes([0n, ~0n]);
      for (let i = 0; i < n; i++) {
        f.set(digit, loadRow(x)(i));
        f.set(first, splat(x, 0)(i));
        f.set(second, i64x2.shuffle(digit, digit, 1, 0));
        storeRow(f, left)(i, f64x2.add(first, second));
        storeRow(f, right)(i, f64x2.sub(digit, v128.andnot(second, lane1)));
      }
      prime.emitProduct(f, { x: loadRow(left), y: loadRow(right), store: storeRow(f, z) });
      checks.row(f, 'z', z, 'stored');
    },
  );
  const scale = m.func(
    'extension_scale',
    { params: { z: 'i32', x: 'i32', s: 'i32' }, doc: 'z = x·s_0/R. x, s summed, z stored.' },
    (f, { z, x, s }) => {
      checks.row(f, 'x', x, 'summed');
      checks.row(f, 's', s, 'summed');
      prime.emitProduct(f, { x: splat(s, 0), y: loadRow(x), store: storeRow(f, z) });
      checks.row(f, 'z', z, 'stored');
    },
  );
  return { multiply, square, scale };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitLinear(m, prime) {
  const { checks, constants, rowLength: n } = prime;
  /** @type {Map<string, Callable>} */
  const known = new Map();
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const sum = (/** @type {readonly Fp2[]} */ coefficients) => {
    const name = `extension_sum_${coefficients.map(nameOf).join('_')}`;
    const callable = known.get(name) ?? emitSum(m, prime, name, coefficients);
    known.set(name, callable);
    return callable;
  };
  const loose = (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {typeof f64x2.add} */ combine,
  ) =>
    m.func(
      `extension_loose_${name}`,
      { params: { ...two, y: 'i32' }, doc: `z = ${value}, digit by digit: summed. x, y stored.` },
      (f, { z, x, y }) => {
        checks.row(f, 'x', x, 'stored');
        checks.row(f, 'y', y, 'stored');
        for (let i = 0; i < n; i++) storeRow(f, z)(i, combine(loadRow(x)(i), loadRow(y)(i)));
      },
    );
  return {
    sum,
    looseSum: loose('sum', 'x + y', f64x2.add),
    looseDifference: loose('difference', 'x − y', f64x2.sub),
    /** For a square, which takes no summed operands. */
    squarable: sum([ONE, ONE]),
    copy: m.func('extension_copy', { params: two, doc: 'z = x.' }, (f, { z, x }) => {
      for (let i = 0; i < n; i++) storeRow(f, z)(i, loadRow(x)(i));
    }),
    conjugate: m.func(
      'extension_conjugate',
      { params: two, doc: 'z = x_0 − x_1·u, in the range of x.' },
      (f, { z, x }) => {
        const sign = constants.lanes([...SIGNS].reverse());
        for (let i = 0; i < n; i++) storeRow(f, z)(i, v128.xor(loadRow(x)(i), sign));
      },
    ),
  };
}

const ONE = { c0: 1n, c1: 0n };

/** @type {(coefficient: Fp2) => string} */
export const nameOf = ({ c0, c1 }) => `${c0}${c1 === 0n ? '' : `i${c1}`}`.replaceAll('-', 'm');

/**
 * z = Σ c_i·x_i for small Gaussian integers c_i.
 * @type {(m: ModuleBuilder, prime: FmaPrimeField, name: string,
 *   coefficients: readonly Fp2[]) => Callable}
 */
function emitSum(m, prime, name, coefficients) {
  const { checks, constants, rowLength: n, parameters } = prime;
  const abs = (/** @type {bigint} */ c) => Number(c < 0n ? -c : c);
  const weight = coefficients.reduce((total, { c0, c1 }) => total + abs(c0) + abs(c1), 0);
  if (weight > MOST_WEIGHT) throw new RangeError(`${name}: a weight of ${weight} is too large`);
  const names = coefficients.map((_, i) => `x${i}`);
  const params = Object.fromEntries(
    ['z', ...names].map((id) => [id, /** @type {const} */ ('i32')]),
  );
  const doc = 'z = Σ c_i·x_i, the x_i and z stored; z may be one of them.';
  return m.func(name, { params, doc }, (f, { z, ...rows }) => {
    Object.entries(rows).forEach(([id, row]) => checks.row(f, id, row, 'stored'));
    const total = f.localArray('t', 'v128', n);
    total.forEach((t, i) => {
      coefficients.forEach((c, j) => addTerm(f, prime, t, loadRow(rows[names[j]])(i), c, j === 0));
    });
    const float = (/** @type {number} */ value) => constants.float(value);
    const unit = f.local('unit', 'v128', float(UNIT));
    const rint = (/** @type {Expression} */ a, /** @type {number} */ by) =>
      f64x2.sub(f64x2.relaxed_madd(a, float(by), unit), unit);
    const perP = 1 / (Number(parameters.p) / 2 ** (parameters.w * (n - 1)));
    const k = f.local('k', 'v128', rint(total[n - 1], perP));
    const [carry, entering] = [f.local('carry', 'v128'), f.local('entering', 'v128')];
    digitsOf(parameters.p, parameters).forEach((digit, i) => {
      const t = total[i];
      f.set(t, f64x2.relaxed_nmadd(k, float(digit), t));
      if (i < n - 1) {
        f.set(carry, rint(t, 2 ** -parameters.w));
        f.set(t, f64x2.relaxed_nmadd(carry, float(2 ** parameters.w), t));
      }
      storeRow(f, z)(i, i > 0 ? f64x2.add(t, entering) : t);
      if (i < n - 1) f.set(entering, carry);
    });
    checks.row(f, 'z', z, 'stored');
  });
}

/**
 * t = c·x or t += c·x, digit by digit.
 * @type {(f: FunctionBuilder, prime: FmaPrimeField, t: Local, x: Expression, c: Fp2,
 *   first: boolean) => void}
 */
function addTerm(f, prime, t, x, { c0, c1 }, first) {
  const add = (
    /** @type {Expression} */ value,
    /** @type {bigint} */ by,
    /** @type {boolean} */ sets,
  ) => {
    if (by === 0n) return;
    if (sets) f.set(t, by === 1n ? value : f64x2.mul(value, prime.constants.float(Number(by))));
    else if (by === 1n) f.set(t, f64x2.add(t, value));
    else if (by === -1n) f.set(t, f64x2.sub(t, value));
    else f.set(t, f64x2.relaxed_madd(value, prime.constants.float(Number(by)), t));
  };
  if (c1 === 0n) {
    add(x, c0, first);
    return;
  }
  const digit = f.local('digit', 'v128', x);
  // c·(1 + u) takes one multiple of x + x·u.
  if (c0 === c1) add(f64x2.add(digit, turned(prime, digit)), c0, first);
  else {
    add(digit, c0, first);
    add(turned(prime, digit), c1, first && c0 === 0n);
  }
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {{ multiply: Callable, scale: Callable, conjugate: Callable }} field
 */
function emitInverse(m, { rowLength: n, invertBoth, reserveRow }, { multiply, scale, conjugate }) {
  const [conjugated, norm] = [reserveRow(), reserveRow()];
  const doc = 'z = 1/x, and 0 for x = 0. x, z stored.';
  return m.func('extension_inv', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    f.emit(conjugate.call(conjugated, x), multiply.call(norm, x, conjugated));
    for (let i = 0; i < n; i++) storeRow(f, norm)(i, splat(norm, 0)(i));
    f.emit(invertBoth.call(norm, norm), scale.call(z, conjugated, norm));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {{ sum: (coefficients: readonly Fp2[]) => Callable }} linear
 */
function emitCompare(m, { rowIsZero, reserveRow }, { sum }) {
  const row = reserveRow();
  const [subtract, centre] = [sum([ONE, { c0: -1n, c1: 0n }]), sum([ONE])];
  const two = /** @type {const} */ ({ x: 'i32', y: 'i32' });
  return {
    isEqual: m.func(
      'extension_is_equal',
      { params: two, result: 'i32', doc: '1 if x = y. x, y stored.' },
      (f, { x, y }) => {
        f.emit(subtract.call(row, x, y));
        f.result(rowIsZero.call(row));
      },
    ),
    isZero: m.func(
      'extension_is_zero',
      { params: { x: 'i32' }, result: 'i32', doc: '1 if x = 0. x stored.' },
      (f, { x }) => {
        f.emit(centre.call(row, x));
        f.result(rowIsZero.call(row));
      },
    ),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {{ scale: Callable }} products
 */
function emitBytes(m, prime, { scale }) {
  const { laneFromBytes, laneToBytes, bytes, rows, reserveRow } = prime;
  const row = reserveRow();
  return {
    fromBytes: m.func(
      'extension_from_bytes',
      {
        params: { z: 'i32', source: 'i32' },
        result: 'i32',
        doc: 'Reads canonical bytes of x_0, then of x_1. 1 if both are below p, else 0.',
      },
      (f, { z, source }) => {
        f.if(i32.eqz(laneFromBytes.call(row, source)), () => f.return(0));
        f.if(i32.eqz(laneFromBytes.call(row + 8, i32.add(source, bytes))), () => f.return(0));
        f.emit(scale.call(z, row, rows.R2));
        f.result(1);
      },
    ),
    toBytes: m.func(
      'extension_to_bytes',
      { params: { target: 'i32', x: 'i32' }, doc: 'Writes canonical bytes. x stored.' },
      (f, { target, x }) => {
        f.emit(scale.call(row, x, rows.plainOne));
        f.emit(laneToBytes.call(target, row), laneToBytes.call(i32.add(target, bytes), row + 8));
      },
    ),
  };
}
