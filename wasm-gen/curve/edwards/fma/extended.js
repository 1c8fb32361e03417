/**
 * The sums of ../extended.js, which has formulas and completeness: two sums side by side, one in each lane, which are added to each
 * other at the end. An addition waits for what the last one gave, so a single sum leaves half of the processor idle.
 *
 * A point is four rows, X, T, Y, Z; what is added is the rows x, y, x + y and −dxy. Only x + y is added digit by digit, the one
 * difference of its product; other sums are taken in the columns of a product on its way out, or normalised by a carry pass:
 *   addition   A = X·x   H = Y·y + 5A   F = T·(−dxy) + Z   G = 2Z − F   E = (X + Y)·(x + y) + 4A − H
 *   doubling   A = X²    G = Y² − 5A    −F = 2Z² − G       −H = G + 10A   E = 2X·Y
 *   both       X' = E·F  Y' = G·H       T' = E·H           Z' = F·G
 * With −F and −H a doubling gives (−X' : −Y' : −T' : −Z'), which is the same point. At the end x, y, d·xy and z are those of the other
 * lane: an addition with Z·z for Z.
 *
 * Ranges, in units of p: a product is at most 0.76 + |xy|/R (docs/algorithms/fma.md), and R > 35p. If |X|, |Y|, |T|, |Z| ≤ 1.75 and
 * |x|, |y|, |dxy| ≤ 0.51, an addition has |A| ≤ 0.79, |E| ≤ 2.5, |F|, |G| ≤ 2.6, |H| ≤ 4.8, and the new coordinates are at most
 * 0.76 + 12.5/35 < 1.2. With |x|, |y| ≤ 1.75 it has |A|, |z| ≤ 0.85, |dxy| ≤ 0.79, |E| ≤ 2.9, |F|, |G| ≤ 1.7, |H| ≤ 5.1. A doubling has
 * |A| ≤ 0.85, |E| ≤ 1.7, |G|, |H| ≤ 5.1, |F| ≤ 6.8: at most 0.76 + 34.7/35.2 ≤ 1.75 again.
 * `assertRanges` computes this for the field and curve at hand. All rows are *extended*: normalised digits, |value| ≤ 7p.
 */

import { f64x2, i32, i64, i64x2, v128 } from '../../../emit/instructions.js';
import { loadRow, storeRow } from '../../../field/fma/index.js';
import { EXTENDED } from '../../../field/fma/parameters.js';
import { emitProductPair } from '../../../field/fma/multiply.js';
import { emitSum } from '../../../field/fma/sum.js';
import { alone, side, twice } from '../../fma/lanes.js';
import { gather, scatter } from '../../fma/layout.js';
import { emitExtendedSum } from '../extended-sum.js';
import { emitEntries, unpackBoth } from './entries.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../../emit/module.js' */
/** @import { Operand } from '../../../emit/expression.js' */
/** @import { Digits, Product } from '../../../field/fma/multiply.js' */
/** @import { FmaParameters } from '../../../field/fma/parameters.js' */
/** @import { Context } from './elements.js' */

/** The largest coordinate, in units of p. */
const COORDINATE = 1.75;

/**
 * Asserts the ranges above.
 * @param {FmaParameters} parameters
 * @param {number} a its magnitude
 */
