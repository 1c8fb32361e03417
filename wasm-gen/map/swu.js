/**
 * The simplified SWU map (RFC 9380, section 6.6.2) in two halves, so that the maps of one hash
 * share an inversion. Symbols: A, B the coefficients of the isogenous curve, Z a non-square, g(x) =
 * x³ + Ax + B.
 *
 *   v = Z·u², t = v² + v;  x = −B/A·(1 + 1/t);  y a root of g(x), or, if that is no square,
 *   x ← v·x, for which g(v·x) = v³·g(x) = (v·u)²·Z·g(x), so y ← v·u·√(Z·g(x)).
 *   y gets the parity of u.
 *
 * t = 0 is replaced by −Z/(Z + 1), for which x is B/(Z·A), as the RFC demands.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { HashedCurve } from './index.js' */

/**
 * A map under way is three elements: u, v, t.
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {HashedCurve} curve
 * @param {{ root: Callable, isOdd: Callable }} operations
 * @returns {{ begin: Callable, finish: Callable, stateBytes: number, t: number }} `begin` (state):
 *   u to v and t; `finish` (point, state): the affine point, from 1/t in place of t. `t`: its
 *   offset
 */
export function emitSwu(m, field, layout, { field: reference, hashing }, { root, isOdd }) {
  const { a: A, b: B, z: Z } = hashing;
  const { multiply, square, add, negate, copy, isZero, constants, reserve } = field;
  const { slotBytes } = layout;
  const inverse = (/** @type {any} */ element) => reference.invert(element);
  const places = {
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
  const v = (/** @type {any} */ state) => i32.add(state, slotBytes);
  const t = (/** @type {any} */ state) => i32.add(state, 2 * slotBytes);
  const right = reserve(slotBytes);
  const begin = m.func('swu_begin', { params: { state: 'i32' } }, (f, { state }) => {
    f.emit(square.call(v(state), state), multiply.call(v(state), v(state), places.Z));
    f.emit(square.call(t(state), v(state)), add.call(t(state), t(state), v(state)));
    f.if(isZero.call(t(state)), () => f.emit(copy.call(t(state), places.exceptional)));
  });
  const params = /** @type {const} */ ({ point: 'i32', state: 'i32' });
  const finish = m.func('swu_finish', { params }, (f, { point, state }) => {
    const y = layout.y(point);
    f.emit(add.call(point, t(state), places.one), multiply.call(point, point, places.quotient));
    f.comment('g(x) = (x² + A)·x + B');
    f.emit(square.call(right, point), add.call(right, right, places.A));
    f.emit(multiply.call(right, right, point), add.call(right, right, places.B));
    f.if(i32.eqz(root.call(y, right)), () => {
      f.emit(multiply.call(point, point, v(state)));
      f.emit(multiply.call(y, y, v(state)), multiply.call(y, y, state));
    });
    f.if(i32.ne(isOdd.call(y), isOdd.call(state)), () => f.emit(negate.call(y, y)));
    f.emit(layout.setInfinity(point, 0));
  });
  return { begin, finish, stateBytes: 3 * slotBytes, t: 2 * slotBytes };
}
