import { describe, expect, it } from 'vitest';
import { Domain } from '../../proof/kernel/domain.js';
import { split } from '../../proof/kernel/split.js';

/** Two unknown digits of 51 bits, as they are, and as remainders of larger sums. */
function digits() {
  const domain = new Domain();
  const inputs = [0, 1].map(() => domain.input(0n, 2n ** 51n - 1n));
  const remainders = inputs.map((x) => split(x.times(3n).plus(5n), 51).low);
  return { domain, inputs, remainders };
}
/** Whether a split is exact, with bits in [0, 2^w). */
function expectExact(t, w) {
  const { low, high } = split(t, w);
  const difference = t.domain.closed(t.sub(low).sub(high.times(2n ** BigInt(w))).polynomial);
  expect(difference.terms.size).toBe(0);
  expect(low.low).toBeGreaterThanOrEqual(0n);
  expect(low.high).toBeLessThan(2n ** BigInt(w));
}

describe('bits of numbers that were split before are the same bits', () => {
  it('of fields side by side', () => {
    const { inputs } = digits();
    const [x, y] = inputs;
    const word = split(x, 30).high.add(y.times(2n ** 21n));
    expectExact(word, 30);
    expectExact(word, 64);
    const wanted = split(x, 30).high.add(split(y, 9).low.times(2n ** 21n));
    expect(split(word, 30).low.polynomial.equals(wanted.polynomial)).toBe(true);
    expect(split(word, 30).high.polynomial.equals(split(y, 9).high.polynomial)).toBe(true);
  });

  it('of the lowest field, where another one begins above', () => {
    const [x, y] = digits().inputs;
    const word = x.add(y.times(2n ** 51n));
    expectExact(word, 9);
    expect(split(word, 9).low.polynomial.equals(split(x, 9).low.polynomial)).toBe(true);
    const wanted = split(x, 9).high.add(y.times(2n ** 42n));
    expect(split(word, 9).high.polynomial.equals(wanted.polynomial)).toBe(true);
    const overlapping = x.add(y.times(2n ** 50n));
    expectExact(overlapping, 9);
    const other = split(x, 9).high.add(y.times(2n ** 41n));
    expect(split(overlapping, 9).high.polynomial.equals(other.polynomial)).toBe(false);
  });

  it('not of fields that overlap', () => {
    const { inputs } = digits();
    const [x, y] = inputs;
    const word = split(x, 29).high.add(y.times(2n ** 21n));
    expectExact(word, 30);
    const wanted = split(x, 29).high.add(split(y, 9).low.times(2n ** 21n));
    expect(split(word, 30).low.polynomial.equals(wanted.polynomial)).toBe(false);
  });

  it('of a remainder, but not above it', () => {
    const { inputs, remainders } = digits();
    const [x] = remainders;
    const whole = inputs[0].times(3n).plus(5n);
    for (const w of [9, 40, 50]) {
      expectExact(x, w);
      expect(split(x, w).low.polynomial.equals(split(whole, w).low.polynomial)).toBe(true);
    }
    expect(split(x, 52).high.constant()).toBe(0n);
    expect(split(whole, 52).high.constant()).toBe(null);
  });

  it('of a quotient', () => {
    const { inputs, remainders } = digits();
    for (const x of [inputs[0], remainders[1]]) {
      const { high } = split(x, 9);
      expectExact(high, 30);
      const upper = split(high, 30).high;
      expect(upper.polynomial.equals(split(x, 39).high.polynomial)).toBe(true);
      // Also where only its variable is known.
      const alone = x.domain.value(high.polynomial, high.low, high.high);
      expectExact(alone, 20);
      expect(split(alone, 20).high.polynomial.equals(split(x, 29).high.polynomial)).toBe(true);
      const twice = high.times(2n);
      expectExact(twice, 20);
      expect(split(twice, 20).high.polynomial.equals(split(x, 29).high.polynomial)).toBe(false);
    }
  });
});
