/**
 * Curves of random primes of every width: coordinates of 8 to 72 bytes, in words of 64 bits that
 * they fill or not; CURVEMILL_WIDTHS=all takes all of them, and the fuzz area `own-curves` takes
 * random ones on wide arithmetic, too.
 */
import { describe, expect, it } from 'vitest';
import { byteLength } from '../../src/math/modular.js';
import { Random } from '../fuzz/random.js';
import { expectAgreement, expectedOf } from './agreement.js';
import { onEach, openable } from './opened.js';
import { randomCurve } from './random-curve.js';
import { some } from '../support/extent.js';

/** One byte above and below whole words, and others. */
const SOME = [9, 15, 28, 33, 50, 66];
const ALL = Array.from({ length: 65 }, (_, i) => 8 + i);
const widths = process.env.CURVEMILL_WIDTHS === 'all' ? ALL : SOME;

/** Primes of whole bytes and of fewer bits, over Fp and Fp², and every kind of a. */
const KINDS = /** @type {const} */ (['zero', 'minus3', 'any']);

describe.each(some(widths, 3, 'widths'))('%i bytes', (bytes) => {
  const kinds = widths === ALL ? KINDS : [KINDS[(bytes >> 1) % 3]];
  it.each(kinds)('a: %s', async (a) => {
    const random = new Random(`${bytes} ${a}`);
    const config = randomCurve(random, {
      ...{ bits: 8 * bytes - random.int(8), a },
      ...{ isExtension: bytes % 4 === 3, hasEndomorphism: a === 'zero' },
    });
    expect(byteLength(config.p)).toBe(bytes);
    const scalars = Array.from({ length: 5 }, () => random.bits(256));
    const expected = expectedOf(config, scalars);
    await onEach(await openable(config, ['limbs30', 'fma']), (group) =>
      expectAgreement(group, expected),
    );
  });
});
