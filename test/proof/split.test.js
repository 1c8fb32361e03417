import { describe, expect, it } from 'vitest';
import { domainOf } from '../../proof/inputs.js';

/** Two unknown digits of 51 bits, as they are, and as remainders of larger sums. */
function digits() {
  const domain = domainOf();
  const inputs = [0, 1].map(() => domain.input(0n, 2n ** 51n - 1n));
  const remainders = inputs.map((x) => x.times(3n).plus(5n).split(51).low);
  return { domain, inputs, remainders };
}
/** Whether a split is exact, with bits in [0, 2^w). */
function expectExact(t, w) {
  const { low, high } = t.split(w);
  const difference = t.domain.closed(t.sub(low).sub(high.times(2n ** BigInt(w))).polynomial);
  expect(difference.terms.size).toBe(0);
  expect(low.low).toBeGreaterThanOrEqual(0n);
  expect(low.high).toBeLessThan(2n ** BigInt(w));
}

describe('bits of numbers that were split before are the same bits', () => {
  it('of fields side by side', () => {
    const { inputs } = digits();
    const [x, y] = inputs;
    const word = x.split(30).high.add(y.times(2n ** 21n));
    expectExact(word, 30);
    expectExact(word, 64);
    const wanted = x.split(30).high.add(y.split(9).low.times(2n ** 21n));
    expect(word.split(30).low.polynomial.equals(wanted.polynomial)).toBe(true);
    expect(word.split(30).high.polynomial.equals(y.split(9).high.polynomial)).toBe(true);
  });

  it('of the lowest field, where another one begins above', () => {
    const [x, y] = digits().inputs;
    const word = x.add(y.times(2n ** 51n));
    expectExact(word, 9);
    expect(word.split(9).low.polynomial.equals(x.split(9).low.polynomial)).toBe(true);
    const wanted = x.split(9).high.add(y.times(2n ** 42n));
    expect(word.split(9).high.polynomial.equals(wanted.polynomial)).toBe(true);
    const overlapping = x.add(y.times(2n ** 50n));
    expectExact(overlapping, 9);
    const other = x.split(9).high.add(y.times(2n ** 41n));
    expect(overlapping.split(9).high.polynomial.equals(other.polynomial)).toBe(false);
  });

  it('not of fields that overlap', () => {
    const { inputs } = digits();
    const [x, y] = inputs;
    const word = x.split(29).high.add(y.times(2n ** 21n));
    expectExact(word, 30);
    const wanted = x.split(29).high.add(y.split(9).low.times(2n ** 21n));
    expect(word.split(30).low.polynomial.equals(wanted.polynomial)).toBe(false);
  });

  it('of a remainder, but not above it', () => {
    const { inputs, remainders } = digits();
    const [x] = remainders;
    const whole = inputs[0].times(3n).plus(5n);
    for (const w of [9, 40, 50]) {
      expectExact(x, w);
      expect(x.split(w).low.polynomial.equals(whole.split(w).low.polynomial)).toBe(true);
    }
    expect(x.split(52).high.constant()).toBe(0n);
    expect(whole.split(52).high.constant()).toBe(null);
  });

  it('of a quotient', () => {
    const { inputs, remainders } = digits();
    for (const x of [inputs[0], remainders[1]]) {
      const { high } = x.split(9);
      expectExact(high, 30);
      const upper = high.split(30).high;
      expect(upper.polynomial.equals(x.split(39).high.polynomial)).toBe(true);
      // Also where only its variable is known.
      const alone = x.domain.number(high.polynomial);
      expectExact(alone, 20);
      expect(alone.split(20).high.polynomial.equals(x.split(29).high.polynomial)).toBe(true);
      const twice = high.times(2n);
      expectExact(twice, 20);
      expect(twice.split(20).high.polynomial.equals(x.split(29).high.polynomial)).toBe(false);
    }
  });
});
