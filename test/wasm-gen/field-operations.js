/** The operations of every field kernel, checked against BigInt on random and edge values. */

import { expect } from 'vitest';

import { invert, mod } from '../../src/math/modular.js';
import { compared } from '../support/compared.js';
import { checksOf } from '../support/exports.js';
import { integerKind, shifted } from '../support/kinds.js';
import { COMBINATIONS, randomStream } from './field-module.js';

/** @import { Kind } from '../support/exports.js' */
/** @import { FieldModule } from './field-module.js' */

/**
 * Parameters of the field under test.
 * @typedef {{ p: bigint, bits: number, w: number, n: number, R: bigint, mask: bigint,
 *   bytes: number }} Shape
 */

const random = randomStream(21n);

/** Representatives of interest in [0, limit]. @param {Shape} parameters @param {bigint} limit */
export function edgeValues({ p, w, n, R, mask }, limit) {
  const W = BigInt(w);
  const values = [0n, 1n, 2n, 3n, limit, limit - 1n, limit / 2n];
  for (const k of [1n, 2n, 3n, 4n])
    for (const step of [-2n, -1n, 0n, 1n, 2n]) values.push(k * p + step);
  values.push((p - 1n) / 2n, (p + 1n) / 2n, (3n * p) / 2n, mod(R, p), mod(-R, p), mod(R * R, p));
  // Powers of two, runs of ones, single limbs full or empty.
  for (let j = 0n; j < BigInt(n); j++) {
    const low = W * j;
    values.push(1n << low, (1n << low) - 1n, mask << low, 1n << (low + W - 1n));
    values.push(((limit >> (W * BigInt(n - 1))) << (W * BigInt(n - 1))) - 1n - (mask << low));
  }
  for (let i = 5n; i < W * BigInt(n); i += 37n) values.push(1n << i, limit - (1n << i));
  // All limbs full but the last, which is as large as it may be.
  const top = limit >> (W * BigInt(n - 1));
  for (const last of [top, top - 1n, 0n])
    values.push(((last + 1n) << (W * BigInt(n - 1))) - 1n, last << (W * BigInt(n - 1)));
  return [...new Set(values)].filter((value) => value >= 0n && value <= limit);
}

/**
 * Newton's iteration, each step of which doubles the bits that are right.
 * @param {bigint} y odd
 * @param {bigint} R a power of two
 * @returns {bigint} y^-1 mod R
 */
function inverseOfOdd(y, R) {
  let inverse = 1n;
  while (mod(y * inverse - 1n, R) !== 0n) inverse = mod(inverse * (2n - y * inverse), R);
  return inverse;
}

/**
 * Factors whose product makes given quotients: xy + qp ≡ 0 mod R with every limb of q zero, full,
 * or both in turn.
 * @param {Shape} parameters
 * @param {bigint} limit of the factors
 */
export function adversarialPairs({ p, w, n, R, mask }, limit) {
  const W = BigInt(w);
  const limbs = (/** @type {(j: number) => bigint} */ limb) =>
    Array.from({ length: n }, (_, j) => limb(j) << (W * BigInt(j))).reduce((a, b) => a | b);
  const quotients = [
    R - 1n,
    limbs((j) => (j % 2 ? mask : 0n)),
    limbs((j) => (j % 2 ? 0n : mask)),
    limbs((j) => (j === n - 1 ? mask : 0n)),
    limbs((j) => (j === 0 ? 0n : mask)),
    limbs((j) => (j === n - 1 ? 0n : mask)),
    limbs(() => mask - 1n),
    limbs(() => 1n),
    limbs(() => 1n << (W - 1n)),
    0n,
  ];
  /** @type {Array<[bigint, bigint]>} */
  const pairs = [];
  const bits = R.toString(2).length;
  const top = limit >> (W * BigInt(n - 1));
  for (const q of quotients) {
    let found = 0;
    for (let attempt = 0; attempt < 400 && found < 6; attempt++) {
      // Full limbs first, then whatever makes the partner small enough.
      const full = (top << (W * BigInt(n - 1))) - 1n - (attempt ? 2n * random(attempt % bits) : 0n);
      const y = (attempt % 2 ? mod(random(bits), limit) : mod(full, limit)) | 1n;
      const x = mod(-q * p * inverseOfOdd(y, R), R);
      if (x > limit || y > limit) continue;
      pairs.push([x, y], [y, x]);
      found++;
    }
  }
  // Products of powers of two: long runs of zero quotients.
  for (let a = 0n; a < W * BigInt(n) - 4n; a += W / 2n + 1n)
    pairs.push([1n << a, 1n << (W * BigInt(n) - 5n - a)]);
  return pairs.filter(([x, y]) => x <= limit && y <= limit);
}

