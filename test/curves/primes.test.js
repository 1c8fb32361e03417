import { describe, expect, it } from 'vitest';

import { mod, power, squareRoot } from '../../src/math/modular.js';
import { fieldOf } from '../../src/reference/field.js';
import { add, curveOf, double, negate, rightSide } from '../../src/reference/weierstrass.js';
import { rootOfUnity } from '../../wasm-gen/field/roots-of-unity.js';
import { elementOf } from '../support/elements.js';
import { isPrime } from '../../wasm-gen/own/primes.js';
import { some } from '../support/extent.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { kernelNames, kernelOf } from './kernels.js';

/** Sizes of primes: limbs and digits full, all but empty, one more or less than that. */
const SIZES = [
  64, 65, 87, 101, 112, 128, 157, 191, 205, 224, 254, 256, 257, 265, 313, 384, 396, 521,
];

/** Of extensions: their products need room of their own. */
const EXTENSION_SIZES = [64, 85, 112, 256, 384, 396];

/**
 * The least prime above 2^bits of which p − 1 has the 2-power 2^s.
 * @type {(s: number, bits: number) => bigint}
 */
function primeWith(s, bits) {
  let p = 2n ** BigInt(bits) + 2n ** BigInt(s) + 1n;
  while (!isPrime(p)) p += 2n ** BigInt(s + 1);
  return p;
}

/** Primes with much or little in p − 1 beside a power of two, and near to powers of two. */
const SPECIAL = [
  { name: '2^224 − 2^96 + 1', p: 2n ** 224n - 2n ** 96n + 1n },
  { name: '2^251 + 17·2^192 + 1', p: 2n ** 251n + 17n * 2n ** 192n + 1n },
  { name: '2^64 − 2^32 + 1', p: 2n ** 64n - 2n ** 32n + 1n },
  // Blocks of 7, of 6 and of 5 bits, and none.
  { name: 'BN254’s order', p: 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n },
  { name: '2^18·odd + 1', p: primeWith(18, 230) },
  { name: '2^25·odd + 1', p: primeWith(25, 255) },
  { name: '2^23·odd + 1', p: primeWith(23, 190) },
  { name: '2^89 − 1', p: 2n ** 89n - 1n },
  { name: '2^127 − 1', p: 2n ** 127n - 1n },
  { name: '2^128 − 159', p: 2n ** 128n - 159n },
  { name: '2^255 + 95', p: 2n ** 255n + 95n },
  { name: '2^395 + 29', p: 2n ** 395n + 29n },
  { name: '2^521 − 1', p: 2n ** 521n - 1n },
];

const random = randomStream(2026n);

/**
 * A prime ≡ residue modulo 8 of exactly so many bits.
 * @param {number} bits
 * @param {bigint} residue
 */
function primeOf(bits, residue) {
  for (;;) {
    const p = (1n << BigInt(bits - 1)) + ((random(bits - 1) >> 3n) << 3n) + residue;
    if (isPrime(p)) return p;
  }
}

const primes = [
  ...SPECIAL,
  ...SIZES.map((bits, i) => {
    const residue = [1n, 3n, 5n, 7n][i % 4];
    return { name: `of ${bits} bits, ${residue} mod 8`, p: primeOf(bits, residue) };
  }),
];

const fields = [
  ...primes.map(({ name, p }) => ({ name, p, extension: undefined })),
  ...EXTENSION_SIZES.map((bits) => ({
    name: `of ${bits} bits, extended`,
    p: primeOf(bits, 3n),
    extension: { nonResidue: -1n },
  })),
];

/** The fields of a config that do not depend on a and b. */
const others = {
  // Unknown.
  order: 2n ** 600n + 1n,
  cofactor: 1n,
  endomorphism: null,
  subgroupCheck: null,
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: false,
    subgroupSums: false,
    polynomials: false,
    chains: [],
  },
};

const { traits } = others;

