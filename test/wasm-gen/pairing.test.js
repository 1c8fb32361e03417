/**
 * The tower of the pairing modules against the reference, in debug builds, which assert all ranges:
 * edge values and random ones in every kernel, and extreme digits in fma.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { towerOf } from '../../src/reference/tower.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { plan } from '../../wasm-gen/pairing/seed-power.js';
import { isFused } from '../support/built-modules.js';
import { assertProperty, fc } from '../support/property.js';
import { HALF, pairingModule } from './pairing-module.js';

/** @import { Kind, Stored } from '../support/exports.js' */
/** @import { PairingKernelName } from '../../wasm-gen/pairing/field.js' */

const curve = /** @type {any} */ (curveOf(bls12381G2));
const { fp2, fp6, fp12 } = towerOf(curve);
const { p } = curve;
const RUNS = 25;

/** @type {PairingKernelName[]} */
const kernels = ['limbs30', 'wide64', ...((await isFused()) ? /** @type {const} */ (['fma']) : [])];

const coefficient = fc.oneof(
  fc.bigInt({ min: 0n, max: p - 1n }),
  fc.constantFrom(0n, 1n, 2n, p - 1n, p - 2n, (p - 1n) / 2n, (p + 1n) / 2n),
);
const element = fc.record({ c0: coefficient, c1: coefficient });
const element12 = fc.array(element, { minLength: 6, maxLength: 6 });

/** @param {any[]} list @returns {any} */
const toTower = ([a, b, c, d, e, f]) => ({
  c0: { c0: a, c1: b, c2: c },
  c1: { c0: d, c1: e, c2: f },
});
/** @param {any} value */
const toList = ({ c0, c1 }) => [c0.c0, c0.c1, c0.c2, c1.c0, c1.c1, c1.c2];

/** @type {(kind: Kind, list: any[]) => Stored} */
const plainly = (kind, list) => [kind, { list }];

/** @param {any} value of Fp¹² */
const isZero = ({ c0, c1 }) => fp6.equals(c0, fp6.zero) && fp6.equals(c1, fp6.zero);

