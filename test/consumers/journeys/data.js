/** Data of the journeys, which a user has already: written to `data.json` of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { root } from '../../../scripts/lib/paths.js';

const hex = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('hex');

function events() {
  const secret = new Uint8Array(32).fill(7);
  const pubkey = hex(schnorr.getPublicKey(secret));
  const list = Array.from({ length: 20 }, (_, i) => {
    const event = { pubkey, created_at: i, kind: 1, tags: [], content: `note ${i}` };
    const text = JSON.stringify([0, pubkey, i, 1, [], event.content]);
    const id = sha256(new TextEncoder().encode(text));
    return { ...event, id: hex(id), sig: hex(schnorr.sign(id, secret, secret)) };
  });
  list[7].content = 'forged';
  return list;
}

/** A committee of which all but three signed. */
function committee() {
  const { longSignatures } = bls12_381;
  const message = new Uint8Array(32).fill(9);
  const tag = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
  const secrets = Array.from({ length: 16 }, (_, i) => new Uint8Array(32).fill(i + 1));
  const missing = [2, 5, 11];
  const bits = new Uint8Array(2).fill(255);
  for (const i of missing) bits[i >> 3] ^= 1 << (i % 8);
  const hashed = longSignatures.hash(message, tag);
  const signed = secrets.flatMap((secret, i) =>
    missing.includes(i) ? [] : [longSignatures.sign(hashed, secret)],
  );
  return {
    ...{ message: hex(message), bits: hex(bits) },
    keys: secrets.map((secret) => hex(longSignatures.getPublicKey(secret).toBytes())),
    signature: hex(longSignatures.aggregateSignatures(signed).toBytes()),
  };
}

/** Round 1000 of quicknet. */
const beacon = {
  info: {
    schemeID: 'bls-unchained-g1-rfc9380',
    public_key:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  },
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

/** @param {string} name of a file */
const vectors = (name) => {
  const path = join(root, 'test/vectors/groth16', `${name}.json.br`);
  return JSON.parse(String(brotliDecompressSync(readFileSync(path))));
};

/** A file of a small circuit. @param {string} name */
const circuit = (name) => vectors(`cubic.${name}`);

export const data = () => ({
  ...{ events: events(), committee: committee(), beacon },
  groth16: { key: circuit('vkey'), publicSignals: circuit('public'), proof: circuit('proof') },
  /** Files of snarkjs, in base64. */
  ceremony: vectors('ceremony'),
  /** The first key of the test vectors of BIP-32. */
  xpub: 'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
});
