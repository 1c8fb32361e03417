/**
 * Lines of Miller's loop, for a curve y² = x³ + b over Fp² that is a twist of the curve of G1.
 *
 * The line through T with slope λ, at P, divided by y_P (in Fp, which the final exponentiation
 * removes, like any factor in Fp²): with u = −x_P/y_P and v = 1/y_P,
 *   l_0 = (λ·x_T − y_T)·v,  l_1 = λ·u,  l_2 = 1,
 * the coefficients of l_0 + l_1·w² + l_2·w³ for a twist of type M, which is w³ times the line, and
 * of l_2 + l_1·w + l_0·w³ for type D.
 * A point P is stored as u, v; a line before P as (λ·x_T − y_T, λ), 4 multiplications in Fp a step.
 *
 * Affine steps compute λ with an inversion that many points share (3 multiplications in Fp² each).
 * Projective steps avoid it, at l_2 ≠ 1: T = (X : Y : Z), x = X/Z, y = Y/Z. (Costello, Lange,
 * Naehrig, ePrint 2009/615; Aranha et al., ePrint 2010/526; here all halvings are removed by a
 * factor 4 of T.)
 *   double:  A = XY, B = Y², C = Z², H = (Y + Z)² − B − C = 2YZ, E = 3bC, J = X²;
 *            X' = 2A(B − 3E), Y' = (B + 3E)² − 12E², Z' = 4BH; the line times H: (B − E, 3J, H)
 *   add Q = (x, y):  N = Y − yZ, D = X − xZ, F = D²·D, V = D²·X, W = F − 2V + N²·Z;
 *            X' = D·W, Y' = N(V − W) − F·Y, Z' = F·Z; the line times D: (N·x − D·y, N, D)
 */

import { i32 } from '../emit/instructions.js';
import { emitBatchInverse } from '../field/limbs30/batch-inverse.js';
import { emitLineProducts } from './line-products.js';
import { elementsOf, integer } from './tower.js';
import { STEPS_PARAMS, emitSchedule } from './schedule.js';

/** @import { ModuleBuilder } from '../emit/module.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */
/** @import { Tower } from './tower.js' */

/** @typedef {ReturnType<typeof emitLines>} Lines */

/** Elements of Fp² in a record: u, v of P; x, y of Q; T. */
export const RECORD = { P: 0, Q: 2, T: 4, affine: 6, projective: 7 };

const [ONE, TWO, THREE, MINUS] = [1, 2, 3, -1].map(integer);

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 * @param {Tower} tower
 */