describe.each(kernels)('the tower in %s', (kernel) => {
  /** @type {Awaited<ReturnType<typeof pairingModule>>} */
  let module;
  beforeAll(async () => {
    module = await pairingModule(kernel);
  });

  it('has the products, inverses and powers of the reference', () => {
    const { tower, check } = module;
    assertProperty(
      fc.property(element12, element12, fc.boolean(), (a, b, lift) => {
        const [A, B] = [toTower(a), toTower(b)];
        /** @type {Stored[]} */
        const [x, y] = [a, b].map((list) => [tower, { list, lift }]);
        const is = (
          /** @type {string} */ name,
          /** @type {any} */ expected,
          /** @type {any[]} */ ...operands
        ) => check.writes(name, tower, operands, toList(expected));
        is('tower_mul', fp12.multiply(A, B), x, y);
        is('tower_mul', fp12.square(A), x, x);
        is('tower_sqr', fp12.square(A), x);
        is('tower_frobenius', fp12.frobenius(A), x);
        is('tower_frobenius2', fp12.frobenius(fp12.frobenius(A)), x);
        is('tower_conjugate12', fp12.conjugate(A), x);
        if (!isZero(A)) is('tower_inv', fp12.invert(A), x);
        check.returns('tower_is_equal', [x, x], 1);
        check.returns('tower_is_equal', [x, y], fp12.equals(A, B) ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('squares in the cyclotomic group', () => {
    const { tower, check } = module;
    assertProperty(
      fc.property(element12, (a) => {
        const A = toTower(a);
        if (isZero(A)) return;
        const easy = fp12.multiply(fp12.conjugate(A), fp12.invert(A));
        const twice = fp12.frobenius(fp12.frobenius(easy));
        let value = fp12.multiply(twice, easy);
        for (let i = 0; i < 8; i++) {
          const square = fp12.square(value);
          const operand = plainly(tower, toList(value));
          check.writes('pairing_square', tower, [operand], toList(square));
          value = square;
        }
      }),
      8,
    );
  });

  it('raises to the power of the seed, by plain squares, too', () => {
    const { wasm, at, write, read, tower, check } = module;
    const { seed } = bls12381G2.pairing;
    const easy = (/** @type {any} */ a) => {
      const twelfth = fp12.multiply(fp12.conjugate(a), fp12.invert(a));
      return fp12.multiply(fp12.frobenius(fp12.frobenius(twelfth)), twelfth);
    };
    const element = (/** @type {bigint} */ c) => ({ c0: c, c1: c + 1n });
    const list = [1n, 2n, 3n, 4n, 5n, 6n].map(element);
    for (const value of [easy(toTower(list)), fp12.one]) {
      let expected = fp12.one;
      for (const bit of (-seed).toString(2)) {
        expected = fp12.square(expected);
        if (bit === '1') expected = fp12.multiply(expected, value);
      }
      const operand = plainly(tower, toList(value));
      check.writes('tower_seed_power', tower, [operand], toList(fp12.conjugate(expected)));
    }
    const { bits, compressed } = plan(-seed);
    expect({ bits, compressed }).toEqual({ bits: [16, 48, 57, 60, 62, 63], compressed: 3 });
    // Of an element with a_1 = a_5 = 0 all squares have these: none can be decompressed.
    write(
      at(0),
      list.map((value, i) => (i === 3 || i === 5 ? { c0: 0n, c1: 0n } : value)),
    );
    const [product, square] = [at(12), at(24)];
    write(product, toList(fp12.one));
    for (const bit of bits) {
      wasm.tower_copy(square, at(0));
      for (let i = 0; i < bit; i++) wasm.pairing_square(square, square);
      wasm.tower_mul(product, product, square);
    }
    wasm.tower_conjugate12(product, product);
    wasm.tower_seed_power(at(6), at(0));
    expect(read(at(6), 6)).toEqual(read(product, 6));
    expect(plan(0b1011n).compressed).toBe(0);
  });

  it('multiplies by lines', () => {
    const { write, tower, pair, check, line } = module;
    assertProperty(
      fc.property(
        element12,
        element,
        element,
        element,
        coefficient,
        coefficient,
        (a, l0, l1, l2, u, v) => {
          const [A, zero] = [toTower(a), fp2.zero];
          const lineOf = (/** @type {any} */ m0, /** @type {any} */ m1, /** @type {any} */ m2) =>
            toTower([m0, m1, zero, zero, m2, zero]);
          const lifted = (/** @type {any} */ kind, /** @type {any[]} */ list) =>
            /** @type {Stored} */ ([kind, { list, lift: true }]);
          const x = lifted(tower, a);
          write(line, [l0, l1, l2], true);
          const product = fp12.multiply(A, lineOf(l0, l1, l2));
          check.writes('tower_line', tower, [x], toList(product));
          const point = [u, v].map((c0) => ({ c0, c1: 0n }));
          const stored = [lifted(pair, [l0, l1]), lifted(pair, point)];
          const monic = lineOf(fp2.scale(l0, v), fp2.scale(l1, u), fp2.one);
          const other = fp12.multiply(A, monic);
          // Not in place: Miller's loop has two accumulators in turns.
          const apart = { ...tower, layout: 'another accumulator' };
          check.writes('tower_stored_line', apart, [x, ...stored], toList(other));
        },
      ),
      RUNS,
    );
  });
});

describe.runIf(kernels.includes('fma'))('coefficients side by side', () => {
  /** The largest digits, the smallest, and some others; the top one up to 0.8p. */
  const limit = HALF + 256;
  const top = Math.floor(0.8 * (Number(p) / 2 ** (49 * 7))) - 1;
  const digit = fc.oneof(
    fc.constantFrom(limit, -limit, HALF, -HALF, 0),
    fc.integer({ min: -1000, max: 1000 }).map((d) => d * 2 ** 38),
  );
  const row = fc.tuple(
    fc.array(digit, { minLength: 7, maxLength: 7 }),
    fc.constantFrom(top, -top, 0),
  );
  const rows = fc.tuple(row, row);
  const integerOf = (/** @type {any} */ [digits, last]) =>
    [...digits, last].reduceRight((sum, d) => sum * 2n ** 49n + BigInt(d), 0n);

  it('is exact at the ends of its ranges', async () => {
    const { wasm, at, view, valueOf, read } = await pairingModule('fma');
    const put = (/** @type {number} */ address, /** @type {any[]} */ lanes, factor = 1) =>
      lanes.forEach(([digits, last], lane) =>
        [...digits, last].forEach((d, i) =>
          view.setFloat64(address + 16 * i + 8 * lane, factor * d, true),
        ),
      );
    const elementOf = (/** @type {any[]} */ [r0, r1]) =>
      valueOf({ c0: integerOf(r0), c1: integerOf(r1) });
    const [x, y, z] = [at(0), at(1), at(2)];
    assertProperty(
      fc.property(rows, rows, fc.constantFrom(1, 2), (a, b, factor) => {
        const [A, B] = [elementOf(a), elementOf(b)];
        put(x, a, factor);
        put(y, b, factor);
        wasm.extension_mul(z, x, y);
        expect(read(z, 1)).toEqual([fp2.scale(fp2.multiply(A, B), BigInt(factor ** 2))]);
        wasm.extension_scale(z, x, y);
        expect(read(z, 1)).toEqual([fp2.scale(A, B.c0 * BigInt(factor ** 2))]);
        put(x, a);
        wasm.extension_sqr(z, x);
        expect(read(z, 1)).toEqual([fp2.square(A)]);
        put(y, b);
        wasm.extension_sum_3_m6im3_m2(z, x, y, x);
        const minusSix = { c0: p - 6n, c1: p - 3n };
        expect(read(z, 1)).toEqual([fp2.add(A, fp2.multiply(B, minusSix))]);
        expect(wasm.extension_is_equal(x, x)).toBe(1);
        expect(wasm.extension_is_equal(x, y)).toBe(fp2.equals(A, B) ? 1 : 0);
      }),
      400,
    );
  });
});
