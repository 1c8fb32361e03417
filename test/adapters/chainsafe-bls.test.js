/** The interface IBls, by ours and by @chainsafe/bls over herumi's. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainsafeBls } from '../../src/adapters/chainsafe-bls.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { describeHost, importHost } from './hosts.js';

const N = 5;

describeHost('@chainsafe/bls', ['@chainsafe/bls', 'bls-eth-wasm'], () => {
  let host, instance, ours, items, shared;
  beforeAll(async () => {
    host = (await importHost('@chainsafe/bls/lib/herumi/index.js')).bls;
    instance = await createBls12381();
    ours = chainsafeBls(instance);
    const secrets = Array.from({ length: N }, (_, i) =>
      host.SecretKey.fromBytes(new Uint8Array(32).fill(i + 1)),
    );
    const sign = (/** @type {any} */ secret, /** @type {Uint8Array} */ message) => ({
      publicKey: secret.toPublicKey().toBytes(),
      message,
      signature: secret.sign(message).toBytes(),
    });
    items = secrets.map((secret, i) => sign(secret, new Uint8Array(32).fill(i)));
    shared = secrets.map((secret) => sign(secret, new Uint8Array(32).fill(99)));
  });
  afterAll(() => instance?.dispose());

  /** The same calls of both. @param {(bls: any) => unknown} call @param {unknown} [expected] */
  const same = async (call, expected) => {
    const answers = [];
    for (const bls of [host, ours]) answers.push(await call(bls));
    expect(answers[1]).toEqual(answers[0]);
    if (expected !== undefined) expect(answers[1]).toBe(expected);
  };

  it('verifies one signature, of bytes and of objects', async () => {
    const [{ publicKey, message, signature }, other] = items;
    for (const name of ['verify', 'asyncVerify']) {
      await same((bls) => bls[name](publicKey, message, signature), true);
      await same((bls) => bls[name](publicKey, message, other.signature), false);
      await same((bls) => bls[name](other.publicKey, message, signature), false);
      await same((bls) => bls[name](publicKey, other.message, signature), false);
      await same((bls) => bls[name](publicKey, message, signature.subarray(1)), false);
      await same((bls) => bls[name](publicKey, message, new Uint8Array(96).fill(255)), false);
      await same((bls) => bls[name](new Uint8Array(48).fill(7), message, signature), false);
    }
    await same((bls) => {
      const key = bls.PublicKey.fromBytes(publicKey);
      return bls.Signature.fromBytes(signature).verify(key, message);
    }, true);
    await same((bls) => bls.Signature.fromBytes(signature).asyncVerify(publicKey, message), true);
  });

  it('verifies aggregates', async () => {
    const keys = shared.map(({ publicKey }) => publicKey);
    const [{ message }] = shared;
    const signatures = shared.map(({ signature }) => signature);
    await same((bls) => toHex(bls.aggregateSignatures(signatures)));
    await same((bls) => toHex(bls.aggregatePublicKeys(keys)));
    const sum = ours.aggregateSignatures(signatures);
    for (const name of ['verifyAggregate', 'asyncVerifyAggregate']) {
      await same((bls) => bls[name](keys, message, sum), true);
      await same((bls) => bls[name](keys.slice(1), message, sum), false);
      await same((bls) => bls[name]([], message, sum), false);
      await same((bls) => {
        const objects = keys.map((key) => bls.PublicKey.fromBytes(key));
        return bls[name](objects, message, bls.Signature.fromBytes(sum));
      }, true);
    }
    const all = ours.aggregateSignatures(items.map(({ signature }) => signature));
    const messages = items.map((item) => item.message);
    const own = items.map(({ publicKey }) => publicKey);
    for (const name of ['verifyMultiple', 'asyncVerifyMultiple']) {
      await same((bls) => bls[name](own, messages, all), true);
      await same((bls) => bls[name](own, messages, sum), false);
      await same((bls) => bls[name](own.slice(1), messages, all), false);
      await same((bls) => bls[name]([], [], all), false);
    }
  });

  it('verifies sets of signatures', async () => {
    const bad = items.map((item, i) => (i === 2 ? { ...item, message: new Uint8Array(32) } : item));
    for (const name of ['verifyMultipleSignatures', 'asyncVerifyMultipleSignatures']) {
      await same((bls) => bls[name](items), true);
      await same((bls) => bls[name](bad), false);
      await same((bls) => {
        const sets = items.map(({ publicKey, message, signature }) => ({
          publicKey: bls.PublicKey.fromBytes(publicKey),
          message,
          signature: bls.Signature.fromBytes(signature),
        }));
        return bls.Signature[name](sets);
      }, true);
    }
    expect(ours.verifyMultipleSignatures([])).toBe(false);
  });

  it('reads and writes points', async () => {
    const [{ publicKey, signature }] = items;
    for (const format of [undefined, 'compressed', 'uncompressed']) {
      await same((bls) => toHex(bls.PublicKey.fromBytes(publicKey).toBytes(format)));
      await same((bls) => bls.PublicKey.fromHex(toHex(publicKey)).toHex(format));
      await same((bls) => toHex(bls.Signature.fromBytes(signature).toBytes(format)));
    }
    const keys = items.map((item) => item.publicKey);
    await same((bls) => toHex(bls.PublicKey.aggregate(keys).toBytes()));
    for (const bytes of [new Uint8Array(48), new Uint8Array(47), new Uint8Array(48).fill(255)]) {
      for (const bls of [host, ours]) expect(() => bls.PublicKey.fromBytes(bytes)).toThrow();
    }
    const infinity = instance.G1.identity.toBytes();
    for (const bls of [host, ours]) expect(() => bls.PublicKey.fromBytes(infinity)).toThrow();
  });

  it('takes no secret', () => {
    for (const call of [
      () => ours.sign(new Uint8Array(32), new Uint8Array(1)),
      () => ours.secretKeyToPublicKey(new Uint8Array(32)),
      () => ours.SecretKey.fromBytes(new Uint8Array(32)),
    ]) {
      expectInputError(call);
    }
  });
});
