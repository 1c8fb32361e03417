/**
 * Signatures over secp256k1: this library beside tiny-secp256k1 and ox/wasm (both are libsecp256k1
 * in WebAssembly) and @noble/curves, and batches beside single verification.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createSecp256k1 } from 'curvemill/secp256k1';

/** @import { Case, Opened, Settings, Table } from '../harness/suite.js' */

export const title = 'Signatures over secp256k1';

const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
/** Signatures that are verified one by one, in turn. */
const SINGLES = 256;
const OURS = 'curvemill';
const NOBLE = { prehash: false, lowS: true };
const RAW = { prehash: false };

/** Reproducible test keys and hashes. @param {string} text */
const digest = (text) => sha256(new TextEncoder().encode(text));

/** @param {number} i */
function itemOf(i) {
  const [secret, hash] = [digest(`key ${i}`), digest(`hash ${i}`)];
  const publicKey = secp256k1.getPublicKey(secret);
  const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  const [recoveryId, signature] = [recovered[0], recovered.slice(1)];
  const full = secp256k1.getPublicKey(secret, false);
  const note = schnorr.sign(hash, secret, new Uint8Array(32));
  const xOnly = publicKey.slice(1);
  return { hash, publicKey, full, xOnly, recovered, signature, recoveryId, note };
}

/** The encoding of 33 bytes for that of 65. @param {Uint8Array} key */
const compressed = (key) => Uint8Array.of(2 + (key[64] & 1), ...key.subarray(1, 33));

/** @typedef {ReturnType<typeof itemOf>} Item */

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends: [backend], load }) {
  const secp = await createSecp256k1({ backend: /** @type {any} */ (backend) });
  const items = Array.from({ length: Math.max(...BATCHES) }, (_, i) => itemOf(i));
  const tiny = await load('tiny-secp256k1');
  const ox = await (await load('ox/wasm'))?.Secp256k1.engine();
  const { single, batch } = secp.backend;
  return {
    tables: [singles(secp, { tiny, ox }, items), batches(secp, items)],
    backend: `single ${single}, batch ${batch}`,
    end: () => secp.dispose(),
  };
}

/**
 * @param {any} secp
 * @param {{ tiny: any, ox: any }} peers undefined if they are not installed
 * @param {readonly Item[]} items
 * @returns {Table}
 */
function singles({ ecdsa, schnorr: bip340 }, { tiny, ox }, items) {
  /** @typedef {(item: Item) => unknown} Call */
  /** @type {Record<string, [ours: Call, tiny: Call, noble: Call, ox?: Call]>} */
  const subjects = {
    'ECDSA, compressed key': [
      (t) => ecdsa.verify(t.signature, t.hash, t.publicKey),
      (t) => tiny.verify(t.hash, t.publicKey, t.signature),
      (t) => secp256k1.verify(t.signature, t.hash, t.publicKey, NOBLE),
      (t) => ox.verify(t.signature, t.hash, t.publicKey, RAW),
    ],
    'ECDSA, uncompressed key': [
      (t) => ecdsa.verify(t.signature, t.hash, t.full),
      (t) => tiny.verify(t.hash, t.full, t.signature),
      (t) => secp256k1.verify(t.signature, t.hash, t.full, NOBLE),
      (t) => ox.verify(t.signature, t.hash, t.full, RAW),
    ],
    'ECDSA, recovery': [
      (t) => ecdsa.recover(t.signature, t.recoveryId, t.hash)?.toBytes(),
      (t) => tiny.recover(t.hash, t.signature, t.recoveryId, true),
      (t) => {
        const signature = secp256k1.Signature.fromBytes(t.signature).addRecoveryBit(t.recoveryId);
        return signature.recoverPublicKey(t.hash).toBytes();
      },
      (t) => compressed(ox.recoverPublicKey(t.recovered, t.hash)),
    ],
    'BIP-340': [
      (t) => bip340.verify(t.note, t.hash, t.xOnly),
      (t) => tiny.verifySchnorr(t.hash, t.xOnly, t.note),
      (t) => schnorr.verify(t.note, t.hash, t.xOnly),
    ],
  };
  const cases = Object.entries(subjects).map(([name, [ours, theirs, noble, wallets]]) => {
    const peers = { 'tiny-secp256k1': tiny && theirs, 'ox/wasm': ox && wallets };
    const calls = { [OURS]: ours, ...peers, '@noble/curves': noble };
    const runs = Object.entries(calls).flatMap(([who, call]) =>
      call ? [[who, (/** @type {number} */ i) => call(items[i % SINGLES])]] : [],
    );
    const expected = name.includes('recovery') ? String(items[0].publicKey) : 'true';
    return { name, runs: Object.fromEntries(runs), expected };
  });
  const about = 'In brackets the time over that of this library: above 1 this library is faster.';
  return { id: 'v', title: 'One by one', about, head: 'signature', unit: 'µs', cases };
}

/**
 * @param {any} secp
 * @param {readonly Item[]} items
 * @returns {Table}
 */
function batches({ ecdsa, schnorr: bip340 }, items) {
  const notes = items.map(({ note, hash, xOnly }) => ({
    ...{ signature: note, message: hash, publicKey: xOnly },
  }));
  /** @type {Record<string, [list: readonly any[], one: (t: any) => boolean, all: any]>} */
  const subjects = {
    ECDSA: [
      items,
      (t) => ecdsa.verify(t.signature, t.hash, t.publicKey),
      (/** @type {any} */ list) => ecdsa.verifyBatch(list),
    ],
    'BIP-340': [
      notes,
      (t) => bip340.verify(t.signature, t.message, t.publicKey),
      (/** @type {any} */ list) => bip340.verifyBatch(list),
    ],
  };
  const alone = (/** @type {string} */ name) => `${name}, one by one`;
  const cases = BATCHES.map((size) => {
    /** @type {Case['runs']} */
    const runs = {};
    for (const [name, [list, one, all]] of Object.entries(subjects)) {
      const part = list.slice(0, size);
      const [first] = part;
      const forged = { ...first, hash: first.publicKey.slice(0, 32), message: first.publicKey };
      if (all([...part.slice(1), forged])) throw new Error(`${name}: a forgery in ${size} passes`);
      runs[name] = () => all(part);
      runs[alone(name)] = () => part.every(one);
    }
    return { name: String(size), items: size, runs, expected: 'true' };
  });
  /** @type {Table['brackets']} */
  const brackets = {};
  for (const name of Object.keys(subjects)) brackets[name] = [alone(name), name];
  const about = 'Per signature; in brackets how many times as fast as one by one.';
  return { id: 'w', title: 'In batches', about, head: 'signatures', unit: 'µs', cases, brackets };
}
