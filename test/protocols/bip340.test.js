import { describe, expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, isInputError, thrownBy } from '../support/errors.js';
import { isInvalidAt1, throwsAt1 } from './batch-answers.js';
import { concat } from '../support/hex.js';
import { bytes32, n, p, schnorrItems } from './signing.js';

const items = schnorrItems(14);
const [item] = items;

/** @param {Uint8Array} bytes @param {number} at */
const flipped = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

/** Ways to spoil an item. */
const ways = [
  (entry) => ({ ...entry, message: concat(entry.message, Uint8Array.of(0)) }),
  (entry) => ({ ...entry, signature: flipped(entry.signature, 63) }),
  (entry) => ({ ...entry, signature: flipped(entry.signature, 31) }),
  (entry) => ({ ...entry, signature: concat(bytes32(p), entry.signature.subarray(32)) }),
  (entry) => ({ ...entry, signature: concat(bytes32(0n), entry.signature.subarray(32)) }),
  (entry) => ({ ...entry, signature: concat(entry.signature.subarray(0, 32), bytes32(n)) }),
  (entry) => ({ ...entry, publicKey: items[entry === item ? 1 : 0].publicKey }),
  (entry) => ({ ...entry, publicKey: bytes32(5n) }),
  (entry) => ({ ...entry, publicKey: bytes32(p + 1n) }),
  (entry) => ({ ...entry, publicKey: bytes32(0n) }),
];

forEachBackend(
  'BIP-340',
  (context) => {
    const schnorr = () => context.secp.schnorr;
    const verify = (changes = {}) => {
      const { signature, message, publicKey } = { ...item, ...changes };
      return schnorr().verify(signature, message, publicKey);
    };

    describe('verify', () => {
      it('good signatures over messages of many lengths', () => {
        for (const entry of items) expect(verify(entry)).toBe(true);
      });

      it('every way to spoil one is false', () => {
        for (const spoil of ways)
          for (const entry of items.slice(0, 2)) {
            expect(verify(spoil(entry))).toBe(false);
          }
      });

      it.each([
        ['signature', 'signature'],
        ['message', 'message'],
        ['message', undefined],
        ['publicKey', null],
        ['publicKey', [...item.publicKey]],
      ])('a %s of another type (%o) throws, with its index in a batch', async (field, value) => {
        expectInputError(() => verify({ [field]: value }));
        await throwsAt1(schnorr(), [item, { ...item, [field]: value }]);
        expect(verify()).toBe(true);
      });

      it.each([
        ['signature', 0],
        ['signature', 63],
        ['signature', 65],
        ['publicKey', 33],
        ['publicKey', 0],
      ])('a %s of %i bytes is invalid', async (field, length) => {
        const spoiled = { ...item, [field]: new Uint8Array(length) };
        expect(verify(spoiled)).toBe(false);
        await isInvalidAt1(schnorr(), [item, spoiled]);
        // What is wrong besides is still an error.
        expectInputError(() => verify({ ...spoiled, message: 'text' }));
        expectInputError(() => schnorr().findInvalid([spoiled, { ...spoiled, message: 1 }]));
      });
    });

    describe('verifyBatch', () => {
      it('no items: true', () => {
        expect(schnorr().verifyBatch([])).toBe(true);
      });

      it('good batches of every size', () => {
        for (let size = 1; size <= items.length; size++) {
          expect(schnorr().verifyBatch(items.slice(0, size))).toBe(true);
        }
      });

      it('one bad item at each position', () => {
        items.forEach((_, position) => {
          const spoil = ways[position % ways.length];
          const batch = items.map((entry, i) => (i === position ? spoil(entry) : entry));
          expect(schnorr().verifyBatch(batch)).toBe(false);
        });
      });

      it('every way to spoil one', () => {
        for (const spoil of ways) {
          expect(schnorr().verifyBatch([...items, spoil(item)])).toBe(false);
          expect(schnorr().verifyBatch([spoil(item)])).toBe(false);
        }
      });

      it('duplicates', () => {
        expect(schnorr().verifyBatch([item, item, ...items, ...items])).toBe(true);
        const bad = ways[0](item);
        expect(schnorr().verifyBatch(Array.from({ length: 8 }, () => bad))).toBe(false);
      });

      it('errors that cancel without coefficients', () => {
        // s_1 + 1 and s_2 − 1: the plain sum of the equations still holds.
        const shift = (entry, delta) => {
          const s = entry.signature.subarray(32).reduce((v, byte) => v * 256n + BigInt(byte), 0n);
          const signature = concat(entry.signature.subarray(0, 32), bytes32(s + delta));
          return { ...entry, signature };
        };
        const batch = [shift(items[0], 1n), shift(items[1], -1n), ...items.slice(2)];
        for (let round = 0; round < 5; round++) {
          expect(schnorr().verifyBatch(batch)).toBe(false);
        }
      });

      it.each([[undefined], ['items'], [{}], [new Array(9)]])('%o throws', (value) => {
        expectInputError(() => schnorr().verifyBatch(value));
        expectInputError(() => schnorr().findInvalid(value));
      });
    });

    it.each([[null], [1], [undefined], [{}], ['00'], [item.signature]])(
      '%o is no item: an error with its index',
      async (value) => throwsAt1(schnorr(), [item, value]),
    );

    it('an item under the names of a host says what it lacks', () => {
      const { signature: sig, message, publicKey: pubkey } = item;
      const error = thrownBy(() => schnorr().verifyBatch([{ id: message, pubkey, sig }]));
      isInputError(error);
      expect(error.message).toBe(
        'item at index 0: expected signature, message, publicKey, got no signature but id, pubkey, sig',
      );
    });

    describe('findInvalid', () => {
      it('nothing among valid items, or in an empty list', () => {
        expect(schnorr().findInvalid([])).toEqual([]);
        expect(schnorr().findInvalid(items)).toEqual([]);
      });

      it('one bad item at each position', () => {
        items.forEach((_, position) => {
          const spoil = ways[position % ways.length];
          const list = items.map((entry, i) => (i === position ? spoil(entry) : entry));
          expect(schnorr().findInvalid(list)).toEqual([position]);
        });
      });

      it('several bad items, and only bad ones', () => {
        for (const bad of [[0, 1], [0, 13], [3, 4, 5, 6, 7], [...items.keys()]]) {
          const list = items.map((entry, i) => (bad.includes(i) ? ways[i % 3](entry) : entry));
          expect(schnorr().findInvalid(list)).toEqual(bad);
        }
      });
    });
  },
  'secp256k1',
);
