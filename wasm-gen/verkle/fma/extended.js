/**
 * Two sums of table entries in extended coordinates, one in each lane, for the two parts k0 and k1
 * of scalars (../cut.js). Formulas and completeness: ../extended.js. At the end the endomorphism is
 * applied to the second sum, and the two are added (one-point.js). Each addition depends on the
 * previous one, so a single sum would leave half of the processor idle.
 *
 * A sum is four rows, X, T, Y, Z; an entry is the rows x, y, x + y and −dxy. A product accepts one
 * factor whose digits are sums of two digits, so x + y, G of an addition and E of a doubling are
 * added digit by digit. A carry pass normalises the other sums:
 *   A = X·x     B = Y·y     C = T·(−dxy)  E = (X + Y)·(x + y) − A − B
 *   F = Z + C   G = Z − C   H = B + 5A
 *   X' = E·F    Y' = G·H    T' = E·H      Z' = F·G
 * A doubling has A = X², B = Y², C = Z², E = 2XY, −F = 2C − B + 5A, G = B − 5A, −H = B + 5A; −X',
 * −Y', −T', −Z' represent the same point. A doubling that follows does not use T'.
 *
 * Ranges, in units of p: a product is at most 0.76 + |xy|/R (docs/algorithms/fma.md), and R > 35p.
 * For |X|, |Y|, |T|, |Z| ≤ 1.75 and |x|, |y|, |dxy| ≤ 0.51:
 * - an addition has |A| ≤ 0.79, |E| ≤ 2.5, |F|, |G| ≤ 2.6, |H| ≤ 4.8; the new coordinates are at
 *   most 0.76 + 12.5/35 < 1.2;
 * - the sum of both lanes has |A|, |B|, |D| ≤ 0.85, |C| ≤ 0.79, |E| ≤ 2.9, |F|, |G| ≤ 1.7,
 *   |H| ≤ 5.1;
 * - a doubling has |A| ≤ 0.85, |E| ≤ 1.7, |G|, |H| ≤ 5.1, |F| ≤ 6.8; the new coordinates are at
 *   most 0.76 + 34.7/35.2 ≤ 1.75 again;
 * - the image (image.js) has |n|, |n'|, |d'| ≤ 1.7 as sums, then |n|, |n'| ≤ 0.82; the coordinates
 *   are at most 0.8.
 * `assertRanges` computes these bounds for the given field and curve. Rows are *extended* or
 * *digitwise* (../../../field/fma/parameters.js).
 */

