/**
 * Jacobian arithmetic on y² = x³ + ax + b, one point at a time: both lanes compute products of the
 * same point operation, so that a doubling takes four two-lane products and an addition five.
 * Complete, by branches, like ../jacobian.js.
 *
 * An accumulator (X : Y : Z), x = X/Z², y = Y/Z³, is three rows, lanes in brackets: [X, Y], [–, Z],
 * [–, Z²]; then a word that is 1 if Z² is out of date. Infinity is NaN in the lowest digit of X, as
 * in records. A dash is any normalised row.
 *
 * Doubling (dbl-2009-l with products for its squares of sums), with factors taken in the
 * columns of a product:
 *   [E, B] = [3·X·X, 2·Y·Y]     [D, Z'] = 2·[X·B, Y·Z]     [X', C] = [E·E − 2D, B·B]
 *   [Y', Z'²] = [E·(D − X') − 2C, Z'·Z']
 * The last lane is otherwise idle. For a ≠ 0 it first squares Z² to T, and −E = −a·T − 3·X·X takes
 * a separate product; signs change where E occurs once. An addition of the affine (x, y) uses the
 * Z² of a doubling before it, or else squares Z:
 *   [H, ZZZ] = [x·ZZ − X, Z·ZZ]     [R, HH] = [y·ZZZ − Y, H·H]     [J, V] = [H·HH, X·HH]
 *   [X', T] = [R·R − J − 2V, Y·J]     [Y', Z'] = [R·(V − X') − T, Z·H]
 *
 * Ranges. Every row is the result of a multiplication, so its digits are normalised; one operand of
 * one product is a difference. In the fold all values are centred. In Montgomery form a product is
 * at most 0.75p + |xy|/R (docs/algorithms/fma.md), which is below 0.8p for |xy| ≤ 50p² and R ≥
 * 2^10·p; then |E| ≤ 2.4p (3.2p for a ≠ 0), |B|, |D|, |Z| ≤ 1.6p, |X'| ≤ 0.8p + 3.2p = 4p, |Y'| ≤
 * 2.4p after a doubling, |X'| ≤ 3.2p, |Y'| ≤ 1.6p after an addition, and |H| ≤ 0.8p + 4p = 4.8p,
 * |R| ≤ 3.2p: all loose. The largest |xy| is H·H ≤ 23.1p², as |E·(D − X')| ≤ 3.2p·5.6p. Only
 * products without subtrahends, or their doubles, are compared with 0: their magnitude is below p,
 * so they are 0 mod p only if all digits are 0. Z' reveals Y ≡ 0, HH reveals H ≡ 0, and then R·R
 * reveals R ≡ 0.
 */

import { f64, f64x2, i32, v128 } from '../../emit/instructions.js';
import { scaled } from '../../field/fma/constants.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitFromAffine, emitNormalise, emitToAffine, takeSign } from './jacobian-affine.js';
import { alone, emitRows, plainly, side, twice } from './lanes.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { SquaringField } from './equation.js' */
/** @import { RecordLayout } from './layout.js' */
/** @import { Pairs } from './pairs.js' */

/** Least log2(R/p) for the ranges above. */
const SPARE_BITS = 10n;

/** @typedef {ReturnType<typeof emitFmaJacobian>} FmaJacobian */

/** Whether a prime field keeps the ranges above. @type {(name: string, field: FmaField) => void} */
export function assertChain(name, { degree, parameters: { form, p, R, bits } }) {
  const [expected, got] = [`${name}: expected no chains of this kernel`, `traits.chains of it`];
  if (degree > 1) throw new RangeError(`${expected} over an extension, got ${got}`);
  if (form !== 'fold' && R >> SPARE_BITS < p)
    throw new RangeError(
      `${expected} without ${SPARE_BITS} spare bits (p has ${bits}), got ${got}`,
    );
}

/**
 * Offsets of the parts of an accumulator.
 * @param {FmaField} field
 */
