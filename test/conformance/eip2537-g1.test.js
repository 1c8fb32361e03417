/** The test vectors of EIP-2537 and of go-ethereum for G1. */
import { describe, expect, it } from 'vitest';
import { PointError } from '../../src/errors.js';
import { EncodingError, add, msm, multiply } from '../support/eip2537.js';
import { thrownBy } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** How each error of the vectors shows: the helper's own, or the reason of a PointError. */
const ERRORS = {
  'invalid input length': EncodingError,
  'invalid field element top bytes': EncodingError,
  'invalid fp.Element encoding': ['range', 'flags'],
  'invalid point: not on curve': ['not-on-curve'],
};

/**
 * @param {unknown} error
 * @param {string} words of the vector
 */
function isExpected(error, words) {
  const expected = ERRORS[words];
  expect(expected, `an error that this test knows: ${words}`).toBeDefined();
  if (expected === EncodingError) {
    expect(error).toBeInstanceOf(EncodingError);
  } else {
    expect(error).toBeInstanceOf(PointError);
    expect(expected).toContain(error.reason);
  }
}

conformance('bls12-381/eip2537-g1.json', (context, data) => {
  const operations = { add, mul: multiply, msm };

  describe.each(Object.entries(operations))('%s', (name, operate) => {
    it.each(data[name])('$name ($origin)', ({ input, expected }) => {
      expect(toHex(operate(context.G1, fromHex(input)))).toBe(expected);
    });

    it.each(data[`${name}Fail`])('$name ($origin) fails', ({ input, error }) => {
      isExpected(
        thrownBy(() => operate(context.G1, fromHex(input))),
        error,
      );
    });
  });
});

conformance('bls12-381/eip2537-g1-repeat.json', (context, { pair, rows }) => {
  it.each(rows)('infinity with scalar 0, $k times', ({ k, expected }) => {
    expect(toHex(msm(context.G1, fromHex(pair.repeat(k))))).toBe(expected);
  });
});

conformance('bls12-381/geth-g1-msm-large.json', (context, data) => {
  it.each(data.msm)('$name', ({ input, expected }) => {
    expect(toHex(msm(context.G1, fromHex(input)))).toBe(expected);
  });
});
