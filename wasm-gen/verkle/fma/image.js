/**
 * The endomorphism, applied to the sum in lane 1 of extended.js; its products run pairwise in the
 * two lanes. With
 *   ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)),
 *   n = c(Z² − Y²)   d = TZ   n' = b(Y² + bZ²)   d' = Y² − bZ²
 *   (X' : Y' : T' : Z') = (nd' : n'd : nn' : dd').
 * In the group only d can be 0: for the neutral element and (0, −1), whose image is neutral.
 *
 * In units of p, with |X|, |Y|, |T|, |Z| ≤ 1.75 all products are at most 0.85, so |d'| ≤ 1.7, and
 * the coordinates are at most 0.8: assertRanges of extended.js.
 */

import { f64x2, i64x2 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { alone, side } from '../../curve/fma/lanes.js';
import { emitSumRow } from './rows.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Digits } from '../../field/fma/multiply.js' */
/** @import { Context } from './elements.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ multiply: Callable, multiplyTwo: Callable }} products
 * @param {{ X: number, T: number, Y: number, Z: number }} point rows
 * @returns {Callable}
 */
export function emitImage(m, { field, pairs, config }, { multiply, multiplyTwo }, point) {
  const { rowLength } = field;
  const places = Array.from({ length: 6 }, () => field.reserveRow());
  const [P, Q, AB, W, N, D] = places;
  const [ab, w, n] = [AB, W, N].map((row) => loadRow(row));
  const [T, Y, Z] = [point.T, point.Y, point.Z].map((row) => loadRow(row));
  const [b, c] = [config.endomorphism.b, config.endomorphism.c].map((value) =>
    loadRow(field.element(value)),
  );
  const none = () => f64x2.splat(0);
  const store = (/** @type {FunctionBuilder} */ f, /** @type {Array<[number, Digits]>} */ list) => {
    for (const [target, digits] of list)
      for (let i = 0; i < rowLength; i++) storeRow(f, target)(i, digits(i));
  };
  /** Sets the coordinates in lane 1 to a lane of these rows. */
  const take = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Array<[number, Digits, 0 | 1]>} */ list,
  ) => {
    for (const [row, digits, lane] of list)
      for (let i = 0; i < rowLength; i++)
        storeRow(f, row)(i, i64x2.shuffle(loadRow(row)(i), digits(i), 0, 2 + lane));
  };
  return m.func('extended_image', { doc: 'Replaces the sum in lane 1 by its image.' }, (f) => {
    f.comment('[Y², Z²], [bZ², d]');
    store(f, [
      [P, side(Y, 1, Z, 1)],
      [Q, side(b, 0, T, 1)],
    ]);
    f.emit(multiply.call(AB, P, P));
    store(f, [[P, side(ab, 1, Z, 1)]]);
    f.emit(multiply.call(W, P, Q));
    f.if(pairs.isZero.call(W + 8), () => {
      const [one, zero] = [field.rows.one, field.rows.zero].map((row) => loadRow(row));
      take(f, [
        [point.X, zero, 0],
        [point.T, zero, 0],
        [point.Y, one, 0],
        [point.Z, one, 0],
      ]);
      f.return();
    });
    f.comment('[Z² − Y², Y² + bZ²] to [n, n’]');
    const sums = [
      [1, side(ab, 1, ab, 0)],
      [-1, alone(AB, 0)],
      [1, side(none, 0, w, 0)],
    ];
    emitSumRow(f, field, /** @type {any} */ (sums), P);
    store(f, [[Q, side(c, 0, b, 0)]]);
    f.emit(multiply.call(N, P, Q));
    f.comment('[d’, d]');
    emitSumRow(
      f,
      field,
      [
        [1, side(ab, 0, w, 1)],
        [-1, alone(W, 0)],
      ],
      D,
    );
    store(f, [
      [P, side(n, 0, loadRow(D), 1)],
      [Q, side(n, 1, loadRow(D), 0)],
    ]);
    f.emit(multiplyTwo.call(AB, N, D, W, P, Q));
    take(f, [
      [point.X, ab, 0],
      [point.Y, ab, 1],
      [point.T, w, 0],
      [point.Z, w, 1],
    ]);
  });
}
