/**
 * Tables of odd multiples of a few points, for chains that add from them.
 *
 * Co-Z arithmetic (Meloni, "New Point Addition Formulae for ECC Applications", WAIFI 2007) adds two
 * Jacobian points P = (X_1, Y_1, Z), Q = (X_2, Y_2, Z) with the same Z, and rewrites P for the new
 * Z, by
 *   d = X_1 − X_2, C = d², W_1 = X_1·C, W_2 = X_2·C, A = Y_1·(W_1 − W_2), e = Y_1 − Y_2
 *   X_3 = e² − W_1 − W_2, Y_3 = e·(W_1 − X_3) − A, Z_3 = Z·d; P = (W_1, A, Z_3).
 * With P = 2B throughout and Q = B, 3B, 5B, …: 4M + 2S per entry, and the d are the ratios of
 * successive Z. One inversion of the product of the last Z of all points (Montgomery's trick),
 * followed by the ratios in reverse order, makes all entries affine: 4M + 1S each. d = 0 would mean
 * 2B = ±(2k + 1)B: impossible for a point whose order has no odd factor below 2·rows.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression, Operand } from '../emit/expression.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * The steps of a kernel. `climb` (first entry, point, last entry, ratios) computes entries, each
 * with a different Z, and leaves the ratios and the last Z; `descend` (first entry, last entry, end
 * of the ratios) makes them affine from 1/Z. In between, `begin` sets a product to 1, `keep` writes
 * it and Z to the two places before the ratios and multiplies it by Z; `invert` inverts it, and
 * `restore` extracts 1/Z from it.
 * @typedef {{ ratioBytes: number, pointBytes: number, isInfinity: (point: Operand) => Expression,
 *   setInfinity: (point: Operand) => Expression, begin: Callable, keep: Callable, invert: Callable,
 *   restore: Callable, climb: Callable, descend: Callable }} Steps
 */

