/** The quadratic extension of the two-lane kernel, in its debug build, against BigInt. */

import { beforeAll, describe, expect, it } from 'vitest';

import { quadraticField } from '../../src/reference/field.js';
import { mod } from '../../src/math/modular.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitFmaQuadraticField } from '../../wasm-gen/field/fma/quadratic.js';
import { isProbablePrime, randomPrime, randomStream } from './field-module.js';
import { isFused } from '../support/built-modules.js';
import { listOf } from '../support/kinds.js';
import { fmaQuadraticModule } from './fma-quadratic-module.js';
import { edgeValues, extremeRow, limitsOf } from './fma-rows.js';
import { some } from '../support/extent.js';

/** @import { Fp2 } from '../../src/reference/field.js' */
/** @import { Kind } from '../support/exports.js' */
/** @import { Lanes, Shape } from './fma-kinds.js' */
/** @import { FmaQuadraticModule } from './fma-quadratic-module.js' */
/** @import { Range } from './fma-rows.js' */

const random = randomStream(381n);

/** The largest prime of so many bits that is 3 mod 4. @param {number} bits */
function largestPrime(bits) {
  let p = (1n << BigInt(bits)) - 1n;
  while (!isProbablePrime(p)) p -= 4n;
  return p;
}

const shipped = [
  { name: 'BLS12-381 p', p: bls12381G2.p },
  { name: 'BN254 p', p: bn254G2.p },
];

const others = [
  { name: 'a prime of 370 bits', p: randomPrime(370, 3n, random) },
  { name: 'a prime of 382 bits', p: randomPrime(382, 3n, random) },
  { name: 'the largest prime for digits of 52 bits', p: largestPrime(254) },
];

/** The product of two elements, as pairs of coefficients. */
const product = (/** @type {bigint[]} */ [a, b], /** @type {bigint[]} */ [c, d]) => [
  a * c - b * d,
  a * d + b * c,
];

/** @type {(a: bigint[], b: bigint[], k: bigint) => bigint[]} a − kb */
const minus = (a, b, k) => a.map((value, i) => value - k * b[i]);

/**
 * Operations with every guarantee checked: residues, digits in [−h, h), the bound on each value.
 * @param {FmaQuadraticModule} field
 */
function operations({ parameters, check, row, valuesOf }) {
  const { p, w, R, addsSubtrahends } = parameters;

  /** @type {Range[]} */
  const subtrahends = addsSubtrahends ? ['subtrahend'] : ['subtrahend', 'subtrahend'];
  /** Less all of c. @type {(value: bigint[], c: bigint[][]) => bigint[]} */
  const minusAll = (value, c) => c.reduce((rest, each) => minus(rest, each, R), value);

  /** @type {Record<string, Shape<bigint[]>>} */
  const shapes = {
    multiply: { ranges: ['wide', 'normalised'], value: product, centred: false },
    multiplySubtract: {
      ranges: ['wide', 'normalised', 'subtrahend'],
      value: (x, y, c) => minus(product(x, y), c, R),
      centred: true,
    },
    multiplySubtractAll: {
      ranges: ['wide', 'normalised', ...subtrahends],
      value: (x, y, ...c) => minusAll(product(x, y), c),
      centred: true,
    },
    square: { ranges: ['normalised'], value: (x) => product(x, x), centred: false },
    squareSubtract: {
      ranges: ['normalised', ...subtrahends],
      value: (x, ...c) => minusAll(product(x, x), c),
      centred: true,
    },
    differenceProduct: {
      ranges: ['normalised', 'normalised', 'normalised', 'centred'],
      value: (a, b, y, c) => minus(product(minus(b, a, 1n), y), c, 2n * R),
      ...{ centred: true, apart: true },
    },
    differenceSquare: {
      ranges: ['normalised', 'centred', 'centred'],
      value: (x, a, b) => minus(minus(product(x, x), a, R), b, R),
      ...{ centred: true, apart: true },
    },
  };

  /**
   * Calls an operation with rows of both lanes; gives the rows of the result.
   * @param {string} name
   * @param {Lanes[]} inputs
   */
  const run = (name, inputs) => {
    const { value, centred, apart } = shapes[name];
    const most = ((centred ? 502n : w === 52 ? 840n : 770n) * p) / 1000n;
    const expected = [0, 1].map((lane) => ({
      values: value(...inputs.map((lanes) => valuesOf(lanes[lane]))),
      most,
    }));
    const kind = apart ? { ...row, layout: 'apart' } : row;
    const operands = inputs.map((lanes) => /** @type {[Kind, Lanes]} */ ([row, lanes]));
    return check.writes(`test_${name}`, kind, operands, expected);
  };
  return { run, shapes };
}

