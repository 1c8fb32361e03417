/** The verifying functions of @chainsafe/blst, by ours and by its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainsafeBls } from '../../src/adapters/chainsafe-bls.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { expectInputError } from '../support/errors.js';
import { describeHost, importHost } from './hosts.js';

const N = 4;

describeHost('@chainsafe/blst', ['@chainsafe/blst'], () => {
  let host, instance, ours, items, shared;
  beforeAll(async () => {
    host = await importHost('@chainsafe/blst/index.js');
    instance = await createBls12381({ hashing: 'G2' });
    ours = chainsafeBls(instance).blst;
    const sign = (/** @type {number} */ i, /** @type {Uint8Array} */ msg) => {
      const secret = host.SecretKey.fromKeygen(new Uint8Array(32).fill(i + 1));
      return { msg, pk: secret.toPublicKey().toBytes(), sig: secret.sign(msg).toBytes() };
    };
    items = Array.from({ length: N }, (_, i) => sign(i, new Uint8Array(32).fill(i)));
    shared = Array.from({ length: N }, (_, i) => sign(i, new Uint8Array(5).fill(99)));
  });
  afterAll(() => instance?.dispose());

  /**
   * A call gives the same in both, or throws in both.
   * @param {(blst: any) => unknown} call
   * @param {unknown} [expected]
   */
  const same = (call, expected) => {
    const [theirs, own] = [host, ours].map((blst) => {
      try {
        return call(blst);
      } catch {
        return 'throws';
      }
    });
    expect(own).toEqual(theirs);
    if (expected !== undefined) expect(own).toBe(expected);
  };
  /** @param {any} blst @param {any[]} list */
  const read = (blst, list) =>
    list.map(({ msg, pk, sig }) => ({
      msg,
      pk: blst.PublicKey.fromBytes(pk, true),
      sig: blst.Signature.fromBytes(sig, true),
    }));
  const infinity = (/** @type {number} */ length) => new Uint8Array(length).fill(0xc0, 0, 1);

  it('verifies one signature', () => {
    same((blst) => {
      const [{ msg, pk, sig }] = read(blst, items);
      return blst.verify(msg, pk, sig);
    }, true);
    for (const part of ['msg', 'pk', 'sig']) {
      same((blst) => {
        const [first, second] = read(blst, items);
        const { msg, pk, sig } = /** @type {any} */ ({
          ...first,
          [part]: second[/** @type {"msg"} */ (part)],
        });
        return blst.verify(msg, pk, sig, true, true);
      }, false);
    }
    same((blst) => {
      const [{ msg, sig }] = read(blst, items);
      return blst.verify(msg, blst.PublicKey.fromBytes(infinity(48)), sig);
    }, false);
    same((blst) => {
      const [{ msg, pk }] = read(blst, items);
      return blst.verify(msg, pk, blst.Signature.fromBytes(infinity(96)));
    }, false);
    same((blst) => blst.verify(items[0].msg, items[0].pk, read(blst, items)[0].sig), 'throws');
  });

  it('verifies aggregates', () => {
    const aggregate = (/** @type {any} */ blst, /** @type {any[]} */ list) =>
      blst.aggregateSignatures(read(blst, list).map(({ sig }) => sig));
    const keysOf = (/** @type {any} */ blst, /** @type {any[]} */ list) =>
      read(blst, list).map(({ pk }) => pk);
    const [{ msg }] = shared;
    const fast =
      (/** @type {any[]} */ keys, sums = shared) =>
      (/** @type {any} */ blst) =>
        blst.fastAggregateVerify(msg, keysOf(blst, keys), aggregate(blst, sums));
    same(fast(shared), true);
    same(fast(shared.slice(1)), false);
    same(fast(shared, items), false);
    same(fast([]), false);
    const messages = items.map((item) => item.msg);
    const all =
      (list = messages, keys = items) =>
      (/** @type {any} */ blst) =>
        blst.aggregateVerify(list, keysOf(blst, keys), aggregate(blst, items));
    same(all(), true);
    same(all([...messages].reverse()), false);
    same(all(messages.slice(1)), false);
    same(all([], []), false);
    for (const [name, part] of [
      ['aggregateSerializedPublicKeys', 'pk'],
      ['aggregateSerializedSignatures', 'sig'],
    ]) {
      same((blst) => blst[name](items.map((item) => item[part])).toHex());
      same((blst) => blst[name]([]), 'throws');
    }
    same((blst) => blst.aggregatePublicKeys(keysOf(blst, items)).toHex());
    same((blst) => aggregate(blst, items).toHex(false));
  });

  it('verifies sets', () => {
    same((blst) => blst.verifyMultipleAggregateSignatures(read(blst, items)), true);
    same((blst) => {
      const [first, ...others] = read(blst, items);
      const sets = [{ ...first, msg: new Uint8Array(1) }, ...others];
      return blst.verifyMultipleAggregateSignatures(sets);
    }, false);
    same((blst) => blst.verifyMultipleAggregateSignatures([]), false);
  });

  it('reads and writes points', () => {
    const kinds = /** @type {const} */ ([
      ['PublicKey', 'pk', 48],
      ['Signature', 'sig', 96],
    ]);
    for (const [name, part, length] of kinds) {
      const bytes = items[0][part];
      for (const compress of [undefined, true, false]) {
        same((blst) => blst[name].fromBytes(bytes).toHex(compress));
        same((blst) => [...blst[name].fromBytes(bytes).toBytes(compress)]);
        same((blst) => blst[name].fromHex(blst[name].fromBytes(bytes).toHex(compress)).toHex());
      }
      same((blst) => blst[name].fromHex('0xzz'), 'throws');
      for (const bad of [bytes.subarray(1), new Uint8Array(length), infinity(length).fill(1, 5)])
        same((blst) => blst[name].fromBytes(bad), 'throws');
      same((blst) => blst[name].fromBytes(infinity(length)).toHex());
      same((blst) => blst[name].fromBytes(infinity(length), true), 'throws');
    }
    same((blst) => blst.Signature.fromBytes(infinity(96), true, false).toHex());
    same((blst) => blst.PublicKey.fromBytes(items[0].pk).keyValidate(), undefined);
    same((blst) => blst.PublicKey.fromBytes(infinity(48)).keyValidate(), 'throws');
    same((blst) => blst.Signature.fromBytes(items[0].sig).sigValidate());
    same((blst) => blst.Signature.fromBytes(infinity(96)).sigValidate(), 'throws');
    same((blst) => blst.Signature.fromBytes(infinity(96)).sigValidate(false));
    for (const name of Object.keys(ours).filter((key) => /LENGTH/.test(key)))
      same((blst) => blst[name]);
    expectInputError(() => ours.verify(new Uint8Array(1), {}, {}));
  });
});
