/** The tower and the pairing against @noble/curves, whose values have the same exponent. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { power } from '../../src/reference/field.js';
import { pairingOf } from '../../src/reference/pairing.js';
import { towerOf } from '../../src/reference/tower.js';
import { curveOf, negate } from '../../src/reference/weierstrass.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { assertProperty, fc } from '../support/property.js';

const G1 = curveOf(bls12381G1);
const G2 = curveOf(bls12381G2);
const { fp2, fp6, fp12 } = towerOf(G2);
const { Fp6, Fp12 } = bls12_381.fields;
const pairing = pairingOf(G2, G1.field);

const coefficient = fc.oneof(
  fc.bigInt({ min: 0n, max: G1.p - 1n }),
  fc.constantFrom(0n, 1n, G1.p - 1n),
);
const element = fc.record({ c0: coefficient, c1: coefficient });
const element6 = fc.record({ c0: element, c1: element, c2: element });
const element12 = fc.record({ c0: element6, c1: element6 });

/** A copy without the prototypes of noble's elements. @param {any} value @returns {any} */
const plain = (value) =>
  typeof value === 'bigint'
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));

const isZero = (/** @type {any} */ a) => fp12.equals(a, { c0: fp6.zero, c1: fp6.zero });

/** @param {any} curve @param {bigint} k */
const multiple = (curve, k) =>
  jacobian.toAffine(
    curve,
    jacobian.multiply(curve, jacobian.fromAffine(curve, curve.generator), k),
  );

/** The product of pairings. @param {any[][]} pairs P, Q */
const product = (pairs) => {
  const lines = pairing.linesOf(pairs.map(([, Q]) => Q));
  return pairing.finalExponentiation(
    pairing.millerLoop(pairs.map(([P], i) => ({ P, lines: lines[i] }))),
  );
};

describe('the tower', () => {
  it('multiplies, squares and inverts as @noble/curves does', () => {
    assertProperty(
      fc.property(element12, element12, (a, b) => {
        expect(fp12.multiply(a, b)).toEqual(plain(Fp12.mul(a, b)));
        expect(fp12.square(a)).toEqual(plain(Fp12.sqr(a)));
        expect(fp12.frobenius(a)).toEqual(plain(Fp12.frobeniusMap(a, 1)));
        expect(fp12.conjugate(a)).toEqual(plain(Fp12.conjugate(a)));
        if (!isZero(a)) expect(fp12.invert(a)).toEqual(plain(Fp12.inv(a)));
        if (!fp6.equals(a.c0, fp6.zero)) expect(fp6.invert(a.c0)).toEqual(plain(Fp6.inv(a.c0)));
      }),
      30,
    );
  });

  it('multiplies by lines, elements with few coefficients', () => {
    assertProperty(
      fc.property(element12, element, element, (a, l0, l1) => {
        const line = {
          c0: { c0: l0, c1: l1, c2: fp2.zero },
          c1: { c0: fp2.zero, c1: fp2.one, c2: fp2.zero },
        };
        expect(fp12.multiplyByLine(a, l0, l1)).toEqual(fp12.multiply(a, line));
      }),
      30,
    );
  });
});

describe('the pairing', () => {
  const value = product([[G1.generator, G2.generator]]);

  it('is that of @noble/curves', () => {
    const { BASE: P } = bls12_381.G1.Point;
    const { BASE: Q } = bls12_381.G2.Point;
    expect(value).toEqual(plain(bls12_381.pairing(P, Q)));
    const other = product([[multiple(G1, 5n), multiple(G2, 2n ** 200n + 1n)]]);
    const exponent = 5n * (2n ** 200n + 1n);
    expect(other).toEqual(plain(bls12_381.pairing(P.multiply(5n), Q.multiply(2n ** 200n + 1n))));
    expect(pairing.cyclotomicPower(value, exponent)).toEqual(other);
  });

  it('has values of prime order, whose cyclotomic square is the square', () => {
    expect(fp12.equals(value, fp12.one)).toBe(false);
    expect(power(/** @type {any} */ (fp12), value, G1.order)).toEqual(fp12.one);
    expect(fp12.cyclotomicSquare(value)).toEqual(fp12.square(value));
    expect(fp12.multiply(fp12.conjugate(value), value)).toEqual(fp12.one);
  });

  it('multiplies in products', () => {
    const [P, Q] = [G1.generator, G2.generator];
    expect(product([])).toEqual(fp12.one);
    const pairs = [
      [multiple(G1, 2n), multiple(G2, 3n)],
      [multiple(G1, 4n), Q],
      [negate(G1, P), multiple(G2, 10n)],
    ];
    expect(product(pairs)).toEqual(fp12.one);
    expect(product(pairs.slice(0, 2))).toEqual(pairing.cyclotomicPower(value, 10n));
  });

  it('is refused for curves of another shape', () => {
    for (const change of [{ family: 'kss16' }, { twist: 'S' }]) {
      const other = { ...G2, pairing: { ...G2.pairing, ...change } };
      expect(() => pairingOf(other, G1.field)).toThrow(RangeError);
    }
  });
});