const fused = await isFused();

describe.skipIf(!fused).each([...shipped, ...some(others, 1, 'fma-quadratic')])(
  'Fp² in two lanes, $name',
  ({ p }) => {
    /** @type {FmaQuadraticModule} */
    let field;
    /** @type {FmaQuadraticModule} */
    let release;
    beforeAll(async () => {
      field = await fmaQuadraticModule(p);
      release = await fmaQuadraticModule(p, { debug: false });
    });
    const reference = quadraticField(p);
    const centred = () => (random(field.parameters.bits) % p) - p / 2n;

    it('is correct for values of interest, different ones in lanes and coefficients', () => {
      const { run, shapes } = operations(field);
      for (const [name, { ranges }] of Object.entries(shapes)) {
        const lists = ranges.map((range) =>
          edgeValues(field.parameters, limitsOf(field.parameters, range).value),
        );
        for (let i = 0; i < 400; i++) {
          const inputs = lists.map((list, j) =>
            [0, 1].map((lane) =>
              field.digitsOfAll(
                [0, 1].map((which) => {
                  const pick = i * (2 * j + 1) + 5 * lane + 7 * which + (i >> 5) * j;
                  return list[pick % list.length];
                }),
              ),
            ),
          );
          run(name, inputs);
        }
      }
    });

    it('keeps its bounds on rows with extreme digits; the release build computes the same', () => {
      const { run, shapes } = operations(field);
      const ofRelease = operations(release);
      for (const [name, { ranges }] of Object.entries(shapes)) {
        for (let i = 0; i < 1200; i++) {
          const inputs = ranges.map((range, j) =>
            [0, 1].map((lane) =>
              [0, 1].flatMap((which) => {
                const pick = i % 2 ? Number(random(8)) : Math.floor(i / 6 ** j) + lane + 2 * which;
                return extremeRow(random, field.parameters, range, pick);
              }),
            ),
          );
          const digits = run(name, inputs);
          if (i % 10 === 0) expect(ofRelease.run(name, inputs)).toEqual(digits);
        }
      }
    });

    it('multiplies random values', () => {
      const { run, shapes } = operations(field);
      for (let i = 0; i < 300; i++) {
        for (const [name, { ranges }] of Object.entries(shapes)) {
          const inputs = ranges.map(() =>
            [0, 1].map(() => field.digitsOfAll([centred(), centred()])),
          );
          run(name, inputs);
        }
      }
    });

    it('multiplies fixed values, and an element by itself', () => {
      const { run, shapes } = operations(field);
      const values = Array.from({ length: 8 }, centred);
      const inputs = [0, 1, 2, 3].map((i) =>
        [0, 1].map((lane) => field.digitsOfAll([values[i + lane], values[i + 2 + lane]])),
      );
      for (const [name, { ranges }] of Object.entries(shapes))
        run(name, inputs.slice(0, ranges.length));
      for (const x of inputs) run('multiply', [x, x]);
    });

    /** Elements of interest. */
    const elements = () => {
      const values = [0n, 1n, p - 1n, 2n, p / 2n, p / 2n + 1n, 5n];
      const pairs = values.flatMap((c0) => values.map((c1) => ({ c0, c1 })));
      const some = () => random(field.parameters.bits) % p;
      return [...pairs, ...Array.from({ length: 60 }, () => ({ c0: some(), c1: some() }))];
    };

    /**
     * Elements of both lanes, which stand in memory as R times themselves; `isRight`: whether one
     * is the result for another.
     * @param {(found: Fp2, of: Fp2) => boolean} isRight
     * @returns {Kind}
     */
    const elementsThat = (isRight) => {
      const { parameters, values } = field;
      const inverseR = reference.invert({ c0: mod(parameters.R, p), c1: 0n }).c0;
      const formOf = (/** @type {bigint} */ c) => {
        const form = mod(c * parameters.R, p);
        return 2n * form > p ? form - p : form;
      };
      return {
        ...values,
        blanks: [[0, 1].map(() => ({ c0: 5n, c1: 5n }))],
        write: (address, /** @type {Fp2[]} */ pair) =>
          values.write(
            address,
            pair.map(({ c0, c1 }) => [c0, c1].map(formOf)),
          ),
        read: (address) =>
          values.read(address).map((/** @type {bigint[]} */ forms) => {
            const [c0, c1] = forms.map((form) => mod(form * inverseR, p));
            return { c0, c1 };
          }),
        isRight: (/** @type {Fp2[]} */ found, /** @type {Fp2[]} */ of) =>
          found.every((element, lane) => isRight(element, of[lane])),
      };
    };
    const isEqual = (/** @type {Fp2} */ a, /** @type {Fp2} */ b) => a.c0 === b.c0 && a.c1 === b.c1;

    it('inverts both lanes by one inversion', () => {
      const kind = elementsThat((found, of) => isEqual(found, reference.invert(of)));
      const list = elements().filter((element) => !reference.isZero(element));
      list.forEach((element, i) => {
        const pair = [element, list[(i * 7 + 3) % list.length]];
        field.check.writes('test_invertBoth', kind, [[kind, pair]], pair);
      });
    });

    it('finds the roots of squares, of real and imaginary numbers and of 0', () => {
      const kind = elementsThat((found, of) => isEqual(reference.square(found), of));
      const squares = elements().map((element) => reference.square(element));
      const list = elements().filter((element) => reference.squareRoot(element) !== null);
      // Squares and non-squares of the prime field are all squares here.
      const real = [2n, 3n, 5n, p - 2n, p - 1n].map((c0) => ({ c0, c1: 0n }));
      const all = [...squares, ...list, ...real];
      all.forEach((element, i) => {
        const pair = [element, all[(i * 5 + 2) % all.length]];
        field.check.writes('test_root', kind, [[kind, pair]], pair);
      });
    });

    it('reads and writes canonical bytes, c0 first', () => {
      const { check, lanes, coefficient, parameters } = field;
      const bytes = listOf(coefficient, 2);
      const full = 1n << BigInt(8 * parameters.bytes);
      const values = [0n, 1n, p - 1n, p, p + 1n, full - 1n, p / 3n];
      for (const lane of lanes) {
        for (const c0 of values) {
          for (const c1 of values) {
            const element = [c0, c1];
            if (c0 >= p || c1 >= p) {
              check.refuses('test_fromBytes', lane, [[bytes, element]], { spoils: true });
              continue;
            }
            check.writes('test_fromBytes', lane, [[bytes, element]], element, 1);
            check.writes('test_toBytes', bytes, [[lane, [c0 && c0 - p, c1]]], element);
          }
        }
      }
    });

    it('asserts the ranges of operands in the debug build', () => {
      const { check, row, digitsOfAll, parameters } = field;
      const { w, n } = parameters;
      const h = 2 ** (w - 1);
      const [wide, subtrahend] = /** @type {const} */ (['wide', 'subtrahend']).map(
        (range) => limitsOf(parameters, range).digit * h,
      );
      /** @type {Array<[operand: number, digit: number, value: number]>} */
      const bad = [
        [0, 0, wide + 1],
        [0, n + 1, -wide - 1],
        [1, 0, h + 1],
        [1, n, NaN],
        [2, n - 2, subtrahend + 1],
        [2, 2 * n - 2, -subtrahend - 1],
      ];
      for (const [operand, digit, value] of bad) {
        for (const lane of [0, 1]) {
          const rows = [0, 1, 2].map(() => [0, 1].map(() => digitsOfAll([1n, 1n])));
          rows[operand][lane][digit] = value;
          const operands = rows.map((digits) => /** @type {[Kind, Lanes]} */ ([row, digits]));
          const message = /debug build: (extension_columns|reduce_sub): (x_[01]|y_[01]|c) must be/;
          check.asserts('test_multiplySubtract', row, operands, message);
        }
      }
    });
  },
);

describe('emitFmaQuadraticField', () => {
  it('refuses primes for which −1 is a square, and those without bits to spare', () => {
    const emit = (/** @type {bigint} */ p) => () =>
      emitFmaQuadraticField(new ModuleBuilder('refused'), p, { reserve: () => 0 });
    expect(emit(randomPrime(381, 1n, random))).toThrow(/3 mod 4/);
    for (const bits of [50, 90])
      expect(emit(randomPrime(bits, 3n, random))).toThrow(/digits of 40 to 49 bits/);
  });

  const digitBits = (/** @type {number} */ bits) => {
    let next = 64;
    const reserve = (/** @type {number} */ size) => (next += size) - size;
    const p = randomPrime(bits, 3n, random);
    return emitFmaQuadraticField(new ModuleBuilder('taken'), p, { reserve }).parameters.w;
  };

  it('takes shorter digits where those of 49 bits leave too little room', () =>
    expect([256, 307, 381].map(digitBits)).toEqual([48, 48, 49]));

  it('takes digits of 52 bits where these save one and leave enough room', () =>
    expect([248, 254, 255, 384, 400].map(digitBits)).toEqual([52, 52, 48, 52, 52]));
});
