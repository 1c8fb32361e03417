/** The engines' arithmetic for the protocols: WebAssembly against BigInt. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createBigintEngine } from '../../src/engines/bigint/weierstrass.js';
import { contextOf } from '../../src/group/group.js';
import { randomCoefficients, sumsToInfinity } from '../../src/protocols/signatures/batch.js';
import { fromBytesLE, toBytesLE } from '../../src/math/modular.js';
import { secp256k1 as config } from '../../src/curves/secp256k1.js';
import { forEachBackend } from '../support/backends.js';
import { concat, toHex } from '../support/hex.js';
import { assertProperty, fc } from '../support/property.js';

const { order: n, p, endomorphism } = config;
const { lambda } = endomorphism;
const reference = createBigintEngine(config);
/** @type {any} */
const { signatures } = reference;

/** @param {bigint} value */
const bytes = (value) => toBytesLE(((value % 2n ** 256n) + 2n ** 256n) % 2n ** 256n, 32);

/** Scalars that stress the split and the recoding. */
const SPECIAL = [
  ...[0n, 1n, 2n, 3n, 15n, 16n, 17n, 31n, 32n, 33n, n - 1n, n - 2n, n, n + 1n, 2n ** 256n - 1n, p],
  ...[lambda, lambda - 1n, n - lambda, (lambda * lambda) % n, n / 2n, n / 2n + 1n],
  ...[2n ** 64n, 2n ** 64n - 1n, 2n ** 127n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 128n + 1n],
  ...[0xa2a8918ca85bafe22016d0b917e4dd76n, n - 0xa2a8918ca85bafe22016d0b917e4dd76n],
];

const anyScalar = fc.oneof(
  fc.constantFrom(...SPECIAL),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 40n }),
);

const residue = fc.bigInt({ min: 1n, max: n - 1n });

