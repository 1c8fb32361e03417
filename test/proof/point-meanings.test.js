/** That formulas of points are those of their sums, in all cases, beside another library's. */
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../proof/claims/modules.js';
import { fromCoefficients, sayingOf } from './meanings.js';

/**
 * A curve of a claim's a, and with a point of its own: b occurs in no formula.
 * @param {any} claim
 */
function curveOf({ field: { p }, constants }) {
  const a = constants.get('a')[0];
  const [x, y] = [3n, 8n];
  const reduced = (/** @type {bigint} */ c) => ((c % p) + p) % p;
  const b = reduced(y * y - x * x * x - a * x);
  const params = { p, n: p - 2n, h: 1n, a: reduced(a), b, Gx: x, Gy: y };
  return weierstrass(/** @type {any} */ (params));
}

describe.each([
  ['bls12-381-g1', null],
  ['bls12-381-g2', bls12_381.G2.Point],
  ['bls12-381-g2.map', bls12_381.G2.Point],
  ['bn254-g1', null],
  ['bn254-g2', bn254.G2.Point],
  ['pallas', null],
  ['vesta', null],
  ['banderwagon', null],
  ['secp256k1', null],
])('claims of %s', (name, G2) => {
  const of = (kernel) => (called) =>
    claimsOf(`${name}.${kernel}`)(called, { rows: () => [1024, 2048, 4096], index: () => 0 })[0];
  const Point = /** @type {any} */ (G2) ?? curveOf(of('limbs30')('jacobian_double'));
  const { Fp } = Point;
  const [P, Q] = [Point.BASE.double(), Point.BASE.multiply(7n)];
  const O = Point.ZERO;
  const z = fromCoefficients(Fp, [5n, 3n]);
  const sign = (isNegative) => (isNegative ? Fp.neg(Fp.ONE) : Fp.ONE);
  const pairs = [
    [P, Q],
    [P, P],
    [P, P.negate()],
    [O, Q],
    [P, O],
    [O, O],
  ];
  /** Coordinates with names, of what is not infinity; a flag else. */
  const given = (point, [x, y], flag) => {
    if (point.is0()) return { coordinates: { [x]: Fp.ONE, [y]: Fp.ONE }, flags: [flag] };
    const affine = point.toAffine();
    return { coordinates: { [x]: affine.x, [y]: affine.y }, flags: [] };
  };
  const expectPoint = ({ outputs, flags }, names, flag, wanted) => {
    const [x, y, z] = names;
    expect(flags.get(flag), flag).toBe(wanted.is0() ? 1n : 0n);
    if (wanted.is0()) return;
    const inverse = z ? Fp.inv(outputs.get(z)) : Fp.ONE;
    const square = Fp.mul(inverse, inverse);
    expect({
      x: Fp.mul(outputs.get(x), square),
      y: Fp.mul(outputs.get(y), Fp.mul(square, inverse)),
    }).toEqual(wanted.toAffine());
  };

  it('jacobian_add_affine is p ± q, jacobian_double is 2x', () => {
    const [add, twice, toAffine] = ['add_affine', 'double', 'to_affine'].map((one) =>
      of('limbs30')(`jacobian_${one}`),
    );
    for (const [p, q] of pairs)
      for (const isNegative of [false, true]) {
        const one = given(p, ['x', 'y'], 'p is infinite');
        const other = given(q, ['x', 'y'], 'q is infinite');
        const [X, Y] = [
          Fp.mul(one.coordinates.x, Fp.mul(z, z)),
          Fp.mul(one.coordinates.y, Fp.mul(z, Fp.mul(z, z))),
        ];
        const scaled = { X, Y, Z: z };
        const found = sayingOf(
          add,
          Fp,
          { ...scaled, ...other.coordinates, signq: sign(isNegative) },
          [...one.flags, ...other.flags],
        );
        const sum = p.add(isNegative ? q.negate() : q);
        expectPoint(found, ['x3', 'y3', 'z3'], 'the sum is infinite', sum);
        const flags = p.is0() ? ['x is infinite'] : [];
        const double = sayingOf(twice, Fp, scaled, flags);
        expectPoint(double, ['x3', 'y3', 'z3'], 'z is infinite', p.double());
        const affine = sayingOf(toAffine, Fp, scaled, flags);
        expectPoint(affine, ['x3', 'y3'], 'z is infinite', p);
      }
  });
});
