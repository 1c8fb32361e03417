import { beforeAll, describe, expect, it } from 'vitest';

import { fromBytesLE, mod, toBytesLE } from '../../src/math/modular.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { foldConstants } from '../../wasm-gen/field/fma/fold-shape.js';
import { digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { fieldParameters, limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { randomPrime, randomStream } from './field-module.js';
import { compared } from '../support/compared.js';
import { isFused } from '../support/built-modules.js';
import { fmaModule } from './fma-module.js';
import { RANGES, edgeValues, extremeRow } from './fma-rows.js';
import { isWhole, rounds, some } from '../support/extent.js';
import { shippedPrimes } from './shipped-primes.js';

/** @import { FmaModule } from './fma-module.js' */
/** @import { FmaForm, FmaParameters } from '../../wasm-gen/field/fma/parameters.js' */
/** @import { Range } from './fma-rows.js' */

const blsP = bls12381G1.p;
const blsR = bls12381G1.order;
const secp256k1P = 2n ** 256n - 2n ** 32n - 977n;
const ed25519P = 2n ** 255n - 19n;
const random = randomStream(26n);

/** Shapes of shipped primes, but those of 254 and 255 bits. @type {Map<bigint, string>} */
const SHAPES = new Map([
  [blsP, 'montgomery 51×8'],
  [secp256k1P, 'fold 52×5'],
]);

/** @type {Array<{ name: string, p: bigint, shape: string, form?: FmaForm }>} */
const shipped = shippedPrimes.map(({ name, p }) => ({
  ...{ name, p, shape: SHAPES.get(p) ?? 'montgomery 52×5' },
}));

/** @type {Array<{ name: string, p: bigint, shape: string, form?: FmaForm }>} */
const others = [
  { name: 'secp256k1 p', p: secp256k1P, form: 'montgomery', shape: 'montgomery 52×5' },
  { name: '2^255 − 19', p: ed25519P, shape: 'fold 52×5' },
  { name: '2^255 − 19', p: ed25519P, form: 'montgomery', shape: 'montgomery 52×5' },
  { name: '2^383 − 187', p: 2n ** 383n - 187n, shape: 'fold 51×8' },
  // So many bits to spare that the carry into the top digit would be felt.
  { name: '2^521 − 1', p: 2n ** 521n - 1n, shape: 'montgomery 51×11' },
  { name: '2^251 − 9', p: 2n ** 251n - 9n, shape: 'fold 51×5' },
  { name: 'a prime of 250 bits', p: randomPrime(250, 3n, random), shape: 'montgomery 51×5' },
  { name: 'a prime of 256 bits', p: randomPrime(256, 1n, random), shape: 'montgomery 52×5' },
  // The smallest top digit of p: 13 bits.
  { name: 'a prime of 370 bits', p: randomPrime(370, 1n, random), shape: 'montgomery 51×8' },
  { name: 'a prime of 384 bits', p: randomPrime(384, 3n, random), shape: 'montgomery 51×8' },
  { name: 'a prime of 97 bits', p: randomPrime(97, 3n, random), shape: 'montgomery 51×2' },
];

/**
 * Operations with every guarantee checked: the residue, digits in [−h, h), the derived
 * bound on the value.
 * @param {FmaModule} field
 */
function operations(field) {
  const { wasm, parameters, slot, writeDigits, readDigits, valueOf } = field;
  const { p, w, n, R, form } = parameters;
  const h = 2 ** (w - 1);
  const top = Number(p) / 2 ** (w * (n - 1));
  const { s } = foldConstants(parameters);
  // The bounds of docs/algorithms/fma.md.
  const exact = (/** @type {number} */ ratio) => (p * BigInt(Math.ceil(ratio * 1e5))) / 100000n;
  const centredBound =
    form === 'fold'
      ? (2n ** BigInt(w - s - 1) + BigInt(4 * n + 1)) << BigInt(w * (n - 1))
      : exact(0.5 + 8 / top);
  const largest = { product: 0, centred: 0 };

  /**
   * @typedef {{ name: string, inputs: number[][][], value: (...v: bigint[]) => bigint,
   *   centred: boolean }} Call
   */

  /**
   * `value` is R times the expected result, from the values of the inputs, each a pair of
   * rows (one a lane).
   * @param {Call} call
   */
  const check = ({ name, inputs, value, centred }) => {
    const address = (/** @type {number} */ i) => slot(i + 1);
    inputs.forEach((lanes, i) =>
      lanes.forEach((digits, lane) => writeDigits(address(i), lane, digits)),
    );
    wasm[name](slot(0), ...inputs.map((_, i) => address(i)));
    for (const lane of [0, 1]) {
      const operands = inputs.map((lanes) => valueOf(lanes[lane]));
      const digits = readDigits(slot(0), lane);
      const z = valueOf(digits);
      const explain = () => `${name}, lane ${lane}: ${operands.join(', ')} gave ${z}`;
      if (mod(z * R - value(...operands), p) !== 0n) expect.fail(explain());
      if (!digits.slice(0, -1).every((digit) => digit >= -h && digit < h))
        expect.fail(`digits ${digits}: ${explain()}`);
      const product = centred ? 0n : value(...operands);
      const extra = (product < 0n ? -product : product) / R + 1n;
      const bound = centred || form === 'fold' ? centredBound : exact(0.76) + extra;
      const size = z < 0n ? -z : z;
      if (size > bound) expect.fail(`${Number(size) / Number(p)}·p: ${explain()}`);
      const kind = centred ? 'centred' : 'product';
      largest[kind] = Math.max(largest[kind], Number(size) / Number(p));
      inputs.forEach((lanes, i) => {
        if (readDigits(address(i), lane).some((digit, j) => digit !== lanes[lane][j]))
          expect.fail(`input ${i} changed: ${explain()}`);
      });
    }
    compared();
  };

  /**
   * @type {Record<string, { ranges: Range[], value: (...v: bigint[]) => bigint,
   *   centred: boolean }>}
   */
  const shapes = {
    field_mul: {
      ranges: ['difference', 'normalised'],
      value: (x, y) => x * y,
      centred: false,
    },
    field_mul_sub: {
      ranges: ['difference', 'normalised', 'centred'],
      value: (x, y, c) => x * y - c * R,
      centred: true,
    },
    test_difference_product: {
      ranges: ['normalised', 'normalised', 'normalised', 'centred'],
      value: (a, b, y, c) => (a - b) * y - c * R,
      centred: true,
    },
    test_square: {
      ranges: ['normalised', 'centred', 'centred'],
      value: (x, a, b) => x * x - (a + b) * R,
      centred: true,
    },
  };
  if (form === 'montgomery') {
    Object.assign(shapes, {
      test_columns: shapes.field_mul,
      test_columns_square: {
        ranges: ['normalised'],
        value: (/** @type {bigint} */ x) => x * x,
        centred: false,
      },
      test_in_turn_0: shapes.field_mul,
      test_in_turn_1: {
        ranges: ['difference', 'normalised'],
        value: (/** @type {bigint} */ x, /** @type {bigint} */ y) => y * y,
        centred: false,
      },
      test_in_turn_2: {
        ranges: ['difference', 'centred'],
        value: (/** @type {bigint} */ x, /** @type {bigint} */ y) => x * y - y * R,
        centred: true,
      },
    });
  }
  return { check, shapes, largest };
}

const fused = await isFused();

it('runs where relaxed multiply-adds are fused', () => expect(fused).toBe(true));

describe.skipIf(!fused).each([...shipped, ...some(others, 2, 'fma')])(
  'the two-lane field kernel, $name, $shape',
  ({ p, form, shape }) => {
    /** @type {FmaModule} */
    let field;
    /** @type {FmaParameters} */
    let parameters;
    beforeAll(async () => {
      field = await fmaModule(p, { form });
      parameters = field.parameters;
    });

    const rowOf = (/** @type {bigint} */ value) => digitsOf(value, parameters);
    const isShipped = shippedPrimes.some((prime) => prime.p === p);
    // The short list tries all pairs on one prime of each form.
    const isFull = isWhole ? isShipped : SHAPES.has(p) && form === undefined;

    it('has the shape it should', () => {
      const { w, n, R } = parameters;
      expect(`${parameters.form} ${w}×${n}`).toBe(shape);
      expect(R).toBe(parameters.form === 'fold' ? 1n : 1n << BigInt(w * n));
    });

    it('multiplies, squares and subtracts values of interest, different ones in the lanes', () => {
      const { check, shapes } = operations(field);
      for (const [name, { ranges, value, centred }] of Object.entries(shapes)) {
        const values = ranges.map((range) => edgeValues(parameters, RANGES[range].value));
        for (const x of values[0].keys()) {
          for (const y of (values[1] ?? [0n]).keys()) {
            if (!isFull && (x + y) % 3 > 0) continue;
            const inputs = values.map((list, i) => {
              const index = i === 0 ? x : i === 1 ? y : x + 3 * y;
              return [
                rowOf(list[index % list.length]),
                rowOf(list.at(-1 - (index % list.length)) ?? 0n),
              ];
            });
            check({ name, inputs, value, centred });
          }
        }
      }
    });

    it('keeps its bounds on rows with extreme digits', () => {
      const { check, shapes, largest } = operations(field);
      for (let i = 0; i < rounds(isShipped ? 3000 : 1200); i++) {
        for (const [name, { ranges, value, centred }] of Object.entries(shapes)) {
          const inputs = ranges.map((range, j) =>
            [0, 1].map((lane) =>
              extremeRow(
                random,
                parameters,
                range,
                i % 2 ? Number(random(8)) : Math.floor(i / 6 ** j) + lane,
              ),
            ),
          );
          check({ name, inputs, value, centred });
        }
      }
      expect(largest.product).toBeLessThan(parameters.productBound);
      expect(largest.centred).toBeLessThan(0.51);
      // The bounds are not idle.
      expect(largest.centred).toBeGreaterThan(0.49);
    });

    it('multiplies random values', () => {
      const { check, shapes } = operations(field);
      for (let i = 0; i < rounds(isShipped ? 1000 : 200); i++) {
        for (const [name, { ranges, value, centred }] of Object.entries(shapes)) {
          const inputs = ranges.map(() =>
            [0, 1].map(() => rowOf((random(parameters.bits) % p) - p / 2n)),
          );
          check({ name, inputs, value, centred });
        }
      }
    });

    it('writes over its operands', () => {
      const { wasm, slot, write, readDigits } = field;
      const values = Array.from({ length: 6 }, () => (random(parameters.bits) % p) - p / 2n);
      const operands = {
        field_mul: 2,
        field_mul_sub: 3,
        test_difference_product: 4,
        test_square: 3,
        ...(parameters.form === 'montgomery' && { test_columns: 2, test_columns_square: 1 }),
      };
      for (const [name, count] of Object.entries(operands)) {
        const fill = () => {
          for (let i = 0; i < 2 * count; i++) write(slot(1 + (i >> 1)), i & 1, values[i % 5]);
        };
        const inputs = Array.from({ length: count }, (_, i) => slot(1 + i));
        fill();
        wasm[name](slot(0), ...inputs);
        const expected = [0, 1].map((lane) => readDigits(slot(0), lane));
        for (const target of inputs) {
          fill();
          wasm[name](target, ...inputs);
          expect([0, 1].map((lane) => readDigits(target, lane))).toEqual(expected);
        }
      }
    });

    it('multiplies a row by itself', () => {
      const { wasm, slot, write, read } = field;
      for (let i = 0; i < 100; i++) {
        const values = [0, 1].map(() => (random(parameters.bits) % p) - p / 2n);
        values.forEach((value, lane) => write(slot(1), lane, value));
        wasm.field_mul(slot(0), slot(1), slot(1));
        values.forEach((value, lane) =>
          expect(mod(read(slot(0), lane) * parameters.R - value * value, p)).toBe(0n),
        );
      }
    });

    it('reads canonical bytes and refuses others', () => {
      const { wasm, slot, u8, readDigits, valueOf } = field;
      const { bytes, w } = parameters;
      const full = 1n << BigInt(8 * bytes);
      const values = [0n, 1n, p / 2n, p - 1n, p, p + 1n, 2n * p, full - 1n, full - 2n];
      for (let i = 0n; i < BigInt(8 * bytes); i += 13n) values.push(1n << i, full - (1n << i));
      for (let i = 0; i < 200; i++) values.push(random(8 * bytes), random(parameters.bits) % p);
      for (const value of values.filter((v) => v < full)) {
        for (const lane of [0, 1]) {
          u8.set(toBytesLE(value, bytes), slot(4));
          const ok = wasm.test_laneFromBytes(slot(1) + 8 * lane, slot(4));
          expect(ok).toBe(value < p ? 1 : 0);
          if (!ok) continue;
          const digits = readDigits(slot(1), lane);
          expect(valueOf(digits)).toBe(value);
          expect(digits.every((digit) => digit >= 0 && digit < 2 ** w)).toBe(true);
        }
      }
    });

    it('writes the canonical bytes of every value between −p and p', () => {
      const { wasm, slot, u8, write } = field;
      const { bytes } = parameters;
      const values = edgeValues(parameters, 1).filter((v) => v < p && -v < p);
      for (let i = 0; i < 200; i++) values.push((random(parameters.bits + 1) % (2n * p)) - p || 1n);
      for (const value of values) {
        for (const lane of [0, 1]) {
          write(slot(1), lane, value);
          write(slot(1), 1 - lane, 1n - value);
          wasm.test_laneToBytes(slot(4), slot(1) + 8 * lane);
          expect(fromBytesLE(u8.subarray(slot(4), slot(4) + bytes))).toBe(mod(value, p));
        }
      }
    });

    it('exchanges limbs with the inversion', () => {
      const { wasm, slot, u8, write, readDigits, valueOf } = field;
      const shape30 = fieldParameters(p, { w: 30 });
      const values = edgeValues(parameters, 1).filter((v) => v < p && -v < p);
      const view = new DataView(u8.buffer);
      for (let i = 0; i < 200; i++) values.push((random(parameters.bits + 1) % (2n * p)) - p || 1n);
      for (const value of values) {
        for (const lane of [0, 1]) {
          write(slot(1), lane, value);
          write(slot(1), 1 - lane, 1n - value);
          wasm.test_limbsFromLane(slot(4), slot(1) + 8 * lane);
          const limbs = limbsOf(value + p, shape30);
          limbs.forEach((limb, j) =>
            expect(view.getUint32(slot(4) + 4 * j, true)).toBe(Number(limb)),
          );
          wasm.test_rowFromLimbs(slot(2), slot(4));
          expect([0, 1].map((other) => valueOf(readDigits(slot(2), other)))).toEqual([
            value + p,
            value + p,
          ]);
        }
      }
    });

    it('inverts both lanes, of products, by one inversion', () => {
      const { wasm, slot, write, read } = field;
      const { R } = parameters;
      const values = edgeValues(parameters, 0.9).filter((value) => mod(value, p) !== 0n);
      const pairs = values.map((value, i) => [value, values[(i * 7 + 3) % values.length]]);
      for (let i = 0; i < 200; i++) {
        const value = () => ((random(parameters.bits) % p) * 3n) / 2n - (p * 3n) / 4n || 1n;
        pairs.push([value(), value()]);
      }
      for (const pair of pairs) {
        for (const target of [0, 1]) {
          pair.forEach((value, lane) => write(slot(1), lane, value));
          wasm.invert_both(slot(target), slot(1));
          pair.forEach((value, lane) => {
            const z = read(slot(target), lane);
            if (mod(z * value - R * R, p) !== 0n) expect.fail(`1/${value} gave ${z}`);
          });
        }
      }
      compared();
    });

    it('is the same without the debug build’s assertions', async () => {
      const release = await fmaModule(p, { form, debug: false });
      for (let i = 0; i < 200; i++) {
        const rows = (/** @type {Range} */ range) =>
          [0, 1].map(() => extremeRow(random, parameters, range, Number(random(8))));
        const inputs = [rows('difference'), rows('normalised'), rows('centred')];
        const results = [field, release].map(({ wasm, slot, writeDigits, readDigits }) => {
          inputs.forEach((lanes, j) =>
            lanes.forEach((row, lane) => writeDigits(slot(j + 1), lane, row)),
          );
          wasm.field_mul_sub(slot(0), slot(1), slot(2), slot(3));
          return [0, 1].map((lane) => readDigits(slot(0), lane));
        });
        expect(results[1]).toEqual(results[0]);
      }
    });

    it('asserts the ranges of operands in the debug build', () => {
      const { wasm, slot, write, writeDigits } = field;
      const { w, n } = parameters;
      const rows = [slot(1), slot(2), slot(3)];
      const top = Math.ceil(Number(p) / 2 ** (w * (n - 1)));
      /** @type {Array<[row: number, digit: number, value: number]>} */
      const bad = [
        [0, 0, 2 ** w + 1],
        [0, n - 1, -3 * top - 3],
        [0, n - 2, NaN],
        [1, 0, -(2 ** (w - 1)) - 1],
        [1, n - 1, 2 * top + 3],
        [2, n - 1, top + 3],
      ];
      for (const [row, digit, value] of bad) {
        for (const lane of [0, 1]) {
          rows.forEach((address) => [0, 1].forEach((l) => write(address, l, 1n)));
          const digits = rowOf(1n);
          digits[digit] = value;
          writeDigits(rows[row], lane, digits);
          expect(() => wasm.field_mul_sub(slot(0), rows[0], rows[1], rows[2])).toThrow(
            /debug build: field_mul_sub: [xyc] must be/,
          );
        }
      }
    });
  },
);

describe('fmaParameters', () => {
  it('folds where p = 2^N − c has a small c, and nowhere else', () => {
    expect(fmaParameters(secp256k1P).form).toBe('fold');
    expect(fmaParameters(blsP).form).toBe('montgomery');
    expect(fmaParameters(blsR).form).toBe('montgomery');
    for (const p of [blsP, blsR, 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n])
      expect(() => fmaParameters(p, 'fold')).toThrow(/no fold: 2\^\d+ − p .* exceeds a digit/);
    // Two digits leave no column between those that take the cut's carry and the top one.
    expect(fmaParameters(2n ** 89n - 1n).form).toBe('montgomery');
    expect(() => fmaParameters(2n ** 89n - 1n, 'fold')).toThrow(/2 digits/);
  });

  it('refuses top digits that are too small to centre by, and takes shorter ones', () => {
    for (const bits of [8, 31, 48])
      expect(() => fmaParameters((1n << BigInt(bits)) - 1n)).toThrow(RangeError);
    for (const bits of [361, 367]) {
      const p = (1n << BigInt(bits)) - 1n;
      expect(() => fmaParameters(p, undefined, 51)).toThrow(RangeError);
      expect(fmaParameters(p).w).toBeLessThan(51);
    }
    for (const bits of [62, 98, 200, 250, 256, 368, 381, 400])
      expect(fmaParameters(randomPrime(bits, 3n, random)).bits).toBe(bits);
  });
});
