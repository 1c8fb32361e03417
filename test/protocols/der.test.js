import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { signatureFromDer } from '../../src/protocols/signatures/der.js';
import { expectInputError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { assertProperty, fc } from '../support/property.js';
import { bytes32 } from './signing.js';

/** The one strict encoding of an integer. @param {bigint} value */
function derInteger(value) {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  const digits = fromHex(parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even);
  return concat(Uint8Array.of(2, digits.length), digits);
}

/** @param {bigint} r @param {bigint} s */
function derOf(r, s) {
  const body = concat(derInteger(r), derInteger(s));
  return concat(Uint8Array.of(0x30, body.length), body);
}

/**
 * A parser that accepts nothing but what the encoder writes.
 * @param {Uint8Array} bytes
 */
function referenceParser(bytes) {
  const rLength = bytes[3];
  const r = BigInt(`0x0${toHex(bytes.subarray(4, 4 + rLength))}`);
  const s = BigInt(`0x0${toHex(bytes.subarray(6 + rLength))}`);
  if (r >> 256n || s >> 256n || toHex(derOf(r, s)) !== toHex(bytes)) return null;
  return toHex(concat(bytes32(r), bytes32(s)));
}

/** @param {Uint8Array} bytes */
function parse(bytes) {
  try {
    return toHex(signatureFromDer(bytes));
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

const integers = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
  fc.integer({ min: 0, max: 256 }).map((bits) => (1n << BigInt(bits)) - 1n),
  fc.integer({ min: 0, max: 255 }).map((bits) => 1n << BigInt(bits)),
);

describe('signatures in DER', () => {
  it('reads what is encoded strictly', () => {
    assertProperty(
      fc.property(integers, integers, (r, s) => {
        expect(parse(derOf(r, s))).toBe(toHex(concat(bytes32(r), bytes32(s))));
      }),
      500,
    );
  });

  it('judges changed encodings as a simple parser does', () => {
    const edit = fc.tuple(
      fc.constantFrom('set', 'insert', 'remove'),
      fc.nat({ max: 71 }),
      fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 2, 0x20, 0x21, 0x30, 0x7f, 0x80, 0xff)),
    );
    assertProperty(
      fc.property(
        integers,
        integers,
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        (r, s, edits) => {
          const bytes = [...derOf(r, s)];
          for (const [kind, at, value] of edits) {
            const i = at % bytes.length;
            if (kind === 'set') bytes[i] = value;
            else if (kind === 'insert') bytes.splice(i, 0, value);
            else bytes.splice(i, 1);
          }
          const changed = Uint8Array.from(bytes);
          expect(parse(changed)).toBe(referenceParser(changed));
        },
      ),
      5000,
    );
  });

  it('random bytes are refused, and never more than that', () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(parse(bytes)).toBe(referenceParser(bytes));
      }),
      1000,
    );
  });

  it.each([
    ['empty', ''],
    ['a long-form length', '308106020101020101'],
    ['a negative r', '3006020181020101'],
    ['a needless zero', '300702020001020101'],
    ['an empty integer', '30050200020101'],
    ['bytes left over inside', '300702010102010100'],
    ['bytes left over behind', '300602010102010100'],
    ['an integer of 257 bits', `3026022101${'00'.repeat(32)}020101`],
    ['another tag', '3106020101020101'],
    ['another tag inside', '3006020101030101'],
  ])('%s', (_, hex) => {
    expectInputError(() => signatureFromDer(fromHex(hex)));
  });

  it.each([
    ['text', '3006'],
    ['null', null],
    ['an array', [0x30]],
  ])('no bytes: %s', (_, value) => {
    expectInputError(() => signatureFromDer(value));
  });
});
