/**
 * Jacobian points of fma: (X/Z², Y/Z³) in three rows [X, Y], [u, Z], [v, Z²], u and v being any
 * numbers, and a word that says whether Z² is out of date. A point is infinite if the lowest digit
 * of X is NaN. The steps of a doubling and of an addition leave numbers in rows of the module.
 */
import { digitRanges, within } from './digits.js';
import { shapes } from '../kernel/layouts.js';
import { claimsIn, reader } from './notation.js';
import { AS_AFFINE, DOUBLE, SAME_X, SAME_Y, sumBy } from './points.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Range } from '../kernel/layouts.js'
 * @import { Claims } from './modules.js'
 */

/** Bounds in thousandths of p, of what is no product. Where p is folded, all are products. */
const BOUNDS = {
  ...{ '': 800n, X: 4000n, Y: 2400n, Z: 1600n, u: 5000n, v: 5000n, s: 5000n, t: 5000n, b: 5000n },
  ...{ E: 2400n, D: 1600n, B: 1600n, H: 4800n, R: 3200n },
};

/** By rows of the module: of 2x with E = 3X², B = 2Y², and of p ± q with H, R of the sum. */
const STEPS = `
  loose_square(z, x)
    in x: s, t
    out z: k = s^2, l = t^2
  double_e_b(x)
    in x: X, Y
    in x+1row: u, Z
    out .0: E = 3*X^2, B = 2*Y^2
    out .1: B = 2*Y^2, Z = Z
  double_d_z(x)
    in x: X, Y
    in .0: E, b
    in .1: B, Z
    out x+1row: D = 2*X*B, W = 2*Y*Z
    out .2: E = E, W = 2*Y*Z
  double_x_c(x)
    in x+1row: D, Z
    in .0: E, B
    out .1: X = E^2 - 2*D, C = B^2
  double_y_zz(x)
    in x+1row: D, Z
    in .0: E
    in .0+1lane: z ~Z equals Z
    in .1: X, C
    out x: X = X, Y = E*(D - X) - 2*C
    out x+2row: Y = E*(D - X) - 2*C, k = Z^2
    flags out x is stale at x+3row
    else: !x is stale
  add_h_zzz(x, q)
    in x: X, Y
    in x+1row: u, Z
    in x+2row: v, k
    in q: x, y
    out .0: c = Z*k, H = x*k - X
  add_r_hh(x, q, s?mask)
    in x: X, Y
    in x+1row: u, Z
    in x+2row: v, k
    in q: x, y
    out .0: c = Z*k, H = x*k - X
    out .1: R = signs*y*Z*k - Y, d = (x*k - X)^2
    out .2: R = signs*y*Z*k - Y, H = x*k - X
  add_j_v(x)
    in x: X, Y
    in .0: c, H
    in .1: R, d
    out .2: R = R, e = H*d
    out .3: e = H*d, f = X*d
  add_x_t(x)
    in x: X, Y
    in .0: R, e
    in .1: f, g
    out .2: X = R^2 - f - 2*g, h = Y*e
  add_finish(x)
    in x: X, Y
    in x+1row: u, Z
    in add_r_hh.0: c, H
    in add_r_hh.1: R, d
    in add_r_hh.2: S ~R equals R
    in add_r_hh.2+1lane: G ~H equals H
    out x: X = R^2 - H*d - 2*X*d, Y = R*(X*d - R^2 + H*d + 2*X*d) - Y*H*d
    out x+1row: Y = R*(X*d - R^2 + H*d + 2*X*d) - Y*H*d, Z = Z*H
    flags out x is stale at x+3row
    else: x is stale`;

/** A step's title, and its one case, are its formulas. @param {Claim} claim @returns {Claim} */
function stepOf(claim) {
  const all = claim.outputs.map(({ name, formula }) => /** @type {const} */ ([name, formula]));
  const title = all.map((one) => one.join(' = ')).join(', ');
  const cases = claim.cases?.map((one) => ({ ...one, outputs: new Map(all) }));
  return { ...claim, title, ...(cases && { cases }) };
}

/** @param {string} p */
const pointOf = (p) => `
  in ${p}: X, Y unless ${p} is infinite
  in ${p}+1row: u, Z unless ${p} is infinite
  in ${p}+2row: v unless ${p} is infinite
  in ${p}+2row+1lane: ZZ unless ${p} is infinite | ${p} is stale equals Z^2
  flags ${p} is infinite, ${p} is stale at ${p}+3row unless ${p} is infinite`;
/** @param {string} p @param {string} [Z] its type */
const resultOf = (p, Z = 'Z') => `
  out ${p}: x3 ~X, y3 ~Y
  out ${p}+1row: u3 ~u, z3 ~${Z}
  out ${p}+2row: v3 ~v, zz3`;
