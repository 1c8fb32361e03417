/** The extension field against @noble/curves, and every element of a small one. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { fieldOf, power, quadraticField } from '../../src/reference/field.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { assertProperty, fc } from '../support/property.js';

const { p } = bls12381G2;
const field = fieldOf(bls12381G2);
const { Fp2 } = bls12_381.fields;
const coefficient = fc.oneof(
  fc.bigInt({ min: 0n, max: p - 1n }),
  fc.constantFrom(0n, 1n, p - 1n, (p - 1n) / 2n, (p + 1n) / 2n),
);
const element = fc.record({ c0: coefficient, c1: coefficient });
const plain = (/** @type {any} */ { c0, c1 }) => ({ c0, c1 });

describe('Fp²', () => {
  it('adds, multiplies, squares and inverts as @noble/curves does', () => {
    assertProperty(
      fc.property(element, element, (a, b) => {
        const [A, B] = [Fp2.create(a), Fp2.create(b)];
        expect(field.add(a, b)).toEqual(plain(Fp2.add(A, B)));
        expect(field.subtract(a, b)).toEqual(plain(Fp2.sub(A, B)));
        expect(field.multiply(a, b)).toEqual(plain(Fp2.mul(A, B)));
        expect(field.square(a)).toEqual(plain(Fp2.sqr(A)));
        expect(field.negate(a)).toEqual(plain(Fp2.neg(A)));
        expect(field.scale(a, -3n)).toEqual(plain(Fp2.mul(A, -3n)));
        if (!field.isZero(a)) expect(field.invert(a)).toEqual(plain(Fp2.inv(A)));
      }),
    );
    expect(() => field.invert(field.zero)).toThrow(RangeError);
  });

  it('conjugates: the p-th power', () => {
    const a = { c0: 5n, c1: 7n };
    expect(field.conjugate(a)).toEqual(power(field, a, p));
    expect(power(field, a, 0n)).toEqual(field.one);
  });

  it('goes to bytes and back, and refuses coefficients that are not below p', () => {
    assertProperty(fc.property(element, (a) => field.equals(field.fromBytes(field.toBytes(a)), a)));
    expect(field.bytes).toBe(96);
    expect(field.toBytes({ c0: 1n, c1: 2n }).findIndex((byte) => byte === 2)).toBe(48);
    for (const bad of [
      { c0: p, c1: 0n },
      { c0: 0n, c1: p },
    ]) {
      const bytes = new Uint8Array(96);
      bytes.set(fieldOf(bls12381G1).toBytes(bad.c0 === p ? p - 1n : 0n));
      bytes.set(fieldOf(bls12381G1).toBytes(bad.c1 === p ? p - 1n : 0n), 48);
      bytes[bad.c0 === p ? 0 : 48]++;
      expect(field.fromBytes(bytes)).toBeNull();
      expect(field.isElement(bad)).toBe(false);
    }
  });

  it('isElement tells elements from everything else', () => {
    expect(field.isElement({ c0: 0n, c1: p - 1n })).toBe(true);
    for (const other of [
      null,
      undefined,
      1n,
      {},
      { c0: 1, c1: 2 },
      { c0: 1n },
      { c0: -1n, c1: 0n },
    ])
      expect(field.isElement(other)).toBe(false);
  });

  it('isLarger compares the higher coefficient first', () => {
    const half = (p - 1n) / 2n;
    expect(field.isLarger({ c0: 0n, c1: half + 1n })).toBe(true);
    expect(field.isLarger({ c0: p - 1n, c1: half })).toBe(false);
    expect(field.isLarger({ c0: half + 1n, c1: 0n })).toBe(true);
    expect(field.isLarger({ c0: half, c1: 0n })).toBe(false);
    expect(field.isLarger(field.zero)).toBe(false);
  });

  it('finds a root of every square', () => {
    assertProperty(
      fc.property(element, (a) => {
        const square = field.square(a);
        const root = field.squareRoot(square);
        expect(field.square(root)).toEqual(square);
      }),
      20,
    );
  });

  it('all elements of the field of 7² elements: half of the non-zero ones have a root', () => {
    const small = quadraticField(7n);
    const elements = Array.from({ length: 49 }, (_, i) => ({
      c0: BigInt(i % 7),
      c1: BigInt(Math.floor(i / 7)),
    }));
    const squares = new Set(elements.map((a) => JSON.stringify(small.square(a), toText)));
    expect(squares.size).toBe(25);
    for (const a of elements) {
      const root = small.squareRoot(a);
      expect(root !== null).toBe(squares.has(JSON.stringify(a, toText)));
      if (root !== null) expect(small.square(root)).toEqual(a);
      if (!small.isZero(a)) expect(small.multiply(a, small.invert(a))).toEqual(small.one);
    }
  });
});

/** @param {string} key @param {unknown} value */
const toText = (key, value) => (typeof value === 'bigint' ? `${value}` : value);