function assertRanges({ form, p, R, n, w }, a) {
  const spare = Number(R / p);
  const product = (/** @type {number} */ x, /** @type {number} */ y) => 0.76 + (x * y) / spare;
  const P = COORDINATE;
  const S = product(P, P);
  const add = (/** @type {number} */ x, /** @type {number} */ dxy, /** @type {number} */ Z) => {
    const A = product(P, x);
    const F = Z + product(P, dxy);
    return { E: product(2 * P, 2 * x) + 2 * A, F, G: F, H: (1 + a) * A };
  };
  const double = { E: 2 * S, F: (1 + a) * S + 2 * S, G: (1 + a) * S, H: (1 + a) * S };
  const fits = [add(0.51, 0.51, P), add(P, product(P, 1), S), double].every(({ E, F, G, H }) => {
    const next = Math.max(E * F, G * H, E * H, F * G);
    return Math.max(E, F, G, H) <= EXTENDED && product(1, next) <= COORDINATE;
  });
  const top = EXTENDED * (Number(p) / 2 ** (w * (n - 1)));
  if (form !== 'montgomery' || !fits || top >= 2 ** 51)
    throw new RangeError('extended coordinates would leave their ranges');
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitFmaExtended(m, context) {
  const { field, config } = context;
  const { p, edwards } = config;
  const a = Number(edwards.a > p / 2n ? edwards.a - p : edwards.a);
  if (a !== -5) throw new RangeError('expected a = −5');
  assertRanges(field.parameters, Math.abs(a));
  const { entryBytes, neutral } = emitEntries(m, context);
  emitExtendedSum(m, emitSteps(m, context), neutral);
  emitToAffine(m, context);
  m.exportConstant('entry_bytes', entryBytes);
  m.exportConstant('extended_bytes', 4 * field.rowBytes);
  return { entryBytes };
}

/**
 * The rows of a point.
 * @param {Context} context
 * @param {Operand} point
 */
function rowsOf({ field }, point) {
  const [X, T, Y, Z] = [0, 1, 2, 3].map((i) => (i ? i32.add(point, i * field.rowBytes) : point));
  return { X, T, Y, Z };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitSteps(m, context) {
  const { field } = context;
  const { rowLength, rows } = field;
  const [A, B, C, E, F, G, H, U, x, y, xy, t] = Array.from({ length: 12 }, () =>
    field.reserveRow(),
  );
  const params = /** @type {const} */ ({ z: 'i32' });
  const multiplyTwo = m.func(
    'extended_multiply_two',
    {
      params: { z: 'i32', x: 'i32', y: 'i32', z1: 'i32', x1: 'i32', y1: 'i32' },
      doc: 'z = xy/R, z1 = x1·y1/R.',
    },
    (f, { z, x, y, z1, x1, y1 }) => {
      emitPair(f, context, [
        [{ x: loadRow(x), y: loadRow(y) }, z],
        [{ x: loadRow(x1), y: loadRow(y1) }, z1],
      ]);
    },
  );
  /** A function that writes a row. @param {string} name @param {string} doc @param {(f: FunctionBuilder, z: Local) => void} body */
  const step = (name, doc, body) => m.func(name, { params, doc }, (f, { z }) => body(f, z));
  const finish = step('extended_finish', 'z = (EF : GH : EH : FG).', (f, z) => {
    const { X, T, Y, Z } = rowsOf(context, z);
    f.emit(multiplyTwo.call(Z, F, G, Y, G, H), multiplyTwo.call(X, E, F, T, E, H));
  });
  const sums = step('extended_add_sums', 'E, F, G, H of A, B, C and (X + Y)(x + y).', (f, z) => {
    const { Z } = rowsOf(context, z);
    emitSumRow(f, context, [...times(1, Z), ...times(1, C)], F);
    emitSumRow(f, context, [...times(1, Z), ...times(-1, C)], G);
    emitSumRow(f, context, [...times(1, B), ...times(5, A)], H);
    emitSumRow(f, context, [...times(1, E), ...times(-1, A), ...times(-1, B)], E);
  });
  const sumU = step('extended_add_u', 'U = X + Y.', (f, z) => {
    const { X, Y } = rowsOf(context, z);
    emitSumRow(f, context, [...times(1, X), ...times(1, Y)], U);
  });
  const addRows = step('extended_add_rows', 'z = z + (x, y).', (f, z) => {
    const { X, T, Y } = rowsOf(context, z);
    f.emit(sumU.call(z), multiplyTwo.call(A, X, x, B, Y, y), multiplyTwo.call(C, T, t, E, xy, U));
    f.emit(sums.call(z), finish.call(z));
  });
  const load = emitLoad(m, context, { x, y, xy, t });
  const two = /** @type {const} */ ({ z: 'i32', q0: 'i32', q1: 'i32' });
  const start = m.func(
    'extended_start',
    { params: two, doc: 'z = the points of two references to entries.' },
    (f, { z, q0, q1 }) => {
      const { X, T, Y, Z } = rowsOf(context, z);
      f.emit(load.call(q0, q1));
      const copies = /** @type {const} */ ([
        [X, x],
        [Y, y],
        [Z, rows.one],
      ]);
      for (const [to, from] of copies)
        for (let i = 0; i < rowLength; i++) storeRow(f, to)(i, loadRow(from)(i));
      f.emit(multiplyTwo.call(T, x, y, U, x, y));
    },
  );
  const addEntries = m.func(
    'extended_add',
    { params: two, doc: 'z = z + entries.' },
    (f, { z, q0, q1 }) => f.emit(load.call(q0, q1), addRows.call(z)),
  );
  const join = step('extended_join', 'Both lanes of z become their sum.', (f, z) => {
    const { X, T, Y, Z } = rowsOf(context, z);
    const swapped = (/** @type {Operand} */ row) => (/** @type {number} */ i) => {
      const digit = loadRow(row)(i);
      return i64x2.shuffle(digit, digit, 1, 0);
    };
    for (let i = 0; i < rowLength; i++) {
      storeRow(f, x)(i, swapped(X)(i));
      storeRow(f, y)(i, swapped(Y)(i));
      storeRow(f, xy)(i, f64x2.add(loadRow(x)(i), loadRow(y)(i)));
      storeRow(f, t)(i, swapped(T)(i));
      storeRow(f, U)(i, swapped(Z)(i));
    }
    const minusD = field.element(-context.config.edwards.d);
    f.emit(multiplyTwo.call(t, t, minusD, Z, Z, U), addRows.call(z));
  });
  const shift = emitShift(m, context, { join, multiplyTwo });
  return { start, addEntries, join, shift };
}

/**
 * Two products that do not depend on each other.
 * @param {FunctionBuilder} f
 * @param {Context} context
 * @param {readonly [PairProduct, PairProduct]} pair
 */
function emitPair(f, { field }, pair) {
  const [first, second] = pair.map(([product, row]) => ({ ...product, store: storeRow(f, row) }));
  emitProductPair(f, field, [first, second]);
  for (const [, row] of pair) field.checks.row(f, 'result', row, 'extended');
}

/** @typedef {[product: Omit<Product, 'store'>, row: Operand]} PairProduct */

/**
 * The terms c·row for c = ±1, ±2, ±4, …, ±5, ±10.
 * @param {number} coefficient
 * @param {Operand} row
 * @returns {import('../../../field/fma/sum.js').Term[]}
 */
function times(coefficient, row) {
  const isFive = coefficient % 5 === 0;
  const unit = isFive ? coefficient / 5 : coefficient;
  return [unit, ...(isFive ? [4 * unit] : [])].map((c) => [c, loadRow(row)]);
}

/**
 * @param {FunctionBuilder} f
 * @param {Context} context
 * @param {readonly import('../../../field/fma/sum.js').Term[]} terms
 * @param {Operand} row
 */
function emitSumRow(f, { field }, terms, row) {
  emitSum(f, field, { terms, store: storeRow(f, row) });
  field.checks.row(f, 'result', row, 'extended');
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ x: number, y: number, xy: number, t: number }} rows
 */
function emitLoad(m, { field }, { x, y, xy, t }) {
  const doc =
    'The rows x, y, x + y, −dxy of two references to entries. A sign goes to x, and to dxy.';
  return m.func('extended_load', { params: { q0: 'i32', q1: 'i32' }, doc }, (f, { q0, q1 }) => {
    const bits = [q0, q1].map((q) => i64x2.splat(i64.shl(i64.extend_i32_u(q), 63)));
    const sign = f.local('sign', 'v128', i64x2.shuffle(bits[0], bits[1], 0, 2));
    const opposite = f.local('opposite', 'v128', f64x2.neg(sign));
    for (const q of [q0, q1]) f.set(q, i32.and(q, -2));
    const digits = unpackBoth(f, field, [q0, q1]);
    const [xi, yi] = [f.local('xi', 'v128'), f.local('yi', 'v128')];
    for (let i = 0; i < field.rowLength; i++) {
      f.set(xi, v128.xor(digits.x(i), sign));
      f.set(yi, digits.y(i));
      storeRow(f, x)(i, xi);
      storeRow(f, y)(i, yi);
      storeRow(f, xy)(i, f64x2.add(xi, yi));
      storeRow(f, t)(i, v128.xor(digits.t(i), opposite));
    }
  });
}

/**
 * Doublings of the sum of both lanes. One point has its products side by side, in half the time of two points:
 *   [A, B] = [X·X, Y·Y]   [W, C] = [X·Y, Z·Z]   [E, G] = [2W, B − 5A]   [−H, −F] = [B + 5A, 2C − G]
 *   [X', Y'] = [E·F, G·H]   [T', Z'] = [E·H, G·F]
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ join: Callable, multiplyTwo: Callable }} callables
 * @returns {(f: FunctionBuilder, z: Local, bits: Local) => void} z = 2^bits·z, of the sum of the lanes; the second becomes neutral
 */
function emitShift(m, context, { join, multiplyTwo }) {
  const { field } = context;
  const [XY, TZ, XZ, YZ, AB, WC, EG, HF, FH] = Array.from({ length: 9 }, () => field.reserveRow());
  const store = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Array<[target: Operand, digits: Digits]>} */ rows,
  ) => {
    for (const [target, digits] of rows)
      for (let i = 0; i < field.rowLength; i++) storeRow(f, target)(i, digits(i));
  };
  const double = m.func(
    'extended_double',
    {
      doc: 'The point of the rows [X, Y] and [T, Z] becomes twice the same; so do −X, −Y, −T, −Z, which are that point.',
    },
    (f) => {
      const [xy, tz, ab, wc] = [XY, TZ, AB, WC].map((row) => loadRow(i32.const(row)));
      store(f, [
        [XZ, side(xy, 0, tz, 1)],
        [YZ, side(xy, 1, tz, 1)],
      ]);
      f.emit(multiplyTwo.call(AB, XY, XY, WC, XZ, YZ));
      /** Lane 1 of the sums: a lane of a row, and 0 in lane 0. @param {Digits} digits @param {0 | 1} lane */
      const second = (digits, lane) => side(() => f64x2.splat(0), 0, digits, lane);
      const A = second(ab, 0);
      emitSumRow(
        f,
        context,
        [
          [1, side(wc, 0, ab, 1)],
          [1, alone(WC, 0)],
          [-1, A],
          [-4, A],
        ],
        EG,
      );
      const G = side(ab, 1, (i) => f64x2.neg(loadRow(EG)(i)), 1);
      emitSumRow(
        f,
        context,
        [
          [1, G],
          [1, alone(AB, 0)],
          [4, alone(AB, 0)],
          [2, second(wc, 1)],
        ],
        HF,
      );
      const hf = loadRow(HF);
      store(f, [[FH, side(hf, 1, hf, 0)]]);
      f.emit(multiplyTwo.call(XY, EG, FH, TZ, EG, HF));
    },
  );
  const [split, merge] = ['to', 'from'].map((name) =>
    m.func(
      `extended_${name}_one`,
      {
        params: { z: 'i32' },
        doc: `${name === 'to' ? 'To' : 'From'} the rows [X, Y] and [T, Z] of one point.`,
      },
      (f, { z }) => {
        const { X, T, Y, Z } = rowsOf(context, z);
        const [xy, tz] = [loadRow(XY), loadRow(TZ)];
        const [one, zero] = [loadRow(field.rows.one), loadRow(field.rows.zero)];
        store(
          f,
          name === 'to'
            ? [
                [XY, side(loadRow(X), 0, loadRow(Y), 0)],
                [TZ, side(loadRow(T), 0, loadRow(Z), 0)],
              ]
            : [
                [X, side(xy, 0, zero, 0)],
                [T, side(tz, 0, zero, 0)],
                [Y, side(xy, 1, one, 0)],
                [Z, side(tz, 1, one, 0)],
              ],
        );
      },
    ),
  );
  return (f, z, bits) => {
    f.emit(join.call(z), split.call(z));
    f.loop((again) => {
      f.emit(double.call());
      f.brIf(again, f.tee(bits, i32.sub(bits, 1)));
    });
    f.emit(merge.call(z));
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitToAffine(m, context) {
  const { field, layout, pairs } = context;
  const { multiply, multiplySubtract, invertBoth, rows } = field;
  const { coordinateBytes, pointBytes } = layout;
  const [XY, ZZ] = [field.reserveRow(), field.reserveRow()];
  const toRecord = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Local} */ target,
    /** @type {number} */ row,
  ) => {
    const store = scatter(f, field, [target, i32.add(target, coordinateBytes)], 0);
    for (let i = 0; i < field.rowLength; i++) store(i, loadRow(row)(i));
  };
  m.func(
    'extended_to_projective',
    {
      params: { target: 'i32', point: 'i32' },
      result: 'i32',
      exported: true,
      doc: 'As in the portable kernel: (X, Y) and (Z, Z) of the first of two points; 0 if it is no element, else 1.',
    },
    (f, { target, point }) => {
      const { X, Y, Z } = rowsOf(context, point);
      for (let i = 0; i < field.rowLength; i++) {
        storeRow(f, XY)(i, side(loadRow(X), 0, loadRow(Y), 0)(i));
        storeRow(f, ZZ)(i, twice(Z, 0)(i));
      }
      f.comment('times 1, as records and an inversion take products, and those are 0 only as 0');
      f.emit(multiply.call(ZZ, ZZ, rows.one));
      f.if(pairs.isZero.call(ZZ), () => f.return(0));
      f.emit(multiplySubtract.call(XY, XY, rows.one, rows.zero));
      toRecord(f, target, XY);
      f.set(target, i32.add(target, pointBytes));
      toRecord(f, target, ZZ);
      f.result(1);
    },
  );
  m.func(
    'projective_to_affine',
    {
      params: { target: 'i32', source: 'i32' },
      exported: true,
      doc: 'As in the portable kernel: the element of two records, (X, Y) and (Z, Z).',
    },
    (f, { target, source }) => {
      [XY, ZZ].forEach((row, i) => {
        const coordinate = (/** @type {number} */ at) => (/** @type {number} */ offset) =>
          v128.load(source, i * pointBytes + at + offset);
        gather(f, field, [coordinate(0), coordinate(coordinateBytes)], storeRow(f, row));
      });
      f.emit(invertBoth.call(ZZ, ZZ), multiplySubtract.call(XY, XY, ZZ, rows.zero));
      toRecord(f, target, XY);
    },
  );
}
