/**
 * secp256k1 of bitcoinjs-lib, bip32 and ecpair by ours, in these programs. Single functions are
 * compared in bitcoinjs-edges.test.js.
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
