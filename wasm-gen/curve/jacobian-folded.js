/**
 * The finite cases of Jacobian doubling and addition for fields that fold whole sums of products
 * and differences at once (field/limbs30/fused.js): every line below is one pass over the limbs,
 * and no other field operation is needed.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local } from '../emit/module.js' */
/** @import { FusedSpec } from '../field/limbs30/fused.js' */
/** @import { CoordinateField } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/** @typedef {(spec: FusedSpec) => Callable} Fused */

/**
 * z = 2x; z may be x.
 * @type {(f: FunctionBuilder, fused: Fused, layout: PointLayout,
 *   places: { z: Local, x: Local, scratch: number[] }) => void}
 */
export function foldedDouble(f, fused, layout, { z, x, scratch: [B, S, M] }) {
  const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
  const squareTimes = (/** @type {number} */ factor) =>
    fused({ products: [{ x: 'x', y: 'x', factor }] });
  const twiceProduct = fused({ products: [{ x: 'x', y: 'y', factor: 2 }] });
  f.comment('B = 2Y²,  S = 2XB,  M = 3X²');
  f.emit(squareTimes(2).call(B, Y), twiceProduct.call(S, X, B), squareTimes(3).call(M, X));
  f.comment("Z' = 2YZ,  X' = M² − 2S,  Y' = M(S − X') − 2B²");
  f.emit(twiceProduct.call(layout.z(z), Y, Z));
  f.emit(fused({ products: [{ x: 'x', y: 'x' }], minus: { s: 2 } }).call(z, M, S));
  const last = fused({
    products: [
      { x: { plus: 's', minus: ['x'] }, y: 'm' },
      { x: { minus: ['b'] }, y: 'b', factor: 2 },
    ],
  });
  f.emit(last.call(layout.y(z), S, z, M, B));
}

/**
 * x = x + q, both finite.
 * @param {FunctionBuilder} f
 * @param {CoordinateField} field
 * @param {Fused} fused
 * @param {PointLayout} layout
 * @param {{ x: Local, q: Local, point: Local, double: Callable, scratch: number[] }} places
 *   `point`: q without its sign
 */
export function foldedAdd(f, { multiply, square, isZero }, fused, layout, places) {
  const { x, q, point, double, scratch } = places;
  const [ZZ, H, HH, J, r, V] = scratch;
  const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
  const productMinus = fused({ products: [{ x: 'x', y: 'y' }], minus: { s: 1 } });
  const minusProductMinus = fused({
    products: [{ x: { minus: ['x'] }, y: 'y' }],
    minus: { s: 1 },
  });
  f.comment('H = x_2·Z² − X,  r = ±y_2·Z³ − Y');
  f.emit(square.call(ZZ, Z), productMinus.call(H, point, ZZ, X));
  f.emit(multiply.call(r, layout.y(point), Z));
  f.if(
    i32.and(q, 1),
    () => f.emit(minusProductMinus.call(r, r, ZZ, Y)),
    () => f.emit(productMinus.call(r, r, ZZ, Y)),
  );
  f.if(isZero.call(H), () => {
    f.if(
      isZero.call(r),
      () => f.emit(double.call(x, x)),
      () => f.emit(layout.setInfinity(x, 1)),
    );
    f.return();
  });
  f.comment("J = H³,  V = XH²;  Z' = ZH,  X' = r² − J − 2V,  Y' = r(V − X') − YJ");
  f.emit(square.call(HH, H), multiply.call(J, H, HH), multiply.call(V, X, HH));
  f.emit(multiply.call(Z, Z, H));
  f.emit(fused({ products: [{ x: 'x', y: 'x' }], minus: { s: 1, t: 2 } }).call(X, r, J, V));
  const last = fused({
    products: [
      { x: { plus: 'v', minus: ['x'] }, y: 'r' },
      { x: { minus: ['y'] }, y: 'j' },
    ],
  });
  f.emit(last.call(Y, V, X, r, Y, J));
}
