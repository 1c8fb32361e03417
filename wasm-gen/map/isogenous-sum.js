/** The sum of two affine points of y² = x³ + Ax + B, whose order is odd: no y is zero. */

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {number} A its address
 * @returns {Callable} (z, q): z = z + q; both finite, equal or opposite ones too
 */
export function emitIsogenousSum(m, field, layout, A) {
  const { multiply, square, add, subtract, inverse, isZero, copy, reserve } = field;
  const [numerator, denominator, x] = [1, 2, 3].map(() => reserve(layout.slotBytes));
  const doc = 'z = z + q for finite affine points of the isogenous curve. Complete.';
  return m.func('isogenous_add', { params: { z: 'i32', q: 'i32' }, doc }, (f, { z, q }) => {
    const [y, yq] = [layout.y(z), layout.y(q)];
    f.emit(subtract.call(numerator, yq, y), subtract.call(denominator, q, z));
    f.if(isZero.call(denominator), () => {
      f.if(
        isZero.call(numerator),
        () => {
          f.comment('a tangent: (3x² + A)/2y');
          f.emit(square.call(x, z), add.call(numerator, x, x), add.call(numerator, numerator, x));
          f.emit(add.call(numerator, numerator, A), add.call(denominator, y, y));
        },
        () => {
          f.emit(layout.setInfinity(z, 1));
          f.return();
        },
      );
    });
    f.emit(inverse.call(denominator, denominator));
    f.emit(multiply.call(numerator, numerator, denominator));
    f.emit(square.call(x, numerator), subtract.call(x, x, z), subtract.call(x, x, q));
    f.emit(subtract.call(denominator, z, x), multiply.call(denominator, denominator, numerator));
    f.emit(subtract.call(y, denominator, y), copy.call(z, x), layout.setInfinity(z, 0));
  });
}
