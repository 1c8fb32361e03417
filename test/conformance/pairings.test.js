/** Pairings by the vectors: values of e, and PAIRING_CHECK of EIP-2537, on every backend. */
import { expect, it } from 'vitest';
import { PointError } from '../../src/errors.js';
import { expectInputError, isInputError, thrownBy } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** How each error of the vectors shows; the others are InputErrors. @type {[RegExp, string][]} */
const REASONS = [
  [/top bytes|invalid fp.Element/, 'range'],
  [/not on curve/, 'not-on-curve'],
  [/correct subgroup/, 'not-in-subgroup'],
];

conformance('bls12-381/pairing-gt.json', (context, { rows }) => {
  it.each(rows)('the value of e($k·G1, $k·G2), or of a and b', ({ k, a, b, value }) => {
    const { G1, G2 } = context.bls;
    const [i, j] = a === undefined ? [BigInt(k), BigInt(k)] : [BigInt(`0x${a}`), BigInt(`0x${b}`)];
    const e = context.bls.pairing(G1.generator.multiply(i), G2.generator.multiply(j));
    expect(toHex(e.toBytes())).toBe(value);
  });
});

const testChecks = (/** @type {any} */ context, /** @type {any} */ { pairing, pairingFail }) => {
  it.each(pairing)('$name ($origin)', ({ input, expected }) => {
    expect(toHex(context.bls.eip2537.pairing(fromHex(input)))).toBe(expected);
  });

  it.each(pairingFail)('$name ($origin) fails', ({ input, error }) => {
    const reason = REASONS.find(([pattern]) => pattern.test(error))?.[1];
    const thrown = thrownBy(() => context.bls.eip2537.pairing(fromHex(input)));
    if (reason === undefined) {
      expect(error).toBe('invalid input length');
      isInputError(thrown);
    } else {
      expect(thrown).toBeInstanceOf(PointError);
      expect(thrown.reason).toBe(reason);
    }
  });

  it('refuses values that are not bytes', () => {
    for (const input of [undefined, null, 'ab', [1, 2], {}])
      expectInputError(() => context.bls.eip2537.pairing(input));
  });
};

conformance('bls12-381/eip2537-pairing.json', testChecks, { withBigint: true });
