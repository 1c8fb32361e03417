/** Random digits: exactly uniform, whatever is drawn. */
import { afterEach, describe, expect, it, vi } from 'vitest';

import { MAX_TRITS, randomDigits } from '../../src/engines/wasm/subgroup/trits.js';

afterEach(() => vi.unstubAllGlobals());

const sizes = Array.from({ length: MAX_TRITS }, (_, i) => i + 1);

describe.each(sizes)('digits of %i trits', (trits) => {
  const values = 3 ** trits;
  const middle = (values - 1) / 2;

  it('take equally many words of 16 bits each', () => {
    const share = Math.floor(65536 / values);
    let word = 0;
    vi.stubGlobal('crypto', {
      getRandomValues: (/** @type {Uint16Array} */ words) => {
        for (let i = 0; i < words.length; i++) words[i] = word++;
      },
    });
    const digits = new Int32Array(share * values);
    randomDigits(65536)?.(digits, trits);
    // Once through all words: none is left over that is not rejected.
    expect(word).toBe(65536);
    const counts = new Int32Array(values);
    for (const digit of digits) counts[digit + middle]++;
    expect(counts.every((count) => count === share)).toBe(true);
  });

  it('come from the platform, and differ', () => {
    const draw = () => {
      const digits = new Int32Array(200);
      randomDigits(digits.length)?.(digits, trits);
      expect(digits.every((digit) => Math.abs(digit) <= middle)).toBe(true);
      return digits.join();
    };
    expect(draw()).not.toBe(draw());
  });
});

describe('randomDigits', () => {
  it('is null without a cryptographic generator', () => {
    for (const crypto of [undefined, {}, { getRandomValues: null }]) {
      vi.stubGlobal('crypto', crypto);
      expect(randomDigits(10)).toBe(null);
    }
  });
});
