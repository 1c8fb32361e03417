import { beforeAll, describe, expect, it } from 'vitest';

import { mod } from '../../src/math/modular.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { foldConstants } from '../../wasm-gen/field/fma/fold-shape.js';
import { digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { fieldParameters, limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { randomPrime, randomStream } from './field-module.js';
import { integerKind, listOf } from '../support/kinds.js';
import { isFused } from '../support/built-modules.js';
import { fmaModule } from './fma-module.js';
import { RANGES, edgeValues, extremeRow } from './fma-rows.js';
import { isWhole, rounds, some } from '../support/extent.js';
import { shippedPrimes } from './shipped-primes.js';

/** @import { Kind } from '../support/exports.js' */
/** @import { Lanes, Shape } from './fma-kinds.js' */
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
function operations({ parameters, check, row, valueOf }) {
  const { p, w, n, R, form } = parameters;
  const top = Number(p) / 2 ** (w * (n - 1));
  const { s } = foldConstants(parameters);
  // The bounds of docs/algorithms/fma.md.
  const exact = (/** @type {number} */ ratio) => (p * BigInt(Math.ceil(ratio * 1e5))) / 100000n;
  const centredBound =
    form === 'fold'
      ? (2n ** BigInt(w - s - 1) + BigInt(4 * n + 1)) << BigInt(w * (n - 1))
      : exact(0.5 + 8 / top);
  const largest = { product: 0, centred: 0 };
  const size = (/** @type {bigint} */ z) => (z < 0n ? -z : z);

  /**
   * Calls an operation with rows of both lanes; gives the rows of the result.
   * @param {string} name
   * @param {Lanes[]} inputs
   */
  const run = (name, inputs) => {
    const { value, centred, apart } = shapes[name];
    const expected = [0, 1].map((lane) => {
      const product = value(...inputs.map((lanes) => valueOf(lanes[lane])));
      const isBounded = centred || form === 'fold';
      const most = isBounded ? centredBound : exact(0.76) + size(product) / R + 1n;
      return { values: [product], most };
    });
    const kind = apart ? { ...row, layout: 'apart' } : row;
    const operands = inputs.map((lanes) => /** @type {[Kind, Lanes]} */ ([row, lanes]));
    const z = /** @type {Lanes} */ (check.writes(name, kind, operands, expected));
    const [a, b] = z.map((digits) => Number(size(valueOf(digits))) / Number(p));
    const of = centred ? 'centred' : 'product';
    largest[of] = Math.max(largest[of], a, b);
    return z;
  };

  /** @type {Record<string, Shape<bigint>>} */
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
      test_in_turn_0: { ...shapes.field_mul, apart: true },
      test_in_turn_1: {
        ranges: ['difference', 'normalised'],
        value: (/** @type {bigint} */ x, /** @type {bigint} */ y) => y * y,
        ...{ centred: false, apart: true },
      },
      test_in_turn_2: {
        ranges: ['difference', 'centred'],
        value: (/** @type {bigint} */ x, /** @type {bigint} */ y) => x * y - y * R,
        ...{ centred: true, apart: true },
      },
    });
  }
  return { run, shapes, largest };
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
      const { run, shapes } = operations(field);
      for (const [name, { ranges }] of Object.entries(shapes)) {
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
            run(name, inputs);
          }
        }
      }
    });

    it('keeps its bounds on rows with extreme digits', () => {
      const { run, shapes, largest } = operations(field);
      for (let i = 0; i < rounds(isShipped ? 3000 : 1200); i++) {
        for (const [name, { ranges }] of Object.entries(shapes)) {
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
          run(name, inputs);
        }
      }
      expect(largest.product).toBeLessThan(parameters.productBound);
      expect(largest.centred).toBeLessThan(0.51);
      // The bounds are not idle.
      expect(largest.centred).toBeGreaterThan(0.49);
    });

    it('multiplies random values', () => {
      const { run, shapes } = operations(field);
      for (let i = 0; i < rounds(isShipped ? 1000 : 200); i++) {
        for (const [name, { ranges }] of Object.entries(shapes)) {
          const inputs = ranges.map(() =>
            [0, 1].map(() => rowOf((random(parameters.bits) % p) - p / 2n)),
          );
          run(name, inputs);
        }
      }
    });

    it('multiplies fixed values, and a row by itself', () => {
      const { run, shapes } = operations(field);
      const centred = () => (random(parameters.bits) % p) - p / 2n;
      const values = Array.from({ length: 6 }, centred);
      for (const [name, { ranges }] of Object.entries(shapes)) {
        const inputs = ranges.map((_, i) =>
          [0, 1].map((lane) => rowOf(values[(2 * i + lane) % 5])),
        );
        run(name, inputs);
      }
      for (let i = 0; i < 100; i++) {
        const x = [0, 1].map(() => rowOf(centred()));
        run('field_mul', [x, x]);
      }
    });

    it('reads canonical bytes and refuses others', () => {
      const { check, lanes, coefficient } = field;
      const { bytes } = parameters;
      const full = 1n << BigInt(8 * bytes);
      const values = [0n, 1n, p / 2n, p - 1n, p, p + 1n, 2n * p, full - 1n, full - 2n];
      for (let i = 0n; i < BigInt(8 * bytes); i += 13n) values.push(1n << i, full - (1n << i));
      for (let i = 0; i < 200; i++) values.push(random(8 * bytes), random(parameters.bits) % p);
      for (const value of values.filter((v) => v < full)) {
        lanes.forEach((lane) => {
          const name = 'test_laneFromBytes';
          if (value < p) check.writes(name, lane, [[coefficient, value]], [value], 1);
          else check.refuses(name, lane, [[coefficient, value]], { spoils: true });
        });
      }
    });

    /** Values between −p and p. */
    const signedValues = () => {
      const values = edgeValues(parameters, 1).filter((v) => v < p && -v < p);
      for (let i = 0; i < 200; i++) values.push((random(parameters.bits + 1) % (2n * p)) - p || 1n);
      return values;
    };

    it('writes the canonical bytes of every value between −p and p', () => {
      const { check, lanes, coefficient } = field;
      for (const value of signedValues())
        for (const lane of lanes)
          check.writes('test_laneToBytes', coefficient, [[lane, [value]]], mod(value, p));
    });

    it('exchanges limbs with the inversion', () => {
      const { check, lanes, values: both, memory } = field;
      const shape30 = fieldParameters(p, { w: 30 });
      const limb = integerKind(() => new Uint8Array(memory.buffer), 4);
      for (const value of signedValues()) {
        const limbs = limbsOf(value + p, shape30);
        const list = listOf(limb, limbs.length);
        for (const lane of lanes) {
          check.writes('test_limbsFromLane', list, [[lane, [value]]], limbs);
          check.writes('test_rowFromLimbs', both, [[list, limbs]], [[value + p], [value + p]]);
        }
      }
    });

    it('inverts both lanes, of products, by one inversion', () => {
      const { check, values: both } = field;
      const { R } = parameters;
      const values = edgeValues(parameters, 0.9).filter((value) => mod(value, p) !== 0n);
      const pairs = values.map((value, i) => [value, values[(i * 7 + 3) % values.length]]);
      for (let i = 0; i < 200; i++) {
        const value = () => ((random(parameters.bits) % p) * 3n) / 2n - (p * 3n) / 4n || 1n;
        pairs.push([value(), value()]);
      }
      const inverses = {
        ...both,
        isRight: (/** @type {bigint[][]} */ found, /** @type {bigint[]} */ of) =>
          found.every(([z], lane) => mod(z * of[lane] - R * R, p) === 0n),
      };
      for (const pair of pairs)
        check.writes('invert_both', inverses, [[both, pair.map((value) => [value])]], pair);
    });

    it('is the same without the debug build’s assertions', async () => {
      const release = await fmaModule(p, { form, debug: false });
      for (let i = 0; i < 200; i++) {
        const rows = (/** @type {Range} */ range) =>
          [0, 1].map(() => extremeRow(random, parameters, range, Number(random(8))));
        const inputs = [rows('difference'), rows('normalised'), rows('centred')];
        const results = [field, release].map((module) =>
          operations(module).run('field_mul_sub', inputs),
        );
        expect(results[1]).toEqual(results[0]);
      }
    });

    it('asserts the ranges of operands in the debug build', () => {
      const { check, row } = field;
      const { w, n } = parameters;
      const top = Math.ceil(Number(p) / 2 ** (w * (n - 1)));
      /** @type {Array<[operand: number, digit: number, value: number]>} */
      const bad = [
        [0, 0, 2 ** w + 1],
        [0, n - 1, -3 * top - 3],
        [0, n - 2, NaN],
        [1, 0, -(2 ** (w - 1)) - 1],
        [1, n - 1, 2 * top + 3],
        [2, n - 1, top + 3],
      ];
      for (const [operand, digit, value] of bad) {
        for (const lane of [0, 1]) {
          const rows = [0, 1, 2].map(() => [0, 1].map(() => rowOf(1n)));
          rows[operand][lane][digit] = value;
          const operands = rows.map((lanes) => /** @type {[Kind, Lanes]} */ ([row, lanes]));
          const message = /debug build: field_mul_sub: [xyc] must be/;
          check.asserts('field_mul_sub', row, operands, message);
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
