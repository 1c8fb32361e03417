/** Batches whose author chooses what they cost, or knows the random numbers. */
import { afterEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/errors.js';
import { createSecp256k1 } from '../../src/index.js';
import { findInvalid, randomCoefficients } from '../../src/protocols/signatures/batch.js';
import { schnorr as noble } from '@noble/curves/secp256k1.js';
import { thrownBy } from '../support/errors.js';

const { getRandomValues } = crypto;
afterEach(() => {
  crypto.getRandomValues = getRandomValues;
});

/**
 * Of a batch, in single checks: what BIP-340 and ECDSA take on the portable kernel, to within a
 * tenth; on fma less.
 * @param {number} count
 */
const batchPrice = (count) => count * (0.37 + 1.1 / Math.sqrt(count));

/** The work of a search, in single checks. @param {boolean[]} valid @param {number} smallest */
function search(valid, smallest) {
  let work = 0;
  const found = findInvalid(
    valid,
    smallest,
    (isValid) => {
      work++;
      return isValid;
    },
    (items) => {
      work += batchPrice(items.length);
      return items.every(Boolean);
    },
  );
  expect(found).toEqual(valid.flatMap((isValid, i) => (isValid ? [] : [i])));
  return work;
}

describe('findInvalid', () => {
  const patterns = {
    'all invalid': () => false,
    'every second': (i) => i % 2 === 1,
    'every 8th': (i) => i % 8 !== 7,
    'every 16th': (i) => i % 16 !== 15,
    'every 32nd': (i) => i % 32 !== 31,
    'every 64th': (i) => i % 64 !== 0,
    'the first half': (i, n) => i >= n / 2,
    'the second half': (i, n) => i < n / 2,
    'a first few': (i) => i > 20,
    'of thirds': (i, n) => i % 3 !== 0 || i < n / 3,
  };

  it.each(Object.keys(patterns))('takes less than twice as long as single checks: %s', (name) => {
    for (const n of [1, 7, 16, 100, 256, 1000, 4096]) {
      for (const smallest of [4, 8]) {
        const valid = Array.from({ length: n }, (_, i) => patterns[name](i, n));
        expect(search(valid, smallest)).toBeLessThanOrEqual(1.9 * n);
      }
    }
  });

  it('takes less if one item is invalid, and a batch if none is', () => {
    const n = 4096;
    for (const at of [0, 1, 77, 2047, 2048, 4000, 4095]) {
      const valid = Array.from({ length: n }, (_, i) => i !== at);
      expect(search(valid, 4)).toBeLessThanOrEqual(n);
    }
    expect(search(new Array(n).fill(true), 4)).toBe(batchPrice(n));
  });

  it('takes less than twice as long for any runs of invalid items', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let round = 0; round < 300; round++) {
      const valid = [];
      while (valid.length < 500) {
        const share = random() ** 3;
        for (let i = 2 ** Math.floor(9 * random()); i > 0; i--) valid.push(random() > share);
      }
      expect(search(valid, 4)).toBeLessThanOrEqual(1.9 * valid.length);
    }
  });
});

describe('coefficients of a batch', () => {
  const constant = (array) => array.fill(0);

  it('depend on every byte of it, even if the random numbers are constant', () => {
    crypto.getRandomValues = /** @type {any} */ (constant);
    const batch = [new Uint8Array(96).fill(1), new Uint8Array(64)];
    const before = randomCoefficients(5, batch);
    expect(randomCoefficients(5, batch)).toEqual(before);
    for (const part of batch) {
      for (let i = 0; i < part.length; i++) {
        part[i] ^= 1;
        expect(randomCoefficients(5, batch).subarray(32)).not.toEqual(before.subarray(32));
        part[i] ^= 1;
      }
    }
  });

  it('leave no forgery through, if the random numbers are zeros', async () => {
    const { schnorr, dispose } = await signed();
    crypto.getRandomValues = /** @type {any} */ (constant);
    const items = many(8);
    expect(schnorr.verifyBatch(items)).toBe(true);
    items[5].signature[63] ^= 1;
    expect(schnorr.verifyBatch(items)).toBe(false);
    expect(schnorr.findInvalid(items)).toEqual([5]);
    dispose();
  });

  it('a generator that throws, or that is missing, is the error', async () => {
    const { schnorr, dispose } = await signed();
    const items = many(8);
    for (const broken of [
      () => {
        throw new TypeError('no entropy');
      },
      undefined,
    ]) {
      crypto.getRandomValues = /** @type {any} */ (broken);
      expect(thrownBy(() => schnorr.verifyBatch(items))).toBeInstanceOf(EnvironmentError);
    }
    crypto.getRandomValues = getRandomValues;
    expect(schnorr.verifyBatch(items)).toBe(true);
    dispose();
  });
});

async function signed() {
  const instance = await createSecp256k1({ backend: 'portable' });
  return { schnorr: instance.schnorr, dispose: () => instance.dispose() };
}

/** @param {number} n */
function many(n) {
  return Array.from({ length: n }, (_, i) => {
    const secret = new Uint8Array(32).fill(i + 1);
    const message = new Uint8Array([i]);
    return {
      message,
      publicKey: noble.getPublicKey(secret),
      signature: noble.sign(message, secret, new Uint8Array(32)),
    };
  });
}
