/**
 * Published curves, whose coordinates have 14 to 32 bytes: against the definitions, and multiples
 * of the generator against OpenSSL, where it has the curve. CURVEMILL_WIDTHS=all takes all of them.
 */
import { createECDH, getCurves } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { completed } from '../../wasm-gen/own/config.js';
import { Random } from '../fuzz/random.js';
import { expectAgreement, expectedOf } from './agreement.js';
import { opensslNames, published, tooLong } from './configs/published.js';
import { onEach, openable } from './opened.js';

/**
 * Multiples by OpenSSL, in hexadecimal, uncompressed.
 * @param {string} curve
 * @param {readonly bigint[]} scalars
 */
function multiplesOf(curve, scalars) {
  const ecdh = createECDH(curve);
  return scalars.map((k) => {
    const hex = k.toString(16);
    ecdh.setPrivateKey(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
    return ecdh.getPublicKey('hex');
  });
}

/** Words that are filled or not, an order of more bits than p, a cofactor, roots by long chains. */
const SOME = ['secp112r1', 'secp128r2', 'secp160k1', 'secp224r1', 'brainpoolp224r1', 'stark'];
const chosen = published.filter(
  ({ name }) => process.env.CURVEMILL_WIDTHS === 'all' || SOME.includes(name),
);

describe.each(chosen)('$name', (config) => {
  it('agrees with the definitions on every backend', async () => {
    const random = new Random(config.name);
    const scalars = Array.from({ length: 5 }, () => random.bits(256));
    const expected = expectedOf(config, scalars);
    const openssl = opensslNames.get(config.name);
    await onEach(await openable(config, ['limbs30', 'fma']), async (group) => {
      await expectAgreement(group, expected);
      if (openssl === undefined || !getCurves().includes(openssl)) return;
      const factors = [2n, 3n, 255n, config.order - 2n, scalars[0] % config.order];
      const got = factors.map((k) => group.generator.multiply(k).toHex('uncompressed'));
      expect(got).toEqual(multiplesOf(openssl, factors));
    });
  });
});

it.each(tooLong)('$name is refused: scalars have 32 bytes', (config) => {
  expect(() => completed(config)).toThrow(/expected an order above 3 and below 2\^256, got 0x/);
});
