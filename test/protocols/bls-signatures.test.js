/**
 * BLS signatures: both assignments of groups against signatures of @noble/curves, batches, keys in
 * vectors, every error. The vectors of minPk are in conformance/.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, it } from 'vitest';
import { expandMessage } from '../../src/protocols/hashing/group.js';
import { forEachBackend } from '../support/backends.js';
import {
  expectInputError,
  expectPointError,
  isInputError,
  rejectionOf,
} from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { isInvalidAt1, throwsAt1 } from './batch-answers.js';

const [POP, NUL] = ['POP', 'NUL'].map(
  (scheme) => (/** @type {number} */ group) =>
    `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_${scheme}_`,
);

/**
 * The assignments, with what @noble/curves calls them, and the group of signatures.
 * @type {[name: string, noble: any, group: number][]}
 */
const SCHEMES = [
  ['minPk', bls12_381.longSignatures, 2],
  ['minSig', bls12_381.shortSignatures, 1],
];

/**
 * Items signed with keys 3, 4, …: made once for all backends.
 * @param {(typeof SCHEMES)[number]} scheme
 */
const signed = ([, noble, group]) =>
  Array.from({ length: 5 }, (_, i) => {
    const secret = new Uint8Array(32).fill(i + 3, 31);
    const message = new Uint8Array([1, 2, 3, i]);
    const hash = noble.hash(message, POP(group));
    const signature = noble.Signature.toBytes(noble.sign(hash, secret));
    return { signature, message, publicKey: noble.getPublicKey(secret).toBytes(), secret };
  });

const ITEMS = new Map(SCHEMES.map((scheme) => [scheme[0], signed(scheme)]));

/** @param {Uint8Array} bytes @param {number} at */
const flipped = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

