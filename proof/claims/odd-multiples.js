/**
 * Parts of tables of odd multiples: 2(x, y) and (x, y) itself with one Z, and the product of all Z,
 * which is inverted once. These are in memory of the module. Entries follow each other as sums with
 * the double in co-Z coordinates (Meloni, WAIFI 2007); the last Z, and the ratios d of each to the
 * one before, make all affine, from the last to the first.
 */
import { claimsIn } from './notation.js';
import { pointReader, pointVocabulary } from './points.js';

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

/** (X1, Y1) and (X2, Y2) of one Z: the first for Z·d, and the sum. */
const CO_Z = (() => {
  const d = '(X1 - X2)';
  const [W1, W2, e] = [`X1*${d}^2`, `X2*${d}^2`, '(Y1 - Y2)'];
  const A = `Y1*(${W1} - ${W2})`;
  const X3 = `${e}^2 - ${W1} - ${W2}`;
  const Y3 = `${e}*(${W1} - (${X3})) - ${A}`;
  return `d = ${d}; X1 = ${W1}; Y1 = ${A}; Z = Z*${d}; X3 = ${X3}; Y3 = ${Y3}`;
})();

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function oddMultipleClaims(field, form) {
  const { slot } = pointVocabulary(field, form.isExtension);
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
      else: x0 = ${S}; y0 = 8*y^4; ${START}; !table is infinite
    climb_odd_multiples(table, point, last, ratios) from 2(x, y) and (x, y), each entry as the \
      sum of the one before and the double
      in point: x, y
      in table: X2, Y2
      in of start_odd_multiples: X1, Y1, Z
      out of start_odd_multiples: X1, Y1, Z
      out ratios: d
      out table+2: X3, Y3
      flags the entry is infinite at table values 0, out the sum is infinite at table+2
      else: ${CO_Z}; !the sum is infinite
      each last of table: table ${2 * slot}, ratios ${slot} \
        carried X1, Y1, Z, X2, Y2, the entry is infinite first ${START}; X2 = ${S}; Y2 = 8*y^4
    descend_odd_multiples(table, entry, ratios) each entry times Z² and Z³, from the last to the \
      first, and Z times the ratio between
      in of start_odd_multiples: Z
      in entry: x, y
      in ratios: d
      out of start_odd_multiples: Z
      out entry: x3, y3
      if goes on: x3 = x*Z^2; y3 = y*Z^3; Z = Z*d
      else: x3 = x*Z^2; y3 = y*Z^3; Z = Z
      each table of entry: entry ${-2 * slot}, ratios ${-slot} \
        carried Z first Z = Z behind ratios nonempty`,
  );
}
