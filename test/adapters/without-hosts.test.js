/** Adapters without the packages of their hosts, on signatures of noble-curves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { chainsafeBls } from '../../src/adapters/chainsafe-bls.js';
import { drand } from '../../src/adapters/drand.js';
import { nostrTools } from '../../src/adapters/nostr-tools.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';

const SECRET = new Uint8Array(32).fill(9);

describe('adapters of BLS12-381', () => {
  let bls;
  beforeAll(async () => (bls = await createBls12381()));
  afterAll(() => bls?.dispose());

  it('drand: a beacon is that of its round, its key and its randomness', () => {
    const { shortSignatures } = bls12_381;
    const round = new Uint8Array(8);
    round[7] = 200;
    const hash = shortSignatures.hash(sha256(round), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_');
    const signature = shortSignatures.Signature.toBytes(shortSignatures.sign(hash, SECRET));
    const chain = {
      schemeID: 'bls-unchained-g1-rfc9380',
      public_key: toHex(shortSignatures.getPublicKey(SECRET).toBytes()),
    };
    const beacon = {
      round: 200,
      randomness: toHex(sha256(signature)),
      signature: toHex(signature),
    };
    const { verifyBeacon } = drand(bls);
    expect(verifyBeacon(chain, beacon, 200)).toBe(true);
    expect(verifyBeacon(chain, { ...beacon, randomness: toHex(sha256(round)) }, 200)).toBe(false);
    expect(verifyBeacon(chain, { ...beacon, round: 201 }, 201)).toBe(false);
    expect(verifyBeacon(chain, beacon, 201)).toBe(false);
  });

  it('@chainsafe/bls: sets of signatures, and none', async () => {
    const { longSignatures } = bls12_381;
    const tag = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
    const ours = chainsafeBls(bls);
    const sets = [1, 2, 3].map((i) => {
      const message = new Uint8Array(32).fill(i);
      const hash = longSignatures.hash(message, tag);
      return {
        publicKey: longSignatures.getPublicKey(SECRET).toBytes(),
        message,
        signature: longSignatures.Signature.toBytes(longSignatures.sign(hash, SECRET)),
      };
    });
    const swapped = sets.map((set, i) => ({ ...set, message: sets[(i + 1) % 3].message }));
    expect(ours.verifyMultipleSignatures(sets)).toBe(true);
    expect(ours.verifyMultipleSignatures(swapped)).toBe(false);
    expect(ours.verifyMultipleSignatures([])).toBe(false);
    expect(await ours.asyncVerifyMultipleSignatures([])).toBe(false);
  });
});

describe('adapters of secp256k1', () => {
  let secp;
  beforeAll(async () => (secp = await createSecp256k1()));
  afterAll(() => secp?.dispose());

  it('nostr-tools: an event has the id of its text, and a signature of the id', () => {
    const pubkey = toHex(schnorr.getPublicKey(SECRET));
    const [created_at, kind, tags, content] = [1e9, 1, [['t', 'a"b'], []], 'hello "\n"'];
    const text = JSON.stringify([0, pubkey, created_at, kind, tags, content]);
    const id = sha256(new TextEncoder().encode(text));
    const sig = toHex(schnorr.sign(id, SECRET, new Uint8Array(32)));
    const event = { id: toHex(id), pubkey, created_at, kind, tags, content, sig };
    const { verifyEvent } = nostrTools(secp);
    expect(verifyEvent(event)).toBe(true);
    // The signature is one of the text: only the id differs.
    expect(verifyEvent({ ...event, id: toHex(sha256(id)) })).toBe(false);
    expect(verifyEvent({ ...event, content: 'hello' })).toBe(false);
    expect(verifyEvent({ ...event, sig: sig.replace(/.$/, (c) => (c === '0' ? '1' : '0')) })).toBe(
      false,
    );
  });

  it('bitcoinjs-lib: the id of a recovery, tweaks and checks of tweaks', () => {
    const { Point } = secp256k1;
    const { BASE } = Point;
    const ours = /** @type {any} */ (bitcoinjs(secp));
    const hash = sha256(SECRET);
    const signature = secp256k1.sign(hash, SECRET, { prehash: false, format: 'recovered' });
    const key = secp256k1.getPublicKey(SECRET);
    expect(toHex(ours.recover(hash, signature.subarray(1), signature[0], true))).toBe(toHex(key));
    expect(ours.verify(hash, key, signature.subarray(1))).toBe(true);
    expect(ours.verify(sha256(hash), key, signature.subarray(1))).toBe(false);
    // r + n is above the prime: no x of a point.
    const large = new Uint8Array(64);
    large.set(BASE.toBytes(true).subarray(1));
    large[63] = 1;
    expectInputError(() => ours.recover(hash, large, 2));

    const tweak = new Uint8Array(32).fill(5);
    const sum = Point.fromBytes(key).add(BASE.multiply(BigInt(`0x${toHex(tweak)}`)));
    expect(toHex(ours.pointAddScalar(key, tweak))).toBe(toHex(sum.toBytes(true)));
    const x = key.subarray(1);
    const { parity, xOnlyPubkey } = ours.xOnlyPointAddTweak(x, tweak);
    expect(ours.xOnlyPointAddTweakCheck(x, tweak, xOnlyPubkey, parity)).toBe(true);
    expect(ours.xOnlyPointAddTweakCheck(x, tweak, xOnlyPubkey, parity ? 0 : 1)).toBe(false);
    expect(ours.xOnlyPointAddTweakCheck(x, tweak, x, parity)).toBe(false);
    expectInputError(() => ours.pointAddScalar(key, new Uint8Array(32).fill(255)));
  });
});
