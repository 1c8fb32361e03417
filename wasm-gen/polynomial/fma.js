/**
 * The steps of ./lists.js on the two-lane `fma` field kernel: a row is two neighbouring elements in
 * Montgomery form, *spread*: normalised, |value| ≤ 1.01p.
 *
 * Sums of two are centred: k = round(value/p) clamped to ±1 leaves max(0.51p, |value| − p). The
 * estimate of k comes from the top digits alone, which lack less than 4 of p's top digit of 2^43
 * and more: 2^−41. So a sum with a product, which is at most 0.79p, or 0.82p of a difference,
 * cannot grow: it is at most max(0.51, v + 0.79 − 1)p for a term of vp. A sum of two values of at
 * most p doubles the share by which p is exceeded: a transform backward of up to 2^22 elements
 * leaves |value| ≤ (1 + 2^−19)p, below the 1.01p of `spread`. Forward: fma-butterflies.js.
 */

import { f64x2, i32, v128 } from '../emit/instructions.js';
import { emitFmaField, loadRow, storeRow } from '../field/fma/index.js';
import { emitCentredSum } from '../field/fma/sum.js';
import { emitButterflies } from './fma-butterflies.js';
import { constantRow, sideBySide, stepsOf, storeSideBySide } from './fma-rows.js';
import { emitRowFromBytes, emitRowToBytes } from './row-bytes.js';

/** @import { ModuleBuilder } from '../emit/module.js' */
/** @import { FmaPrimeField } from '../field/fma/index.js' */
/** @import { Steps } from './lists.js' */

/** Bytes of an encoding. */
const BYTES = 32;

/** Bits of primes: five digits of 52 bits, so that any 32 bytes are below R/16. */
const [FEWEST_BITS, MOST_BITS] = [252, 255];

/**
 * @param {ModuleBuilder} m
 * @param {bigint} order
 * @param {{ reserve: (bytes: number) => number, debug: boolean }} options
 * @returns {Steps & { field: FmaPrimeField }}
 */
export function emitFmaSteps(m, order, { reserve, debug }) {
  const bits = order.toString(2).length;
  if (bits < FEWEST_BITS || bits > MOST_BITS)
    throw new RangeError(
      `lists in two lanes: expected a prime of ${FEWEST_BITS} to ${MOST_BITS} bits, got ${bits}`,
    );
  const field = emitFmaField(m, order, { reserve, debug, form: 'montgomery' });
  const { rowBytes, rowLength, multiply, rows } = field;
  const step = stepsOf(m);
  const [left, right, third, factor] = [1, 2, 3, 4].map(() => reserve(rowBytes));
  const sum = step('sum', ['z', 'x', 'y'], (f, { z, x, y }) => {
    const terms = /** @type {const} */ ([
      [1, loadRow(x)],
      [1, loadRow(y)],
    ]);
    emitCentredSum(f, field, { terms, store: storeRow(f, z) });
    field.checks.row(f, 'z', z, 'spread');
  });
  const scale = step('scale', ['z', 'x', 'c'], (f, { z, x, c }) => {
    field.checks.row(f, 'x', x, 'difference');
    field.emitProduct(f, { x: loadRow(x), y: constantRow(c), store: storeRow(f, z) });
  });
  return {
    field,
    elements: 2,
    rowBytes,
    bytes: BYTES,
    messages: field.checks.messages,
    readRow: m.func(
      'step_read',
      { params: { row: 'i32', first: 'i32', second: 'i32' }, result: 'i32' },
      (f, operands) => emitRowFromBytes(f, field, operands),
    ),
    beginRead: step('begin_read', ['c'], (f, { c }) => {
      const R2 = f.local('R2', 'i32', rows.R2);
      const copyRow = () => {
        for (let i = 0; i < rowLength; i++) storeRow(f, i32.const(factor))(i, loadRow(R2)(i));
      };
      f.if(c, () => f.emit(scale.call(factor, R2, c)), copyRow);
    }),
    // Digits in [0, 2^w) are in the range of a difference.
    finishRow: step('finish', ['row', 'c'], (f, { row }) => {
      f.emit(multiply.call(row, row, factor));
    }),
    writeRow: step('write', ['target', 'row'], (f, { target, row }) => {
      f.emit(multiply.call(left, row, rows.plainOne));
      emitRowToBytes(f, field, { target, row: f.local('integers', 'i32', left) });
    }),
    multiply,
    scale,
    accumulate: step('accumulate', ['z', 'x', 'c'], (f, { z, x, c }) => {
      f.emit(scale.call(left, x, c), sum.call(z, z, left));
    }),
    fold: step('fold', ['z', 'x', 'w'], (f, { z, x, w }) => {
      for (let i = 0; i < rowLength; i++) {
        const [a, b] = sideBySide(f, x, rowBytes, i);
        f.emit(v128.store(left, a, 16 * i), v128.store(right, b, 16 * i));
        f.emit(v128.store(third, f64x2.sub(a, b), 16 * i));
      }
      f.emit(multiply.call(third, third, w), sum.call(left, left, right));
      f.emit(sum.call(z, left, third));
    }),
    split: step('split', ['z', 'd', 't', 'c'], (f, { z, d, t, c }) => {
      for (let i = 0; i < rowLength; i++) {
        const [a, b] = [v128.load64_splat(c, 16 * i), v128.load(t, 16 * i)];
        f.emit(v128.store(left, f64x2.add(a, b), 16 * i));
        f.emit(v128.store(right, f64x2.sub(a, b), 16 * i));
      }
      f.emit(multiply.call(left, left, d), multiply.call(right, right, d));
      for (let i = 0; i < rowLength; i++) {
        storeSideBySide(f, z, rowBytes, i, v128.load(left, 16 * i), v128.load(right, 16 * i));
      }
    }),
    quotient: step('quotient', ['z', 'x', 'd', 'c'], (f, { z, x, d, c }) => {
      for (let i = 0; i < rowLength; i++) {
        const digit = f64x2.sub(v128.load64_splat(c, 16 * i), v128.load(x, 16 * i));
        f.emit(v128.store(left, digit, 16 * i));
      }
      f.emit(multiply.call(z, left, d));
    }),
    ...emitButterflies({ m, field, scale, reserve }),
  };
}
