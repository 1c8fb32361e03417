/**
 * One point in extended coordinates, its products pairwise in the two lanes. It holds the sum of
 * the two sums of extended.js, and adds entries that only one of them has. Its rows are [X, Y] and
 * [T, Z]. All operations end with
 *   [X, Y] = [E·F, G·H]   [T, Z] = [E·H, G·F].
 * An addition takes the points in lanes 0 and 1 (EFD add-2008-hwcd), or this point and an entry,
 * with Z_1 = 1 and d·x·y from the table:
 *   [A, B] = [X_0·X_1, Y_0·Y_1]   [W, D] = [T_0·T_1, Z_0·Z_1]
 *   [C, U] = [d·W, (X_0 + Y_0)(X_1 + Y_1)]
 *   [E, G] = [U − A − B, D + C]   [H, F] = [B + 5A, D − C]
 */

import { f64, f64x2, i32, i64x2, v128 } from '../../emit/instructions.js';
import { UNIT } from '../../field/fma/columns.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { digitsOf } from '../../field/fma/parameters.js';
import { alone, side } from '../../curve/fma/lanes.js';
import { isAllZero } from '../../curve/points.js';
import { emitSumRow } from './rows.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Digits } from '../../field/fma/multiply.js' */
/** @import { Context } from './elements.js' */

/**
 * A function of the module, without parameters.
 * @typedef {(name: string, doc: string, body: (f: FunctionBuilder) => void) => Callable} Step
 */

/**
 * Rows in memory.
 * @typedef {Record<'X' | 'T' | 'Y' | 'Z' | 'U' | 'x' | 'y' | 'xy' | 't', number>} Rows
 */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Record<'multiply' | 'multiplyTwo' | 'sumU' | 'load', Callable>} steps `sumU`: U = X + Y,
 *   of both lanes; `load`: the rows of two references to entries
 * @param {Rows} rows of two sums, and of an entry: x, y, x + y and −dxy in lane 0
 * @returns {Record<'join' | 'add' | 'addAlone' | 'toDigits' | 'isElement', Callable>} `join`: one
 *   point, of both lanes; `add`: the entry; `addAlone` (reference, lane): without joining;
 *   `toDigits` (target): X, Y, Z; `isElement`, after it: whether Z is not 0
 */
