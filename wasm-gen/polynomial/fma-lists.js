/**
 * The steps of ./field-lists.js on the two-lane `fma` field kernel, in addition to those of
 * ./fma.js. Stored values are *spread*, at most (1 + 2^−21)p: see there. A sum of two is centred
 * twice, so that what is stored is at most 0.52p, however often results are added again.
 */

import { f64, i32, i64x2, v128 } from '../emit/instructions.js';
import { loadRow, storeRow } from '../field/fma/index.js';
import { emitCentredSum } from '../field/fma/sum.js';
import { stepsOf } from './fma-rows.js';
import { emitFmaSteps } from './fma.js';
import { emitDigitsOfBytes, emitRowToBytesLE } from './row-bytes.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { FmaPrimeField } from '../field/fma/index.js' */
/** @import { Digits } from '../field/fma/multiply.js' */
/** @import { FieldSteps } from './field-lists.js' */

/**
 * @type {(m: ModuleBuilder, order: bigint,
 *   options: { reserve: (bytes: number) => number, debug: boolean }) => FieldSteps}
 */
export function emitFmaFieldSteps(m, order, { reserve, debug }) {
  const steps = emitFmaSteps(m, order, { reserve, debug });
  const { field, rowBytes } = steps;
  const { multiply, rows, rowLength } = field;
  const step = stepsOf(m);
  const [left, right, total, factor] = [1, 2, 3, 4].map(() => reserve(rowBytes));
  const zero = rows.zero;
  const plus = step('plus', ['z', 'x', 'y'], (f, { z, x, y }) => {
    emitCentredTwice(f, field, { x: loadRow(x), sign: 1, y: loadRow(y), z });
  });
  /** @type {(f: FunctionBuilder, row: Local) => void} */
  const addLanes = (f, row) => {
    for (let i = 0; i < rowLength; i++) {
      const digit = f.local('digit', 'v128', v128.load(row, 16 * i));
      f.emit(v128.store(right, i64x2.shuffle(digit, digit, 1, 0), 16 * i));
    }
    f.emit(plus.call(row, row, right));
  };
  return {
    ...steps,
    add: plus,
    subtract: step('minus', ['z', 'x', 'y'], (f, { z, x, y }) => {
      emitCentredTwice(f, field, { x: loadRow(x), sign: -1, y: loadRow(y), z });
    }),
    // |product| ≤ 0.79p, so that z stays where it is.
    dot: step('dot', ['z', 'x', 'y'], (f, { z, x, y }) => {
      f.emit(multiply.call(left, x, y));
      emitCentred(f, field, { x: loadRow(z), y: loadRow(left), z });
    }),
    beginReadLE: step('begin_read_le', ['c'], (f, { c }) => {
      f.if(
        c,
        () => emitTimesConstant(f, field, { z: factor, x: rows.R2, c }),
        () => emitCopy(f, rowLength, factor, rows.R2),
      );
    }),
    // Any 256 bits are below R/16: that times a centred factor, divided by R, is at most 0.04p,
    // beside the 0.75p of every product.
    readRowLE: step('read_le', ['row', 'first', 'second'], (f, { row, first, second }) => {
      emitDigitsOfBytes(f, field, { first, second }, storeRow(f, row));
      const y = f.local('by', 'i32', factor);
      field.emitProduct(f, { x: loadRow(row), y: loadRow(y), store: storeRow(f, row) });
    }),
    beginWriteLE: step('begin_write_le', ['c'], (f, { c }) => {
      f.if(
        c,
        () => emitTimesConstant(f, field, { z: factor, x: rows.plainOne, c }),
        () => emitCopy(f, rowLength, factor, rows.plainOne),
      );
    }),
    writeRowLE: step('write_le', ['target', 'row'], (f, { target, row }) => {
      f.emit(multiply.call(left, row, factor));
      emitRowToBytesLE(f, field, { target, row: f.local('integers', 'i32', left) });
    }),
    // Two terms at a time; a last one has zero beside it.
    sparse: m.func(
      'step_sparse',
      {
        params: { z: 'i32', index: 'i32', entry: 'i32', end: 'i32', values: 'i32', w: 'i32' },
      },
      (f, { z, index, entry, end, values, w }) => {
        const sum = f.local('sum', 'i32', total);
        const own = f.local('own', 'i32', elementOf(steps, z, index));
        // Beside nothing.
        const blank = f.local('blank', 'i32', zero);
        for (let i = 0; i < rowLength; i++) {
          f.emit(v128.store(sum, sideBySide(own, blank, i), 16 * i));
        }
        const pair = /** @type {const} */ (['first', 'second']).map((name, k) => ({
          x: f.local(`${name}_x`, 'i32'),
          y: f.local(`${name}_y`, 'i32'),
          at: 8 * k,
        }));
        const load = (/** @type {typeof pair[number]} */ { x, y, at }) => {
          f.set(x, elementOf(steps, w, i32.load(entry, at)));
          f.set(y, elementOf(steps, values, i32.load(entry, at + 4)));
        };
        f.block((done) => {
          f.brIf(done, i32.ge_u(entry, end));
          f.loop((again) => {
            load(pair[0]);
            f.if(
              i32.lt_u(i32.add(entry, 8), end),
              () => load(pair[1]),
              () => {
                for (const local of [pair[1].x, pair[1].y]) f.set(local, zero);
              },
            );
            for (let i = 0; i < rowLength; i++) {
              f.emit(v128.store(left, sideBySide(pair[0].x, pair[1].x, i), 16 * i));
              f.emit(v128.store(right, sideBySide(pair[0].y, pair[1].y, i), 16 * i));
            }
            f.emit(multiply.call(left, left, right));
            const term = f.local('term', 'i32', left);
            emitCentred(f, field, { x: loadRow(sum), y: loadRow(term), z: sum });
            f.brIf(again, i32.lt_u(f.tee(entry, i32.add(entry, 16)), end));
          });
        });
        addLanes(f, sum);
        for (let i = 0; i < rowLength; i++) {
          f.emit(f64.store(own, f64.load(sum, 16 * i), 16 * i));
        }
      },
    ),
    shift: step('shift', ['z', 'x'], (f, { z, x }) => {
      for (let i = 0; i < rowLength; i++) {
        const [a, b] = [v128.load(x, 16 * i), v128.load(x, rowBytes + 16 * i)];
        f.emit(v128.store(z, i64x2.shuffle(a, b, 1, 2), 16 * i));
      }
    }),
    swap: step('swap', ['list', 'm', 'r', 'half'], (f, { list, m: at, r, half }) => {
      const address = (/** @type {Local} */ row) => i32.add(list, i32.mul(row, rowBytes));
      const low = f.local('low', 'i32', address(at));
      const other = f.local('other', 'i32', address(r));
      const distance = f.local('distance', 'i32', i32.mul(half, rowBytes));
      const [high, otherHigh] = [
        f.local('high', 'i32', i32.add(low, distance)),
        f.local('other_high', 'i32', i32.add(other, distance)),
      ];
      const four = [low, high, other, otherHigh].map((row, k) =>
        Array.from({ length: rowLength }, (_, i) =>
          f.local(`row${k}_`, 'v128', v128.load(row, 16 * i)),
        ),
      );
      const crossing = [
        [other, 0, 0],
        [otherHigh, 0, 1],
        [low, 2, 0],
        [high, 2, 1],
      ];
      for (const [row, from, lane] of /** @type {Array<[Local, number, number]>} */ (crossing)) {
        for (let i = 0; i < rowLength; i++) {
          const lanes = i64x2.shuffle(four[from][i], four[from + 1][i], lane, 2 + lane);
          f.emit(v128.store(row, lanes, 16 * i));
        }
      }
    }),
  };
}

