import { beforeAll, describe, expect, it } from 'vitest';

import { bls12381G1 } from '../../wasm-gen/curves/bls12-381.js';
import { fieldParameters, largestLimbs } from '../../wasm-gen/field/limbs30/parameters.js';
import { slidingWindow } from '../../wasm-gen/field/limbs30/power.js';
import { invert, mod, toBytesLE } from '../../src/reference/modular.js';
import { assertProperty, fc } from '../support/property.js';
import { fieldModule, isProbablePrime, randomPrime, randomStream } from './field-module.js';

/** @import { FieldModule } from './field-module.js' */
/** @import { FieldParameters } from '../../wasm-gen/field/limbs30/parameters.js' */

const blsP = bls12381G1.p;
const blsR = bls12381G1.order;
const secp256k1P = 2n ** 256n - 2n ** 32n - 977n;
const random = randomStream(20n);

/** Every kind of size: last limbs almost empty and almost full, in the last word of the bytes and across two. */
const randomPrimes = [
  [200, 3n],
  [226, 1n],
  [229, 3n],
  [260, 3n],
  [288, 1n],
  [319, 3n],
  [324, 1n],
  [344, 3n],
  [377, 1n],
  [386, 3n],
  [400, 3n],
].map(([bits, residue]) => ({
  name: `a prime of ${bits} bits`,
  p: randomPrime(Number(bits), BigInt(residue), random),
}));

/**
 * Primes 2^bits − c, which are folded, most with a c about as long as the columns bear.
 * @type {Array<{ name: string, p: bigint, w?: number }>}
 */
const foldPrimes = [
  { bits: 100, cBits: 17 },
  { bits: 130, cBits: 3 },
  { bits: 224, cBits: 24 },
  { bits: 256, cBits: 27 },
  { bits: 256, cBits: 17, w: 30 },
  { bits: 266, cBits: 27, w: 30 },
  { bits: 384, cBits: 24 },
  { bits: 384, cBits: 12, w: 27 },
].map(({ bits, cBits, w }) => {
  // The largest such c, whose carries reach farthest; of the residue that has square roots where it can be.
  let c = (1n << BigInt(cBits)) - 3n;
  while (!isProbablePrime((1n << BigInt(bits)) - c)) c -= 4n;
  return { name: `2^${bits} − ${c}`, p: (1n << BigInt(bits)) - c, w };
});

/** @type {Array<{ name: string, p: bigint, w?: number, carryEvery?: number, form?: 'montgomery' }>} */
const fields = [
  { name: 'BLS12-381 p', p: blsP },
  ...[26, 27, 28, 29].map((w) => ({ name: 'BLS12-381 p', p: blsP, w })),
  ...[1, 3, 4, 7].map((carryEvery) => ({
    name: 'BLS12-381 p',
    p: blsP,
    w: 30,
    carryEvery,
  })),
  ...[1, 13].map((carryEvery) => ({ name: 'BLS12-381 p', p: blsP, w: 28, carryEvery })),
  { name: 'secp256k1 p', p: secp256k1P },
  { name: 'secp256k1 p, Montgomery form', p: secp256k1P, w: 30, carryEvery: 4, form: 'montgomery' },
  { name: 'BLS12-381 r', p: blsR },
  { name: 'BLS12-381 r', p: blsR, w: 24 },
  { name: '2^255 − 19', p: 2n ** 255n - 19n },
  {
    name: '2^255 − 19, Montgomery form',
    p: 2n ** 255n - 19n,
    w: 30,
    carryEvery: 3,
    form: 'montgomery',
  },
  ...foldPrimes,
  ...randomPrimes,
  { ...randomPrimes[0], w: 24 },
  { name: 'a prime of 450 bits', p: randomPrime(450, 3n, random), w: 28 },
];

