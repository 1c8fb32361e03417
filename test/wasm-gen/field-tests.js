/**
 * The tests that every kernel of one element at a time passes, whatever its representation: edge
 * values, values at which its reduction is hardest, and random ones, against BigInt.
 */
import { expect, it } from 'vitest';
import { mod } from '../../src/math/modular.js';
import { assertProperty, fc } from '../support/property.js';
import {
  adversarialPairs,
  byteValues,
  edgeValues,
  pairsWithExtremeResults,
} from './field-operations.js';

/** @import { FieldModule } from './field-module.js' */
/** @import { operations } from './field-operations.js' */

/**
 * @typedef {object} Tested
 * @property {bigint} p
 * @property {bigint} product the largest operand of a product, and of bytes that are written
 * @property {bigint} sum the largest operand of anything else
 * @property {boolean} hasQuotients whether reduction estimates quotients, which can be extreme
 * @property {() => { debug: FieldModule, check: ReturnType<typeof operations> }} opened in a test
 */

/** @param {Tested} tested */
export function testField(tested) {
  testProducts(tested);
  testSums(tested);
  testInversion(tested);
  testBytesAndRoots(tested);
}

/** @param {bigint} most */
const upTo = (most) => fc.bigInt({ min: 0n, max: most });

/** @param {Tested} tested */
function testProducts({ product, hasQuotients, opened }) {
  it('multiplies and squares edge values, and values with extreme quotients and results', () => {
    const { debug, check } = opened();
    const values = edgeValues(debug.parameters, product);
    const few = values.filter((_, i) => i % 3 === 0 || i < 30);
    for (const x of few) for (const y of few.slice(0, 15)) check.multiply(x, y);
    for (const x of values) check.square(x);
    const pairs = pairsWithExtremeResults(debug.parameters, product);
    if (hasQuotients) {
      const extreme = adversarialPairs(debug.parameters, product);
      expect(extreme.length).toBeGreaterThan(10);
      pairs.push(...extreme);
    }
    for (const [x, y] of pairs) {
      check.multiply(x, y);
      check.square(x);
      check.square(y);
    }
  });

  it('multiplies and squares random values', () => {
    const { check } = opened();
    const element = upTo(product);
    assertProperty(
      fc.property(element, element, (x, y) => void check.multiply(x, y)),
      300,
    );
    assertProperty(
      fc.property(element, (x) => void check.square(x)),
      300,
    );
  });
}

/** @param {Tested} tested */
function testSums({ p, sum, opened }) {
  it('adds, subtracts, negates, reduces and compares edge values', () => {
    const { debug, check } = opened();
    const values = edgeValues(debug.parameters, sum);
    const few = values.filter((_, i) => i % 4 === 0 || i < 25);
    for (const x of few) {
      for (const [i, y] of few.slice(0, 12).entries()) {
        check.linear(x, y, few[(7 * i + 3) % few.length]);
        check.equality(x, y);
      }
    }
    for (const x of values) check.unary(x);
    const extremes = [0n, 1n, p - 1n, p, p + 1n, sum - 1n, sum];
    for (const x of extremes)
      for (const y of extremes) for (const u of extremes) check.linear(x, y, u);
  });

  it('adds, subtracts, negates, reduces and compares random values', () => {
    const { check } = opened();
    const element = upTo(sum);
    assertProperty(fc.property(element, element, element, check.linear), 200);
    assertProperty(fc.property(element, check.unary), 200);
    assertProperty(
      fc.property(element, element, (x, y) => {
        check.equality(x, y);
        check.equality(x, x);
        if (x + p <= sum) check.equality(x, x + p);
        if (x >= p) check.equality(x, x - p);
      }),
      200,
    );
  });
}

/** @param {Tested} tested */
function testInversion({ p, sum, opened }) {
  it('inverts edge values, small and random ones', () => {
    const { debug, check } = opened();
    const small = Array.from({ length: 33 }, (_, i) => BigInt(i));
    const near = small.flatMap((x) => [x, p - x, p + x]).filter((x) => x <= sum);
    for (const x of [...edgeValues(debug.parameters, sum), ...near]) check.inverse(x);
    // Inputs whose Montgomery form is small, too.
    for (const x of small) check.inverse(mod(x * debug.parameters.R, p));
    assertProperty(fc.property(upTo(sum), check.inverse), 200);
  });

  it('inverts lists of every length up to 40', () => {
    const { debug, check } = opened();
    const nonZero = edgeValues(debug.parameters, sum).filter((x) => x % p !== 0n);
    for (let length = 0; length <= 40; length++)
      check.batchInverse(
        Array.from({ length }, (_, i) => nonZero[(i * 5 + length) % nonZero.length]),
      );
  });
}

/** @param {Tested} tested */
function testBytesAndRoots({ p, product, sum, opened }) {
  it('writes canonical bytes of every representative', () => {
    const { debug, check } = opened();
    for (const x of edgeValues(debug.parameters, product)) check.toBytes(x);
    assertProperty(fc.property(upTo(product), check.toBytes), 200);
  });

  it('reads canonical bytes, and refuses everything not below p', () => {
    const { debug, check } = opened();
    for (const value of byteValues(debug.parameters)) check.fromBytes(value);
  });

  it(p % 4n === 3n ? 'finds the roots of squares only' : 'has no square root', () => {
    const { debug, check } = opened();
    if (p % 4n !== 3n) {
      expect(debug.wasm.field_sqrt).toBeUndefined();
      return;
    }
    const values = edgeValues(debug.parameters, sum);
    for (const x of values.filter((_, i) => i % 8 === 0 || i < 12)) check.root(x);
    assertProperty(fc.property(upTo(sum), check.root), 10);
  });
}
