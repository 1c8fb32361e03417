/** Extended public keys: all of BIP-32's test vectors, as far as they are public. */
import { sha256 } from '@noble/hashes/sha2.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { InputError } from '../../src/errors.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { chains, invalid } from '../known-answers/bip32.js';
import { toHex } from '../support/hex.js';

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** @param {string} text */
const bytesIn = (text) => {
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(DIGITS.indexOf(digit));
  return Buffer.from(value.toString(16).padStart(164, '0'), 'hex');
};

/** The same key under another version. @param {string} key @param {number} version */
function withVersion(key, version) {
  const bytes = bytesIn(key);
  bytes.writeUInt32BE(version);
  bytes.set(sha256(sha256(bytes.subarray(0, 78))).subarray(0, 4), 78);
  let text = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n) {
    text = DIGITS[Number(value % 58n)] + text;
  }
  return text;
}

/** @type {any} */
let secp, ecc;
beforeAll(async () => {
  secp = await createSecp256k1({ backend: 'portable' });
  ecc = bitcoinjs(secp);
});
afterAll(() => secp?.dispose());

it('derives what the vectors have under each parent', async () => {
  let derived = 0;
  for (const chain of chains) {
    for (const [path, xpub] of chain) {
      expect(await ecc.deriveMany(xpub, 0, 1)).toHaveLength(1);
      for (const [child, expected] of chain) {
        const index = /^\/(\d+)$/.exec(child.startsWith(path) ? child.slice(path.length) : '')?.[1];
        if (!index) continue;
        const [key] = await ecc.deriveMany(xpub, Number(index), 1);
        expect(toHex(key), child).toBe(toHex(bytesIn(expected).subarray(45, 78)));
        derived++;
      }
    }
  }
  expect(derived).toBe(6);
});

it.each(invalid)('refuses %s, and says so: %s', async (_, words, key) => {
  await expect(ecc.deriveMany(key, 0, 1)).rejects.toThrow(InputError);
  await expect(ecc.deriveMany(key, 0, 1)).rejects.toThrow(words);
  await expect(ecc.deriveMany(key, 0, 0)).rejects.toThrow(words);
});

it('takes the versions of SLIP-132, and those of a network', async () => {
  const [[[, xpub]]] = chains;
  const [key] = await ecc.deriveMany(xpub, 1, 1);
  const zpub = withVersion(xpub, 0x04b24746);
  expect(zpub).toMatch(/^zpub/);
  expect((await ecc.deriveMany(zpub, 1, 1))[0]).toEqual(key);
  const network = { bip32: { public: 0x0488b21e, private: 0x0488ade4 } };
  expect((await ecc.deriveMany(xpub, 1, 1, network))[0]).toEqual(key);
  await expect(ecc.deriveMany(zpub, 0, 1, network)).rejects.toThrow('unknown version 0x04b24746');
  await expect(ecc.deriveMany(xpub, 0, 1, { bip32: {} })).rejects.toThrow('network: expected');
});

it('refuses a second spelling, and indices that are none', async () => {
  const [[[, xpub]]] = chains;
  await expect(ecc.deriveMany(`1${xpub}`, 0, 1)).rejects.toThrow('83 bytes instead of 82');
  for (const args of [
    [null, 1],
    ['0', 1],
    [0, '1'],
    [0, null],
    [0.5, 1],
    [-1, 1],
    [2 ** 31, 1],
  ]) {
    await expect(ecc.deriveMany(xpub, ...args)).rejects.toThrow('expected indices below 2^31');
  }
});

it('derives long lists as it derives single keys', async () => {
  const [[, xpub]] = chains[0];
  const keys = await ecc.deriveMany(xpub, 7, 258);
  expect(keys).toHaveLength(258);
  for (const i of [0, 255, 256, 257])
    expect([keys[i]]).toEqual(await ecc.deriveMany(xpub, 7 + i, 1));
});
