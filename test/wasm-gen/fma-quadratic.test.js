/** The quadratic extension of the two-lane kernel, in its debug build, against BigInt. */

import { beforeAll, describe, expect, it } from 'vitest';

import { quadraticField } from '../../src/reference/field.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { f64x2 } from '../../wasm-gen/emit/instructions.js';
import { staticMemory } from '../../wasm-gen/static-memory.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { loadRow, storeRow } from '../../wasm-gen/field/fma/index.js';
import { digitsOf } from '../../wasm-gen/field/fma/parameters.js';
import { emitFmaQuadraticField } from '../../wasm-gen/field/fma/quadratic.js';
import { emitSquareRoot } from '../../wasm-gen/field/fma/square-root.js';
import { compared } from '../support/compared.js';
import { instantiate } from '../support/instantiate.js';
import { isProbablePrime, randomPrime, randomStream } from './field-module.js';
import { isFused } from '../support/built-modules.js';
import { edgeValues, extremeRow, limitsOf } from './fma-rows.js';
import { some } from '../support/extent.js';

/** @import { Fp2 } from '../../src/reference/field.js' */
/** @import { Callable } from '../../wasm-gen/emit/module.js' */
/** @import { Range } from './fma-rows.js' */

/** Where the module's own memory begins, and where the rows of tests do. */
const STATIC = 64;
const TESTS = 32 * 1024;

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

/**
 * The field alone in a module; `operations` by name, (target, operands …) → whatever.
 * @param {bigint} p
 * @param {boolean} debug
 */
async function quadraticModule(p, debug) {
  const m = new ModuleBuilder('quadratic');
  const reserve = staticMemory({ name: 'field' }, STATIC, TESTS);
  const field = emitFmaQuadraticField(m, p, { reserve, debug });
  const { rowLength, rowBytes, checks } = field;
  const root = emitSquareRoot(m, field);
  /** @type {(name: string, operands: string[], emit: (f: any, rows: any) => void) => void} */
  const test = (name, operands, emit) => {
    const params = Object.fromEntries(
      ['z', ...operands].map((id) => [id, /** @type {'i32'} */ ('i32')]),
    );
    m.func(`test_${name}`, { params, exported: true }, emit);
  };
  /** @type {(name: string, operands: string[], callable: Callable) => void} */
  const forward = (name, operands, callable) =>
    test(name, operands, (f, rows) =>
      f.emit(callable.call(...['z', ...operands].map((id) => rows[id]))),
    );
  forward('multiply', ['x', 'y'], field.multiply);
  forward('multiplySubtract', ['x', 'y', 'c'], field.multiplySubtract);
  forward('square', ['x'], field.square);
  const { addsSubtrahends } = field.parameters;
  const subtrahends = addsSubtrahends ? ['c'] : ['c', 'd'];
  forward('multiplySubtractAll', ['x', 'y', ...subtrahends], field.multiplySubtractAll);
  forward('squareSubtract', ['x', ...subtrahends], field.squareSubtract);
  forward('invertBoth', ['x'], field.invertBoth);
  // Operands that stand in no row.
  test('differenceProduct', ['a', 'b', 'y', 'c'], (f, { z, a, b, y, c }) =>
    field.emitProduct(f, {
      x: (i) => f64x2.sub(loadRow(a)(i), loadRow(b)(i)),
      y: (i) => f64x2.neg(loadRow(y)(i)),
      minus: addsSubtrahends
        ? [(i) => f64x2.add(loadRow(c)(i), loadRow(c)(i))]
        : [loadRow(c), (i) => f64x2.neg(f64x2.neg(loadRow(c)(i)))],
      centre: 2,
      store: (i, digit) => storeRow(f, z)(i, digit),
    }),
  );
  test('differenceSquare', ['x', 'a', 'b'], (f, { z, x, a, b }) =>
    field.emitProduct(f, {
      x: loadRow(x),
      y: null,
      minus: addsSubtrahends
        ? [(i) => f64x2.add(loadRow(a)(i), loadRow(b)(i))]
        : [loadRow(a), loadRow(b)],
      centre: 2,
      store: storeRow(f, z),
    }),
  );
  test('root', ['x'], (f, { z, x }) => {
    for (let i = 0; i < rowLength; i++) storeRow(f, root.base)(i, loadRow(x)(i));
    f.emit(root.power());
    checks.row(f, 'root', root.result, 'product');
    for (let i = 0; i < rowLength; i++) storeRow(f, z)(i, loadRow(root.result)(i));
  });
  m.func(
    'test_fromBytes',
    { params: { lane: 'i32', source: 'i32' }, result: 'i32', exported: true },
    (f, { lane, source }) => f.result(field.laneFromBytes.call(lane, source)),
  );
  forward('toBytes', ['lane'], field.laneToBytes);

  const memory = new WebAssembly.Memory({ initial: 2 });
  /** @type {Record<string, (...integers: number[]) => number>} */
  const wasm = await instantiate({ module: m, messages: checks.messages }, memory);
  const f64 = new Float64Array(memory.buffer);
  const { w, n } = field.parameters;
  return {
    wasm,
    parameters: field.parameters,
    rowBytes,
    u8: new Uint8Array(memory.buffer),
    /** The address of the i-th row of tests. @param {number} i */
    slot: (i) => TESTS + i * rowBytes,
    /** @param {number} address @param {number} lane @param {number[]} digits */
    write: (address, lane, digits) =>
      digits.forEach((digit, i) => (f64[address / 8 + 2 * i + lane] = digit)),
    /**
     * Coefficient `which` of a lane.
     * @param {number} address
     * @param {number} lane
     * @param {number} [which]
     */
    read(address, lane, which = 0) {
      const at = address / 8 + 2 * n * which;
      return Array.from({ length: n }, (_, i) => f64[at + 2 * i + lane]);
    },
    /** @param {number[]} digits */
    valueOf: (digits) =>
      digits.reduceRight((value, digit) => (value << BigInt(w)) + BigInt(digit), 0n),
  };
}

