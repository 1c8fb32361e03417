/**
 * The operations of ../chain.js on two lanes: Σ 2^(bits·i)·(points of row i) by one chain of
 * doublings and additions, emitted by the same code, and tables of odd multiples. Co-Z formulas and
 * symbols: ../odd-multiples.js.
 *
 * Ranges, as in jacobian.js: an entry is at most 2.4p while its Z is not 1 (X_3 = e² − W_1 − W_2),
 * so differences are at most 6.4p, and the other factor of each is a product.
 */

import { f64x2, i32, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitOddMultiplesOf } from '../odd-multiples.js';
import { alone, emitRows, plainly, side, twice } from './lanes.js';
import { gather, scatter } from '../../field/fma/records.js';

/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaJacobian } from './jacobian.js' */

/**
 * Elements for comparison in protocols: read from bytes, and compared with the x of a point.
 * @type {(m: ModuleBuilder, jacobian: FmaJacobian) => void}
 */
export function emitFmaHasX(m, { field, layout, pairs, accumulator, square }) {
  const row = field.reserveRow();
  const { zero, one, R2 } = field.rows;
  m.func(
    'field_from_bytes',
    {
      params: { target: 'i32', source: 'i32' },
      result: 'i32',
      exported: true,
      doc: 'An element from canonical bytes, as the x of a record; 0 for one out of range, else 1.',
    },
    (f, { target, source }) => {
      f.if(i32.eqz(field.laneFromBytes.call(row, source)), () => f.return(0));
      for (let i = 0; i < field.rowLength; i++) storeRow(f, row)(i, twice(row, 0)(i));
      f.emit(field.multiplySubtract.call(row, row, R2, zero));
      const store = scatter(f, field, [target, target], 0);
      for (let i = 0; i < field.rowLength; i++) store(i, loadRow(row)(i));
      f.result(1);
    },
  );
  m.func(
    'jacobian_has_x',
    {
      params: { point: 'i32', x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if the Jacobian point is finite and its affine x is the field element x: X = x·Z².',
    },
    (f, { point, x }) => {
      f.if(layout.isInfinity(point), () => f.return(0));
      f.emit(square.call(row, accumulator.z(point)));
      const digits = (/** @type {number} */ i) => v128.load64_splat(x, layout.digitOffset(i));
      const difference = { x: digits, y: twice(row, 1), minus: [twice(point, 0)] };
      emitRows(f, field, difference, [plainly(row)]);
      f.comment('times 1, since a product that is 0 mod p is 0');
      emitRows(f, field, { x: loadRow(row), y: loadRow(one) }, [plainly(row)]);
      f.result(pairs.isZero.call(row));
    },
  );
}

/** @typedef {ReturnType<typeof tableRows>} TableRows */

/**
 * P = (X_1, Y_1, Z), twice the point, as an accumulator; the current entry as a row [X_2, Y_2], and
 * its record; 1/Z in both lanes of I.
 * @param {FmaJacobian} jacobian
 */
function tableRows({ field, layout, accumulator }) {
  const P = field.reserve(accumulator.bytes);
  const [entry, I] = [field.reserveRow(), field.reserveRow()];
  const { coordinateBytes } = layout;
  return {
    P,
    Z: P + field.rowBytes,
    entry,
    I,
    load(/** @type {FunctionBuilder} */ f, /** @type {Local} */ record) {
      const at = (/** @type {number} */ base) => (/** @type {number} */ offset) =>
        v128.load(record, base + offset);
      gather(f, field, [at(0), at(coordinateBytes)], storeRow(f, entry));
    },
    store(/** @type {FunctionBuilder} */ f, /** @type {Local} */ record) {
      const store = scatter(f, field, [record, i32.add(record, coordinateBytes)], 0);
      for (let i = 0; i < field.rowLength; i++) store(i, loadRow(entry)(i));
    },
  };
}

/** @type {(m: ModuleBuilder, jacobian: FmaJacobian) => void} */
export function emitFmaOddMultiples(m, jacobian) {
  const { field, layout } = jacobian;
  const table = tableRows(jacobian);
  const { pointBytes, isInfinity, setInfinity } = layout;
  emitOddMultiplesOf(m, {
    ...{ ratioBytes: field.rowBytes, pointBytes, isInfinity, setInfinity },
    ...emitProductOfZ(m, jacobian, table),
    climb: emitClimb(m, jacobian, table),
    descend: emitDescend(m, jacobian, table),
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaJacobian} jacobian
 * @param {TableRows} table
 */
function emitClimb(m, jacobian, table) {
  const { field, layout } = jacobian;
  const start = emitStart(m, jacobian, table);
  const next = emitNext(m, jacobian, table);
  const params = /** @type {const} */ ({ at: 'i32', point: 'i32', last: 'i32', ratios: 'i32' });
  return m.func('climb_odd_multiples', { params }, (f, { at, point, last, ratios }) => {
    f.emit(start.call(point));
    f.block((done) => {
      f.loop((again) => {
        table.store(f, at);
        f.brIf(done, i32.eq(at, last));
        f.emit(next.call(ratios));
        f.set(at, i32.add(at, layout.pointBytes));
        f.set(ratios, i32.add(ratios, field.rowBytes));
        f.br(again);
      });
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaJacobian} jacobian
 * @param {TableRows} table
 */
function emitStart(m, { field, fromAffine, doubleFinite, rows: { XC } }, { P, Z, entry }) {
  const doc = 'P = 2·point; the entry is the point itself for the Z of P: (D, 2C).';
  return m.func('start_odd_multiples', { params: { point: 'i32' }, doc }, (f, { point }) => {
    const C = loadRow(XC);
    f.emit(fromAffine.call(P, point), doubleFinite.call(P));
    const twiceC = (/** @type {number} */ i) => f64x2.add(C(i), C(i));
    const product = { x: side(loadRow(Z), 0, twiceC, 1), y: loadRow(field.rows.one) };
    emitRows(f, field, product, [plainly(entry)]);
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaJacobian} jacobian
 * @param {TableRows} table
 */
function emitNext(m, { field, square }, { P, Z, entry }) {
  const [ED, EY, CC, W, XA] = Array.from({ length: 5 }, () => field.reserveRow());
  const doc = 'The next entry, and P, for a new Z; writes [d, e] to ratio.';
  return m.func('next_odd_multiple', { params: { ratio: 'i32' }, doc }, (f, { ratio }) => {
    f.comment('[d, e], [C, –], [W_1, W_2]');
    const difference = (/** @type {number} */ i) => f64x2.sub(loadRow(P)(i), loadRow(entry)(i));
    emitRows(f, field, { x: difference, y: loadRow(field.rows.one) }, [
      plainly(ratio),
      { row: ED, digits: (digit) => side(digit, 1, digit, 0) },
      { row: EY, digits: (digit) => side(digit, 1, loadRow(P), 1) },
    ]);
    f.emit(square.call(CC, ratio));
    const both = { x: side(loadRow(P), 0, loadRow(entry), 0), y: twice(CC, 0) };
    emitRows(f, field, both, [plainly(W)]);
    f.comment("[X_3, A], then [Y_3, Z'], and P = (W_1, A)");
    const W12 = (/** @type {number} */ i) => f64x2.sub(twice(W, 0)(i), loadRow(W)(i));
    const third = {
      x: side(loadRow(ED), 0, W12, 1),
      y: loadRow(EY),
      minus: [alone(W, 0), alone(W, 1)],
    };
    emitRows(f, field, third, [
      plainly(XA),
      { row: P, digits: (digit) => side(loadRow(W), 0, digit, 1) },
    ]);
    const W1X = (/** @type {number} */ i) => f64x2.sub(loadRow(W)(i), loadRow(XA)(i));
    const last = { x: side(W1X, 0, loadRow(Z), 1), y: loadRow(ED), minus: [alone(XA, 1)] };
    emitRows(f, field, last, [
      plainly(Z),
      { row: entry, digits: (digit) => side(loadRow(XA), 0, digit, 0) },
    ]);
  });
}

/**
 * The product of all Z, in both lanes, and 1/Z for the current entry in I.
 * @param {ModuleBuilder} m
 * @param {FmaJacobian} jacobian
 * @param {TableRows} table
 */
function emitProductOfZ(m, { field }, { Z, I }) {
  const { multiply, reserveRow, rowBytes, rowLength, rows } = field;
  const product = reserveRow();
  const at = /** @type {const} */ ({ params: { at: 'i32' } });
  const copy = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Operand} */ target,
    /** @type {(i: number) => Expression} */ digits,
  ) => {
    for (let i = 0; i < rowLength; i++) storeRow(f, target)(i, digits(i));
  };
  return {
    begin: m.func('begin_product', {}, (f) => copy(f, product, loadRow(rows.one))),
    keep: m.func('keep_z', at, (f, { at: before }) => {
      const own = f.local('own', 'i32', i32.add(before, rowBytes));
      copy(f, before, loadRow(product));
      copy(f, own, twice(Z, 1));
      f.comment('times 1, since an operand must be a product');
      f.emit(multiply.call(own, own, rows.one), multiply.call(product, product, own));
    }),
    invert: m.func('invert_product', {}, (f) => f.emit(field.invertBoth.call(product, product))),
    restore: m.func('restore_z', at, (f, { at: before }) => {
      f.emit(multiply.call(I, product, before));
      f.emit(multiply.call(product, product, i32.add(before, rowBytes)));
    }),
  };
}

/**
 * From the last entry to the first: makes each affine, then sets I to 1/Z of the entry before.
 * @param {ModuleBuilder} m
 * @param {FmaJacobian} jacobian
 * @param {TableRows} table
 */
function emitDescend(m, { field, layout, normalise }, { entry, I, load }) {
  const [ID, II] = [field.reserveRow(), field.reserveRow()];
  const params = /** @type {const} */ ({ table: 'i32', record: 'i32', ratios: 'i32' });
  const doc = 'ratios: end of the ratios, of which there is one less than entries.';
  return m.func('descend_odd_multiples', { params, doc }, (f, { table, record, ratios }) => {
    f.block((done) => {
      f.loop((next) => {
        load(f, record);
        f.set(ratios, i32.sub(ratios, field.rowBytes));
        f.comment('[I², I·d]; for the first entry d is a row that `keep` wrote, which is not used');
        const d = { x: twice(I, 1), y: side(loadRow(I), 1, loadRow(ratios), 0) };
        emitRows(f, field, d, [
          { row: II, digits: (digit) => side(digit, 0, digit, 0) },
          plainly(ID),
        ]);
        f.emit(normalise.call(record, entry, I, II));
        f.brIf(done, i32.eq(record, table));
        for (let i = 0; i < field.rowLength; i++) storeRow(f, I)(i, loadRow(ID)(i));
        f.set(record, i32.sub(record, layout.pointBytes));
        f.br(next);
      });
    });
  });
}
