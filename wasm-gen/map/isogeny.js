/** The isogeny from y² = x³ + Ax + B to the curve: an affine point to a Jacobian one. */

import { i32 } from '../emit/instructions.js';
import { isogenyPolynomials } from './polynomials.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { HashedCurve } from './index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {HashedCurve} curve
 * @returns {Callable} (z, x): z = the image of x, which may be infinity; the x of a kernel point
 *   gives infinity
 */
export function emitIsogeny(m, field, layout, { field: reference, hashing }) {
  const { N, M, D } = isogenyPolynomials({ field: reference, ...hashing });
  const evaluate = emitHorner(m, field, layout);
  const place = (/** @type {string} */ name, /** @type {any[]} */ coefficients) =>
    coefficientTable(field, layout, name, coefficients);
  const [n, mm, d] = [place('N', N), place('M', M), place('D', D)];
  const divisor = field.constants.add('divisor', reference.scale(reference.one, hashing.divisor));
  const doc = 'z = the image of the affine point x, a Jacobian point: (N, y·M, d·D).';
  return m.func('isogeny', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    f.if(layout.isInfinity(x), () => {
      f.emit(layout.setInfinity(z, 1));
      f.return();
    });
    const [Y, Z] = [layout.y(z), layout.z(z)];
    f.emit(evaluate.call(z, x, n.first, n.last), evaluate.call(Y, x, mm.first, mm.last));
    f.emit(field.multiply.call(Y, Y, layout.y(x)));
    f.emit(evaluate.call(Z, x, d.first, d.last), field.multiply.call(Z, Z, divisor));
    f.emit(layout.setInfinity(z, field.isZero.call(Z)));
  });
}

/**
 * The coefficients of a monic polynomial in memory, from the second highest down.
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {string} name
 * @param {any[]} coefficients from the constant one
 */
function coefficientTable(field, { slotBytes }, name, coefficients) {
  const addresses = coefficients
    .slice(0, -1)
    .map((coefficient, i) => ({ coefficient, i }))
    .reverse()
    .map(({ coefficient, i }) => field.constants.add(`${name}, degree ${i}`, coefficient));
  addresses.forEach((address, i) => {
    if (address !== addresses[0] + i * slotBytes)
      throw new RangeError(`${name}: expected coefficients back to back`);
  });
  return { first: addresses[0], last: addresses[addresses.length - 1] };
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
function emitHorner(m, field, { slotBytes }) {
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', at: 'i32', last: 'i32' });
  const doc = 'z = the monic polynomial with coefficients at … last, at x. z is not x.';
  return m.func('evaluate', { params, doc }, (f, { z, x, at, last }) => {
    f.emit(field.add.call(z, x, at));
    f.block((done) => {
      f.loop((again) => {
        f.brIf(done, i32.eq(at, last));
        f.set(at, i32.add(at, slotBytes));
        f.emit(field.multiply.call(z, z, x), field.add.call(z, z, at));
        f.br(again);
      });
    });
  });
}
