import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { isInvalidAt1, throwsAt1 } from './batch-answers.js';
import { concat, toHex } from '../support/hex.js';
import { bytes32, ecdsaItems, n, p, publicKey, signEcdsa } from './signing.js';

const items = ecdsaItems(9);
const [item] = items;
/** Enough for batches of halves. */
const many = [...items, ...items, ...items];

/** @param {Uint8Array} bytes @param {number} at */
const flipped = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

/** @param {bigint} r @param {bigint} s */
const compact = (r, s) => concat(bytes32(r), bytes32(s));

/** @param {Uint8Array} signature */
const halves = (signature) =>
  [signature.subarray(0, 32), signature.subarray(32)].map((part) => BigInt(`0x${toHex(part)}`));

forEachBackend(
  'ECDSA',
  (context) => {
    const ecdsa = () => context.secp.ecdsa;
    const verify = (changes = {}, /** @type {any} */ options = undefined) => {
      const { signature, hash, publicKey: key } = { ...item, ...changes };
      return ecdsa().verify(signature, hash, key, options);
    };

    describe('verify', () => {
      it('good signatures, with keys in every form', () => {
        for (const { signature, hash, publicKey: key } of items) {
          const point = context.group.point(key);
          for (const form of [key, point.toBytes('uncompressed'), point]) {
            expect(ecdsa().verify(signature, hash, form)).toBe(true);
          }
        }
      });

      it('a change of any part is false', () => {
        for (const at of [0, 15, 31, 32, 40, 63]) {
          expect(verify({ signature: flipped(item.signature, at) })).toBe(false);
        }
        expect(verify({ hash: flipped(item.hash, 0) })).toBe(false);
        expect(verify({ publicKey: flipped(item.publicKey, 0) })).toBe(false);
        expect(verify({ publicKey: items[1].publicKey })).toBe(false);
      });

      it('high s is a matter of the option', () => {
        const [r, s] = halves(item.signature);
        const signature = compact(r, n - s);
        expect(verify({ signature })).toBe(false);
        expect(verify({ signature }, {})).toBe(false);
        expect(verify({ signature }, { lowS: true })).toBe(false);
        expect(verify({ signature }, { lowS: false })).toBe(true);
        expect(verify({}, { lowS: false })).toBe(true);
      });

      it('s = (n − 1)/2 is low, one more is high', () => {
        const hash = bytes32(77n);
        for (const [s, isLow] of /** @type {[bigint, boolean][]} */ ([
          [(n - 1n) / 2n, true],
          [(n + 1n) / 2n, false],
        ])) {
          const signature = compact(halves(item.signature)[0], s);
          const key = ecdsa().recover(signature, 0, hash);
          expect(ecdsa().verify(signature, hash, key)).toBe(isLow);
          expect(ecdsa().verify(signature, hash, key, { lowS: false })).toBe(true);
        }
      });

      it('r and s out of range are false', () => {
        const [r, s] = halves(item.signature);
        const all = 2n ** 256n - 1n;
        for (const bad of [0n, n, n + 1n, p, all]) {
          expect(verify({ signature: compact(bad, s) }, { lowS: false })).toBe(false);
          expect(verify({ signature: compact(r, bad) }, { lowS: false })).toBe(false);
        }
      });

      it('an invalid key gives false', () => {
        const uncompressed = context.group.point(item.publicKey).toBytes('uncompressed');
        const x5 = concat(Uint8Array.of(2), bytes32(5n));
        const notBelowP = concat(Uint8Array.of(2), bytes32(p + 1n));
        const bad = [
          x5,
          notBelowP,
          new Uint8Array(33),
          new Uint8Array(65),
          concat(Uint8Array.of(4), new Uint8Array(64)),
          concat(Uint8Array.of(6), uncompressed.subarray(1)),
          concat(Uint8Array.of(7), uncompressed.subarray(1)),
          concat(Uint8Array.of(4), item.publicKey.subarray(1)),
          concat(Uint8Array.of(2), uncompressed.subarray(1)),
          flipped(uncompressed, 64),
          context.group.identity,
        ];
        for (const key of bad) expect(verify({ publicKey: key })).toBe(false);
      });

      it('digests count modulo n', () => {
        const z = 2n ** 256n - 3n;
        const signed = signEcdsa({ d: 5n, k: 7n, z });
        expect(ecdsa().verify(signed.signature, signed.hash, signed.publicKey)).toBe(true);
        expect(ecdsa().verify(signed.signature, bytes32(z - n), signed.publicKey)).toBe(true);
        for (const zero of [0n, n]) {
          const { signature } = signEcdsa({ d: 5n, k: 7n, z: 0n });
          expect(ecdsa().verify(signature, bytes32(zero), publicKey(5n))).toBe(true);
        }
      });

      it('R = ±G, and the key ±G', () => {
        for (const k of [1n, n - 1n, 2n]) {
          for (const d of [1n, n - 1n, 2n]) {
            const signed = signEcdsa({ d, k, z: 99n });
            expect(ecdsa().verify(signed.signature, signed.hash, signed.publicKey)).toBe(true);
            expect(ecdsa().verifyBatch([signed])).toBe(true);
            expect(ecdsa().verifyBatch([...items, signed])).toBe(true);
          }
        }
      });

      it('u1·G = u2·Q is a doubling; u1·G = −u2·Q is infinity and false', () => {
        const [d, k] = [0x1234567n, 0xfedcba987654321n];
        const r = secp256k1.Point.BASE.multiply(k).toAffine().x % n;
        const doubling = signEcdsa({ d, k, z: (r * d) % n });
        expect(ecdsa().verify(doubling.signature, doubling.hash, doubling.publicKey)).toBe(true);
        expect(ecdsa().verifyBatch([doubling])).toBe(true);
        expect(ecdsa().verifyBatch([...items, doubling])).toBe(true);
        const hash = bytes32(n - ((r * d) % n));
        for (const s of [1n, 12345n, n / 3n]) {
          const signature = compact(r, s);
          expect(ecdsa().verify(signature, hash, publicKey(d))).toBe(false);
          expect(
            ecdsa()
              .recover(signature, 0, hash)
              ?.equals(context.group.point(publicKey(d))),
          ).not.toBe(true);
          const batch = [{ signature, recoveryId: 0, hash, publicKey: publicKey(d) }];
          expect(ecdsa().verifyBatch(batch)).toBe(false);
          expect(ecdsa().verifyBatch([...items, ...batch])).toBe(false);
        }
      });

      it('R.x = r + n', () => {
        // x = n + 2 is on the curve; the key is what makes the signature good.
        const hash = bytes32(31337n);
        const signature = compact(2n, 4711n);
        for (const recoveryId of [2, 3]) {
          const key = ecdsa().recover(signature, recoveryId, hash);
          expect(ecdsa().verify(signature, hash, key)).toBe(true);
          expect(ecdsa().verify(signature, flipped(hash, 3), key)).toBe(false);
          const entry = { signature, recoveryId, hash, publicKey: key };
          expect(ecdsa().verifyBatch([entry, ...items])).toBe(true);
          expect(ecdsa().verifyBatch([{ ...entry, recoveryId: 5 - recoveryId }])).toBe(false);
        }
      });

      it.each([
        ['signature', '00'],
        ['signature', undefined],
        ['hash', new Uint8Array(31)],
        ['hash', new Uint8Array(33)],
        ['hash', new ArrayBuffer(32)],
        ['publicKey', null],
        ['publicKey', { x: 1n, y: 2n }],
      ])('a wrong %s (%o) throws, with its index in a batch', async (field, value) => {
        expectInputError(() => verify({ [field]: value }));
        await throwsAt1(ecdsa(), [item, { ...item, [field]: value }]);
        expect(verify()).toBe(true);
      });

      it.each([
        ['signature', 0],
        ['signature', 63],
        ['signature', 65],
        ['publicKey', 0],
        ['publicKey', 32],
        ['publicKey', 64],
      ])('a %s of %i bytes is invalid', async (field, length) => {
        const spoiled = { ...item, [field]: new Uint8Array(length) };
        expect(verify(spoiled)).toBe(false);
        await isInvalidAt1(ecdsa(), [item, spoiled]);
        // What is wrong besides is still an error.
        expectInputError(() => verify({ ...spoiled, hash: new Uint8Array(20) }));
      });

      it('a key of another instance, unknown options and detached bytes throw', async () => {
        const other = await context.createOther();
        const foreign = context.groupOf(other).generator;
        other.dispose();
        expectInputError(() => verify({ publicKey: foreign }));
        expectInputError(() => verify({}, { lows: true }));
        expectInputError(() => verify({}, { lowS: 1 }));
        const hash = new Uint8Array(32);
        structuredClone(hash, { transfer: [hash.buffer] });
        expectInputError(() => verify({ hash }));
      });

      it('a disposed instance throws', async () => {
        const other = await context.createOther();
        const { ecdsa: dead, schnorr } = other;
        other.dispose();
        const { signature, hash, publicKey: key, recoveryId } = item;
        expectInputError(() => dead.verify(signature, hash, key));
        expectInputError(() => dead.recover(signature, recoveryId, hash));
        expectInputError(() => dead.verifyBatch([item]));
        expectInputError(() => dead.findInvalid([]));
        expectInputError(() => schnorr.verify(signature, hash, hash));
        expectInputError(() => schnorr.verifyBatch([]));
        expectInputError(() => schnorr.findInvalid([]));
      });
    });

    describe('recover', () => {
      it('gives the key back; the other parity gives another key', () => {
        for (const { signature, recoveryId, hash, publicKey: key } of items) {
          expect(toHex(ecdsa().recover(signature, recoveryId, hash).toBytes())).toBe(toHex(key));
          expect(
            toHex(
              ecdsa()
                .recover(signature, recoveryId ^ 1, hash)
                .toBytes(),
            ),
          ).not.toBe(toHex(key));
          expect(ecdsa().recover(signature, recoveryId | 2, hash)).toBe(null);
        }
      });

      it('accepts high s', () => {
        const {
          signature,
          recoveryId,
          hash,
          publicKey: key,
        } = signEcdsa({
          d: 11n,
          k: 13n,
          z: 17n,
          highS: true,
        });
        expect(toHex(ecdsa().recover(signature, recoveryId, hash).toBytes())).toBe(toHex(key));
      });

      it('a key at infinity is null: s·R = z·G', () => {
        const k = 0xabcdef0123n;
        const { x, y } = secp256k1.Point.BASE.multiply(k).toAffine();
        const s = 5n;
        const hash = bytes32((s * k) % n);
        expect(ecdsa().recover(compact(x % n, s), Number(y & 1n), hash)).toBe(null);
        expect(ecdsa().recover(compact(x % n, s), Number(y & 1n) ^ 1, hash)).not.toBe(null);
      });

      it.each([-1, 4, 0.5, '0', 0n, undefined])('recovery id %o throws', (id) => {
        expectInputError(() => ecdsa().recover(item.signature, id, item.hash));
        expectInputError(() => ecdsa().recover(item.signature.subarray(1), id, item.hash));
      });

      it('a signature of another length has no key', () => {
        for (const length of [0, 63, 65]) {
          expect(ecdsa().recover(new Uint8Array(length), 0, item.hash)).toBe(null);
        }
        expectInputError(() => ecdsa().recover('00', 0, item.hash));
        expectInputError(() => ecdsa().recover(new Uint8Array(63), 0, new Uint8Array(31)));
      });
    });

    describe('verifyBatch', () => {
      it('no items: true', () => {
        expect(ecdsa().verifyBatch([])).toBe(true);
      });

      it('good batches of every size, with keys in every form', () => {
        for (let size = 1; size <= items.length; size++) {
          expect(ecdsa().verifyBatch(items.slice(0, size))).toBe(true);
        }
        const forms = items.map((entry, i) => {
          const point = context.group.point(entry.publicKey);
          return i % 3 === 0
            ? entry
            : { ...entry, publicKey: i % 3 === 1 ? point : point.toBytes('uncompressed') };
        });
        expect(ecdsa().verifyBatch(forms)).toBe(true);
      });

      it('one bad item at each position', () => {
        const ways = [
          (entry) => ({ ...entry, hash: flipped(entry.hash, 31) }),
          (entry) => ({ ...entry, signature: flipped(entry.signature, 63) }),
          (entry) => ({ ...entry, publicKey: flipped(entry.publicKey, 0) }),
          (entry) => ({ ...entry, recoveryId: entry.recoveryId ^ 1 }),
          (entry) => ({ ...entry, publicKey: concat(Uint8Array.of(2), bytes32(5n)) }),
          (entry) => ({ ...entry, publicKey: context.group.identity }),
        ];
        items.forEach((_, position) => {
          const spoil = ways[position % ways.length];
          const batch = items.map((entry, i) => (i === position ? spoil(entry) : entry));
          expect(ecdsa().verifyBatch(batch)).toBe(false);
        });
        for (const spoil of ways) {
          expect(ecdsa().verifyBatch([spoil(item)])).toBe(false);
          expect(ecdsa().verifyBatch([...items, spoil(item)])).toBe(false);
        }
      });

      it('a bad uncompressed key among good items', () => {
        const bad = flipped(context.group.point(item.publicKey).toBytes('uncompressed'), 64);
        expect(ecdsa().verifyBatch([...items, { ...item, publicKey: bad }])).toBe(false);
      });

      it('duplicates, and two errors that would cancel without coefficients', () => {
        expect(ecdsa().verifyBatch([item, item, ...items])).toBe(true);
        const bad = { ...item, hash: flipped(item.hash, 0) };
        expect(ecdsa().verifyBatch([bad, bad])).toBe(false);
        // Swapped keys of two signatures: each equation is off by the opposite of the other
        // when u2 is the same.
        const [a, b] = [2n, 3n].map((d) => signEcdsa({ d, k: 9n, z: 5n }));
        const swapped = [
          { ...a, publicKey: b.publicKey },
          { ...b, publicKey: a.publicKey },
        ];
        expect(ecdsa().verifyBatch([a, b])).toBe(true);
        expect(ecdsa().verifyBatch(swapped)).toBe(false);
        expect(ecdsa().verifyBatch([...swapped, ...items])).toBe(false);
        expect(ecdsa().verifyBatch([bad, bad, bad, bad])).toBe(false);
      });

      it('high s is a matter of the option', () => {
        const high = signEcdsa({ d: 21n, k: 22n, z: 23n, highS: true });
        expect(ecdsa().verifyBatch([...items, high])).toBe(false);
        expect(ecdsa().verifyBatch([...items, high], { lowS: false })).toBe(true);
      });

      it.each([[undefined], ['items'], [{}]])('%o throws', (value) => {
        expectInputError(() => ecdsa().verifyBatch(value));
      });

      it.each([-1, 4, 0.5, NaN])('recovery id %o is invalid', async (recoveryId) => {
        await isInvalidAt1(ecdsa(), [item, { ...item, recoveryId }]);
        const list = [...items, { ...item, recoveryId }, item];
        expect(ecdsa().findInvalid(list)).toEqual([items.length]);
      });

      it.each([[null], [1], [{}], [{ ...item, recoveryId: '0' }], [{ ...item, recoveryId: 0n }]])(
        '%o is no item: an error with its index',
        async (value) => throwsAt1(ecdsa(), [item, value]),
      );
    });

    describe('findInvalid', () => {
      const ways = [
        (entry) => ({ ...entry, hash: flipped(entry.hash, 31) }),
        (entry) => ({ ...entry, signature: flipped(entry.signature, 63) }),
        (entry) => ({ ...entry, recoveryId: entry.recoveryId ^ 1 }),
      ];
      const spoiledAt = (bad) =>
        many.map((entry, i) => (bad.includes(i) ? ways[i % ways.length](entry) : entry));

      it('nothing among valid items, or in an empty list', () => {
        expect(ecdsa().findInvalid([])).toEqual([]);
        expect(ecdsa().findInvalid(items)).toEqual([]);
        expect(ecdsa().findInvalid(many)).toEqual([]);
      });

      it('one bad item, several and only bad ones', () => {
        for (const bad of [[0], [13], [26], [0, 1], [2, 14, 15, 25], [...many.keys()]]) {
          expect(ecdsa().findInvalid(spoiledAt(bad))).toEqual(bad);
        }
      });

      it('high s is a matter of the option', () => {
        const high = signEcdsa({ d: 21n, k: 22n, z: 23n, highS: true });
        expect(ecdsa().findInvalid([...many, high])).toEqual([many.length]);
        expect(ecdsa().findInvalid([...many, high], { lowS: false })).toEqual([]);
      });

      it.each([[undefined], [{}]])('%o throws', (value) => {
        expectInputError(() => ecdsa().findInvalid(value));
        expectInputError(() => ecdsa().findInvalid([], { lows: true }));
      });
    });
  },
  'secp256k1',
);