/** @type {(m: ModuleBuilder, steps: Steps) => void} */
export function emitOddMultiplesOf(m, steps) {
  const { ratioBytes, pointBytes, isInfinity, setInfinity } = steps;
  m.func(
    'odd_multiples',
    {
      params: { tables: 'i32', points: 'i32', count: 'i32', rows: 'i32', work: 'i32' },
      exported: true,
      doc: [
        'tables[i·rows + k] = (2k + 1)·points[i] for i < count, k < rows, affine. Points: affine, count ≥ 1, infinity or of a prime order',
        'above 2·rows, or twice one. work: rows Jacobian points of free memory for each of them. No two of the three overlap.',
      ].join('\n'),
    },
    (f, { tables, points, count, rows, work }) => {
      const left = f.local('left', 'i32', count);
      const tableBytes = f.local('table_bytes', 'i32', i32.mul(rows, pointBytes));
      const workBytes = f.local('work_bytes', 'i32', i32.mul(i32.add(rows, 1), ratioBytes));
      const at = f.local('at', 'i32');
      const last = () => i32.sub(i32.add(tables, tableBytes), pointBytes);
      const ratios = () => i32.add(work, 2 * ratioBytes);
      f.emit(steps.begin.call());
      f.loop((next) => {
        f.if(
          isInfinity(points),
          () => {
            f.set(at, i32.add(tables, tableBytes));
            f.loop((again) => {
              f.set(at, i32.sub(at, pointBytes));
              f.emit(setInfinity(at));
              f.brIf(again, i32.ne(at, tables));
            });
          },
          () => {
            f.emit(steps.climb.call(tables, points, last(), ratios()), steps.keep.call(work));
          },
        );
        f.set(tables, i32.add(tables, tableBytes));
        f.set(points, i32.add(points, pointBytes));
        f.set(work, i32.add(work, workBytes));
        f.brIf(next, f.tee(left, i32.sub(left, 1)));
      });
      f.emit(steps.invert.call());
      f.loop((next) => {
        f.set(tables, i32.sub(tables, tableBytes));
        f.set(points, i32.sub(points, pointBytes));
        f.set(work, i32.sub(work, workBytes));
        f.if(i32.eqz(isInfinity(points)), () => {
          const end = i32.add(work, workBytes);
          f.emit(steps.restore.call(work), steps.descend.call(tables, last(), end));
        });
        f.brIf(next, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {any} [a] of y² = x³ + ax + b: 0n, or an element that is not 0
 */
export function emitOddMultiples(m, field, layout, a = 0n) {
  const { copy, inverse, multiply, reserve } = field;
  const { slotBytes, pointBytes, isInfinity } = layout;
  const [Z, product] = [reserve(slotBytes), reserve(slotBytes)];
  const begin = m.func('begin_product', {}, (f) => {
    f.emit(copy.call(product, field.constants.address('1')));
  });
  const keep = m.func('keep_z', { params: { at: 'i32' } }, (f, { at }) => {
    f.emit(copy.call(at, product), copy.call(i32.add(at, slotBytes), Z));
    f.emit(multiply.call(product, product, Z));
  });
  const invert = m.func('invert_product', {}, (f) => f.emit(inverse.call(product, product)));
  const restore = m.func('restore_z', { params: { at: 'i32' } }, (f, { at }) => {
    f.emit(multiply.call(Z, product, at));
    f.emit(multiply.call(product, product, i32.add(at, slotBytes)));
  });
  const climb = emitClimb(m, field, layout, { Z, a });
  const descend = emitDescend(m, field, layout, Z);
  const setInfinity = (/** @type {Operand} */ point) => layout.setInfinity(point, 1);
  const places = { ratioBytes: slotBytes, pointBytes, isInfinity, setInfinity };
  emitOddMultiplesOf(m, { ...places, begin, keep, invert, restore, climb, descend });
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ Z: number, a: bigint }} curve `Z`: its address
 */
function emitClimb(m, field, layout, { Z, a }) {
  const { multiply, square, combination, difference, subtract, subtractTwo } = field;
  const { pointBytes, slotBytes } = layout;
  const [X1, Y1, C, W2, e, t] = Array.from({ length: 6 }, () => field.reserve(slotBytes));
  const start = m.func(
    'start_odd_multiples',
    {
      params: { table: 'i32', point: 'i32' },
      doc: 'The double (X_1, Y_1, Z) of the affine point, and the point itself in table[0], for Z = 2y. With B = x²,\nL = y⁴, S = 4xy², M = 3B + a: X_1 = M² − 2S, Y_1 = M(S − X_1) − 8L; the point becomes (S, 8L).',
    },
    (f, { table, point }) => {
      const y = layout.y(point);
      f.emit(square.call(C, y), square.call(W2, C));
      f.emit(multiply.call(t, point, C), combination(4).call(t, t));
      f.emit(square.call(e, point), combination(3).call(e, e));
      if (a !== 0n) f.emit(field.add.call(e, e, field.constants.add('a', a)));
      f.emit(combination(2).call(Z, y));
      f.emit(square.call(X1, e), combination(1, -2).call(X1, X1, t));
      f.emit(combination(8).call(W2, W2));
      f.emit(difference.call(Y1, t, X1), multiply.call(Y1, Y1, e), subtract.call(Y1, Y1, W2));
      f.emit(field.copy.call(table, t), field.copy.call(layout.y(table), W2));
      f.emit(layout.setInfinity(table, 0));
    },
  );
  const params = /** @type {const} */ ({ table: 'i32', point: 'i32', last: 'i32', ratios: 'i32' });
  return m.func('climb_odd_multiples', { params }, (f, { table, point, last, ratios }) => {
    f.emit(start.call(table, point));
    f.block((done) => {
      f.loop((next) => {
        f.brIf(done, i32.eq(table, last));
        const [X2, Y2] = [table, layout.y(table)];
        const target = f.local('target', 'i32', i32.add(table, pointBytes));
        f.emit(subtract.call(ratios, X1, X2), square.call(C, ratios));
        f.emit(multiply.call(W2, X2, C), multiply.call(X1, X1, C));
        f.emit(subtract.call(e, Y1, Y2), square.call(t, e));
        f.emit(subtractTwo.call(target, t, X1, W2));
        f.emit(difference.call(W2, X1, W2), multiply.call(Y1, Y1, W2));
        f.emit(difference.call(t, X1, target), multiply.call(t, t, e));
        f.emit(subtract.call(layout.y(target), t, Y1));
        f.emit(layout.setInfinity(target, 0), multiply.call(Z, Z, ratios));
        f.set(table, target);
        f.set(ratios, i32.add(ratios, slotBytes));
        f.br(next);
      });
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {number} Z
 */
function emitDescend(m, { multiply, square, reserve }, { y, pointBytes, slotBytes }, Z) {
  const C = reserve(slotBytes);
  const params = /** @type {const} */ ({ table: 'i32', entry: 'i32', ratios: 'i32' });
  const doc =
    'Z holds 1/Z of the current entry, from the last to the first. ratios: end of the ratios.';
  return m.func('descend_odd_multiples', { params, doc }, (f, { table, entry, ratios }) => {
    f.block((done) => {
      f.loop((next) => {
        f.emit(square.call(C, Z), multiply.call(entry, entry, C), multiply.call(C, C, Z));
        f.emit(multiply.call(y(entry), y(entry), C));
        f.brIf(done, i32.eq(entry, table));
        f.set(ratios, i32.sub(ratios, slotBytes));
        f.set(entry, i32.sub(entry, pointBytes));
        f.emit(multiply.call(Z, Z, ratios));
        f.br(next);
      });
    });
  });
}
