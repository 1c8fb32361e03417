/**
 * Square roots for any odd prime (Tonelli, Shanks), for fields whose elements are addresses: those
 * of limbs30/ and wide64/ where p ≡ 1 mod 4, and table-root.js has no tables. (Where p ≡ 3 mod 4 a
 * power is the root.)
 *
 * Symbols: p − 1 = 2^s·Q, Q odd; c of order 2^s, a power of the smallest non-square. w =
 * x^((Q−1)/2) gives r = xw and t = xw², of an order that divides 2^s. Invariant: r² = xt; c has
 * order 2^m, and that of t divides 2^(m−1) if x is a square. A step finds the order 2^i of t,
 * multiplies r by b = c^(2^(m−i−1)) and t by b², after which the order of t divides 2^(i−1); until
 * t = 1. At random a root takes about s²/4 products beside the power.
 */

import { i32 } from '../emit/instructions.js';
import { rootOfUnity } from './roots-of-unity.js';
import { emitPower, emitSquareTimes } from './limbs30/power.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField } from './limbs30/index.js' */

/** Of a square root. */
export const SQRT = /** @type {const} */ ({
  params: { z: 'i32', x: 'i32' },
  result: 'i32',
  exported: true,
  doc: '1 and z = a square root of x; 0 if x has none, with z unchanged. x lazy.',
});

/**
 * @param {ModuleBuilder} m
 * @param {CoordinateField} field a prime field
 * @returns {Callable} (z, x) → 1 and z = a square root of x, lazy; 0 if x has none, with z
 *   unchanged. x lazy
 */
export function emitTonelliShanks(m, field) {
  const { parameters, constants, reserve, multiply, square, copy, isZero, isEqual } = field;
  const { Q, s, root } = rootOfUnity(parameters.p);
  if (Q < 3n) throw new RangeError(`expected p − 1 with an odd factor, got p = ${parameters.p}`);
  const doc = 'z = x^((Q−1)/2) for the odd part Q of p − 1.';
  const power = emitPower(m, 'field_half_power', doc, (Q - 1n) / 2n, field);
  const squareTimes = emitSquareTimes(m, 'field_root', field);
  const one = constants.address('1');
  const order = constants.add('a root of unity of order 2^s', root);
  const [r, t, c, u] = Array.from({ length: 4 }, () => reserve(parameters.slotBytes));
  return m.func('field_sqrt', SQRT, (f, { z, x }) => {
    const [left, i] = [f.local('m', 'i32', s), f.local('i', 'i32')];
    f.if(isZero.call(x), () => {
      f.emit(copy.call(z, x));
      f.return(1);
    });
    f.emit(power.call(t, x), multiply.call(r, t, x), multiply.call(t, t, r));
    f.emit(copy.call(c, order));
    f.block((done) => {
      f.loop((again) => {
        f.brIf(done, isEqual.call(t, one));
        f.comment('t has the order 2^i');
        f.set(i, 1);
        f.emit(square.call(u, t));
        f.block((found) => {
          f.loop((next) => {
            f.brIf(found, isEqual.call(u, one));
            f.set(i, i32.add(i, 1));
            f.if(i32.ge_s(i, left), () => f.return(0));
            f.emit(square.call(u, u));
            f.br(next);
          });
        });
        f.if(i32.ge_s(i, left), () => f.return(0));
        f.set(left, i32.sub(i32.sub(left, i), 1));
        f.if(left, () => f.emit(squareTimes.call(c, c, left)));
        f.set(left, i);
        f.emit(multiply.call(r, r, c), square.call(c, c), multiply.call(t, t, c));
        f.br(again);
      });
    });
    f.emit(copy.call(z, r));
    f.result(1);
  });
}