const fused = await isFused();

describe.skipIf(!fused).each([...shipped, ...some(others, 1, 'fma-quadratic')])(
  'Fp² in two lanes, $name',
  ({ p }) => {
    /** @type {Awaited<ReturnType<typeof quadraticModule>>} */
    let field;
    /** @type {typeof field} */
    let release;
    beforeAll(async () => {
      field = await quadraticModule(p, true);
      release = await quadraticModule(p, false);
    });
    const reference = quadraticField(p);

    /**
     * @typedef {{ ranges: Range[], value: (R: bigint, ...v: any[]) => bigint[], centred: boolean }}
     *   Shape
     */

    const product = (/** @type {bigint[]} */ [a, b], /** @type {bigint[]} */ [c, d]) => [
      a * c - b * d,
      a * d + b * c,
    ];
    /** @type {(a: bigint[], b: bigint[], k: bigint) => bigint[]} a − kb */
    const minus = (a, b, k) => a.map((value, i) => value - k * b[i]);

    /** Less c, or c and d where digits have 52 bits. */
    const minusAll = (
      /** @type {bigint} */ R,
      /** @type {bigint[]} */ value,
      /** @type {any[]} */ c,
    ) => c.reduce((rest, each) => minus(rest, each, R), value);
    /** @type {Range[]} */
    const subtrahends = p >> 256n ? ['subtrahend'] : ['subtrahend', 'subtrahend'];

    /** R times the results, of operands as pairs of coefficients. @type {Record<string, Shape>} */
    const shapes = {
      multiply: {
        ranges: ['wide', 'normalised'],
        value: (R, x, y) => product(x, y),
        centred: false,
      },
      multiplySubtract: {
        ranges: ['wide', 'normalised', 'subtrahend'],
        value: (R, x, y, c) => minus(product(x, y), c, R),
        centred: true,
      },
      multiplySubtractAll: {
        ranges: ['wide', 'normalised', ...subtrahends],
        value: (R, x, y, ...c) => minusAll(R, product(x, y), c),
        centred: true,
      },
      square: { ranges: ['normalised'], value: (R, x) => product(x, x), centred: false },
      squareSubtract: {
        ranges: ['normalised', ...subtrahends],
        value: (R, x, ...c) => minusAll(R, product(x, x), c),
        centred: true,
      },
      differenceProduct: {
        ranges: ['normalised', 'normalised', 'normalised', 'centred'],
        value: (R, a, b, y, c) => minus(product(minus(b, a, 1n), y), c, 2n * R),
        centred: true,
      },
      differenceSquare: {
        ranges: ['normalised', 'centred', 'centred'],
        value: (R, x, a, b) => minus(minus(product(x, x), a, R), b, R),
        centred: true,
      },
    };
    /**
     * Runs an operation and checks residues, digits and bounds; gives the digits. `inputs`: for
     * each operand and lane, the digits of the coefficients.
     * @param {typeof field} module
     * @param {string} name
     * @param {Shape} shape
     * @param {number[][][][]} inputs
     */
    function check(module, name, { value, centred }, inputs) {
      const { wasm, parameters, slot, write, read, valueOf } = module;
      const { w, n, R } = parameters;
      const h = 2 ** (w - 1);
      const degree = 2;
      inputs.forEach((lanes, i) =>
        lanes.forEach((rows, lane) => write(slot(i + 1), lane, rows.flat())),
      );
      wasm[`test_${name}`](slot(0), ...inputs.map((_, i) => slot(i + 1)));
      const results = [];
      for (const lane of [0, 1]) {
        const operands = inputs.map((lanes) => lanes[lane].map(valueOf));
        const expected = value(R, ...operands);
        for (let which = 0; which < degree; which++) {
          const digits = read(slot(0), lane, which);
          const z = valueOf(digits);
          const explain = () =>
            `${name}, lane ${lane}, c${which}: ${operands.join(', ')} gave ${z}`;
          if (mod(z * R - expected[which], p) !== 0n) expect.fail(explain());
          if (!digits.slice(0, n - 1).every((digit) => digit >= -h && digit < h))
            expect.fail(`digits ${digits}: ${explain()}`);
          const size = z < 0n ? -z : z;
          if (1000n * size > (centred ? 502n : w === 52 ? 840n : 770n) * p)
            expect.fail(`${Number(size) / Number(p)}·p: ${explain()}`);
          results.push(...digits);
        }
      }
      compared();
      return results;
    }

    const rowsOf = (/** @type {bigint[]} */ values) =>
      values.map((value) => digitsOf(value, field.parameters));

    it('is correct for values of interest, different ones in lanes and coefficients', () => {
      for (const [name, shape] of Object.entries(shapes)) {
        const lists = shape.ranges.map((range) =>
          edgeValues(field.parameters, limitsOf(field.parameters, range).value),
        );
        for (let i = 0; i < 400; i++) {
          const inputs = lists.map((list, j) =>
            [0, 1].map((lane) =>
              rowsOf(
                [0, 1].map((which) => {
                  const pick = i * (2 * j + 1) + 5 * lane + 7 * which + (i >> 5) * j;
                  return list[pick % list.length];
                }),
              ),
            ),
          );
          check(field, name, shape, inputs);
        }
      }
    });

    it('keeps its bounds on rows with extreme digits; the release build computes the same', () => {
      for (const [name, shape] of Object.entries(shapes)) {
        for (let i = 0; i < 1200; i++) {
          const inputs = shape.ranges.map((range, j) =>
            [0, 1].map((lane) =>
              [0, 1].map((which) => {
                const pick = i % 2 ? Number(random(8)) : Math.floor(i / 6 ** j) + lane + 2 * which;
                return extremeRow(random, field.parameters, range, pick);
              }),
            ),
          );
          const digits = check(field, name, shape, inputs);
          if (i % 10 === 0) expect(check(release, name, shape, inputs)).toEqual(digits);
        }
      }
    });

    it('multiplies random values', () => {
      for (let i = 0; i < 300; i++) {
        for (const [name, shape] of Object.entries(shapes)) {
          const value = () => (random(field.parameters.bits) % p) - p / 2n;
          const inputs = shape.ranges.map(() => [0, 1].map(() => rowsOf([value(), value()])));
          check(field, name, shape, inputs);
        }
      }
    });

    it('writes over its operands', () => {
      const { wasm, slot, write, read } = field;
      const values = Array.from({ length: 8 }, () => (random(field.parameters.bits) % p) - p / 2n);
      for (const [name, { ranges }] of Object.entries(shapes)) {
        if (name.startsWith('difference')) continue;
        const fill = () =>
          ranges.forEach((_, i) =>
            [0, 1].forEach((lane) =>
              write(slot(1 + i), lane, rowsOf([values[i + lane], values[i + 2 + lane]]).flat()),
            ),
          );
        const inputs = ranges.map((_, i) => slot(1 + i));
        const result = (/** @type {number} */ at) =>
          [0, 1].flatMap((lane) => [0, 1].flatMap((which) => read(at, lane, which)));
        fill();
        wasm[`test_${name}`](slot(0), ...inputs);
        const expected = result(slot(0));
        for (const target of inputs) {
          fill();
          wasm[`test_${name}`](target, ...inputs);
          expect(result(target)).toEqual(expected);
        }
      }
    });

    /** Elements of interest, as R times themselves. */
    const elements = () => {
      const values = [0n, 1n, p - 1n, 2n, p / 2n, p / 2n + 1n, 5n].map((c) => c);
      const pairs = values.flatMap((c0) => values.map((c1) => ({ c0, c1 })));
      const some = () => random(field.parameters.bits) % p;
      return [...pairs, ...Array.from({ length: 60 }, () => ({ c0: some(), c1: some() }))];
    };
    /** @param {number} address @param {Fp2[]} lanes */
    const writeElements = (address, lanes) =>
      lanes.forEach(({ c0, c1 }, lane) => {
        const forms = [c0, c1].map((c) => {
          const form = mod(c * field.parameters.R, p);
          return 2n * form > p ? form - p : form;
        });
        field.write(address, lane, rowsOf(forms).flat());
      });
    /** @param {number} address @param {number} lane @returns {Fp2} */
    const readElement = (address, lane) => {
      const inverseR = reference.invert({ c0: mod(field.parameters.R, p), c1: 0n }).c0;
      const [c0, c1] = [0, 1].map((which) =>
        mod(field.valueOf(field.read(address, lane, which)) * inverseR, p),
      );
      return { c0, c1 };
    };

    it('inverts both lanes by one inversion', () => {
      const { wasm, slot } = field;
      const list = elements().filter((element) => !reference.isZero(element));
      list.forEach((element, i) => {
        const pair = [element, list[(i * 7 + 3) % list.length]];
        writeElements(slot(1), pair);
        for (const target of [0, 1]) {
          wasm.test_invertBoth(slot(target), slot(1));
          pair.forEach((x, lane) =>
            expect(readElement(slot(target), lane)).toEqual(reference.invert(x)),
          );
        }
      });
    });

    it('finds the roots of squares, of real and imaginary numbers and of 0', () => {
      const { wasm, slot } = field;
      const squares = elements().map((element) => reference.square(element));
      const list = elements().filter((element) => reference.squareRoot(element) !== null);
      // Squares and non-squares of the prime field are all squares here.
      const real = [2n, 3n, 5n, p - 2n, p - 1n].map((c0) => ({ c0, c1: 0n }));
      const all = [...squares, ...list, ...real];
      all.forEach((element, i) => {
        const pair = [element, all[(i * 5 + 2) % all.length]];
        writeElements(slot(1), pair);
        wasm.test_root(slot(0), slot(1));
        pair.forEach((x, lane) => expect(reference.square(readElement(slot(0), lane))).toEqual(x));
      });
    });

    it('reads and writes canonical bytes, c0 first', () => {
      const { wasm, slot, u8, write, read, valueOf, parameters } = field;
      const { bytes } = parameters;
      const values = [0n, 1n, p - 1n, p, p + 1n, (1n << BigInt(8 * bytes)) - 1n, p / 3n];
      for (const lane of [0, 1]) {
        for (const c0 of values) {
          for (const c1 of values) {
            u8.set([...toBytesLE(c0, bytes), ...toBytesLE(c1, bytes)], slot(3));
            const ok = wasm.test_fromBytes(slot(1) + 8 * lane, slot(3));
            expect(ok).toBe(Number(c0 < p && c1 < p));
            if (!ok) continue;
            expect([0, 1].map((which) => valueOf(read(slot(1), lane, which)))).toEqual([c0, c1]);
            write(slot(1), lane, rowsOf([c0 && c0 - p, c1]).flat());
            wasm.test_toBytes(slot(4), slot(1) + 8 * lane);
            expect(u8.slice(slot(4), slot(4) + 2 * bytes)).toEqual(
              u8.slice(slot(3), slot(3) + 2 * bytes),
            );
          }
        }
      }
    });

    it('asserts the ranges of operands in the debug build', () => {
      const { wasm, slot, write, parameters } = field;
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
          const ones = rowsOf([1n, 1n]).flat();
          for (let i = 1; i <= 3; i++) [0, 1].forEach((other) => write(slot(i), other, ones));
          write(slot(1 + operand), lane, ones.with(digit, value));
          expect(() => wasm.test_multiplySubtract(slot(0), slot(1), slot(2), slot(3))).toThrow(
            /debug build: (extension_columns|reduce_sub): (x_[01]|y_[01]|c) must be/,
          );
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