forEachBackend('BLS signatures', (context) => {
  it.each(['minPk', 'minSig'])('%s: infinity is no key, although its equation holds', (name) => {
    const { [name]: scheme, G1, G2 } = context.bls;
    const [publicKey, signature] = [G1, G2].map(({ identity }) => identity.toBytes());
    const given =
      name === 'minPk' ? { publicKey, signature } : { publicKey: signature, signature: publicKey };
    const item = { ...given, message: new Uint8Array([1, 2, 3]) };
    expect(scheme.verify(item.signature, item.message, item.publicKey)).toBe(false);
    for (const n of [1, 2, 5]) {
      expect(scheme.verifyBatch(Array(n).fill(item)), `${n} items`).toBe(false);
      expect(scheme.findInvalid(Array(n).fill(item))).toEqual(
        Array.from({ length: n }, (_, i) => i),
      );
    }
  });

  for (const [name, noble, group] of SCHEMES) {
    /** The scheme, its items without secrets, and the groups of keys and signatures. */
    const given = () => {
      const items = /** @type {any[]} */ (ITEMS.get(name)).map(
        ({ secret: _secret, ...item }) => item,
      );
      const { G1, G2 } = context.bls;
      const [keys, signatures] = group === 2 ? [G1, G2] : [G2, G1];
      return { scheme: context.bls[name], items, keys, signatures };
    };

    it(`${name}: verifies what @noble/curves signs, as bytes and as points`, () => {
      const { scheme, items, keys, signatures } = given();
      const [{ signature, message, publicKey }, other] = items;
      const [S, K] = [signatures.point(signature), keys.point(publicKey)];
      expect(scheme.verify(signature, message, publicKey)).toBe(true);
      expect(scheme.verify(S, message, K)).toBe(true);
      expect(scheme.verify(S, message, K, { dst: POP(group) })).toBe(true);
      expect(scheme.verify(S, message, K, { dst: NUL(group) })).toBe(false);
      expect(scheme.verify(S.negate(), message, K)).toBe(false);
      expect(scheme.verify(other.signature, message, publicKey)).toBe(false);
      expect(scheme.verify(S, message, keys.identity)).toBe(false);
      expect(scheme.verify(signatures.identity, message, keys.identity)).toBe(false);
      expect(scheme.verify(flipped(signature, 20), message, publicKey)).toBe(false);
    });

    it(`${name}: aggregates`, () => {
      const { scheme, items, keys } = given();
      const list = items.map(({ signature }) => signature);
      const publicKeys = items.map(({ publicKey }) => publicKey);
      const messages = items.map(({ message }) => message);
      const sum = scheme.aggregateSignatures(list);
      const expected = noble.aggregateSignatures(list);
      expect(sum.toBytes()).toEqual(noble.Signature.toBytes(expected));
      expect(scheme.aggregateVerify(sum, messages, publicKeys)).toBe(true);
      expect(scheme.aggregateVerify(sum, messages, [...publicKeys].reverse())).toBe(false);
      expect(scheme.aggregateVerify(sum, messages.slice(1), publicKeys)).toBe(false);
      const vector = keys.points(new Uint8Array(Buffer.concat(publicKeys)));
      expect(scheme.aggregateVerify(sum, messages, vector)).toBe(true);
      vector.dispose();
    });

    it(`${name}: one message of many keys, in every form`, () => {
      const { scheme, keys } = given();
      const message = new Uint8Array(7);
      const hash = noble.hash(message, POP(group));
      const secrets = /** @type {any[]} */ (ITEMS.get(name)).map(({ secret }) => secret);
      const sum = scheme.aggregateSignatures(
        secrets.map((secret) => noble.Signature.toBytes(noble.sign(hash, secret))),
      );
      const list = secrets.map((secret) => noble.getPublicKey(secret).toBytes());
      const points = list.map((bytes) => keys.point(bytes));
      const flat = new Uint8Array(Buffer.concat(list));
      const vector = keys.points(flat);
      const total = scheme.aggregatePublicKeys(vector);
      expect(scheme.aggregatePublicKeys(list).equals(total)).toBe(true);
      for (const form of [list, points, [points[0], ...list.slice(1)], flat, vector, [total]]) {
        expect(scheme.fastAggregateVerify(sum, message, form)).toBe(true);
      }
      expect(scheme.fastAggregateVerify(sum, message, vector)).toBe(true);
      expect(scheme.fastAggregateVerify(sum, message, vector.slice(1, 5))).toBe(false);
      expect(scheme.fastAggregateVerify(sum, message, vector.slice(0, 0))).toBe(false);
      expect(scheme.fastAggregateVerify(sum, message, [...points, keys.identity])).toBe(false);
      const mixed = keys.points([...points, keys.identity]);
      expect(scheme.fastAggregateVerify(sum, message, mixed)).toBe(false);
      expectInputError(() => scheme.aggregatePublicKeys(mixed));
      vector.dispose();
      expectInputError(() => scheme.fastAggregateVerify(sum, message, vector));
    });

    it(`${name}: batches, with errors that would cancel without weights`, async () => {
      const { scheme, items, signatures } = given();
      expect(scheme.verifyBatch([])).toBe(true);
      expect(scheme.findInvalid([])).toEqual([]);
      expect(scheme.verifyBatch(items)).toBe(true);
      const merged = [...items, items[0], { ...items[1], message: items[1].message.slice() }];
      expect(scheme.verifyBatch(merged)).toBe(true);
      const D = signatures.generator;
      const shifted = items.map((item, i) => {
        const S = signatures.point(item.signature);
        return i === 1
          ? { ...item, signature: S.add(D) }
          : i === 3
            ? { ...item, signature: S.subtract(D) }
            : item;
      });
      expect(scheme.verifyBatch(shifted)).toBe(false);
      expect(scheme.findInvalid(shifted)).toEqual([1, 3]);
      expect(await scheme.verifyBatchAsync(items)).toBe(true);
      expect(await scheme.verifyBatchAsync(shifted)).toBe(false);
      expect(await scheme.findInvalidAsync(shifted)).toEqual([1, 3]);
    });

    it(`${name}: long messages, which are hashed before they are compared`, async () => {
      const { scheme, keys, signatures } = given();
      const dst = POP(group);
      const long = new Uint8Array(2 ** 17 + 2 ** 14 + 5).map((_, i) => i * i);
      const other = flipped(long, 2 ** 17);
      // A message that consists of what a long one becomes.
      const tag = Uint8Array.from(dst, (character) => character.charCodeAt(0));
      const uniform = expandMessage(long, tag, 128 * group);
      const made = [long, long.slice(), other, uniform].map((message, i) => {
        const secret = BigInt(i + 3) ** 50n;
        const signature = signatures.hashToCurve(message, { dst }).multiply(secret);
        return { signature, message, publicKey: keys.generator.multiply(secret) };
      });
      expect(scheme.verifyBatch(made)).toBe(true);
      expect(await scheme.verifyBatchAsync(made)).toBe(true);
      const exchanged = made.map((item, i) => (i < 3 ? item : { ...item, message: long }));
      exchanged[1] = { ...made[1], message: uniform };
      exchanged[2] = { ...made[2], message: long };
      expect(scheme.findInvalid(exchanged)).toEqual([1, 2, 3]);
      expect(await scheme.findInvalidAsync(exchanged)).toEqual([1, 2, 3]);
    });

    it.skipIf(context.backend === 'bigint')(`${name}: longer batches`, async () => {
      const { scheme, keys, signatures } = given();
      const many = Array.from({ length: 20 }, (_, i) => {
        const message = new Uint8Array([7, i]);
        const hash = signatures.hashToCurve(message, { dst: POP(group) });
        const secret = BigInt(i + 3) ** 50n;
        const signature = hash.multiply(secret).toBytes();
        return { signature, message, publicKey: keys.generator.multiply(secret) };
      });
      expect(scheme.verifyBatch(many)).toBe(true);
      expect(await scheme.verifyBatchAsync(many)).toBe(true);
      const { signature } = many[19];
      const wrong = many.map((item, i) => (i === 4 ? { ...item, signature } : item));
      expect(scheme.verifyBatch(wrong)).toBe(false);
      expect(scheme.findInvalid(wrong)).toEqual([4]);
      expect(await scheme.findInvalidAsync(wrong)).toEqual([4]);
    });
  }

  const minPk = () => context.bls.minPk;
  const items = () =>
    /** @type {any[]} */ (ITEMS.get('minPk')).map(({ secret: _secret, ...item }) => item);

  it('refuse an array that only claims to be long', () => {
    expectInputError(() => minPk().verifyBatch(new Array(2 ** 32 - 1)));
    expectInputError(() => minPk().findInvalid(new Array(3)));
  });

  it('count lengths and content of an item as invalid', async () => {
    const [good] = items();
    const { G1 } = context.bls;
    const bad = [
      { ...good, signature: good.signature.subarray(1) },
      { ...good, signature: new Uint8Array() },
      { ...good, publicKey: new Uint8Array(96) },
      { ...good, publicKey: G1.point({ x: 0n, y: 2n }, { check: false }) },
      { ...good, publicKey: G1.identity },
      { ...good, signature: new Uint8Array(96) },
    ];
    expect(minPk().findInvalid([good, ...bad, good])).toEqual(bad.map((_, i) => i + 1));
    for (const item of bad) {
      const { signature, message, publicKey } = item;
      expect(minPk().verify(signature, message, publicKey)).toBe(false);
      await isInvalidAt1(minPk(), [good, item]);
    }
  });

  it('refuse an item that lacks a member, or has one of another type, with its index', async () => {
    const [good] = items();
    const { signature, publicKey } = good;
    for (const bad of [
      null,
      5,
      {},
      { signature, publicKey },
      { ...good, message: 'text' },
      { ...good, publicKey: [...good.publicKey] },
      { ...good, publicKey: context.bls.G2.generator },
      { ...good, signature: '00' },
      Object.defineProperty({ ...good }, 'message', {
        get() {
          throw new Error('planted');
        },
      }),
    ]) {
      await throwsAt1(minPk(), [good, bad]);
    }
  });

  it('refuse equal messages in aggregates of the basic scheme alone', () => {
    const [{ signature, message, publicKey }] = items();
    const sum = minPk().aggregateSignatures([signature, signature]);
    const twice = [
      [message, message.slice()],
      [publicKey, publicKey],
    ];
    expect(minPk().aggregateVerify(sum, ...twice)).toBe(true);
    expect(minPk().aggregateVerify(sum, ...twice, { dst: NUL(2) })).toBe(false);
  });

  it('name their tags', () => {
    const { bls } = context;
    const name = (group, end) => `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_${end}_`;
    for (const [scheme, group] of /** @type {const} */ ([
      ['minPk', 2],
      ['minSig', 1],
    ])) {
      const { tags } = bls[scheme];
      expect(tags).toEqual({
        pop: name(group, 'POP'),
        nul: name(group, 'NUL'),
        aug: name(group, 'AUG'),
      });
      expect(bls.tags[`G${group}`]).toEqual(tags);
    }
    const [{ secret, message, publicKey }] = /** @type {any[]} */ (ITEMS.get('minPk'));
    const { nul } = bls.tags.G2;
    const signature = bls.G2.hashToCurve(message, { dst: nul }).multiply(secret);
    expect(bls.minPk.verify(signature, message, publicKey)).toBe(false);
    expect(bls.minPk.verify(signature, message, publicKey, { dst: nul })).toBe(true);
  });

  it('read their arguments once, and change none', () => {
    const [{ signature, message, publicKey }] = items();
    const before = [signature, message, publicKey].map((bytes) => bytes.slice());
    const hostile = Object.assign(signature.slice(), { slice: () => expect.fail('looked up') });
    expect(minPk().verify(hostile, message, publicKey)).toBe(true);
    expect([signature, message, publicKey]).toEqual(before);
  });

  it('give false for keys, signatures and proofs of other lengths', () => {
    const [{ signature: S, message: m, publicKey: K }] = items();
    const scheme = minPk();
    for (const short of [new Uint8Array(), S.subarray(1), new Uint8Array(97)]) {
      expect(scheme.verify(short, m, K)).toBe(false);
      expect(scheme.verify(S, m, short)).toBe(false);
      expect(scheme.aggregateVerify(short, [m], [K])).toBe(false);
      expect(scheme.aggregateVerify(S, [m, m], [K, short])).toBe(false);
      expect(scheme.fastAggregateVerify(short, m, [K])).toBe(false);
      expect(scheme.fastAggregateVerify(S, m, [K, short])).toBe(false);
      expect(scheme.fastAggregateVerify(S, m, short)).toBe(false);
      expect(scheme.verifyPossession(short, K)).toBe(false);
      expect(scheme.verifyPossession(S, short)).toBe(false);
      // What is wrong besides is still an error.
      expectInputError(() => scheme.verify(short, 'text', K));
      expectInputError(() => scheme.verify(short, m, 5));
      expectInputError(() => scheme.verifyPossession(undefined, short));
      expectInputError(() => scheme.fastAggregateVerify(S, m, [short, 'key']));
    }
    expect(scheme.fastAggregateVerify(S, m, K.subarray(1))).toBe(false);
    expectPointError(() => scheme.aggregateSignatures([S, S.subarray(1)]), 'length', 1);
    expectPointError(() => scheme.aggregatePublicKeys(K.subarray(1)), 'length', 0);
  });

  it('throw for wrong types and options', async () => {
    const [{ signature: S, message: m, publicKey: K }] = items();
    const scheme = minPk();
    const { G1, G2 } = context.bls;
    const calls = [
      () => scheme.verify(toHex(S), m, K),
      () => scheme.verify(S, 'text', K),
      () => scheme.verify(S, m, G2.generator),
      () => scheme.verify(G1.generator, m, K),
      () => scheme.verify(S, m, K, { dst: '' }),
      () => scheme.verify(S, m, K, { dts: 'typo' }),
      () => scheme.aggregateVerify(S, m, [K]),
      () => scheme.aggregateVerify(S, [m], 5),
      () => scheme.fastAggregateVerify(S, m, toHex(K)),
      () => scheme.fastAggregateVerify(S, m, [K], { allowEmpty: 1 }),
      () => scheme.verifyPossession(S, undefined),
      () => scheme.verifyBatch({}),
      () => scheme.findInvalid('items'),
      () => scheme.aggregateSignatures([]),
      () => scheme.aggregatePublicKeys([]),
      () => scheme.aggregatePublicKeys([G1.identity]),
    ];
    for (const call of calls) expectInputError(call);
    expectPointError(() => scheme.aggregateSignatures([S, new Uint8Array(96)]), 'flags', 1);
    const small = G1.point({ x: 0n, y: 2n }, { check: false });
    expectPointError(() => scheme.aggregatePublicKeys([K, small]), 'not-in-subgroup', 1);
    const outside = G1.points([{ x: 0n, y: 2n }], { check: false });
    expectPointError(() => scheme.aggregatePublicKeys(outside), 'not-in-subgroup', 0);
    expect(scheme.fastAggregateVerify(S, m, outside)).toBe(false);
    isInputError(await rejectionOf(scheme.verifyBatchAsync(5)));
    const signal = AbortSignal.abort('stopped');
    expect(await rejectionOf(scheme.findInvalidAsync([], { signal }))).toBe('stopped');
  });
});
