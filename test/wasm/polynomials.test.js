/**
 * Lists of scalars in generated modules, debug builds, against the BigInt reference: all loops, on
 * random values and on extremes. 3 seconds.
 */
import { describe, expect, it } from 'vitest';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { createPolynomials as onWasm, readModule } from '../../src/engines/wasm/polynomials.js';
import { toBytesBE } from '../../src/math/integers.js';
import { power } from '../../src/math/modular.js';
import { createPolynomials as onBigInt } from '../../src/engines/bigint/polynomials.js';
import { emitPolynomialModule } from '../../wasm-gen/polynomial/index.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { instantiate } from '../support/instantiate.js';
import { namedExports } from '../support/named-exports.js';

const KIB = 1024;
const PLACE = { staticBase: 8 * KIB, staticEnd: 24 * KIB };
const p = bls12381G1.order;
const SIZE = 256;
const domain = { root: power(7n, (p - 1n) / BigInt(SIZE), p), size: SIZE };

/** @param {bigint[]} values */
const bytesOf = (values) => {
  const bytes = new Uint8Array(32 * values.length);
  values.forEach((value, i) => bytes.set(toBytesBE(value, 32), 32 * i));
  return bytes;
};

/** @param {string} kernel @param {boolean} debug */
async function kernelOn(kernel, debug) {
  const arena = new Arena(2 ** 24);
  const emitted = emitPolynomialModule(bls12381G1, /** @type {any} */ (kernel), {
    ...PLACE,
    debug,
  });
  const exports = await instantiate(emitted, arena.memory);
  const named = namedExports(exports, 'polynomials', bls12381G1.traits);
  return onWasm(readModule(named), arena, { ...domain, order: p });
}

/** Values of a kind, by index. @type {Record<string, (random: any, i: number) => bigint>} */
const KINDS = {
  random: (random) => random(256) % p,
  largest: () => p - 1n,
  zeros: () => 0n,
  'small and large': (_, i) => (i % 3 ? p - BigInt(i) : BigInt(i)),
  'around the middle': (_, i) => (p - 1n) / 2n + BigInt(i % 4),
};

/**
 * Each operation on lists a (SIZE), b (SIZE), c (a constant); what it leaves in a list.
 * @type {Record<string, (q: import('../../src/port/polynomials.js').Polynomials, l: any) => any>}
 */
const OPERATIONS = {
  multiply: (q, { z, a, b }) => q.multiply(z, a, b, SIZE),
  'multiply in place': (q, { z, a, b }) => (q.copy(z, a, SIZE), q.multiply(z, z, b, SIZE)),
  scale: (q, { z, a, c }) => q.scale(z, a, c, SIZE),
  'scale by an odd place': (q, { z, a, b }) => q.scale(z, a, q.at(b, 7), SIZE),
  accumulate: (q, { z, a, b, c }) => (q.copy(z, b, SIZE), q.accumulate(z, a, c, SIZE)),
  fold: (q, { z, a, b }) => q.fold(z, a, b, SIZE / 2),
  'fold to one': (q, { z, a, b }) => {
    q.copy(z, a, SIZE);
    for (let n = SIZE / 2; n >= 1; n /= 2) q.fold(z, z, b, n);
    q.copy(q.at(z, 2), q.at(a, 2), SIZE - 2);
  },
  split: (q, { z, a, c }) => q.split(z, a, q.roots, c, SIZE / 2),
  quotient: (q, { z, a, b, c }) => q.quotient(z, a, b, c, SIZE),
  forward: (q, { z, a }) => (q.copy(z, a, SIZE), q.forward(z, SIZE / 2, 1, 0)),
  'forward, block 1': (q, { z, a }) => (q.copy(z, a, SIZE), q.forward(z, SIZE / 2, 1, 1)),
  'forward in part': (q, { z, a }) => (q.copy(z, a, SIZE), q.forward(z, SIZE, 16, 0)),
  'forward, small block': (q, { z, a }) => (q.copy(z, a, SIZE), q.forward(z, 8, 1, 5)),
  backward: (q, { z, a }) => (q.copy(z, a, SIZE), q.backward(z, SIZE, 1, 0)),
  'backward, block 1': (q, { z, a }) => (q.copy(z, a, SIZE), q.backward(z, SIZE / 2, 1, 1)),
  'backward in part': (q, { z, a }) => (q.copy(z, a, SIZE), q.backward(z, SIZE / 2, 16, 1)),
  'read and write': (q, { z, a }) => q.copy(z, a, SIZE),
  'read times a constant': (q, { z, a, c }) => void q.read(z, q.write(a, SIZE), c),
  roots: (q, { z }) => (q.clear(z, SIZE), q.copy(z, q.roots, SIZE / 2)),
  inverses: (q, { z }) => (q.clear(z, SIZE), q.copy(z, q.inverses, SIZE / 2)),
};

describe.each(['limbs30', 'fma'])('lists of scalars, %s', (kernel) => {
  it.each(Object.keys(KINDS))('all operations on values that are %s', async (kind) => {
    const random = randomStream(3n);
    const value = (/** @type {number} */ i) => KINDS[kind](random, i);
    const inputs = ['a', 'b'].map(() => bytesOf(Array.from({ length: SIZE }, (_, i) => value(i))));
    const constant = bytesOf([value(1)]);
    const runs = [onBigInt(p, domain), await kernelOn(kernel, true)].map((q) => {
      const [a, b, z, c] = [SIZE, SIZE, SIZE, 1].map((length) => q.create(length));
      expect([q.read(a, inputs[0]), q.read(b, inputs[1]), q.read(c, constant)]).toEqual([
        -1, -1, -1,
      ]);
      return Object.entries(OPERATIONS).map(([name, run]) => {
        q.clear(z, SIZE);
        run(q, { a, b, z, c });
        return { name, bytes: Buffer.from(q.write(z, SIZE)).toString('hex') };
      });
    });
    expect(runs[1]).toEqual(runs[0]);
  });

  it('forward and backward are inverse, up to the length', async () => {
    const q = await kernelOn(kernel, false);
    const values = Array.from({ length: SIZE }, (_, i) => BigInt(i) ** 30n % p);
    const [x, c] = [q.create(SIZE), q.create(1)];
    q.read(x, bytesOf(values));
    q.read(c, bytesOf([power(BigInt(SIZE), p - 2n, p)]));
    q.forward(x, SIZE, 1, 0);
    q.backward(x, SIZE, 1, 0);
    q.scale(x, x, c, SIZE);
    expect(q.write(x, SIZE)).toEqual(bytesOf(values));
  });

  it('elements that are not below the order are refused by their index', async () => {
    const q = await kernelOn(kernel, false);
    const list = q.create(8);
    for (const bad of [p, p + 1n, 2n ** 256n - 1n]) {
      for (const at of [0, 3, 6]) {
        const values = Array.from({ length: 7 }, (_, i) => (i === at ? bad : p - 1n));
        expect(q.read(list, bytesOf(values))).toBe(at);
      }
    }
  });
});

it('only curves with the trait have such modules', () => {
  expect([bls12381G1, bls12381G2].map(({ traits }) => traits.polynomials)).toEqual([true, false]);
});