describe.each(some(fields, 3, 'primes'))('kernels over the prime $name', ({ p, extension }) => {
  const bits = p.toString(2).length;
  const field = fieldOf({ p, extension });
  const randomElement = () =>
    elementOf(Array.from({ length: field.degree }, () => mod(random(bits), p)));
  const [a, b] = [randomElement(), randomElement()];
  const curve = curveOf({ name: `over-${bits}`, p, extension, a, b, ...others });
  const rootAt = (/** @type {any} */ x) => field.squareRoot(rightSide(curve, x));
  const points = [];
  while (points.length < 8) {
    const x = randomElement();
    const y = rootAt(x);
    if (y !== null && !field.isZero(y)) points.push({ x, y });
  }
  const all = [null, ...points, negate(curve, points[0]), double(curve, points[1]), points[2]];

  it.each(kernelNames)('%s decodes and adds', async (name) => {
    const chains = ['limbs30', 'wide64', 'fma'];
    const kernel = await kernelOf({ ...curve, traits: { ...traits, chains } }, name).catch(
      (error) => {
        expect(error.message).toMatch(/expected no chains of this kernel/);
        return kernelOf(curve, name);
      },
    );
    const { wasm, pointBytes } = kernel;
    const at = kernel.place(all);
    expect(wasm.points_on_curve(at, all.length)).toBe(-1);
    const off = { x: points[0].x, y: points[1].y };
    expect(wasm.points_on_curve(kernel.place([...all, off]), all.length + 1)).toBe(all.length);
    const pairs = all.flatMap((A, i) => all.map((B, j) => ({ A, B, i, j })));
    for (const sign of [0, 1]) {
      const entries = pairs.map(({ i, j }) => ({
        A: at + i * pointBytes,
        B: (at + j * pointBytes) | sign,
      }));
      expect(kernel.addAll(entries)).toEqual(
        pairs.map(({ A, B }) => add(curve, A, sign ? negate(curve, B) : B)),
      );
    }
    const list = points.map(({ x, y }) => ({ x, sign: Number(field.isLarger(y)) }));
    expect(kernel.decompress(list)).toEqual({ result: -1, points });
    for (let i = 0; i < 20; i++) {
      const x = randomElement();
      expect(kernel.decompress([{ x, sign: 0 }]).result).toBe(rootAt(x) === null ? 1 : -1);
    }
    if (!kernel.jacobianBytes) return;
    const chain = kernel.allocate(kernel.jacobianBytes);
    for (const { A, B, i, j } of pairs) {
      wasm.jacobian_from_affine(chain, at + i * pointBytes);
      wasm.jacobian_double(chain, chain);
      wasm.jacobian_add_affine(chain, at + j * pointBytes);
      expect(kernel.readJacobian(chain)).toEqual(add(curve, double(curve, A), B));
    }
  });
});

const rootPrimes = primes.filter(({ p }) => p % 4n === 1n).slice(0, 10);

describe.each(some(rootPrimes, 3, 'roots'))('square roots modulo the prime $name', ({ p }) => {
  const { Q, s, root } = rootOfUnity(p);
  const unity = (/** @type {number} */ i) => power(root, 1n << BigInt(i), p);
  /**
   * Elements whose order is 2^(s − i), every other one that times an odd number; i = 0: no square.
   */
  const elements = [0, 1, s >> 1, s - 1, s].map((i, k) => {
    const odd = power(3n, 1n << BigInt(s), p);
    return { i, b: mod(unity(i) * (k % 2 ? 1n : odd), p) };
  });

  // The right side at x = 0 is b.
  it.each(kernelNames)('%s finds those of elements of any 2-power order', async (name) => {
    for (const { i, b } of elements) {
      expect(power(b, Q << BigInt(s - i), p)).toBe(1n);
      const kernel = await kernelOf({ name: 'roots', p, a: 1n, b, ...others }, name, {
        debug: false,
      });
      const { result, points } = kernel.decompress([1, 0].map((sign) => ({ x: 0n, sign })));
      if (i === 0) {
        expect(result).toBe(1);
        continue;
      }
      const y = squareRoot(b, p) ?? 0n;
      const larger = 2n * y > p ? y : p - y;
      expect(points.map((point) => point?.y)).toEqual([larger, p - larger]);
    }
  });

  it.each(kernelNames)('%s finds the root of 0 beside others', async (name) => {
    // 1 is a root of x³ + x − 2.
    const kernel = await kernelOf({ name: 'zero', p, a: 1n, b: p - 2n, ...others }, name, {
      debug: false,
    });
    let [x, y] = [1n, /** @type {bigint | null} */ (null)];
    for (; y === null; y = squareRoot(x ** 3n + x - 2n, p)) x++;
    const zero = { x: 1n, y: 0n };
    const list = [zero, { x, y }, zero, zero, { x, y }];
    for (const points of [list, list.slice(1), list.slice(2), list.slice(2, 3)]) {
      const signed = points.map(({ x, y }) => ({ x, sign: Number(2n * y > p) }));
      expect(kernel.decompress(signed)).toEqual({ result: -1, points });
    }
  });
});
