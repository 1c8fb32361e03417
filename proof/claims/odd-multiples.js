/**
 * Parts of tables of odd multiples: 2(x, y) and (x, y) itself with one Z, and the product of all Z,
 * which is inverted once. These are in memory of the module. Entries follow each other as sums with
 * the double in co-Z coordinates (Meloni, WAIFI 2007); the last Z, and the ratios d of each to the
 * one before, make all affine, from the last to the first.
 */
import { claimsIn } from './notation.js';
import { pointReader } from './points.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const S = '4*x*y^2';
const START = (() => {
  const M = '(3*x^2 + a)';
  const X1 = `(${M}^2 - 2*${S})`;
  return `X1 = ${X1}; Y1 = ${M}*(${S} - ${X1}) - 8*y^4; Z = 2*y`;
})();

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function oddMultipleClaims(field, form) {
  return claimsIn(
    pointReader(field, form, { isDisjoint: true }),
    `
    begin_product()
      out of begin_product: product = one
    invert_product()
      in of begin_product: product
      out of begin_product: product = 1/product
    keep_z(at)
      in of begin_product: product
      in of start_odd_multiples: Z
      out at: kept = product, z = Z
      out of begin_product: product = product*Z
    restore_z(at)
      in of begin_product: product
      in at: kept, z
      out of start_odd_multiples: Z = product*kept
      out of begin_product: product = product*z
    start_odd_multiples(table, point) (X1, Y1, Z) = 2(x, y), and (x, y) for this Z
      in point: x, y
      out table: x0, y0
      out of start_odd_multiples: X1, Y1, Z
      flags out table is infinite
      else: x0 = ${S}; y0 = 8*y^4; ${START}; !table is infinite`,
  );
}
