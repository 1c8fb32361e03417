/**
 * The sums of ../extended.js, which has formulas and completeness, with two products of one operation in the lanes: four
 * multiplications of two lanes for an addition, and four for a doubling.
 *
 * A point is two rows, [X, Y] and [T, Z]. A comma separates lanes, a dash is a lane whose value does not matter:
 *   addition   [A, B] = [X·x, Y·y]     [U, T] = [X + Y, T]     [E, G] = [U·(x + y) − A − B, T·dxy + Z]     [H, F] = [B − aA, 2Z − G]
 *   doubling   [A, B] = [X², Y²]       [E, C] = 2·[X·Y, Z·Z]   [E, G] = [E, B + aA]    [H, F] = [aA − B, G − C]
 *   both       [X', Y'] = [E·F, G·H]   [T', Z'] = [E·H, G·F]
 * Sums between two products are normalised by a carry pass (field/fma/sum.js); x + y alone is added digit by digit, the one
 * difference of its product. Sums that would be subtrahends of a product are taken on its way out.
 *
 * Ranges, in units of p: a product is at most 0.76 + |xy|/R (docs/algorithms/fma.md), and R > 35p. If |X|, |Y|, |T|, |Z| ≤ 1.75 and
 * |x|, |y|, |dxy| ≤ 0.51, an addition has |A|, |B|, |C| ≤ 0.79, |E| ≤ 2.5, |F|, |G| ≤ 2.6, |H| ≤ 4.8, and the new coordinates are at most
 * 0.76 + 12.5/35 < 1.2. A doubling has |A|, |B| ≤ 0.85, |E|, |C| ≤ 1.7, |G|, |H| ≤ 5.1, |F| ≤ 6.8: at most 0.76 + 34.7/35.2 ≤ 1.75 again.
 * `assertRanges` computes this for the field and curve at hand. All rows are *extended*: normalised digits, |value| ≤ 7p.
 */