export function emitOnePoint(m, context, steps, rows) {
  const { multiply, multiplyTwo, sumU, load } = steps;
  const { field, config } = context;
  const { rowLength } = field;
  const places = Array.from({ length: 11 }, () => field.reserveRow());
  const [XY, TZ, P, Q, R, S, AB, WD, CU, EG, HF] = places;
  const [xy, tz, ab, wd, cu, hf] = [XY, TZ, AB, WD, CU, HF].map((row) => loadRow(row));
  const [X, T, Y, Z, U, x, y, sum, t] = [
    ...[rows.X, rows.T, rows.Y, rows.Z, rows.U],
    ...[rows.x, rows.y, rows.xy, rows.t],
  ].map((row) => loadRow(row));
  const zero = loadRow(field.rows.zero);
  const d = loadRow(field.element(config.edwards.d));
  const minus = (/** @type {Digits} */ digits) => (/** @type {number} */ i) => f64x2.neg(digits(i));
  const store = (/** @type {FunctionBuilder} */ f, /** @type {Array<[number, Digits]>} */ list) => {
    for (const [target, digits] of list)
      for (let i = 0; i < rowLength; i++) storeRow(f, target)(i, digits(i));
  };
  /** @type {Step} */
  const step = (name, doc, body) => m.func(`extended_${name}`, { doc }, body);

  const finish = step('finish_one', 'The point of E, G and H, F.', (f) => {
    store(f, [[P, side(hf, 1, hf, 0)]]);
    f.emit(multiplyTwo.call(XY, EG, P, TZ, EG, HF));
  });
  const finishSum = step('sum_one', 'The point of A, B, C, U and D.', (f) => {
    const AC = side(minus(ab), 0, cu, 0);
    emitSumRow(
      f,
      field,
      [
        [1, side(cu, 1, wd, 1)],
        [1, AC],
        [-1, alone(AB, 1)],
      ],
      EG,
    );
    emitSumRow(
      f,
      field,
      [
        [1, side(ab, 1, wd, 1)],
        [-1, AC],
        [4, alone(AB, 0)],
      ],
      HF,
    );
    f.emit(finish.call());
  });
  const join = step('join', 'The sum of both lanes.', (f) => {
    f.emit(sumU.call());
    store(f, [
      [P, side(X, 0, Y, 0)],
      [Q, side(X, 1, Y, 1)],
      [R, side(T, 0, Z, 0)],
      [S, side(T, 1, Z, 1)],
    ]);
    f.emit(multiplyTwo.call(AB, P, Q, WD, R, S));
    store(f, [
      [P, side(d, 0, U, 0)],
      [Q, side(wd, 0, U, 1)],
    ]);
    f.emit(multiply.call(CU, P, Q), finishSum.call());
  });
  const add = step('add_one', 'Adds an entry.', (f) => {
    store(f, [
      [P, side(x, 0, y, 0)],
      [R, side(minus(t), 0, sum, 0)],
      [WD, tz],
    ]);
    emitSumRow(
      f,
      field,
      [
        [1, side(tz, 0, xy, 0)],
        [1, side(zero, 0, xy, 1)],
      ],
      S,
    );
    f.emit(multiplyTwo.call(AB, P, XY, CU, R, S), finishSum.call());
  });
  const points = [rows.X, rows.Y, rows.T, rows.Z];
  const addAlone = m.func(
    'extended_add_alone',
    {
      params: { q: 'i32', lane: 'i32' },
      doc: 'Adds an entry to one of two sums, before they are joined. lane: 0 or 8. Takes 0.7 of the time of an addition to both.',
    },
    (f, { q, lane }) => {
      const of = (/** @type {number} */ row, /** @type {number} */ i) =>
        v128.load64_splat(lane, row + 16 * i);
      f.emit(load.call(q, q));
      for (let i = 0; i < rowLength; i++) {
        const [XYi, TZi] = [
          [rows.X, rows.Y],
          [rows.T, rows.Z],
        ].map(([even, odd]) => i64x2.shuffle(of(even, i), of(odd, i), 0, 2));
        storeRow(f, XY)(i, XYi);
        storeRow(f, TZ)(i, TZi);
      }
      f.emit(add.call());
      // Writes whole vectors: a load after a partial store would miss store forwarding and stall.
      const write = (/** @type {boolean} */ isSecond) =>
        points.forEach((row, j) => {
          const [old, sum] = [loadRow(row), loadRow([XY, XY, TZ, TZ][j])];
          const digits = isSecond ? side(old, 0, sum, j % 2) : side(sum, j % 2, old, 1);
          store(f, [[row, digits]]);
        });
      f.if(
        lane,
        () => write(true),
        () => write(false),
      );
    },
  );
  return {
    join,
    add,
    addAlone,
    toDigits: emitToDigits(m, context, { XY, TZ }),
    isElement: emitIsElement(m, context, TZ),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ XY: number, TZ: number }} rows
 */
function emitToDigits(m, { field }, { XY, TZ }) {
  const { rowLength } = field;
  const doc = 'The digits of X, Y, Z as numbers, in Montgomery form: the factor R cancels.';
  return m.func('extended_to_digits', { params: { target: 'i32' }, doc }, (f, { target }) =>
    [XY, XY + 8, TZ + 8].forEach((lane, j) => {
      for (let i = 0; i < rowLength; i++) {
        const digit = f64.load(i32.const(lane), 16 * i);
        f.emit(f64.store(target, digit, 8 * (j * rowLength + i)));
      }
    }),
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {number} TZ row; overwritten by another row of the same value
 */
function emitIsElement(m, { field }, TZ) {
  const { constants, laneToBytes, parameters, rowLength, bytes } = field;
  const { p, w, n } = parameters;
  const digits = digitsOf(p, parameters);
  const unit = constants.float(UNIT);
  const all = field.reserve(bytes);
  return m.func('extended_is_element', { result: 'i32', doc: 'Whether Z is not 0.' }, (f) => {
    const k = f.local('k', 'v128');
    f.comment('less round(value/p)·p, by the top digit; |k| ≤ 2, so digits stay below 2^53');
    const load = loadRow(TZ);
    const perP = constants.float(1 / (Number(p) / 2 ** (w * (n - 1))));
    f.set(k, f64x2.sub(f64x2.relaxed_madd(load(n - 1), perP, unit), unit));
    for (let i = 0; i < rowLength; i++) {
      const rest = f64x2.relaxed_nmadd(k, constants.float(digits[i]), load(i));
      storeRow(f, TZ)(i, rest);
    }
    f.emit(laneToBytes.call(all, TZ + 8));
    f.result(i32.eqz(isAllZero(i32.const(all), bytes)));
  });
}