export function emitLines(m, field, config, tower) {
  const line = elementsOf(field).reserveElements(3)[0];
  const projective = emitProjectiveSteps(m, field, config, line);
  const affine = emitAffineSteps(m, field, config.isPlain);
  const plain = { ...projective, steps: affine.steps };
  return {
    line,
    ...projective,
    ...affine,
    ...(config.isPlain ? null : { schedule: emitSchedule(m, field, config, RECORD, plain) }),
    ...emitLineProducts(m, field, config, tower, line),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 * @param {number} line receives l_0, l_1, l_2
 */
function emitProjectiveSteps(m, field, { b }, line) {
  const { multiply, square, sum, squarable, looseSum, scale } = field;
  const { at, reserveElements } = elementsOf(field);
  const [A, B, C, H, E, J, s, t] = reserveElements(8);
  const [l0, l1, l2] = [0, 1, 2].map((i) => at(line, i));
  const timesB = emitTimesB(m, field, b);
  const places = (/** @type {any} */ record) => ({
    u: at(record, RECORD.P),
    v: at(record, RECORD.P + 1),
    x: at(record, RECORD.Q),
    y: at(record, RECORD.Q + 1),
    X: at(record, RECORD.T),
    Y: at(record, RECORD.T + 1),
    Z: at(record, RECORD.T + 2),
  });
  const params = /** @type {const} */ ({ record: 'i32' });
  const double = m.func(
    'tower_double_step',
    { params, doc: 'T = 2T, and its line at P.' },
    (f, { record }) => {
      const { u, v, X, Y, Z } = places(record);
      f.emit(multiply.call(A, X, Y), square.call(B, Y), square.call(C, Z), square.call(J, X));
      f.emit(squarable.call(H, Y, Z), square.call(H, H));
      f.emit(sum([ONE, MINUS, MINUS]).call(H, H, B, C));
      f.emit(timesB.call(E, C), sum([THREE]).call(E, E));
      f.emit(sum([ONE, MINUS]).call(s, B, E), scale.call(l0, s, v));
      f.emit(sum([THREE]).call(s, J), scale.call(l1, s, u), field.copy.call(l2, H));
      f.emit(sum([ONE, integer(-3)]).call(s, B, E), looseSum.call(t, A, A));
      f.emit(multiply.call(X, t, s));
      f.emit(sum([ONE, THREE]).call(s, B, E), square.call(s, s));
      f.emit(sum([TWO]).call(t, E), square.call(t, t));
      f.emit(sum([ONE, integer(-3)]).call(Y, s, t));
      f.emit(multiply.call(s, B, H), sum([integer(4)]).call(Z, s));
    },
  );
  const add = m.func(
    'tower_add_step',
    { params, doc: 'T = T + Q, and its line at P. T ≠ ±Q.' },
    (f, { record }) => {
      const { u, v, x, y, X, Y, Z } = places(record);
      const [N, D, F, V, W] = [A, B, C, H, E];
      f.emit(multiply.call(s, y, Z), sum([ONE, MINUS]).call(N, Y, s));
      f.emit(multiply.call(s, x, Z), sum([ONE, MINUS]).call(D, X, s));
      f.emit(multiply.call(s, N, x), multiply.call(t, D, y), sum([ONE, MINUS]).call(s, s, t));
      f.emit(scale.call(l0, s, v), scale.call(l1, N, u), field.copy.call(l2, D));
      f.emit(square.call(s, D), multiply.call(F, s, D), multiply.call(V, s, X));
      f.emit(square.call(s, N), multiply.call(s, s, Z));
      f.emit(sum([ONE, integer(-2), ONE]).call(W, F, V, s), multiply.call(X, D, W));
      f.emit(sum([ONE, MINUS]).call(s, V, W), multiply.call(s, s, N));
      f.emit(multiply.call(t, F, Y), sum([ONE, MINUS]).call(Y, s, t));
      f.emit(multiply.call(Z, Z, F));
    },
  );
  return { double, add };
}

/** The largest coefficient of a small b. */
const SMALL = 4n;

/**
 * z = b·x: a sum if b is small.
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} b
 */
function emitTimesB(m, field, b) {
  if (b.c0 <= SMALL && b.c1 <= SMALL) return field.sum([b]);
  const constant = field.constant(b);
  return m.func('tower_times_b', { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) =>
    f.emit(field.multiply.call(z, x, constant)),
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {boolean} isPlain whether these are all kinds of steps
 */
function emitAffineSteps(m, field, isPlain) {
  const { multiply, square, sum, copy, elementBytes, constant } = field;
  const { at, reserveElements } = elementsOf(field);
  const one = constant({ c0: 1n, c1: 0n });
  const batchInverse = emitBatchInverse(
    m,
    {
      parameters: { slotBytes: elementBytes },
      ...{ multiply, copy, inverse: field.inverse, reserve: field.reserve },
      constants: { address: () => one },
    },
    'pairing_batch_inverse',
  );
  const [s, t, x3] = reserveElements(3);
  const steps = m.func(
    isPlain ? 'pairing_steps' : 'tower_steps',
    {
      params: STEPS_PARAMS,
      exported: isPlain,
      doc: [
        'T = 2T, or T + Q if `adds`, for count ≥ 1 affine records, and their lines (λ·x − y, λ), `stride` bytes apart.',
        'work: 2·count elements of Fp². If a T is ±Q or of order 2, all results are meaningless.',
      ].join('\n'),
    },
    (f, { lines, stride, records, count, work, adds }) => {
      const inverses = f.local('inverses', 'i32', i32.add(work, i32.mul(count, elementBytes)));
      const [left, record] = [f.local('left', 'i32'), f.local('record', 'i32')];
      const [X, Y] = [0, 1].map((i) => at(record, RECORD.T + i));
      const [x, y] = [0, 1].map((i) => at(record, RECORD.Q + i));
      const at1 = f.local('at', 'i32', work);
      const each = (/** @type {() => void} */ body) => {
        f.set(record, records);
        f.set(left, count);
        f.loop((again) => {
          body();
          f.set(record, i32.add(record, RECORD.affine * elementBytes));
          f.brIf(again, f.tee(left, i32.sub(left, 1)));
        });
      };
      each(() => {
        f.if(
          adds,
          () => f.emit(sum([ONE, MINUS]).call(at1, X, x)),
          () => f.emit(sum([TWO]).call(at1, Y)),
        );
        f.set(at1, i32.add(at1, elementBytes));
      });
      f.emit(batchInverse.call(inverses, work, count));
      f.set(at1, inverses);
      each(() => {
        const slope = f.local('slope', 'i32', i32.add(lines, elementBytes));
        f.if(
          adds,
          () => f.emit(sum([ONE, MINUS]).call(s, Y, y), sum([ONE, ONE]).call(x3, X, x)),
          () => {
            f.emit(square.call(s, X), sum([THREE]).call(s, s), sum([TWO]).call(x3, X));
          },
        );
        f.emit(multiply.call(slope, s, at1), square.call(t, slope));
        f.emit(multiply.call(s, slope, X), sum([ONE, MINUS]).call(lines, s, Y));
        f.emit(sum([ONE, MINUS]).call(X, t, x3), multiply.call(s, slope, X));
        f.emit(sum([ONE, MINUS]).call(Y, lines, s));
        f.set(at1, i32.add(at1, elementBytes));
        f.set(lines, i32.add(lines, stride));
      });
    },
  );
  return { batchInverse, steps };
}
