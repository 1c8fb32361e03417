/**
 * The finite cases of Jacobian doubling and addition for fields that compute xy + uv in one pass:
 * one reduction less for each, and fewer sums than the formulas of jacobian.js.
 *
 *   2(X, Y, Z):              A = X², B = Y², t = XB;
 *                            X' = 9A² − 8t, Y' = A(12t − 3X') − 8B·B, Z' = 2YZ
 *   (X, Y, Z) + (x_2, y_2):  H = x_2·Z² − X, r = y_2·Z³ − Y, J = H³, V = XH²;
 *                            X' = r² − J − 2V, Y' = r(V − X') − YJ, Z' = ZH
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/** @param {Field} field @returns {Callable} */
function productSumOf({ productSum }) {
  if (!productSum) throw new TypeError('expected a field with sums of products');
  return productSum();
}

/**
 * z = 2x; z may be x.
 * @type {(f: FunctionBuilder, field: Field, layout: PointLayout,
 *   places: { z: Local, x: Local, scratch: number[] }) => void}
 */
export function fusedDouble(f, field, layout, { z, x, scratch: [A, B, t, V, u] }) {
  const { multiply, square, combination, looseSum } = field;
  const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
  f.emit(square.call(B, Y), multiply.call(t, X, B));
  f.emit(looseSum.call(u, Y, Y), multiply.call(layout.z(z), u, Z));
  f.emit(square.call(A, X), square.call(u, A), combination(9, -8).call(z, u, t));
  f.emit(combination(12, -3).call(V, t, z), combination(-8).call(u, B));
  f.emit(productSumOf(field).call(layout.y(z), A, V, u, B));
}

/**
 * x = x + q, both finite.
 * @param {FunctionBuilder} f
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ x: Local, q: Local, point: Local, double: Callable, scratch: number[] }} places
 *   `point`: q without its sign
 */
export function fusedAdd(f, field, layout, places) {
  const { x, q, point, double, scratch } = places;
  const [ZZ, H, HH, J, r, V, t] = scratch;
  const { multiply, square, combination, subtract, difference } = field;
  const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
  f.emit(square.call(ZZ, Z), multiply.call(H, point, ZZ), subtract.call(H, H, X));
  f.emit(multiply.call(r, layout.y(point), Z), multiply.call(r, r, ZZ));
  f.if(
    i32.and(q, 1),
    () => f.emit(combination(-1, -1).call(r, r, Y)),
    () => f.emit(subtract.call(r, r, Y)),
  );
  f.if(field.isZero.call(H), () => {
    f.if(
      field.isZero.call(r),
      () => f.emit(double.call(x, x)),
      () => f.emit(layout.setInfinity(x, 1)),
    );
    f.return();
  });
  f.emit(square.call(HH, H), multiply.call(J, H, HH), multiply.call(V, X, HH));
  f.emit(multiply.call(Z, Z, H));
  f.emit(square.call(t, r), combination(1, -1, -2).call(X, t, J, V));
  f.emit(difference.call(V, V, X), field.looseNegate().call(t, Y));
  f.emit(productSumOf(field).call(Y, V, r, t, J));
}