forEachBackend(
  'arithmetic of signatures',
  (context) => {
    let engine;
    beforeAll(() => {
      ({ engine } = contextOf(context.group));
    });

    describe('u1·G + u2·Q', () => {
      const runs = () => (context.backend === 'bigint' ? 10 : 200);

      it('for any scalars and points', () => {
        const sums = engine.signatures.doubleMultiplication();
        const expected = signatures.doubleMultiplication();
        assertProperty(
          fc.property(anyScalar, anyScalar, fc.integer({ min: 1, max: 50 }), (u1, u2, k) => {
            const Q = reference.toAffine(
              reference.fromDiscreteLogs(1, () => BigUint64Array.of(BigInt(k))),
              0,
              1,
            );
            expect(sums.setAffine(Q) && expected.setAffine(Q)).toBe(true);
            sums.combine(bytes(u1), bytes(u2));
            expected.combine(bytes(u1), bytes(u2));
            const result = expected.toAffine();
            expect(toHex(sums.toAffine())).toBe(toHex(result));
            const x = result.subarray(0, 32);
            expect(sums.hasX(x)).toBe(result.some((byte) => byte !== 0));
            expect(sums.hasX(bytes(fromBytesLE(x) + 1n))).toBe(false);
          }),
          runs(),
        );
      });

      it('pairs of special scalars on ±G and ±φ(G): doublings, opposites, infinity', () => {
        const sums = engine.signatures.doubleMultiplication();
        const { x, y } = config.generator;
        const points = [x, (x * endomorphism.beta) % p].flatMap((px) =>
          [y, p - y].map((py) => concat(bytes(px), bytes(py))),
        );
        const logs = [1n, n - 1n, lambda, n - lambda];
        const scalars = context.backend === 'bigint' ? SPECIAL.slice(0, 4) : SPECIAL;
        const known = new Map();
        const multiple = (k) => {
          if (!known.has(k)) {
            known.set(k, toHex(reference.multiply(concat(bytes(x), bytes(y)), k)));
          }
          return known.get(k);
        };
        points.forEach((Q, i) => {
          expect(sums.setAffine(Q)).toBe(true);
          for (const u1 of scalars) {
            // The scalar that makes infinity comes first.
            for (const u2 of [(n - (u1 % n)) * logs[i], u1 * logs[i], 1n, lambda]) {
              sums.combine(bytes(u1), bytes(u2 % n));
              expect(toHex(sums.toAffine())).toBe(multiple((u1 + logs[i] * (u2 % n)) % n));
            }
          }
        });
      });

      it('refuses invalid points, and works afterwards', () => {
        const sums = engine.signatures.doubleMultiplication();
        expect(sums.setCompressed(bytes(5n), 0)).toBe(false);
        expect(sums.setCompressed(bytes(p), 0)).toBe(false);
        expect(sums.setCompressed(bytes(p + 1n), 1)).toBe(false);
        expect(sums.setAffine(concat(bytes(1n), bytes(1n)))).toBe(false);
        expect(sums.setAffine(concat(bytes(1n), bytes(p)))).toBe(false);
        expect(sums.setCompressed(bytes(config.generator.x), 0)).toBe(true);
        sums.combine(bytes(0n), bytes(1n));
        expect(fromBytesLE(sums.toAffine().subarray(32))).toBe(config.generator.y);
        expect(sums.hasX(bytes(config.generator.x))).toBe(true);
        expect(sums.hasX(bytes(2n ** 256n - 1n))).toBe(false);
      });
    });

    describe('sums of many points', () => {
      const one = bytes(1n);
      const two = concat(one, one);

      it('points off the curve are refused, though they cancel', () => {
        const affine = concat(bytes(1n), bytes(1n), bytes(1n), bytes(p - 1n));
        const none = new Uint8Array(0);
        for (const check of [true, false]) {
          const points = { xs: none, signs: none, affine, check };
          expect(sumsToInfinity(engine, points, two)).toBe(!check);
        }
      });

      it('compressed and affine points in one list; an invalid one', () => {
        const { x, y } = config.generator;
        const odd = Number(y & 1n);
        const points = {
          xs: concat(bytes(x), bytes(x)),
          signs: Uint8Array.of(odd, 1 - odd),
          affine: concat(bytes(x), bytes(y), bytes(x), bytes(y)),
          check: true,
        };
        const scalars = concat(bytes(5n), bytes(9n), bytes(1n), bytes(3n));
        expect(sumsToInfinity(engine, points, scalars)).toBe(true);
        for (const changes of [
          { xs: concat(bytes(x), bytes(p)) },
          { xs: concat(bytes(x), bytes(5n)) },
          { affine: concat(bytes(x), bytes(y), bytes(x), bytes(p)) },
          { affine: concat(bytes(x), bytes(y), bytes(x), bytes(1n)) },
        ]) {
          expect(sumsToInfinity(engine, { ...points, ...changes }, scalars)).toBe(false);
        }
        scalars[0]++;
        expect(sumsToInfinity(engine, points, scalars)).toBe(false);
      });
    });

    describe('modulo the order', () => {
      it('divide, multiply, dot, invert', () => {
        const order = engine.signatures.scalarField();
        const expected = signatures.scalarField();
        const list = fc.array(fc.oneof(residue, fc.constantFrom(1n, n - 1n, n / 2n)), {
          minLength: 1,
          maxLength: 5,
        });
        assertProperty(
          fc.property(list, residue, (values, d) => {
            const a = concat(...values.map(bytes));
            const b = concat(...values.map((value, i) => bytes((value * d + BigInt(i)) % n)));
            const agree = (name, ...args) =>
              expect(toHex(order[name](...args))).toBe(toHex(expected[name](...args)));
            agree('divide', a, bytes(d));
            agree('multiply', a, b);
            agree('dot', a, b);
            agree('invert', a);
          }),
        );
      });

      it('zeros as factors, and no terms at all', () => {
        const order = engine.signatures.scalarField();
        const [zero, seven] = [bytes(0n), bytes(7n)];
        expect(toHex(order.multiply(zero, seven))).toBe(toHex(zero));
        expect(toHex(order.dot(concat(seven, zero), concat(zero, seven)))).toBe(toHex(zero));
        expect(toHex(order.divide(zero, seven))).toBe(toHex(zero));
        const none = new Uint8Array(0);
        expect(toHex(order.dot(none, none))).toBe(toHex(zero));
        expect(order.multiply(none, none)).toHaveLength(0);
        expect(order.invert(none)).toHaveLength(0);
      });
    });
  },
  'secp256k1',
);

describe('random coefficients', () => {
  it('the first is 1; the others have 128 bits, and differ', () => {
    expect(randomCoefficients(0, [])).toHaveLength(0);
    const n = 5000;
    const coefficients = randomCoefficients(n, [new Uint8Array(100)]);
    const list = Array.from({ length: n }, (_, i) =>
      fromBytesLE(coefficients.subarray(32 * i, 32 * i + 32)),
    );
    expect(list[0]).toBe(1n);
    expect(new Set(list).size).toBe(n);
    expect(list.every((value) => value >> 128n === 0n)).toBe(true);
    expect(list.filter((value) => value >> 127n === 1n).length).toBeGreaterThan(n / 3);
  });
});
