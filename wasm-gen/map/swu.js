/**
 * The simplified SWU map (RFC 9380, section 6.6.2) in parts, so that the maps of one hash share an
 * inversion and the powers of their roots (root.js). Symbols: A, B the coefficients of the
 * isogenous curve, Z a non-square, g(x) = x³ + Ax + B.
 *
 *   v = Z·u², t = v² + v;  x = −B/A·(1 + 1/t);  y a root of g(x), or, if that is no square,
 *   x ← v·x, for which g(v·x) = v³·g(x) = (v·u)²·Z·g(x), so y ← v·u·√(Z·g(x)).
 *   y gets the parity of u.
 *
 * t = 0 is replaced by −Z/(Z + 1), for which x is B/(Z·A), as the RFC demands.
 */

import { i32 } from '../emit/instructions.js';
import { placesOf } from './record.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { HashedCurve } from './index.js' */
/** @import { MapRecord } from './record.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {HashedCurve} curve
 * @param {{ record: MapRecord, isOdd: Callable }} parts
 * @returns {{ begin: Callable, place: Callable, finish: Callable }} `begin` (record): u to v and t;
 *   `place` (point, record): x and g(x), from 1/t in place of t; `finish` (point, record): the
 *   affine point, from the root
 */
export function emitSwu(m, field, layout, { field: reference, hashing }, { record, isOdd }) {
  const { a: A, b: B, z: Z } = hashing;
  const { multiply, square, add, negate, copy, isZero, constants } = field;
  const inverse = (/** @type {any} */ element) => reference.invert(element);
  const constant = {
    Z: constants.add('Z', Z),
    A: constants.add('A', A),
    B: constants.add('B', B),
    one: constants.address('1'),
    quotient: constants.add('−B/A', reference.negate(reference.multiply(B, inverse(A)))),
    exceptional: constants.add(
      't of B/(ZA)',
      reference.negate(reference.multiply(Z, inverse(reference.add(Z, reference.one)))),
    ),
  };
  const begin = m.func('swu_begin', { params: { at: 'i32' } }, (f, { at }) => {
    const { u, v, t } = placesOf(record, at);
    f.emit(square.call(v, u), multiply.call(v, v, constant.Z));
    f.emit(square.call(t, v), add.call(t, t, v));
    f.if(isZero.call(t), () => f.emit(copy.call(t, constant.exceptional)));
  });
  const params = /** @type {const} */ ({ point: 'i32', at: 'i32' });
  const place = m.func('swu_place', { params }, (f, { point, at }) => {
    const { t, value } = placesOf(record, at);
    f.emit(add.call(point, t, constant.one), multiply.call(point, point, constant.quotient));
    f.comment('g(x) = (x² + A)·x + B');
    f.emit(square.call(value, point), add.call(value, value, constant.A));
    f.emit(multiply.call(value, value, point), add.call(value, value, constant.B));
  });
  const finish = m.func('swu_finish', { params }, (f, { point, at }) => {
    const { u, v, root } = placesOf(record, at);
    const y = layout.y(point);
    f.emit(copy.call(y, root));
    f.if(i32.eqz(i32.load(at, record.flag)), () => {
      f.emit(multiply.call(point, point, v));
      f.emit(multiply.call(y, y, v), multiply.call(y, y, u));
    });
    f.if(i32.ne(isOdd.call(y), isOdd.call(u)), () => f.emit(negate.call(y, y)));
    f.emit(layout.setInfinity(point, 0));
  });
  return { begin, place, finish };
}