/** Of a result, but its coordinates. @param {string} point */
const stale = (point) => `u3 = ?; v3 = ?; !${point} is infinite; ${point} is stale`;
/** @param {string} point @param {string} z of which it has the square */
const fresh = (point, z) =>
  `u3 = ?; v3 = ?; zz3 = (${z})^2; !${point} is infinite; !${point} is stale`;

const POINTS = `
  lane_is_zero(x)
    digits
    in x ~product
    tells x
  lane_is_zero(x)
    digits
    in x ~W
    tells x
  normalise(z, x, inverse, squared) z = (X·S, Y·I·T), centred
    in x: X, Y
    in inverse+1lane: I ~product
    in squared: S ~product, T ~product
    out z: x3 ~x = X*S, y3 ~y = Y*I*T
  double_finite(x) x = 2x, if it is finite
    in x: X, Y
    in x+1row: u, Z
    ${resultOf('x', 'W')}
    flags out x is stale at x+3row
    else: ${DOUBLE}; u3 = ?; v3 = ?; zz3 = (2*Y*Z)^2; !x is stale
  jacobian_double(z, x) z = 2x
    tests
    ${pointOf('x')}
    ${resultOf('z')}
    flags out z is infinite, out z is stale at z+3row unless z is infinite
    if x is infinite: z is infinite
    if Y*Z = 0: z is infinite
    else: ${DOUBLE}; ${fresh('z', '2*Y*Z')}
  jacobian_from_affine(z, ±q) z = ±q
    in q: x, y unless q is infinite
    ${resultOf('z')}
    flags q is infinite, out z is infinite, out z is stale at z+3row unless z is infinite
    if q is infinite: z is infinite
    else: ${AS_AFFINE}; ${fresh('z', 'one')}
  jacobian_add_affine(p, ±q) p = p ± q
    tests
    ${pointOf('p')}
    in q: x, y unless q is infinite
    ${resultOf('p')}
    flags q is infinite, out the sum is infinite at p
    flags out the sum is stale at p+3row unless the sum is infinite
    if p is infinite and q is infinite: the sum is infinite
    if q is infinite and p is stale: x3 = X; y3 = Y; z3 = Z; ${stale('the sum')}
    if q is infinite: x3 = X; y3 = Y; z3 = Z; ${fresh('the sum', 'Z')}
    if p is infinite: ${AS_AFFINE}; ${fresh('the sum', 'one')}
    if ${SAME_X} and ${SAME_Y} and Y*Z = 0: the sum is infinite
    if ${SAME_X} and ${SAME_Y}: ${DOUBLE}; ${fresh('the sum', '2*Y*Z')}
    if ${SAME_X}: the sum is infinite
    else: ${sumBy(1)}; ${stale('the sum')}
  jacobian_to_affine(z, x) z = x, affine, if Z is not 0
    in x: X, Y unless x is infinite
    in x+1row+1lane: Z unless x is infinite
    out z: x3 ~x, y3 ~y
    flags x is infinite, out z is infinite
    nonzero Z
    if x is infinite: z is infinite
    else: x3 = X*(1/Z)^2; y3 = Y*(1/Z)^3; !z is infinite`;

/** @param {Field} field @returns {Claims} */
export function jacobianRowClaims(field) {
  const { p, R, slot } = field;
  const { lane: layout, record } = shapes(field, false);
  const { centred, carried, product } = digitRanges(field);
  const isFold = R === 1n;
  /** @param {Range} range */
  const lane = (range) => ({ layout, range, slot: 8 });
  /** @param {bigint} most */
  const upTo = (most) => (isFold ? product : within(p, most));
  const claim = reader({
    field,
    types: {
      ...Object.fromEntries(Object.entries(BOUNDS).map(([name, most]) => [name, lane(upTo(most))])),
      // Where no number is centred, W is even.
      W: lane({ ...upTo(BOUNDS.Z), isEven: !isFold }),
      product: lane(product),
      x: { layout: record, range: carried, slot: record.bytes },
      y: { layout: record, range: centred, slot: record.bytes },
    },
    flag: { isNaN: true },
    more: { isDisjoint: true, on: 'elements', constants: new Map([['a', [0n]]]) },
  });
  // A point's rows are followed by a word and room for another.
  const room = new Map(['x', 'z', 'p'].map((param) => [param, 3 * slot + 16]));
  const steps = claimsIn(claim, STEPS, stepOf);
  const points = claimsIn(claim, POINTS, (one) =>
    one.name === 'jacobian_double' ? { ...one, isDisjoint: false, room } : one,
  );
  return (name, lookup) => [...steps(name, lookup), ...points(name, lookup)];
}