/** Representatives of interest in [0, limit], limit = 2p − 1 or 4p. @param {FieldParameters} parameters @param {bigint} limit */
function edgeValues({ p, w, n, R, mask }, limit) {
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
 * Factors whose product makes given quotients: xy + qp ≡ 0 mod R with every limb of q zero, full, or both in turn.
 * @param {FieldParameters} parameters
 */
function adversarialPairs({ p, w, n, R, mask }) {
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
  const top = (4n * p) >> (W * BigInt(n - 1));
  for (const q of quotients) {
    let found = 0;
    for (let attempt = 0; attempt < 400 && found < 6; attempt++) {
      // Full limbs first, then whatever makes the partner small enough.
      const full = (top << (W * BigInt(n - 1))) - 1n - (attempt ? 2n * random(attempt % bits) : 0n);
      const y = (attempt % 2 ? mod(random(bits), 4n * p) : mod(full, 4n * p)) | 1n;
      const x = mod(-q * p * invert(y, R), R);
      if (x > 4n * p || y > 4n * p) continue;
      pairs.push([x, y], [y, x]);
      found++;
    }
  }
  // Products of powers of two: long runs of zero quotients.
  for (let a = 0n; a < W * BigInt(n) - 4n; a += W / 2n + 1n)
    pairs.push([1n << a, 1n << (W * BigInt(n) - 5n - a)]);
  return pairs.filter(([x, y]) => x <= 4n * p && y <= 4n * p);
}

/**
 * Factors whose product is next to a multiple of p, or to a power of two modulo p: results at both ends of their range.
 * @param {FieldParameters} parameters
 */
function pairsWithExtremeResults({ p, R, bits }) {
  const results = [0n, 1n, 2n, p - 1n, p - 2n, (1n << BigInt(bits)) - p, 1n << BigInt(bits - 1)];
  return results.flatMap((z) =>
    Array.from({ length: 4 }, (_, k) => {
      const y = mod(random(bits + 1), 4n * p - 1n) + 1n;
      const x = y % p === 0n ? 0n : mod(z * R * invert(y, p), p);
      return /** @type {[bigint, bigint]} */ ([x + BigInt(k) * p, y]);
    }),
  );
}

const [Z, X, Y, U] = [0, 1, 2, 3];

/** Operations with what they should give, checked against BigInt. @param {FieldModule} field */
function operations(field) {
  const { wasm, parameters, slot, write, read, u8 } = field;
  const { p, R, bytes } = parameters;
  const inverseR = invert(R, p);
  /** @type {(name: string, inputs: bigint[], expected: bigint, limit: bigint) => bigint} */
  const run = (name, inputs, expected, limit) => {
    inputs.forEach((value, i) => write(X + i, value));
    write(Z, 0n);
    wasm[name](slot(Z), ...inputs.map((_, i) => slot(X + i)));
    const z = read(Z);
    if (mod(z - expected, p) !== 0n || z > limit)
      expect.fail(`${name}(${inputs.join(', ')}) = ${z}, expected ${mod(expected, p)} mod p`);
    inputs.forEach((value, i) => {
      if (read(X + i) !== value) expect.fail(`${name} changed an input`);
    });
    // The same with the result in place of each input.
    inputs.forEach((_, target) => {
      inputs.forEach((value, i) => write(X + i, value));
      wasm[name](slot(X + target), ...inputs.map((__, i) => slot(X + i)));
      if (read(X + target) !== z) expect.fail(`${name}(${inputs.join(', ')}): z = input ${target}`);
    });
    // And with the inputs in one place where they are the same.
    if (inputs.length === 2 && inputs[0] === inputs[1]) {
      wasm[name](slot(Z), slot(U), slot((write(U, inputs[0]), U)));
      if (read(Z) !== z) expect.fail(`${name}(x, x), x = ${inputs[0]}`);
      wasm[name](slot(U), slot(U), slot(U));
      if (read(U) !== z) expect.fail(`${name}(x, x) in place, x = ${inputs[0]}`);
    }
    return z;
  };
  const lazy = 2n * p - 1n;
  const loose = 4n * p;
  return {
    multiply: (x, y) => run('field_mul', [x, y], x * y * inverseR, lazy),
    square: (x) => run('field_sqr', [x], x * x * inverseR, lazy),
    linear: (x, y, u) => {
      run('field_add', [x, y], x + y, lazy);
      run('field_sub', [x, y], x - y, lazy);
      run('test_difference', [x, y], x - y, loose);
      run('test_negatedSum', [x, y], -x - y, loose);
      run('test_looseSum', [x, y], x + y, loose);
      run('test_subtractTwo', [x, y, u], x - y - u, lazy);
    },
    unary: (x) => {
      run('field_neg', [x], -x, lazy);
      const reduced = run('field_reduce', [x], x, p - 1n);
      if (run('field_copy', [x], x, lazy) !== x) expect.fail(`field_copy(${x})`);
      write(X, x);
      const isZero = wasm.field_is_zero(slot(X));
      if (isZero !== Number(reduced === 0n)) expect.fail(`field_is_zero(${x}) = ${isZero}`);
    },
    equality: (x, y) => {
      write(X, x);
      write(Y, y);
      const equal = wasm.field_is_equal(slot(X), slot(Y));
      if (equal !== Number(mod(x - y, p) === 0n))
        expect.fail(`field_is_equal(${x}, ${y}) = ${equal}`);
    },
    inverse: (x) => {
      const reduced = mod(x * inverseR, p);
      write(X, x);
      wasm.field_inv(slot(Z), (write(Z, 0n), slot(X)));
      const z = read(Z);
      const product = mod(reduced * mod(z * inverseR, p), p);
      if (product !== (reduced === 0n ? 0n : 1n) || z > lazy) expect.fail(`field_inv(${x}) = ${z}`);
      if (reduced === 0n && mod(z, p) !== 0n) expect.fail(`field_inv(${x}) = ${z}`);
      wasm.field_inv(slot(X), slot(X));
      if (read(X) !== z) expect.fail(`field_inv(${x}) in place`);
    },
    root: (x) => {
      write(X, x);
      write(Z, 1n);
      const isSquare = wasm.field_sqrt(slot(Z), slot(X));
      const z = read(Z);
      const reduced = mod(x * inverseR, p);
      const legendre = powerMod(reduced, (p - 1n) / 2n, p);
      if (isSquare !== Number(legendre <= 1n)) expect.fail(`field_sqrt(${x}) gives ${isSquare}`);
      if (!isSquare && z !== 1n) expect.fail(`field_sqrt(${x}) touched z`);
      if (isSquare && (mod(z * z * inverseR - x, p) !== 0n || z > lazy))
        expect.fail(`field_sqrt(${x}) = ${z}`);
      write(X, x);
      wasm.field_sqrt(slot(X), slot(X));
      if (read(X) !== (isSquare ? z : x)) expect.fail(`field_sqrt(${x}) in place`);
    },
    toBytes: (x) => {
      const at = slot(Y);
      u8.fill(0xa5, at, at + bytes + 8);
      write(X, x);
      wasm.field_to_bytes(at, slot(X));
      const expected = toBytesLE(mod(x * inverseR, p), bytes);
      if (Buffer.compare(u8.slice(at, at + bytes), expected) !== 0)
        expect.fail(`field_to_bytes(${x})`);
      if (u8.slice(at + bytes, at + bytes + 8).some((byte) => byte !== 0xa5))
        expect.fail(`field_to_bytes(${x}) writes too much`);
    },
    fromBytes: (value) => {
      const at = slot(Y) + 4;
      u8.set(toBytesLE(value, bytes), at);
      write(Z, 5n);
      const accepted = wasm.field_from_bytes(slot(Z), at);
      const z = read(Z);
      if (accepted !== Number(value < p))
        expect.fail(`field_from_bytes(${value}) gives ${accepted}`);
      if (!accepted && z !== 5n) expect.fail(`field_from_bytes(${value}) touched z`);
      if (accepted && (mod(z - value * R, p) !== 0n || z > lazy))
        expect.fail(`field_from_bytes(${value}) = ${z}`);
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

/** Integers that the bytes of an element can hold: around p, and with any of their bits set. @param {FieldParameters} parameters */
function byteValues({ p, bytes }) {
  const limit = 1n << BigInt(8 * bytes);
  const values = [0n, 1n, p - 2n, p - 1n, p, p + 1n, 2n * p - 1n, 2n * p, limit - 1n, limit / 2n];
  for (let i = 0n; i < BigInt(8 * bytes); i++)
    values.push(1n << i, (1n << i) + 3n, limit - 1n - (1n << i), (p - 1n) ^ (1n << i));
  for (let i = 0; i < 50; i++) values.push(random(8 * bytes), mod(random(8 * bytes), p));
  return values.filter((value) => value < limit);
}

describe.each(fields)('$name, w = $w, carryEvery = $carryEvery', ({ p, w, carryEvery, form }) => {
  /** @type {FieldModule} */
  let debug;
  /** @type {ReturnType<typeof operations>} */
  let check;
  /** @type {bigint[]} */
  let lazy;
  /** @type {bigint[]} */
  let loose;
  beforeAll(async () => {
    debug = await fieldModule(p, { debug: true, w, carryEvery, form });
    check = operations(debug);
    lazy = edgeValues(debug.parameters, 2n * p - 1n);
    loose = edgeValues(debug.parameters, 4n * p);
  });

  const lazyElement = fc.bigInt({ min: 0n, max: 2n * p - 1n });
  const looseElement = fc.bigInt({ min: 0n, max: 4n * p });

  it('multiplies edge values, and values with extreme quotients', () => {
    const few = loose.filter((_, i) => i % 3 === 0 || i < 30);
    for (const x of few) for (const y of few.slice(0, 15)) check.multiply(x, y);
    const pairs = adversarialPairs(debug.parameters);
    expect(pairs.length).toBeGreaterThan(20);
    pairs.push(...pairsWithExtremeResults(debug.parameters));
    for (const [x, y] of pairs) check.multiply(x, y);
  });

  it('squares edge values and values with full limbs', () => {
    for (const x of loose) check.square(x);
    for (const pair of adversarialPairs(debug.parameters)) pair.forEach(check.square);
  });

  it('multiplies and squares random values', () => {
    assertProperty(
      fc.property(looseElement, looseElement, (x, y) => void check.multiply(x, y)),
      300,
    );
    assertProperty(
      fc.property(looseElement, (x) => void check.square(x)),
      300,
    );
  });

  it('adds, subtracts, negates, reduces and compares edge values', () => {
    const few = lazy.filter((_, i) => i % 4 === 0 || i < 25);
    for (const x of few) {
      for (const [i, y] of few.slice(0, 12).entries()) {
        check.linear(x, y, few[(7 * i + 3) % few.length]);
        check.equality(x, y);
      }
    }
    for (const x of lazy) check.unary(x);
    const extremes = [0n, 1n, p - 1n, p, p + 1n, 2n * p - 1n];
    for (const x of extremes)
      for (const y of extremes) for (const u of extremes) check.linear(x, y, u);
  });

  it('adds, subtracts, negates, reduces and compares random values', () => {
    assertProperty(fc.property(lazyElement, lazyElement, lazyElement, check.linear), 200);
    assertProperty(fc.property(lazyElement, check.unary), 200);
    assertProperty(
      fc.property(lazyElement, lazyElement, (x, y) => {
        check.equality(x, y);
        check.equality(x, x < p ? x + p : x - p);
      }),
      200,
    );
  });

  it('inverts edge values, small and random ones', () => {
    const small = Array.from({ length: 33 }, (_, i) => BigInt(i));
    const values = [...lazy, ...small, ...small.map((x) => p - x), ...small.map((x) => p + x)];
    for (const x of values) check.inverse(x);
    // Inputs whose Montgomery form is small, too.
    for (const x of small) check.inverse(mod(x * debug.parameters.R, p));
    assertProperty(fc.property(lazyElement, check.inverse), 200);
  });

  it('inverts lists of every length up to 40', () => {
    const nonZero = lazy.filter((x) => x % p !== 0n);
    for (let length = 0; length <= 40; length++)
      check.batchInverse(
        Array.from({ length }, (_, i) => nonZero[(i * 5 + length) % nonZero.length]),
      );
  });

  it('writes canonical bytes of every representative', () => {
    for (const x of loose) check.toBytes(x);
    assertProperty(fc.property(looseElement, check.toBytes), 200);
  });

  it('reads canonical bytes, and refuses everything not below p', () => {
    for (const value of byteValues(debug.parameters)) check.fromBytes(value);
  });

  it(p % 4n === 3n ? 'finds the roots of squares only' : 'has no square root', () => {
    if (p % 4n !== 3n) {
      expect(debug.wasm.field_sqrt).toBeUndefined();
      return;
    }
    const few = lazy.filter((_, i) => i % 8 === 0 || i < 12);
    for (const x of few) check.root(x);
    assertProperty(fc.property(lazyElement, check.root), 10);
  });

  it('asserts ranges in the debug build', () => {
    const { wasm, slot, write, u32 } = debug;
    write(X, 4n * p);
    write(Y, 1n);
    expect(() => wasm.field_mul(slot(Z), slot(X), slot(Y))).not.toThrow();
    write(X, 4n * p + 1n);
    expect(() => wasm.field_mul(slot(Z), slot(X), slot(Y))).toThrow(/field_mul: x must be/);
    expect(() => wasm.field_sqr(slot(Z), slot(X))).toThrow(/field_sqr: x must be/);
    write(X, 2n * p);
    expect(() => wasm.field_add(slot(Z), slot(Y), slot(X))).toThrow(/field_add: y must be/);
    expect(() => wasm.field_neg(slot(Z), slot(X))).toThrow(/field_neg: x must be/);
    write(X, 1n);
    u32[slot(X) >> 2] = 2 ** debug.parameters.w;
    expect(() => wasm.field_mul(slot(Z), slot(Y), slot(X))).toThrow(/normalised/);
  });

  it('gives the same limbs in the release build', async () => {
    const release = await fieldModule(p, { w, carryEvery, form });
    expect(release.parameters).toEqual(debug.parameters);
    const both = (/** @type {string} */ name, /** @type {bigint[]} */ inputs) => {
      const [first, second] = [debug, release].map(({ wasm, slot, write, read }) => {
        inputs.forEach((value, i) => write(X + i, value));
        write(Z, 0n);
        wasm[name](slot(Z), ...inputs.map((_, i) => slot(X + i)));
        return read(Z);
      });
      if (first !== second) expect.fail(`${name}(${inputs.join(', ')})`);
    };
    for (const [i, x] of loose.entries()) {
      both('field_mul', [x, loose[(11 * i + 5) % loose.length]]);
      both('field_sqr', [x]);
    }
    for (const [i, x] of lazy.entries()) {
      const [y, u] = [lazy[(13 * i + 7) % lazy.length], lazy[(5 * i + 1) % lazy.length]];
      for (const name of [
        'field_add',
        'field_sub',
        'test_difference',
        'test_negatedSum',
        'test_looseSum',
      ])
        both(name, [x, y]);
      both('test_subtractTwo', [x, y, u]);
      for (const name of ['field_neg', 'field_reduce', 'field_inv', 'field_copy']) both(name, [x]);
    }
  });
});

describe('inversion', () => {
  it('holds for 10 000 random elements and all powers of two of BLS12-381 p', async () => {
    const check = operations(await fieldModule(blsP, { debug: true }));
    for (let i = 0n; i < 382n; i++)
      for (const x of [1n << i, (1n << i) - 1n, blsP - (1n << i)]) if (x >= 0n) check.inverse(x);
    assertProperty(fc.property(fc.bigInt({ min: 0n, max: 2n * blsP - 1n }), check.inverse), 10_000);
  });

  it('holds for quotients of small numbers, whose Euclidean sequences are special', async () => {
    const check = operations(await fieldModule(blsP, { debug: true }));
    let [a, b] = [1n, 1n];
    while (b < blsP) {
      // Fibonacci numbers, convergents of p, and fractions a/b.
      check.inverse(b);
      check.inverse(blsP / b);
      check.inverse(mod(a * invert(b, blsP), blsP));
      [a, b] = [b, a + b];
    }
  });
});

describe('parameters', () => {
  it('leave room for loose products, and for the spare word', () => {
    for (const { p, w } of fields) {
      const { R, n, slotBytes, mu, mask, bytes } = fieldParameters(p, { w });
      expect(R >= 16n * p).toBe(true);
      expect(slotBytes % 16).toBe(0);
      expect(slotBytes).toBeGreaterThanOrEqual(4 * n + 4);
      expect((mu * p + 1n) & mask).toBe(0n);
      expect(8 * bytes).toBeGreaterThanOrEqual(p.toString(2).length);
      expect(largestLimbs(fieldParameters(p, { w }), 4n).at(-1)).toBeLessThanOrEqual(mask);
    }
  });

  it('refuse limbs that do not fit', () => {
    expect(() => fieldParameters(blsP, { w: 31 })).toThrow(/limb size: expected 2 to 30/);
    expect(() => fieldParameters(blsP, { w: 1 })).toThrow(/limb size/);
    expect(() => fieldParameters(1021n, { w: 13 })).toThrow(/at least 3 limbs, got 2/);
  });

  it('refuse carries so rare that a column could overflow', async () => {
    await expect(fieldModule(blsP, { w: 30, carryEvery: 12 })).rejects.toThrow(/above 2\^64/);
  });
});

describe('the sliding window', () => {
  it('describes the exponent', () => {
    const exponents = [
      1n,
      2n,
      3n,
      31n,
      32n,
      33n,
      64n,
      255n,
      256n,
      (blsP + 1n) / 4n,
      (secp256k1P + 1n) / 4n,
    ];
    for (let i = 0; i < 200; i++) exponents.push(random(1 + (i % 90)) + 1n);
    for (const width of [1, 2, 3, 4, 5, 6]) {
      for (const exponent of exponents) {
        const value = slidingWindow(exponent, width).reduce(
          (sum, { squarings, odd }) => (sum << BigInt(squarings)) + BigInt(odd),
          0n,
        );
        if (value !== exponent) expect.fail(`${exponent} came out as ${value}, width ${width}`);
      }
    }
  });
});
