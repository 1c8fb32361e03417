import { describe, expect, it } from 'vitest';

import { wnaf } from '../../src/engines/wasm/msm/wnaf.js';
import { compared } from '../support/compared.js';
import { assertProperty, fc } from '../support/property.js';

const WORDS = 5;
const BITS = 32n * BigInt(WORDS);

describe.each([2, 3, 4, 5, 6])('width-%i NAF', (w) => {
  /**
   * Digits of a part of a scalar, checked: odd, small, far apart, in order, and worth the part.
   * @param {bigint} part
   */
  function check(part) {
    const memory = new Int32Array(WORDS + 4).fill(0x55555555);
    for (let i = 0; i < WORDS; i++)
      memory[i + 2] = Number(BigInt.asIntN(32, part >> BigInt(32 * i)));
    let value = 0n;
    let last = -w;
    const length = (part < 0n ? -part : part).toString(2).length;
    wnaf(memory, 2, WORDS, length, w, (position, digit) => {
      if (digit % 2 === 0 || Math.abs(digit) >= 2 ** (w - 1))
        expect.fail(`digit ${digit} of ${part}`);
      if (position < last + w) expect.fail(`digits of ${part} at ${last} and ${position}`);
      last = position;
      value += BigInt(digit) << BigInt(position);
    });
    if (value !== part) expect.fail(`${part} came back as ${value}`);
    // One position beyond the longest magnitude, which is what the buckets of the
    // bits have room for.
    if (last > length) expect.fail(`${part} of ${length} bits has a digit at ${last}`);
    compared();
  }

  it('recomposes extreme parts', () => {
    for (let i = 0n; i <= 128n; i++) {
      for (const step of [-2n, -1n, 0n, 1n, 2n]) {
        check((1n << i) + step);
        check(-(1n << i) + step);
      }
      check(((1n << 128n) - 1n) ^ ((1n << i) - 1n));
    }
    for (const pattern of [0x5555n, 0xaaaan, 0xf0f0n, 0x8421n, 0x7fffn, 0x8000n, 0x8001n]) {
      let part = 0n;
      for (let i = 0; i < 8; i++) part = (part << 16n) | pattern;
      check(part);
      check(-part);
      check(part >> 1n);
    }
  });

  it('recomposes all small parts', () => {
    for (let part = -3000n; part <= 3000n; part++) check(part);
  });

  it('recomposes random parts of every length', () => {
    const bound = (1n << 128n) - 1n;
    const part = fc.bigInt({ min: -bound, max: bound });
    assertProperty(
      fc.property(part, fc.integer({ min: 0, max: 127 }), (k, shift) => check(k >> BigInt(shift))),
      2000,
    );
    expect(BITS).toBe(160n);
  });
});
