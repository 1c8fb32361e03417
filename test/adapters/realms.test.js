/**
 * Values of another realm, such as those of an iframe, of jsdom or of jest: every adapter answers
 * for their bytes, URLs and objects as for those of its own.
 */
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { chainsafeBls } from '../../src/adapters/chainsafe-bls.js';
import { drand } from '../../src/adapters/drand.js';
import { ethereumjs } from '../../src/adapters/ethereumjs.js';
import { accelerate } from '../../src/adapters/ffjavascript.js';
import { icp } from '../../src/adapters/icp.js';
import { nostrTools } from '../../src/adapters/nostr-tools.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createBn254 } from '../../src/bn254.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { toHex } from '../support/hex.js';

const Foreign = runInNewContext('({ Uint8Array, Object })');

/** @param {Uint8Array} bytes @returns {Uint8Array} */
const foreign = (bytes) => Foreign.Uint8Array.from(bytes);

/** @param {object} value @returns {any} */
const foreignObject = (value) => Foreign.Object.assign(new Foreign.Object(), value);

const KEY = new Uint8Array(32).fill(9);
const HASH = new Uint8Array(32).fill(7);

/** A BLS signature in G1 or G2. @param {'short' | 'long'} kind @param {string} dst */
function signed(kind, dst) {
  const scheme = /** @type {any} */ (bls12_381)[`${kind}Signatures`];
  const publicKey = scheme.getPublicKey(KEY).toBytes();
  const signature = scheme.Signature.toBytes(scheme.sign(scheme.hash(HASH, dst), KEY));
  return { publicKey, signature };
}

it('is another realm', () => {
  expect(foreign(KEY) instanceof Uint8Array).toBe(false);
  expect(foreignObject({}) instanceof Object).toBe(false);
});

describe('adapters of secp256k1', () => {
  let secp;
  beforeAll(async () => {
    secp = await createSecp256k1();
  });
  afterAll(() => secp?.dispose());

  it('bitcoinjs: every function', () => {
    const ecc = bitcoinjs(secp);
    const key = secp256k1.getPublicKey(KEY);
    const x = key.subarray(1);
    const { xOnlyPubkey } = ecc.xOnlyPointAddTweak(x, HASH) ?? {};
    const ecdsa = secp256k1.sign(HASH, KEY, { prehash: false, format: 'recovered' });
    /** @type {Record<string, any[]>} */
    const calls = {
      ...{ isPoint: [key], isPointCompressed: [key], isXOnlyPoint: [x], pointCompress: [key] },
      ...{ pointAdd: [key, key], pointAddScalar: [key, HASH], pointMultiply: [key, HASH] },
      ...{ xOnlyPointFromPoint: [key], xOnlyPointAddTweak: [x, HASH] },
      xOnlyPointAddTweakCheck: [x, HASH, xOnlyPubkey],
      verify: [HASH, key, ecdsa.subarray(1)],
      verifySchnorr: [HASH, x, schnorr.sign(HASH, KEY)],
      recover: [HASH, ecdsa.subarray(1), ecdsa[0], true],
    };
    expect(Object.keys(calls).concat('deriveMany').sort()).toEqual(Object.keys(ecc).sort());
    for (const [name, args] of Object.entries(calls)) {
      const call = /** @type {any} */ (ecc)[name];
      const expected = call(...args);
      expect(expected, name).not.toBe(false);
      const others = args.map((arg) => (arg instanceof Uint8Array ? foreign(arg) : arg));
      expect(call(...others), name).toEqual(expected);
    }
  });

  it('nostr-tools: events', async () => {
    const { verifyEvent, queue } = nostrTools(secp);
    const pubkey = toHex(schnorr.getPublicKey(KEY));
    const event = { pubkey, created_at: 1, kind: 1, tags: [['t', 'a']], content: 'hello' };
    const text = JSON.stringify([0, pubkey, 1, 1, event.tags, 'hello']);
    const hash = sha256(new TextEncoder().encode(text));
    const whole = { ...event, id: toHex(hash), sig: toHex(schnorr.sign(hash, KEY)) };
    const other = runInNewContext(`(${JSON.stringify(whole)})`);
    expect([whole, other].map(verifyEvent)).toEqual([true, true]);
    expect(await queue.verify(other)).toBe(true);
  });
});

