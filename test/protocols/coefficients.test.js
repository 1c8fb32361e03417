/** The coefficients of a batch: a forger knows them neither before nor from another batch. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomCoefficients } from '../../src/protocols/signatures/batch.js';
import { toHex } from '../support/hex.js';

const N = 41;

/** @param {Uint8Array[]} batch @returns {string[]} in hexadecimal, the lowest byte first */
function drawn(batch) {
  const bytes = randomCoefficients(N, batch);
  return Array.from({ length: N }, (_, i) => toHex(bytes.subarray(32 * i, 32 * (i + 1))));
}

const batch = [new Uint8Array(64).fill(1), new Uint8Array(32).fill(2)];

describe('the coefficients of a batch', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are 1 and numbers of 128 bits, all different', () => {
    const [first, ...others] = drawn(batch);
    expect(first).toBe(`01${'00'.repeat(31)}`);
    expect(new Set(others).size).toBe(N - 1);
    for (const other of others) expect(other).toMatch(/^(?!0{16})[0-9a-f]{32}0{32}$/);
  });

  it('differ every time', () => {
    const both = [...drawn(batch).slice(1), ...drawn(batch).slice(1)];
    expect(new Set(both).size).toBe(2 * (N - 1));
  });

  it('depend on every part of the batch, where the random bytes are known', () => {
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((bytes) =>
      /** @type {any} */ (bytes).fill(7),
    );
    const known = drawn(batch);
    expect(drawn(batch)).toEqual(known);
    for (const i of [0, 1]) {
      const changed = batch.map((part, j) => (j === i ? part.with(31, 9) : part));
      const others = drawn(changed).slice(1);
      expect(others.filter((other) => known.includes(other))).toEqual([]);
    }
  });
});