export function accumulatorLayout({ rowBytes }) {
  const at = (/** @type {number} */ offset) => (/** @type {Operand} */ point) =>
    offset ? i32.add(point, offset) : point;
  return {
    /** The row [–, Z]. */
    z: at(rowBytes),
    /** The row [–, Z²]. */
    zz: at(2 * rowBytes),
    stale: 3 * rowBytes,
    bytes: 3 * rowBytes + 16,
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {Coefficients} [a] of the curve, in the prime field
 */
export function emitFmaJacobian(m, field, layout, pairs, a = 0n) {
  const accumulator = accumulatorLayout(field);
  const copy = m.func('jacobian_copy', { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
    for (let at = 0; at < accumulator.bytes; at += 16) f.emit(v128.store(z, v128.load(x, at), at));
  });
  const context = { field, layout, pairs, accumulator };
  const { doubleFinite, rows } = emitDoubleFinite(m, context, a);
  const double = emitDouble(m, context, doubleFinite, copy);
  const fromAffine = emitFromAffine(m, context);
  const square = emitLooseSquare(m, field, 'loose_square');
  const addAffine = emitAddAffine(m, context, { double, fromAffine, square });
  const normalise = emitNormalise(m, field, layout);
  emitToAffine(m, context, { square, normalise });
  m.exportConstant('jacobian_bytes', accumulator.bytes);
  return { ...context, square, doubleFinite, rows, double, fromAffine, addAffine, normalise };
}

/**
 * @typedef {{ field: SquaringField, layout: RecordLayout, pairs: Pairs,
 *   accumulator: ReturnType<typeof accumulatorLayout> }} Context
 */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Coefficients} a
 */
function emitDoubleFinite(m, { field, accumulator }, a) {
  const { z: zRow, zz, stale } = accumulator;
  const [EB, BZ, EZ, XC] = Array.from({ length: 4 }, () => field.reserveRow());
  const params = /** @type {const} */ ({ x: 'i32' });
  const start = m.func('double_e_b', { params, doc: '[E, B] and [B, Z].' }, (f, { x }) => {
    emitRows(f, field, { x: loadRow(x), y: null, factors: [3, 2] }, [
      plainly(EB),
      { row: BZ, digits: (digit) => side(digit, 1, loadRow(zRow(x)), 1) },
    ]);
  });
  const second = m.func('double_d_z', { params, doc: "[D, Z'] and [E, Z']." }, (f, { x }) => {
    const product = /** @type {const} */ ({ x: loadRow(x), y: loadRow(BZ), factors: [2, 2] });
    emitRows(f, field, product, [
      plainly(zRow(x)),
      { row: EZ, digits: (digit) => side(loadRow(EB), 0, digit, 1) },
    ]);
  });
  const third = m.func('double_x_c', { params, doc: "[X', C]." }, (f, { x }) => {
    const product = { x: loadRow(EB), y: null, minusTwice: [alone(zRow(x), 0)] };
    emitRows(f, field, product, [plainly(XC)]);
  });
  const last = m.func('double_y_zz', { params, doc: "[Y', Z'²]; [X', Y']." }, (f, { x }) => {
    const [D, X] = [loadRow(zRow(x)), loadRow(XC)];
    const difference = (/** @type {number} */ i) =>
      a === 0n ? f64x2.sub(D(i), X(i)) : f64x2.sub(X(i), D(i));
    const product = { x: side(difference, 0, D, 1), y: loadRow(EZ), minusTwice: [alone(XC, 1)] };
    emitRows(f, field, product, [
      { row: x, digits: (digit) => side(X, 0, digit, 0) },
      plainly(zz(x)),
    ]);
    f.emit(i32.store(x, 0, stale));
  });
  const doc = 'x = 2x for a finite x; Z ≡ 0 if it becomes infinity.';
  const minusE = a === 0n ? null : emitMinusE(m, field, accumulator, { a, EB });
  const doubleFinite = m.func('double_finite', { params, doc }, (f, { x }) => {
    f.emit(start.call(x));
    if (minusE) f.emit(minusE.call(x));
    f.emit(second.call(x), third.call(x), last.call(x));
  });
  return { doubleFinite, rows: { XC } };
}

/**
 * The square of a loose row.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {string} name
 */
function emitLooseSquare(m, field, name) {
  return m.func(name, { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
    emitRows(f, field, { x: loadRow(x), y: null }, [plainly(z)]);
  });
}

/**
 * For a ≠ 0: makes [−E, B] of the row [3X², B], −E = −a·Z⁴ − 3X².
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {Context['accumulator']} accumulator
 * @param {{ a: Coefficients, EB: number }} places
 */
function emitMinusE(m, field, { z: zRow, zz, stale }, { a, EB }) {
  const [T, E] = [field.reserveRow(), field.reserveRow()];
  const minusA = field.centredElement(scaled(a, -1n));
  const square = emitLooseSquare(m, field, 'double_square');
  const params = /** @type {const} */ ({ x: 'i32' });
  return m.func('double_minus_e', { params, doc: '[−E, B], and Z².' }, (f, { x }) => {
    f.if(i32.load(x, stale), () => f.emit(square.call(zz(x), zRow(x))));
    f.emit(square.call(T, zz(x)));
    const product = { x: loadRow(minusA), y: twice(T, 1), minus: [alone(EB, 0)] };
    emitRows(f, field, product, [{ row: E, digits: (digit) => side(digit, 0, loadRow(EB), 1) }]);
    for (let i = 0; i < field.rowLength; i++) storeRow(f, EB)(i, loadRow(E)(i));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} doubleFinite
 * @param {Callable} copy
 */
function emitDouble(m, { layout, pairs, accumulator }, doubleFinite, copy) {
  const doc =
    'z = 2x for Jacobian points; z may be x. Infinity and points with y = 0 give infinity.';
  return m.func(
    'jacobian_double',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      f.if(i32.ne(z, x), () => f.emit(copy.call(z, x)));
      f.if(layout.isInfinity(z), () => f.return());
      f.emit(doubleFinite.call(z));
      const lane = f.local('lane', 'i32', i32.add(accumulator.z(z), 8));
      f.if(f64.eq(f64.load(lane), 0), () => {
        f.if(pairs.isZero.call(lane), () => f.emit(layout.setInfinity(z)));
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ double: Callable, fromAffine: Callable, square: Callable }} callables
 */
function emitAddAffine(m, context, { double, fromAffine, square }) {
  const { field, layout, pairs, accumulator } = context;
  const { compare, finish, RHH } = emitAddition(m, context);
  const scratch = field.reserveRow();
  const params = /** @type {const} */ ({ x: 'i32' });
  const addEqualX = m.func('add_equal_x', { params, doc: 'H ≡ 0.' }, (f, { x }) => {
    f.emit(square.call(scratch, RHH));
    f.if(
      pairs.isZero.call(scratch),
      () => f.emit(double.call(x, x)),
      () => f.emit(layout.setInfinity(x)),
    );
  });
  const doc = 'x = x + q: a Jacobian point and a reference. Complete: equal, opposite, infinity.';
  return m.func(
    'jacobian_add_affine',
    { params: { x: 'i32', q: 'i32' }, exported: true, doc },
    (f, { x, q }) => {
      const { z, zz, stale } = accumulator;
      f.if(layout.isInfinity(x), () => {
        f.emit(fromAffine.call(x, q));
        f.return();
      });
      const sign = takeSign(f, q);
      f.if(layout.isInfinity(q), () => f.return());
      f.if(i32.load(x, stale), () => f.emit(square.call(zz(x), z(x))));
      f.emit(compare.call(x, q, sign));
      f.if(f64.eq(f64.load(RHH, 8), 0), () => {
        f.if(pairs.isZero.call(RHH + 8), () => {
          f.emit(addEqualX.call(x));
          f.return();
        });
      });
      f.emit(finish.call(x));
    },
  );
}

/**
 * The steps of an addition of finite points: `compare` gives H, R and their squares' row,
 * `finish` the rest.
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitAddition(m, { field, layout, accumulator: { z: zRow, zz, stale } }) {
  const [SH, RHH, RH, RJ, JV, XT] = Array.from({ length: 6 }, () => field.reserveRow());
  const record = (/** @type {Local} */ q, /** @type {number} */ coordinate) => {
    return (/** @type {number} */ i) => v128.load64_splat(q, coordinate + layout.digitOffset(i));
  };
  const params = /** @type {const} */ ({ x: 'i32', q: 'i32' });
  const first = m.func('add_h_zzz', { params, doc: '[ZZZ, H].' }, (f, { x, q }) => {
    const product = {
      x: side(record(q, 0), 0, loadRow(zRow(x)), 1),
      y: twice(zz(x), 1),
      minus: [alone(x, 0)],
    };
    emitRows(f, field, product, [{ row: SH, digits: (digit) => side(digit, 1, digit, 0) }]);
  });
  const compare = m.func(
    'add_r_hh',
    { params: { ...params, sign: 'v128' }, doc: '[R, HH] and [R, H].' },
    (f, { x, q, sign }) => {
      f.emit(first.call(x, q));
      const y = record(q, layout.coordinateBytes);
      const product = {
        x: side((i) => v128.xor(y(i), sign), 0, loadRow(SH), 1),
        y: loadRow(SH),
        minus: [alone(x, 1)],
      };
      emitRows(f, field, product, [
        plainly(RHH),
        { row: RH, digits: (digit) => side(digit, 0, loadRow(SH), 1) },
      ]);
    },
  );
  const third = m.func(
    'add_j_v',
    { params: { x: 'i32' }, doc: '[J, V] and [R, J].' },
    (f, { x }) => {
      const product = { x: side(loadRow(SH), 1, loadRow(x), 0), y: twice(RHH, 1) };
      emitRows(f, field, product, [
        plainly(JV),
        { row: RJ, digits: (digit) => side(loadRow(RHH), 0, digit, 0) },
      ]);
    },
  );
  const fourth = m.func('add_x_t', { params: { x: 'i32' }, doc: "[X', T]." }, (f, { x }) => {
    const product = {
      x: side(loadRow(RJ), 0, loadRow(x), 1),
      y: loadRow(RJ),
      minus: [alone(JV, 0)],
      minusTwice: [alone(JV, 1)],
    };
    emitRows(f, field, product, [plainly(XT)]);
  });
  const finish = m.func(
    'add_finish',
    { params: { x: 'i32' }, doc: "[X', Y'], [–, Z']." },
    (f, { x }) => {
      f.emit(third.call(x), fourth.call(x));
      const difference = (/** @type {number} */ i) => f64x2.sub(twice(JV, 1)(i), loadRow(XT)(i));
      const product = {
        x: side(difference, 0, loadRow(zRow(x)), 1),
        y: loadRow(RH),
        minus: [alone(XT, 1)],
      };
      emitRows(f, field, product, [
        { row: x, digits: (digit) => side(loadRow(XT), 0, digit, 0) },
        plainly(zRow(x)),
      ]);
      f.emit(i32.store(x, 1, stale));
    },
  );
  return { compare, finish, RHH };
}