import { f64x2, i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitProductPair } from '../../field/fma/multiply.js';
import { EXTENDED } from '../../field/fma/parameters.js';
import { scatter } from '../../field/fma/records.js';
import { emitExtendedSum } from '../extended-sum.js';
import { emitEntries, unpackBoth } from './entries.js';
import { emitImage } from './image.js';
import { emitOnePoint } from './one-point.js';
import { emitSumRow, times } from './rows.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaParameters } from '../../field/fma/parameters.js' */
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
  const add = (/** @type {number} */ x, /** @type {number} */ C, /** @type {number} */ D) => {
    const A = product(P, x);
    const F = D + C;
    return { E: product(2 * P, 2 * x) + 2 * A, F, G: F, H: (1 + a) * A };
  };
  const double = { E: 2 * S, F: (1 + a) * S + 2 * S, G: (1 + a) * S, H: (1 + a) * S };
  const image = () => {
    const bZZ = product(S, 1);
    const [n, n1] = [product(2 * S, 1), product(S + bZZ, 1)];
    return { E: n, F: S + bZZ, G: S, H: n1 };
  };
  const sums = [add(0.51, product(P, 0.51), P), add(P, product(1, S), S)];
  const fits = [...sums, double, image()].every(({ E, F, G, H }) => {
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
  const sum = emitExtendedSum(m, emitSteps(m, context), neutral);
  emitToAffine(m, context);
  m.exportConstant('entry_bytes', entryBytes);
  if (field.parameters.w !== Math.ceil((8 * field.bytes) / field.rowLength))
    throw new RangeError('expected digits of no more bits than their bytes have');
  m.exportConstant('projective_digits', 3 * field.rowLength);
  m.exportConstant('digit_bits', field.parameters.w);
  return { entryBytes, sum };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitSteps(m, context) {
  const { field, rows: more } = context;
  const { rowLength, rows } = field;
  const reserve = () => field.reserveRow();
  const [X, T, Y, Z, A, B, C, E, F, G, H, U, x, y, xy, t] = Array.from({ length: 16 }, reserve);
  const { multiply, multiplyTwo } = emitProducts(m, context);
  /**
   * A function that writes rows.
   * @param {string} name
   * @param {string} doc
   * @param {(f: FunctionBuilder) => void} body
   */
  const step = (name, doc, body) => m.func(name, { doc }, body);
  const finish = step('extended_finish', '(X : Y : T : Z) = (EF : GH : EH : FG).', (f) =>
    f.emit(multiplyTwo.call(Z, F, G, Y, G, H), multiplyTwo.call(X, E, F, T, E, H)),
  );
  const sums = step('extended_add_sums', 'E, F, G, H of A, B, C and (X + Y)(x + y).', (f) => {
    emitSumRow(f, field, [...times(1, Z), ...times(1, C)], F);
    f.emit(more.difference.call(G, Z, C));
    field.checks.row(f, 'G', G, 'digitwise');
    emitSumRow(f, field, [...times(1, B), ...times(5, A)], H);
    emitSumRow(f, field, [...times(1, E), ...times(-1, A), ...times(-1, B)], E);
  });
  const sumU = step('extended_add_u', 'U = X + Y.', (f) =>
    emitSumRow(f, field, [...times(1, X), ...times(1, Y)], U),
  );
  const load = emitLoad(m, context, { x, y, xy, t });
  const params = /** @type {const} */ ({ q0: 'i32', q1: 'i32' });
  const start = m.func(
    'extended_start',
    { params, doc: 'The points of two references to entries.' },
    (f, { q0, q1 }) => {
      f.emit(load.call(q0, q1));
      for (const [to, from] of [
        [X, x],
        [Y, y],
        [Z, rows.one],
      ])
        for (let i = 0; i < rowLength; i++) storeRow(f, to)(i, loadRow(from)(i));
      f.emit(multiply.call(T, x, y));
    },
  );
  const addEntries = m.func(
    'extended_add',
    { params, doc: 'Adds an entry to each lane.' },
    (f, { q0, q1 }) => {
      f.emit(load.call(q0, q1), sumU.call());
      f.emit(multiplyTwo.call(A, X, x, B, Y, y), multiplyTwo.call(C, T, t, E, xy, U));
      f.emit(sums.call(), finish.call());
    },
  );
  const one = emitOnePoint(
    m,
    context,
    { multiply, multiplyTwo, sumU, load },
    { X, T, Y, Z, U, x, y, xy, t },
  );
  const image = emitImage(m, context, { multiply, multiplyTwo }, { X, T, Y, Z });
  const doubleSums = step('extended_double_sums', '2E, −F, G, −H of A, B, C, E.', (f) => {
    emitSumRow(f, field, [...times(2, C), ...times(-1, B), ...times(5, A)], F);
    emitSumRow(f, field, [...times(1, B), ...times(-5, A)], G);
    emitSumRow(f, field, [...times(1, B), ...times(5, A)], H);
    f.emit(more.sum.call(E, E, E));
    field.checks.row(f, 'E', E, 'digitwise');
  });
  const double = m.func(
    'extended_double',
    { params: { full: 'i32' }, doc: 'Doubles both sums; computes T only if full is 1.' },
    (f, { full }) => {
      f.emit(multiplyTwo.call(A, X, X, B, Y, Y), multiplyTwo.call(C, Z, Z, E, X, Y));
      f.emit(doubleSums.call(), multiplyTwo.call(Z, F, G, Y, G, H));
      f.if(
        full,
        () => f.emit(multiplyTwo.call(X, E, F, T, E, H)),
        () => f.emit(multiply.call(X, E, F)),
      );
    },
  );
  /** @type {import('../extended-sum.js').Steps['shift']} */
  const shift = (f, bits, full) =>
    f.loop((again) => {
      f.set(bits, i32.sub(bits, 1));
      f.emit(double.call(i32.and(full, i32.eqz(bits))));
      f.brIf(again, bits);
    });
  /** @type {import('../extended-sum.js').Steps['end']} */
  const end = (f, last, { target, shared }) => {
    f.if(i32.eqz(shared), () => f.emit(image.call()));
    f.emit(one.join.call());
    for (const q of last) f.if(q, () => f.emit(load.call(q, q), one.add.call()));
    f.emit(one.toDigits.call(target));
    // Sums of elements are elements, as the law is complete in the group; only the last summand may
    // be outside.
    const isElement = f.local('is_element', 'i32', 1);
    f.if(/** @type {Local} */ (last.at(-1)), () => f.set(isElement, one.isElement.call()));
    return isElement;
  };
  return { start, addEntries, addAlone: one.addAlone, shift, end };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitProducts(m, { field }) {
  const check = (/** @type {FunctionBuilder} */ f, /** @type {Operand} */ row) =>
    field.checks.row(f, 'result', row, 'extended');
  const multiply = m.func(
    'extended_multiply',
    { params: { z: 'i32', x: 'i32', y: 'i32' }, doc: 'z = xy/R.' },
    (f, { z, x, y }) => {
      field.emitProduct(f, { x: loadRow(x), y: loadRow(y), store: storeRow(f, z) });
      check(f, z);
    },
  );
  const multiplyTwo = m.func(
    'extended_multiply_two',
    {
      params: { z: 'i32', x: 'i32', y: 'i32', z1: 'i32', x1: 'i32', y1: 'i32' },
      doc: 'z = xy/R, z1 = x1·y1/R.',
    },
    (f, { z, x, y, z1, x1, y1 }) => {
      emitProductPair(f, field, [
        { x: loadRow(x), y: loadRow(y), store: storeRow(f, z) },
        { x: loadRow(x1), y: loadRow(y1), store: storeRow(f, z1) },
      ]);
      for (const row of [z, z1]) check(f, row);
    },
  );
  return { multiply, multiplyTwo };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ x: number, y: number, xy: number, t: number }} rows
 */
function emitLoad(m, { field }, { x, y, xy, t }) {
  const doc =
    'The rows x, y, x + y, −dxy of two references to entries. A sign applies to x and to dxy.';
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

/** @type {(m: ModuleBuilder, context: Context) => void} */
function emitToAffine(m, { field, layout }) {
  const { multiply, multiplySubtract, invertBoth, rows, rowLength } = field;
  const [XY, ZZ] = [field.reserveRow(), field.reserveRow()];
  m.func(
    'projective_to_affine',
    {
      params: { target: 'i32', source: 'i32' },
      exported: true,
      doc: 'As in the portable kernel: the element with X, Y, Z in the form that extended_sum writes.',
    },
    (f, { target, source }) => {
      const digit = (/** @type {number} */ j, /** @type {number} */ i) =>
        v128.load64_splat(source, 8 * (j * rowLength + i));
      for (let i = 0; i < rowLength; i++) {
        storeRow(f, XY)(i, i64x2.shuffle(digit(0, i), digit(1, i), 0, 2));
        storeRow(f, ZZ)(i, digit(2, i));
      }
      f.comment('times 1, since an inversion takes a product');
      f.emit(multiply.call(ZZ, ZZ, rows.one), invertBoth.call(ZZ, ZZ));
      f.emit(multiplySubtract.call(XY, XY, ZZ, rows.zero));
      const store = scatter(f, field, [target, i32.add(target, layout.coordinateBytes)], 0);
      for (let i = 0; i < rowLength; i++) store(i, loadRow(XY)(i));
    },
  );
}