/**
 * Factors whose product is next to a multiple of p, or to a power of two modulo p: results at both
 * ends of their range.
 * @param {Shape} parameters
 * @param {bigint} limit of the factors
 */
export function pairsWithExtremeResults({ p, R, bits }, limit) {
  const results = [0n, 1n, 2n, p - 1n, p - 2n, (1n << BigInt(bits)) - p, 1n << BigInt(bits - 1)];
  return results.flatMap((z) =>
    Array.from({ length: 4 }, (_, k) => {
      const y = mod(random(bits + 1), limit - 1n) + 1n;
      const x = y % p === 0n ? 0n : mod(z * R * invert(y, p), p);
      return /** @type {[bigint, bigint]} */ ([x + BigInt(k) * p, y]);
    }).filter(([x]) => x <= limit),
  );
}

/** Slots of operands. */
export const [Z, X, Y] = [0, 1, 2];

/** Operations with what they should give, checked against BigInt. @param {FieldModule} field */
export function operations(field) {
  const { wasm, parameters, slot, write, read, u8 } = field;
  const { p, R, bytes } = parameters;
  const inverseR = invert(R, p);
  const slotBytes = slot(1) - slot(0);
  const place = (/** @type {number} */ address) => (address - slot(0)) / slotBytes;
  const check = checksOf(wasm, () => u8, slot);
  /** An element as its integer. */
  const element = {
    ...{ layout: 'element', bytes: slotBytes, blanks: [5n] },
    ...{ isRight: Object.is, isSame: Object.is },
    write: (/** @type {number} */ address, /** @type {bigint} */ value) =>
      write(place(address), value),
    read: (/** @type {number} */ address) => read(place(address)),
  };
  const canonical = integerKind(() => u8, bytes);
  /** One that is right modulo p, and at most so large. @param {bigint} limit */
  const below = (limit) => ({
    ...element,
    isRight: (/** @type {bigint} */ z, /** @type {bigint} */ expected) =>
      mod(z - expected, p) === 0n && z <= limit,
  });
  const { lazy, loose } = field.limits;
  const results = new Map([lazy, loose, p - 1n].map((limit) => [limit, below(limit)]));
  const resultOf = (/** @type {bigint} */ limit) => /** @type {Kind} */ (results.get(limit));
  /** @type {(name: string, inputs: bigint[], expected: bigint, limit: bigint) => bigint} */
  const run = (name, inputs, expected, limit) =>
    check.writes(
      name,
      resultOf(limit),
      inputs.map((value) => [element, value]),
      expected,
    );
  /** @type {(name: string, inputs: bigint[], expected: boolean) => void} */
  const ask = (name, inputs, expected) =>
    check.returns(
      name,
      inputs.map((value) => [element, value]),
      Number(expected),
    );
  return {
    multiply: (/** @type {bigint} */ x, /** @type {bigint} */ y) =>
      run('field_mul', [x, y], x * y * inverseR, lazy),
    square: (/** @type {bigint} */ x) => run('field_sqr', [x], x * x * inverseR, lazy),
    squareTimes: (/** @type {bigint} */ x, /** @type {number} */ count) => {
      if (!wasm.test_squareTimes) return;
      write(X, x);
      write(Z, 0n);
      wasm.test_squareTimes(slot(Z), slot(X), count);
      const z = read(Z);
      let expected = x;
      for (let i = 0; i < count; i++) expected = mod(expected * expected, p);
      if (mod(z, p) !== mod(expected, p) || z > lazy)
        expect.fail(`${x}, squared ${count} times, gave ${z}, expected ${expected} mod p`);
      if (read(X) !== x) expect.fail('squareTimes changed its input');
      wasm.test_squareTimes(slot(X), slot(X), count);
      if (read(X) !== z) expect.fail(`${x}, squared ${count} times, in place`);
      compared();
    },
    /** @type {(x: bigint, y: bigint, u: bigint) => void} */
    linear: (x, y, u) => {
      run('field_add', [x, y], x + y, lazy);
      run('field_sub', [x, y], x - y, lazy);
      run('test_difference', [x, y], x - y, loose);
      run('test_negatedSum', [x, y], -x - y, loose);
      run('test_looseSum', [x, y], x + y, loose);
      run('test_subtractTwo', [x, y, u], x - y - u, lazy);
    },
    /** @type {(x: bigint, y: bigint, u: bigint) => void} */
    combinations: (x, y, u) => {
      for (const coefficients of COMBINATIONS) {
        const inputs = [x, y, u].slice(0, coefficients.length);
        const expected = inputs.reduce((sum, v, i) => sum + v * BigInt(coefficients[i]), 0n);
        run(`test_combination_${coefficients.join('_')}`, inputs, expected, lazy);
      }
      if (wasm.test_productSum) run('test_productSum', [x, y, u, x], x * y + u * x, lazy);
    },
    fused: (values) => {
      for (const { name, value } of field.fused) {
        const inputs = values.slice(0, value.length);
        run(name, inputs, value(...inputs) * inverseR, lazy);
      }
    },
    unary: (/** @type {bigint} */ x) => {
      run('field_neg', [x], -x, lazy);
      const reduced = run('field_reduce', [x], x, p - 1n);
      if (run('field_copy', [x], x, lazy) !== x) expect.fail(`field_copy(${x})`);
      ask('field_is_zero', [x], reduced === 0n);
    },
    equality: (/** @type {bigint} */ x, /** @type {bigint} */ y) =>
      ask('field_is_equal', [x, y], mod(x - y, p) === 0n),
    inverse: (x) => {
      const isZero = mod(x, p) === 0n;
      // In Montgomery form, xR times R/x is R² times one.
      const isRight = (/** @type {bigint} */ z) =>
        mod(z * x - (isZero ? 0n : R * R), p) === 0n && z <= lazy && (!isZero || z % p === 0n);
      check.writes('field_inv', { ...element, isRight }, [[element, x]], isZero ? 0n : '1/x');
    },
    root: (x) => {
      const reduced = mod(x * inverseR, p);
      const operands = /** @type {[Kind, bigint][]} */ ([[element, x]]);
      // Of xR the root is R times that of x.
      const isRight = (/** @type {bigint} */ z) => mod(z * z * inverseR - x, p) === 0n && z <= lazy;
      if (powerMod(reduced, (p - 1n) / 2n, p) <= 1n)
        check.writes('field_sqrt', { ...element, isRight }, operands, '√x', 1);
      else check.refuses('field_sqrt', element, operands);
    },
    toBytes: (x) => {
      check.writes('field_to_bytes', canonical, [[element, x]], mod(x * inverseR, p));
    },
    fromBytes: (value) => {
      const operands = /** @type {[Kind, bigint][]} */ ([[shifted(canonical, 4), value]]);
      if (value < p) check.writes('field_from_bytes', resultOf(lazy), operands, value * R, 1);
      else check.refuses('field_from_bytes', element, operands);
    },
    batchInverse: (values) => {
      const at = 10;
      const target = at + values.length;
      values.forEach((value, i) => write(at + i, value));
      values.forEach((_, i) => write(target + i, 0n));
      write(target + values.length, 7n);
      wasm.field_batch_inv(slot(target), slot(at), values.length);
      values.forEach((value, i) => {
        const z = read(target + i);
        if (mod(z * value - R * R, p) !== 0n || z > lazy) expect.fail(`field_batch_inv at ${i}`);
        if (read(at + i) !== value) expect.fail('field_batch_inv changed an input');
      });
      expect(read(target + values.length)).toBe(7n);
    },
  };
}

/** @param {bigint} base @param {bigint} exponent @param {bigint} m */
function powerMod(base, exponent, m) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % m;
    if (bit === '1') result = (result * base) % m;
  }
  return result;
}

/**
 * Integers that the bytes of an element can hold: around p, and with any of their bits set.
 * @param {Shape} parameters
 */
export function byteValues({ p, bytes }) {
  const limit = 1n << BigInt(8 * bytes);
  const values = [0n, 1n, p - 2n, p - 1n, p, p + 1n, 2n * p - 1n, 2n * p, limit - 1n, limit / 2n];
  for (let i = 0n; i < BigInt(8 * bytes); i++)
    values.push(1n << i, (1n << i) + 3n, limit - 1n - (1n << i), (p - 1n) ^ (1n << i));
  for (let i = 0; i < 50; i++) values.push(random(8 * bytes), mod(random(8 * bytes), p));
  return values.filter((value) => value < limit);
}