import { f64x2, i32, i64, i64x2, v128 } from '../../../emit/instructions.js';
import { loadRow, storeRow } from '../../../field/fma/index.js';
import { EXTENDED } from '../../../field/fma/parameters.js';
import { emitSum } from '../../../field/fma/sum.js';
import { alone, emitRows, plainly, side, twice } from '../../fma/lanes.js';
import { gather, scatter } from '../../fma/layout.js';
import { emitExtendedSum } from '../extended-sum.js';
import { emitEntries, unpack } from './entries.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../../emit/module.js' */
/** @import { Operand } from '../../../emit/expression.js' */
/** @import { Digits } from '../../../field/fma/multiply.js' */
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
  const [P, q] = [COORDINATE, 0.51];
  const A = product(P, q);
  const add = { E: product(2 * P, 2 * q) + 2 * A, F: P + A, H: (1 + a) * A };
  const S = product(P, P);
  const double = { E: 2 * S, F: (1 + a) * S + 2 * S, H: (1 + a) * S };
  const fits = [add, double].every(({ E, F, H }) => {
    const G = Math.max(F, H);
    const largest = Math.max(E, F, G);
    const next = Math.max(E * F, E * H, F * Math.min(G, Math.max(H, add.F)));
    return largest <= EXTENDED && product(1, next) <= COORDINATE;
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
  const { rowBytes } = field;
  const { entryBytes, tOffset } = emitEntries(m, context);
  const steps = emitSteps(m, context, tOffset);
  emitExtendedSum(m, steps);
  emitToAffine(m, context);
  m.exportConstant('entry_bytes', entryBytes);
  m.exportConstant('extended_bytes', 2 * rowBytes);
}

/**
 * The row [T, Z] of a point.
 * @param {Context} context
 * @param {Operand} point
 */
const rowTZ = ({ field }, point) => i32.add(point, field.rowBytes);

/** @param {Digits} digits @returns {Digits} */
const negative = (digits) => (i) => f64x2.neg(digits(i));

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {number} tOffset
 */
function emitSteps(m, context, tOffset) {
  const { field } = context;
  const [EG, HF, FH, AB, UT, ST, YZ, EC] = Array.from({ length: 8 }, () => field.reserveRow());
  const xy = AB;
  const params = /** @type {const} */ ({ z: 'i32' });
  const finish = m.func(
    'extended_finish',
    { params, doc: "[X', Y'], [T', Z'] of the rows EG, HF and FH." },
    (f, { z }) => {
      emitRows(f, field, { x: loadRow(EG), y: loadRow(FH) }, [plainly(z)]);
      emitRows(f, field, { x: loadRow(EG), y: loadRow(HF) }, [plainly(rowTZ(context, z))]);
    },
  );
  const load = m.func(
    'extended_load',
    {
      params: { q: 'i32' },
      doc: 'The rows [x, y] and [x + y, dxy] of a reference to an entry; x + y and dxy have the sign, as x does.',
    },
    (f, { q }) => {
      const sign = f.local('sign', 'v128', i64x2.splat(i64.shl(i64.extend_i32_u(q), 63)));
      const signX = f.local('sign_x', 'v128', i64x2.shuffle(sign, v128.xor(sign, sign), 0, 2));
      f.set(q, i32.and(q, -2));
      const pair = unpack(f, field, (j) => v128.load(q, 16 * j));
      const t = unpack(f, field, (j) => v128.load64_splat(q, tOffset + 8 * j));
      const value = f.local('value', 'v128');
      for (let i = 0; i < field.rowLength; i++) {
        f.set(value, v128.xor(pair(i), signX));
        storeRow(f, xy)(i, value);
        const sum = f64x2.add(value, i64x2.shuffle(value, value, 1, 0));
        storeRow(f, ST)(i, i64x2.shuffle(sum, v128.xor(t(i), sign), 0, 2));
      }
    },
  );
  const start = m.func(
    'extended_start',
    {
      params: { ...params, q: 'i32' },
      doc: 'z = the point of a reference to an entry: E = x, H = y, F = G = 1.',
    },
    (f, { z, q }) => {
      f.emit(load.call(q));
      const [XY, one] = [loadRow(xy), loadRow(field.rows.one)];
      for (let i = 0; i < field.rowLength; i++) {
        storeRow(f, EG)(i, side(XY, 0, one, 0)(i));
        storeRow(f, HF)(i, side(XY, 1, one, 0)(i));
        storeRow(f, FH)(i, side(one, 0, XY, 1)(i));
      }
      f.emit(finish.call(z));
    },
  );
  const both = [
    { row: HF, digits: (/** @type {Digits} */ digit) => digit },
    { row: FH, digits: (/** @type {Digits} */ digit) => side(digit, 1, digit, 0) },
  ];
  const first = m.func(
    'extended_add_a_b',
    { params, doc: '[A, B] in the place of [x, y], and [U, T].' },
    (f, { z }) => {
      emitRows(f, field, { x: loadRow(z), y: loadRow(xy) }, [plainly(AB)]);
      const [XY, TZ] = [loadRow(z), loadRow(rowTZ(context, z))];
      emitSumRows(
        f,
        context,
        [
          [1, side(XY, 0, TZ, 0)],
          [1, alone(z, 1)],
        ],
        [plainly(UT)],
      );
    },
  );
  const second = m.func('extended_add_e_h', { params, doc: '[E, G], [H, F].' }, (f, { z }) => {
    const [A_, TZ] = [loadRow(AB), loadRow(rowTZ(context, z))];
    const minus = [side(A_, 0, negative(TZ), 1), alone(AB, 1)];
    emitRows(f, field, { x: loadRow(ST), y: loadRow(UT), minus }, [plainly(EG)]);
    const terms = /** @type {const} */ ([
      [1, side(A_, 1, negative(loadRow(EG)), 1)],
      [2, side(A_, 0, TZ, 1)],
      [2, alone(AB, 0)],
      [1, alone(AB, 0)],
    ]);
    emitSumRows(f, context, terms, both);
  });
  const addEntry = m.func(
    'extended_add',
    { params: { ...params, q: 'i32' }, doc: 'z = z + q.' },
    (f, { z, q }) => {
      f.emit(load.call(q), first.call(z), second.call(z), finish.call(z));
    },
  );
  const double = emitDouble(m, context, { EG, AB, EC, YZ, both, finish });
  return { start, addEntry, double };
}

/**
 * A sum whose digits go to several rows.
 * @param {FunctionBuilder} f
 * @param {Context} context
 * @param {readonly import('../../../field/fma/sum.js').Term[]} terms
 * @param {Parameters<typeof emitRows>[3]} targets
 */
function emitSumRows(f, { field }, terms, targets) {
  const value = f.local('value', 'v128');
  emitSum(f, field, {
    terms,
    store(i, digit) {
      f.set(value, digit);
      for (const { row, digits } of targets) storeRow(f, row)(i, digits(() => value)(i));
    },
  });
  for (const { row } of targets) field.checks.row(f, 'result', row, 'extended');
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ EG: number, AB: number, EC: number, YZ: number, both: Parameters<typeof emitRows>[3],
 *   finish: import('../../../emit/module.js').Callable }} rows
 */
