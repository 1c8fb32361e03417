/**
 * Points: doubling and addition in Jacobian coordinates, (X/Z², Y/Z³), on y² = x³ + ax + b, with
 * all exceptional cases. A flag says that a point is infinity; its coordinates are nothing then.
 */
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { shapes } from '../kernel/layouts.js';
import { claimsIn, reader, typesOf } from './notation.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 *
 * The curve's a, of 0; coordinates in Fp²; `twice` as much for Z, where sums of squares are cheaper
 * than products. `isOdd`: of odd order, so that y = 0 occurs at no point, and no test for it is
 * made. `equation`: of the curve, both sides as formulas. `twist` by ξ,
 * where b is divided by it, or multiplied.
 * `hasOddRoots`: of y and −y the odd one is selected by the sign 1, and not the larger one.
 * @typedef {{ a?: bigint, isExtension?: boolean, twice?: 1 | 2, isOdd?: boolean,
 *   hasOddRoots?: boolean,
 *   equation?: { left: string, right: string, constants: [string, bigint[]][] },
 *   twist?: { xi: [bigint, bigint], isDivided: boolean } }} PointForm
 */

/**
 * How a coordinate stands in memory, and each of its numbers; and where a flag is, or, on fma, the
 * digit that is NaN.
 * @param {Field} field @param {boolean} isExtension
 */
export function pointLayout(field, isExtension) {
  const { most, layout, extension, slot, isComplex } = field;
  if (isComplex) {
    const range = digitRanges(field).stored;
    const number = { layout: extension, slot: slot + 16 };
    return { range, ofX: range, number, ...number, flag: slot, isNaN: false };
  }
  if (most === 0n) {
    const { record, coefficient } = shapes(field, isExtension);
    const number = { layout: coefficient, slot: coefficient.bytes };
    const { centred, carried } = digitRanges(field);
    const ranges = { range: centred, ofX: carried };
    return { ...ranges, number, layout: record, slot: record.bytes, flag: 0, isNaN: true };
  }
  return {
    ...{ range: upTo(most), ofX: upTo(most), flag: layout.bytes, isNaN: false },
    number: { layout, slot },
    ...(isExtension ? { layout: extension, slot: 2 * slot } : { layout, slot }),
  };
}

/** 2(X, Y, Z), if Y·Z is not 0. */
export const DOUBLE = (() => {
  const M = '(3*X^2 + a*Z^4)';
  const U = `${M}^2 - 8*X*Y^2`;
  return `x3 = ${U}; y3 = ${M}*(4*X*Y^2 - (${U})) - 8*Y^4; z3 = 2*Y*Z`;
})();

export const AS_AFFINE = 'x3 = x; y3 = signq*y; z3 = one';
export const SAME_X = 'x*Z^2 - X = 0';
export const SAME_Y = 'signq*y*Z^3 - Y = 0';

/** (X, Y, Z) + (x, ±y), if H is not 0: s²U, s³V and sZH. @param {1 | 2} s */
export function sumBy(s) {
  const H = '(x*Z^2 - X)';
  const R = '(signq*y*Z^3 - Y)';
  const U = `${s ** 2}*(${R}^2 - ${H}^2*(X + x*Z^2))`;
  const V = `${s}*${R}*(${s ** 2}*${H}^2*X - (${U})) - ${s ** 3}*${H}^3*Y`;
  return `x3 = ${U}; y3 = ${V}; z3 = ${s}*Z*${H}`;
}

/**
 * Of claims about coordinates that follow each other; a flag stands behind the first number.
 * @param {Field} field @param {boolean} [isExtension]
 */
export function pointVocabulary(field, isExtension = false) {
  const { range, ofX, layout, slot, flag, isNaN } = pointLayout(field, isExtension);
  const types = typesOf(layout, { '': range, 'of x': ofX });
  return { field, types, slot, flag: { offset: flag, isNaN } };
}

/** @param {Field} field @param {PointForm} form @param {Partial<Claim>} [more] */
export const pointReader = (field, { a = 0n, isExtension }, more) =>
  reader({
    ...pointVocabulary(field, isExtension),
    more: { constants: new Map([['a', [a]]]), ...more },
  });

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function pointClaims(field, form) {
  const { twice = 2, isOdd = false } = form;
  const noTangent = (/** @type {string} */ text) => (isOdd ? '' : text);
  return claimsIn(
    pointReader(field, form),
    `
      jacobian_double(z, x) z = 2x
        in x: X, Y, Z unless x is infinite
        out z: x3, y3, z3
        flags x is infinite, out z is infinite
        if x is infinite: z is infinite
        ${noTangent('if Y*Z = 0: z is infinite')}
        else: ${DOUBLE}; !z is infinite
      jacobian_from_affine(z, ±q) z = ±q
        disjoint
        in q: x, y unless q is infinite
        out z: x3, y3, z3
        flags q is infinite, out z is infinite
        if q is infinite: z is infinite
        else: ${AS_AFFINE}; !z is infinite
      jacobian_add_affine(p, ±q) p = p ± q
        disjoint
        in p: X, Y, Z unless p is infinite
        in q: x, y unless q is infinite
        out p: x3, y3, z3
        flags p is infinite, q is infinite, out the sum is infinite at p
        if p is infinite and q is infinite: the sum is infinite
        if q is infinite: x3 = X; y3 = Y; z3 = Z; !the sum is infinite
        if p is infinite: ${AS_AFFINE}; !the sum is infinite
        ${noTangent(`if ${SAME_X} and ${SAME_Y} and Y*Z = 0: the sum is infinite`)}
        if ${SAME_X} and ${SAME_Y}: ${DOUBLE}; !the sum is infinite
        if ${SAME_X}: the sum is infinite
        else: ${sumBy(twice)}; !the sum is infinite
      jacobian_to_affine(z, x) z = x, affine
        in x: X, Y, Z unless x is infinite
        ${field.isComplex ? 'nonzero Z' : ''}
        out z: x3, y3
        flags x is infinite, out z is infinite
        if x is infinite: z is infinite
        else: x3 = X*(1/Z)^2; y3 = Y*(1/Z)^3; !z is infinite
      jacobian_has_x(point, x) 1 if the affine x of a finite point is x, else 0
        disjoint
        in point: X, Y, Z unless point is infinite
        in x
        flags point is infinite
        if point is infinite: return 0
        if x*Z^2 - X = 0: return 1
        else: return 0
      copy_point(z, x) z = x, affine
        in x: X, Y
        out z: x3, y3
        flags x is infinite, out z is infinite
        if x is infinite: x3 = X; y3 = Y; z is infinite
        else: x3 = X; y3 = Y; !z is infinite`,
  );
}