/**
 * z = x + y, for |x| ≤ 0.52p and |y| ≤ 0.79p, or either that and stored: |z| ≤ 0.53p.
 * @type {(f: FunctionBuilder, field: FmaPrimeField,
 *   operands: { x: Digits, y: Digits, z: Local }) => void}
 */
function emitCentred(f, field, { x, y, z }) {
  const terms = /** @type {const} */ ([
    [1, x],
    [1, y],
  ]);
  emitCentredSum(f, field, { terms, store: storeRow(f, z) });
  field.checks.row(f, 'z', z, 'spread');
}

/**
 * z = x ± y, for stored values: at most 2.02p, less p, less p.
 * @type {(f: FunctionBuilder, field: FmaPrimeField,
 *   operands: { x: Digits, sign: 1 | -1, y: Digits, z: Local }) => void}
 */
function emitCentredTwice(f, field, { x, sign, y, z }) {
  const once = f.localArray('once', 'v128', field.rowLength);
  /** @type {Array<[1 | -1, Digits]>} */
  const terms = [
    [1, x],
    [sign, y],
  ];
  emitCentredSum(f, field, { terms, store: (i, digit) => f.set(once[i], digit) });
  emitCentredSum(f, field, { terms: [[1, (i) => once[i]]], store: storeRow(f, z) });
  field.checks.row(f, 'z', z, 'spread');
}

/**
 * z = c·x for an element c, in both lanes.
 * @type {(f: FunctionBuilder, field: FmaPrimeField,
 *   operands: { z: number, x: number, c: Local }) => void}
 */
function emitTimesConstant(f, field, { z, x, c }) {
  const [row, target] = [f.local('row', 'i32', x), f.local('target', 'i32', z)];
  const y = /** @type {Digits} */ ((i) => v128.load64_splat(c, 16 * i));
  field.emitProduct(f, { x: loadRow(row), y, store: storeRow(f, target) });
}

/** @type {(f: FunctionBuilder, length: number, z: number, x: number) => void} */
function emitCopy(f, length, z, x) {
  const [row, target] = [f.local('row', 'i32', x), f.local('target', 'i32', z)];
  for (let i = 0; i < length; i++) f.emit(v128.store(target, v128.load(row, 16 * i), 16 * i));
}

/** @param {Local} x @param {Local} y @param {number} i a digit of two elements */
const sideBySide = (x, y, i) =>
  i64x2.shuffle(v128.load64_splat(x, 16 * i), v128.load64_splat(y, 16 * i), 0, 2);

/**
 * The address of an element.
 * @param {{ rowBytes: number }} steps
 * @param {Local} list
 * @param {import('../emit/expression.js').Expression | Local} index
 */
function elementOf({ rowBytes }, list, index) {
  const at = /** @type {any} */ (index);
  const row = i32.mul(i32.shr_u(at, 1), rowBytes);
  return i32.add(list, i32.add(row, i32.shl(i32.and(at, 1), 3)));
}
