/**
 * Σ k_i·P_i for a few points by one chain of doublings and additions, and the tables it adds from. All of it on one
 * thread of dependent steps: for the single kernel, where one small sum should be there soon.
 *
 * Table of odd multiples (co-Z arithmetic; Meloni, "New Point Addition Formulae for ECC Applications", WAIFI 2007): two
 * Jacobian points P = (X_1, Y_1, Z), Q = (X_2, Y_2, Z) with the same Z add up, and P is rewritten for the new Z, by
 *   d = X_1 − X_2, C = d², W_1 = X_1·C, W_2 = X_2·C, A = Y_1·(W_1 − W_2), e = Y_1 − Y_2
 *   X_3 = e² − W_1 − W_2, Y_3 = e·(W_1 − X_3) − A, Z_3 = Z·d; P = (W_1, A, Z_3).
 * With P = 2B throughout and Q = B, 3B, 5B, …: 4M + 2S an entry, and the d are the ratios of successive Z. One
 * inversion of the last Z, and the ratios backwards, make all entries affine: 4M + 1S each.
 * d = 0 would mean 2B = ±(2k + 1)B: impossible for a point of prime order above 2·count.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression, Operand } from '../emit/expression.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * @param {ModuleBuilder} m
 * @param {(point: Operand) => Expression} setInfinity of a Jacobian point
 * @param {{ double: Callable, addAffine: Callable }} jacobian
 */
export function emitChain(m, setInfinity, { double, addAffine }) {
  m.func(
    'jacobian_chain',
    {
      params: { z: 'i32', references: 'i32', width: 'i32', rows: 'i32', bits: 'i32' },
      exported: true,
      doc: [
        'z = Σ 2^(bits·i)·(sum of the points of row i) as a Jacobian point: `rows` rows of `width` references each, 0 for none.',
        'Sets all references to 0. Complete, as its steps are.',
      ].join('\n'),
    },
    (f, { z, references, width, rows, bits }) => {
      const bit = f.local('bit', 'i32');
      const at = f.local('at', 'i32');
      const end = f.local('end', 'i32');
      const reference = f.local('reference', 'i32');
      f.emit(setInfinity(z));
      f.set(at, i32.add(references, i32.shl(i32.mul(width, rows), 2)));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(at, references));
          f.set(bit, bits);
          f.loop((again) => {
            f.emit(double.call(z, z));
            f.brIf(again, f.tee(bit, i32.sub(bit, 1)));
          });
          f.set(end, i32.sub(at, i32.shl(width, 2)));
          f.loop((more) => {
            f.set(at, i32.sub(at, 4));
            f.set(reference, i32.load(at));
            f.if(reference, () => f.emit(i32.store(at, 0), addAffine.call(z, reference)));
            f.brIf(more, i32.ne(at, end));
          });
          f.br(next);
        });
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
export function emitHasX(m, field, layout) {
  const scratch = field.reserve(layout.slotBytes);
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
      f.emit(field.square.call(scratch, layout.z(point)), field.multiply.call(scratch, scratch, x));
      f.result(field.isEqual.call(scratch, point));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
export function emitOddMultiples(m, field, layout) {
  const { multiply, square, combination, difference, subtract, subtractTwo } = field;
  const [X1, Y1, Z, C, W2, e, t] = Array.from({ length: 7 }, () => field.reserve(layout.slotBytes));
  const start = m.func(
    'start_odd_multiples',
    {
      params: { table: 'i32', point: 'i32' },
      doc: 'The double (X_1, Y_1, Z) of the affine point, and in table[0] the point itself for that Z = 2y. With B = x²,\nL = y⁴, S = 4xy², M = 3B: X_1 = M² − 2S, Y_1 = M(S − X_1) − 8L; the point becomes (S, 8L).',
    },
    (f, { table, point }) => {
      const y = layout.y(point);
      f.emit(square.call(C, y), square.call(W2, C));
      f.emit(multiply.call(t, point, C), combination(4).call(t, t));
      f.emit(square.call(e, point), combination(3).call(e, e));
      f.emit(combination(2).call(Z, y));
      f.emit(square.call(X1, e), combination(1, -2).call(X1, X1, t));
      f.emit(combination(8).call(W2, W2));
      f.emit(difference.call(Y1, t, X1), multiply.call(Y1, Y1, e), subtract.call(Y1, Y1, W2));
      f.emit(field.copy.call(table, t), field.copy.call(layout.y(table), W2));
      f.emit(layout.setInfinity(table, 0));
    },
  );
  const params = /** @type {const} */ ({ table: 'i32', point: 'i32', count: 'i32', ratios: 'i32' });
  m.func(
    'odd_multiples',
    {
      params,
      exported: true,
      doc: [
        'table[k] = (2k + 1)·point for k < count, affine. The point: finite, affine, of a prime order above 2·count. ratios:',
        'count slots of free memory. No two of the three overlap.',
      ].join('\n'),
    },
    (f, { table, point, count, ratios }) => {
      const { pointBytes, slotBytes } = layout;
      const last = f.local('last', 'i32', i32.add(table, i32.mul(i32.sub(count, 1), pointBytes)));
      f.emit(start.call(table, point));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.ge_u(table, last));
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
      f.comment('Z becomes 1/Z of the entry at hand, from the last to the first');
      f.emit(field.inverse.call(Z, Z));
      f.loop((again) => {
        f.emit(square.call(C, Z), multiply.call(table, table, C), multiply.call(C, C, Z));
        f.emit(multiply.call(layout.y(table), layout.y(table), C));
        f.set(count, i32.sub(count, 1));
        f.if(count, () => {
          f.set(ratios, i32.sub(ratios, slotBytes));
          f.set(table, i32.sub(table, pointBytes));
          f.emit(multiply.call(Z, Z, ratios));
        });
        f.brIf(again, count);
      });
    },
  );
}
