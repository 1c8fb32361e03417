/**
 * Jacobian points of ./jacobian.js from affine ones and back.
 */

import { i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitRows, plainly, side, twice } from './lanes.js';
import { scatter } from '../../field/fma/records.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { SquaringField } from './equation.js' */
/** @import { Context } from './jacobian.js' */
/** @import { RecordLayout } from './layout.js' */

/**
 * The sign of a reference, as a mask for digits; turns the reference into an address.
 * @type {(f: FunctionBuilder, q: Local) => Local}
 */
export function takeSign(f, q) {
  const sign = f.local('sign', 'v128', i64x2.splat(i64.shl(i64.extend_i32_u(q), 63)));
  f.set(q, i32.and(q, -2));
  return sign;
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitFromAffine(m, { field, layout, accumulator: { z: zRow, zz, stale } }) {
  const one = field.centredElement(1n);
  const doc = 'z = the point of a reference, as a Jacobian point.';
  return m.func(
    'jacobian_from_affine',
    { params: { z: 'i32', q: 'i32' }, exported: true, doc },
    (f, { z, q }) => {
      const sign = takeSign(f, q);
      f.if(layout.isInfinity(q), () => {
        f.emit(layout.setInfinity(z));
        f.return();
      });
      for (let i = 0; i < field.rowLength; i++) {
        const at = layout.digitOffset(i);
        const x = v128.load64_splat(q, at);
        const y = v128.xor(v128.load64_splat(q, layout.coordinateBytes + at), sign);
        storeRow(f, z)(i, i64x2.shuffle(x, y, 0, 2));
        for (const row of [zRow(z), zz(z)]) storeRow(f, row)(i, loadRow(one)(i));
      }
      f.emit(i32.store(z, 0, stale));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ square: Callable, normalise: Callable }} callables
 */
export function emitToAffine(m, { field, layout, accumulator }, { square, normalise }) {
  const [inverse, squared] = [field.reserveRow(), field.reserveRow()];
  const doc = 'z = the affine point of the Jacobian point x: one inversion.';
  return m.func(
    'jacobian_to_affine',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      f.if(layout.isInfinity(x), () => {
        f.emit(layout.setInfinity(z));
        f.return();
      });
      const Z = f.local('Z', 'i32', accumulator.z(x));
      for (let i = 0; i < field.rowLength; i++) storeRow(f, inverse)(i, twice(Z, 1)(i));
      f.comment('times 1, since an inversion takes a product');
      f.emit(field.multiply.call(inverse, inverse, field.rows.one));
      f.emit(field.invertBoth.call(inverse, inverse));
      f.emit(square.call(squared, inverse), normalise.call(z, x, inverse, squared));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {RecordLayout} layout
 */
export function emitNormalise(m, field, layout) {
  const scaled = field.reserveRow();
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', inverse: 'i32', squared: 'i32' });
  const doc =
    'The record z = (X·I², Y·I³), centred, of the row [X, Y], given the rows [–, I] and [I², I²].';
  return m.func('normalise', { params, doc }, (f, { z, x, inverse, squared }) => {
    const product = { x: side(loadRow(x), 0, loadRow(inverse), 1), y: loadRow(squared) };
    emitRows(f, field, product, [plainly(scaled)]);
    field.emitProduct(f, {
      x: side(loadRow(field.rows.one), 0, loadRow(x), 1),
      y: loadRow(scaled),
      minus: [loadRow(field.rows.zero)],
      centre: 1,
      store: scatter(f, field, [z, i32.add(z, layout.coordinateBytes)], 0),
    });
  });
}