function emitDouble(m, context, { EG, AB, EC, YZ, both, finish }) {
  const { field } = context;
  const params = /** @type {const} */ ({ z: 'i32' });
  const products = m.func(
    'extended_double_products',
    { params, doc: '[A, B], [E, C].' },
    (f, { z }) => {
      emitRows(f, field, { x: loadRow(z), y: null }, [plainly(AB)]);
      const [XY, TZ] = [loadRow(z), loadRow(rowTZ(context, z))];
      for (let i = 0; i < field.rowLength; i++) storeRow(f, YZ)(i, side(XY, 1, TZ, 1)(i));
      const product = {
        x: side(XY, 0, TZ, 1),
        y: loadRow(YZ),
        factors: /** @type {const} */ ([2, 2]),
      };
      emitRows(f, field, product, [plainly(EC)]);
    },
  );
  return m.func('extended_double', { params, doc: 'z = 2z.' }, (f, { z }) => {
    f.emit(products.call(z));
    const [A, B] = [twice(AB, 0), twice(AB, 1)];
    const beside =
      (/** @type {number} */ row, /** @type {number} */ lane) => (/** @type {number} */ i) =>
        i64x2.shuffle(f64x2.splat(0), loadRow(row)(i), 0, 2 + lane);
    const EB = side(loadRow(EC), 0, loadRow(AB), 1);
    emitSumRows(
      f,
      context,
      [
        [1, EB],
        [-1, beside(AB, 0)],
        [-4, beside(AB, 0)],
      ],
      [plainly(EG)],
    );
    const minusBB = side(negative(B), 0, B, 1);
    emitSumRows(
      f,
      context,
      [
        [-1, A],
        [-4, A],
        [1, minusBB],
        [-1, beside(EC, 1)],
      ],
      both,
    );
    f.emit(finish.call(z));
  });
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
      doc: 'As in the portable kernel: (X, Y) and (Z, Z) of an extended point; 0 if it is no element, else 1.',
    },
    (f, { target, point }) => {
      const Z = f.local('Z', 'i32', rowTZ(context, point));
      for (let i = 0; i < field.rowLength; i++) storeRow(f, ZZ)(i, twice(Z, 1)(i));
      f.comment('times 1, as records and an inversion take products, and those are 0 only as 0');
      f.emit(multiply.call(ZZ, ZZ, rows.one));
      f.if(pairs.isZero.call(ZZ), () => f.return(0));
      f.emit(multiplySubtract.call(XY, point, rows.one, rows.zero));
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
