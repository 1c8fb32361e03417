/**
 * Tests of the exports of Jacobian points for every kernel that has them, whatever the form of its
 * points: equal, opposite and infinite ones, in every representative, against BigInt.
 */
import { it } from 'vitest';
import { add, double, negate } from '../../src/reference/weierstrass.js';

/** @import { checksOf, Kind } from '../support/exports.js' */
/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/**
 * Values of the kind `jacobian` are `{ point, ...variant }`, of `affine` `{ point, ...form }`.
 * @typedef {{ check: ReturnType<typeof checksOf>, jacobian: Kind, affine: Kind }} Opened
 */

/**
 * Whether a Jacobian point, or null, is an affine one: X = x·Z² and Y = y·Z³.
 * @param {any} field
 * @returns {(found: { X: any, Y: any, Z: any } | null, expected: AffinePoint) => boolean}
 */
export const isJacobianOf = (field) => (found, expected) => {
  if (found === null || expected === null) return found === expected;
  const { X, Y, Z } = found;
  const zz = field.square(Z);
  return (
    !field.isZero(Z) &&
    field.equals(X, field.multiply(expected.x, zz)) &&
    field.equals(Y, field.multiply(expected.y, field.multiply(zz, Z)))
  );
};

/**
 * @param {any} field
 * @returns {(found: AffinePoint, expected: AffinePoint) => boolean}
 */
export const isAffine = (field) => (found, expected) =>
  found === null || expected === null
    ? found === expected
    : field.equals(found.x, expected.x) && field.equals(found.y, expected.y);

/**
 * Defines the tests. `variants`: all ways of writing an accumulator, `forms` of an affine point;
 * `halves`: points with y = 0, of other curves.
 * @param {{ curve: any, cast: AffinePoint[], halves: AffinePoint[], variants: object[],
 *   forms: object[], opened: () => Opened }} tested
 */
export function testJacobian({ curve, cast, halves, variants, forms, opened }) {
  it('jacobian_double doubles every point, in place too', () => {
    const { check, jacobian } = opened();
    for (const point of cast)
      for (const variant of variants)
        check.writes(
          'jacobian_double',
          jacobian,
          [[jacobian, { point, ...variant }]],
          double(curve, point),
        );
  });

  it('jacobian_double gives infinity for y = 0', () => {
    const { check, jacobian } = opened();
    for (const point of halves)
      for (const variant of variants)
        check.writes('jacobian_double', jacobian, [[jacobian, { point, ...variant }]], null);
  });

  it('jacobian_add_affine adds all pairs with both signs: equal, opposite, infinity', () => {
    const { check, jacobian, affine } = opened();
    for (const A of cast)
      for (const B of cast)
        for (const sign of [0, 1]) {
          const expected = add(curve, A, sign ? negate(curve, B) : B);
          for (const variant of variants)
            for (const form of forms) {
              const operand = { point: B, ...form };
              check.changes(
                'jacobian_add_affine',
                [
                  [jacobian, { point: A, ...variant }],
                  [{ ...affine, tag: sign }, operand],
                ],
                expected,
              );
            }
        }
  });

  it('jacobian_from_affine and jacobian_to_affine convert, with signs', () => {
    const { check, jacobian, affine } = opened();
    for (const point of cast) {
      for (const form of forms)
        for (const sign of [0, 1])
          check.writes(
            'jacobian_from_affine',
            jacobian,
            [
              [
                { ...affine, tag: sign },
                { point, ...form },
              ],
            ],
            sign ? negate(curve, point) : point,
          );
      for (const variant of variants)
        check.writes('jacobian_to_affine', affine, [[jacobian, { point, ...variant }]], point);
    }
  });
}
