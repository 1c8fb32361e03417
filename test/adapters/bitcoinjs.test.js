/**
 * secp256k1 of bitcoinjs-lib, bip32 and ecpair by ours; every function beside tiny-secp256k1's own,
 * on valid, malformed and edge arguments.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { isInputError, rejectionOf } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { describeHost, importHost } from './hosts.js';

const HOSTS = ['bitcoinjs-lib', 'bip32', 'ecpair', 'tiny-secp256k1'];

/** @param {bigint} n */
const word = (n) => fromHex(n.toString(16).padStart(64, '0'));
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

describeHost('bitcoinjs-lib, bip32 and ecpair', HOSTS, () => {
  let tiny, secp, ecc, keys;
  beforeAll(async () => {
    tiny = await importHost('tiny-secp256k1/lib/index.js');
    secp = await createSecp256k1();
    ecc = bitcoinjs(secp);
    keys = [1n, 2n, 3n, ORDER - 1n, 2n ** 200n + 7n].map(word);
  });
  afterAll(() => secp?.dispose());

  /** The value of a call, or that it throws. @param {() => any} call @returns {any} */
  const outcome = (call) => {
    try {
      const value = call();
      if (value instanceof Uint8Array) return toHex(value);
      if (value?.xOnlyPubkey) return { ...value, xOnlyPubkey: toHex(value.xOnlyPubkey) };
      return value;
    } catch {
      return 'throws';
    }
  };

  /** Arguments in place of a point: good ones, and what is none. */
  const points = () => {
    const good = keys.flatMap((key) => [
      tiny.pointFromScalar(key, true),
      tiny.pointFromScalar(key, false),
    ]);
    const bad = [new Uint8Array(33), new Uint8Array(65).fill(4), new Uint8Array(33).fill(2, 0, 1)];
    return [...good, ...bad, good[0].subarray(1), new Uint8Array(), word(5n)];
  };
  const tweaks = () =>
    [0n, 1n, 2n, ORDER - 1n, ORDER - 2n, ORDER, 2n ** 256n - 1n, 12345n].map(word);
  const flags = [undefined, true, false];

  it('answers as tiny-secp256k1 does: points', () => {
    let compared = 0;
    const same = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) => {
      const [own, theirs] = [ecc, tiny].map((lib) => outcome(() => lib[name](...args)));
      expect(own, `${name}(${args.map((arg) => (arg instanceof Uint8Array ? toHex(arg) : arg))})`)
        .toEqual(theirs); // prettier-ignore
      compared++;
    };
    const all = points();
    for (const p of [...all, undefined, 'ab', 7]) {
      for (const name of ['isPoint', 'isPointCompressed', 'isXOnlyPoint']) same(name, p);
    }
    for (const p of all) {
      if (p.length === 32) continue; // tiny-secp256k1 takes x alone here, and reads past its end
      same('xOnlyPointFromPoint', p);
      for (const flag of flags) same('pointCompress', p, flag);
      for (const flag of flags) for (const t of tweaks()) same('pointAddScalar', p, t, flag);
      for (const t of tweaks()) same('pointMultiply', p, t);
    }
    for (const a of all.slice(0, 10)) for (const b of all.slice(0, 10)) same('pointAdd', a, b);
    for (const p of all.slice(0, 10)) {
      const x = p.slice(1, 33);
      same('isXOnlyPoint', x);
      for (const t of tweaks()) {
        same('xOnlyPointAddTweak', x, t);
        const found = outcome(() => tiny.xOnlyPointAddTweak(x, t));
        const result = fromHex(found?.xOnlyPubkey ?? toHex(x));
        if (found === null) {
          // Infinity: tiny-secp256k1 compares the point as it was, and says that it is the result.
          expect(ecc.xOnlyPointAddTweakCheck(x, t, x)).toBe(false);
          continue;
        }
        for (const parity of [undefined, 0, 1])
          same('xOnlyPointAddTweakCheck', x, t, result, parity);
        same('xOnlyPointAddTweakCheck', x, t, x, 0);
      }
    }
    expect(compared).toBeGreaterThan(700);
  });

  it('answers as tiny-secp256k1 does: signatures', () => {
    const hash = word(2n ** 255n + 99n);
    for (const key of keys) {
      const { signature, recoveryId } = tiny.signRecoverable(hash, key);
      const schnorr = tiny.signSchnorr(hash, key, word(1n));
      const s = BigInt(`0x${toHex(signature.slice(32))}`);
      const high = new Uint8Array([...signature.slice(0, 32), ...word(ORDER - s)]);
      for (const compressed of [true, false]) {
        const Q = tiny.pointFromScalar(key, compressed);
        for (const strict of [undefined, false, true])
          for (const each of [signature, high, new Uint8Array(64).fill(1)])
            expect(ecc.verify(hash, Q, each, strict)).toBe(tiny.verify(hash, Q, each, strict));
        expect(outcome(() => ecc.recover(hash, signature, recoveryId, compressed))).toBe(toHex(Q));
      }
      const x = tiny.xOnlyPointFromScalar(key);
      for (const each of [schnorr, signature]) {
        expect(ecc.verifySchnorr(hash, x, each)).toBe(tiny.verifySchnorr(hash, x, each));
      }
      // Out of range: an error there, and false here.
      const large = new Uint8Array(64).fill(255);
      expect(outcome(() => tiny.verify(hash, tiny.pointFromScalar(key), large))).toBe('throws');
      expect(ecc.verify(hash, tiny.pointFromScalar(key), large)).toBe(false);
    }
  });

  it('passes the tests that bitcoinjs-lib makes of a library, and gives its addresses', async () => {
    const bitcoin = await importHost('bitcoinjs-lib/src/esm/index.js');
    const addresses = [tiny, ecc].map((lib) => {
      bitcoin.initEccLib(lib);
      return keys.slice(0, 3).map((key) => {
        const internalPubkey = tiny.xOnlyPointFromScalar(key);
        return bitcoin.payments.p2tr({ internalPubkey }).address;
      });
    });
    expect(addresses[1]).toEqual(addresses[0]);
    expect(addresses[1][0]).toMatch(/^bc1p/);
  });

  it('derives and verifies in bip32 and ecpair, with four functions of another library', async () => {
    const { BIP32Factory } = await importHost('bip32/src/esm/index.js');
    const { ECPairFactory } = await importHost('ecpair/src/esm/index.js');
    const { isPrivate, pointFromScalar, privateAdd, sign } = tiny;
    const { privateNegate, signSchnorr } = tiny;
    const library = { ...ecc, isPrivate, pointFromScalar, privateAdd, sign };
    const [ours, own] = [library, tiny].map((lib) => BIP32Factory(lib));
    const xpub = own.fromSeed(new Uint8Array(32).fill(5)).neutered().toBase58();
    for (const path of ['0/0', '1/2147483647', '0/1/2/3'])
      expect(ours.fromBase58(xpub).derivePath(path).toBase58()).toBe(
        own.fromBase58(xpub).derivePath(path).toBase58(),
      );
    const pairs = ECPairFactory({ ...library, privateNegate, signSchnorr });
    const pair = pairs.fromPublicKey(tiny.pointFromScalar(keys[2]));
    expect(pair.verify(word(3n), tiny.sign(word(3n), keys[2]))).toBe(true);
    expect(pair.verify(word(4n), tiny.sign(word(3n), keys[2]))).toBe(false);
  });

  it('derives many keys at once', async () => {
    const { BIP32Factory } = await importHost('bip32/src/esm/index.js');
    const account = BIP32Factory(tiny).fromSeed(new Uint8Array(16).fill(1)).neutered();
    const xpub = account.toBase58();
    const derived = await ecc.deriveMany(xpub, 2 ** 31 - 300, 300);
    expect(derived).toHaveLength(300);
    for (const i of [0, 1, 127, 128, 299]) {
      expect(toHex(derived[i])).toBe(toHex(account.derive(2 ** 31 - 300 + i).publicKey));
    }
    expect(await ecc.deriveMany(xpub, 0, 0)).toEqual([]);
    const secret = BIP32Factory(tiny).fromSeed(new Uint8Array(16)).toBase58();
    const wrong = `${xpub.slice(0, -1)}${xpub.endsWith('1') ? '2' : '1'}`;
    for (const args of [
      [secret, 0, 1],
      [wrong, 0, 1],
      ['', 0, 1],
      [7, 0, 1],
      [xpub, 2 ** 31, 1],
      [xpub, -1, 1],
      [xpub, 0, 1.5],
      [xpub, 2 ** 31 - 1, 2],
    ]) {
      isInputError(await rejectionOf(ecc.deriveMany(...args)));
    }
  });
});
