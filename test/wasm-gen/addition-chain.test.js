/** The chains of square roots: BigInt powers by their steps. */
import { describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { mod } from '../../src/math/modular.js';
import {
  BASE,
  RESULT,
  bytesOfChain,
  inverseRootChain,
  rootChain,
  windowChain,
} from '../../wasm-gen/field/addition-chain.js';

const primes = [...new Set(curves.map(({ p }) => p))].filter((p) => p % 4n === 3n);

/** The power of x by the bytes in memory. */
function power(x, chain, p) {
  const slots = Array.from({ length: chain.slots }, () => 0n);
  slots[BASE] = x;
  const bytes = bytesOfChain(chain);
  for (let at = 0; at < bytes.length; at += 4) {
    const [squarings, source, factor, target] = bytes.subarray(at, at + 4);
    let z = slots[source];
    for (let i = 0; i < squarings; i++) z = (z * z) % p;
    slots[target] = factor ? (z * slots[factor]) % p : z;
  }
  return slots[RESULT];
}

describe.each(primes)('square roots modulo %d', (p) => {
  it.each([1n, 2n, 3n, 5n, p - 1n, p / 2n])('inverts a root of ±%d', (x) => {
    const y = power(x, inverseRootChain(p), p);
    expect([1n, p - 1n]).toContain((y * y * x) % p);
    const root = power(x, rootChain(p), p);
    expect([x, p - x]).toContain((root * root) % p);
    expect((root * root) % p).toBe(mod(y * y * x * x, p));
  });

  it('gives 0 for 0', () => {
    expect(power(0n, inverseRootChain(p), p)).toBe(0n);
    expect(power(0n, rootChain(p), p)).toBe(0n);
  });
});

it('saves multiplications where the prime is a polynomial in a sparse seed', () => {
  const [{ p }] = curves;
  const counts = ({ steps }) => [
    steps.reduce((sum, { squarings }) => sum + squarings, 0),
    steps.filter(({ factor }) => factor).length,
  ];
  expect(counts(inverseRootChain(p))).toEqual([380, 46]);
  expect(counts(rootChain(p))).toEqual([378, 38]);
  expect(counts(windowChain((p - 3n) / 4n))).toEqual([376, 81]);
});