describe('adapters of BLS12-381', () => {
  let bls;
  beforeAll(async () => {
    bls = await createBls12381();
  });
  afterAll(() => bls?.dispose());

  it('chainsafe-bls: bytes in all functions', async () => {
    const ours = chainsafeBls(bls);
    const own = signed('long', bls.minPk.tags.pop);
    const [publicKey, signature, message] = [own.publicKey, own.signature, HASH].map(foreign);
    for (const name of /** @type {const} */ (['verify', 'asyncVerify']))
      expect(await ours[name](publicKey, message, signature)).toBe(true);
    expect(ours.verifyAggregate([publicKey], message, signature)).toBe(true);
    expect(ours.verifyMultiple([publicKey], [message], signature)).toBe(true);
    expect(ours.verifyMultipleSignatures([{ publicKey, message, signature }])).toBe(true);
    expect(ours.aggregatePublicKeys([publicKey])).toEqual(own.publicKey);
    expect(ours.aggregateSignatures([signature])).toEqual(own.signature);
    const { PublicKey, Signature, verify } = ours.blst;
    const [key, sum] = [PublicKey.fromBytes(publicKey), Signature.fromBytes(signature)];
    expect(verify(message, key, sum)).toBe(true);
  });

  it('icp and drand: signatures in G1', () => {
    const { nul } = bls.minSig.tags;
    const { publicKey, signature } = signed('short', nul);
    const { blsVerify } = icp(bls);
    expect(blsVerify(foreign(publicKey), foreign(signature), foreign(HASH))).toBe(true);
    const chain = { schemeID: 'bls-unchained-g1-rfc9380', public_key: toHex(publicKey) };
    const round = new Uint8Array(8);
    round[7] = 5;
    const { shortSignatures: scheme } = bls12_381;
    const bytes = scheme.Signature.toBytes(scheme.sign(scheme.hash(sha256(round), nul), KEY));
    const beacon = { round: 5, randomness: toHex(sha256(bytes)), signature: toHex(bytes) };
    const { verifyBeacon } = drand(bls);
    expect(verifyBeacon(chain, beacon, 5)).toBe(true);
    expect(verifyBeacon(foreignObject(chain), foreignObject(beacon), 5)).toBe(true);
  });

  it('ethereumjs: inputs of precompiles', () => {
    const { addG1, msmG1 } = /** @type {any} */ (ethereumjs({ bls })).bls;
    for (const [call, input] of [
      [addG1, new Uint8Array(256)],
      [msmG1, new Uint8Array(160)],
    ])
      expect(call(foreign(input))).toEqual(call(input));
  });
});

it('ffjavascript: buffers', async () => {
  const bn = await createBn254();
  const field = await bn.G1.scalarField();
  const before = () => 'before';
  const group = { multiExpAffine: before, F: { n8: 32, one: new Uint8Array(32) }, zero: 0 };
  const Fr = { s: 28, w: { 28: 0 }, toString: () => String(field.rootOfUnity(2 ** 28)) };
  const curve = {
    ...{ r: field.order, G1: group, G2: { ...group } },
    Fr: { ...Fr, fft: before, ifft: before },
  };
  const restore = await accelerate(curve, bn);
  const points = bn.G1.randomPoints(64, 1).toBytes('montgomery-le');
  const scalars = bn.G1.randomScalars(64, 2);
  const sum = /** @type {(...args: any[]) => any} */ (curve.G1.multiExpAffine);
  const expected = await sum(points, scalars);
  expect(expected).toHaveLength(96);
  expect(await sum(foreign(points), foreign(scalars))).toEqual(expected);
  const transform = /** @type {(...args: any[]) => any} */ (curve.Fr.fft);
  expect(await transform(foreign(scalars))).toEqual(await transform(scalars));
  restore();
  bn.dispose();
});
