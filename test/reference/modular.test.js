import { describe, expect, it } from 'vitest';
import {
  byteLength,
  fromBytesBE,
  fromBytesLE,
  invert,
  isSquare,
  mod,
  power,
  squareRoot,
  toBytesBE,
  toBytesLE,
} from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { assertProperty, fc } from '../support/property.js';

const { p } = bls12381G1;
const element = fc.bigInt({ min: 0n, max: p - 1n });

describe('modular arithmetic', () => {
  it('mod lies in [0, m) and differs by a multiple of m', () => {
    assertProperty(
      fc.property(fc.bigInt(), (a) => {
        const residue = mod(a, p);
        expect(residue >= 0n && residue < p && (a - residue) % p === 0n).toBe(true);
      }),
    );
  });

  it('a · invert(a) = 1 for every a but 0', () => {
    assertProperty(
      fc.property(element, (a) => {
        fc.pre(a !== 0n);
        expect((a * invert(a, p)) % p).toBe(1n);
        expect((mod(-a, p) * invert(-a, p)) % p).toBe(1n);
      }),
    );
  });

  it('invert refuses values without an inverse', () => {
    expect(() => invert(0n, p)).toThrow(RangeError);
    expect(() => invert(p, p)).toThrow(RangeError);
    expect(() => invert(6n, 9n)).toThrow(RangeError);
  });

  it('power is repeated multiplication, and obeys Fermat', () => {
    let product = 1n;
    for (let k = 0n; k < 20n; k++, product *= 5n) expect(power(5n, k, 1009n)).toBe(product % 1009n);
    expect(power(5n, 0n, 1n)).toBe(0n);
    assertProperty(fc.property(element, (a) => power(a, p, p) === a));
  });

  it('squareRoot finds a root of every square and of nothing else', () => {
    assertProperty(
      fc.property(element, (a) => {
        const square = (a * a) % p;
        expect([a, mod(-a, p)]).toContain(squareRoot(square, p));
        // −1 is no square modulo p ≡ 3 (mod 4).
        if (a !== 0n) expect(squareRoot(-square, p)).toBeNull();
      }),
    );
  });

  it('isSquare and squareRoot know all squares modulo small primes', () => {
    for (const m of [3n, 5n, 7n, 13n, 17n, 97n, 257n]) {
      const residues = Array.from({ length: Number(m) }, (_, a) => BigInt(a));
      const squares = new Set(residues.map((a) => (a * a) % m));
      for (const a of residues) {
        expect(isSquare(a, m)).toBe(squares.has(a));
        const root = squareRoot(a, m);
        expect(root === null ? null : (root * root) % m).toBe(squares.has(a) ? a : null);
      }
    }
  });

  it('squareRoot works in a field of high 2-adicity', () => {
    const prime = banderwagon.p;
    assertProperty(
      fc.property(fc.bigInt({ min: 1n, max: prime - 1n }), (a) => {
        const square = (a * a) % prime;
        expect([a, prime - a]).toContain(squareRoot(square, prime));
        // 5 is no square.
        expect(squareRoot(5n * square, prime)).toBeNull();
        expect(isSquare(square, prime) && !isSquare(5n * square, prime)).toBe(true);
      }),
    );
  });
});

describe('integers as bytes', () => {
  it('go there and back in both orders', () => {
    assertProperty(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 384n - 1n }), (n) => {
        const bytes = toBytesLE(n, 48);
        expect(bytes).toHaveLength(48);
        expect(fromBytesLE(bytes)).toBe(n);
        expect(fromBytesBE(toBytesBE(n, 48))).toBe(n);
        expect([...toBytesBE(n, 48)]).toEqual([...bytes].reverse());
      }),
    );
  });

  it('have the order that the name says', () => {
    expect([...toBytesLE(0x010203n, 4)]).toEqual([3, 2, 1, 0]);
    expect([...toBytesBE(0x010203n, 4)]).toEqual([0, 1, 2, 3]);
    expect(fromBytesLE(new Uint8Array())).toBe(0n);
  });

  it('refuse integers that do not fit', () => {
    expect(() => toBytesLE(256n, 1)).toThrow(RangeError);
    expect(() => toBytesBE(-1n, 4)).toThrow(RangeError);
  });

  it('byteLength is the least that fits', () => {
    expect([1n, 255n, 256n, 2n ** 64n, p].map(byteLength)).toEqual([1, 1, 2, 9, 48]);
  });
});
