/** docs/coming-from.md: its calls and ours agree. */
import { readFileSync } from 'node:fs';
import { pippenger } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import * as tiny from 'tiny-secp256k1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { mainnet } from '../../src/trusted-setup.js';

describe('a table for those who come from elsewhere', () => {
  const digest = sha256(new Uint8Array([1]));
  const secret = new Uint8Array(32).fill(7);
  const publicKey = secp256k1.getPublicKey(secret);

  test('calls of noble and tiny-secp256k1, and ours', async () => {
    const secp = await createSecp256k1({ backend: 'portable' });
    const signature = secp256k1.sign(digest, secret, { prehash: false });
    expect(secp256k1.verify(signature, digest, publicKey, { prehash: false })).toBe(true);
    expect(tiny.verify(digest, publicKey, signature)).toBe(true);
    expect(secp.ecdsa.verify(signature, digest, publicKey)).toBe(true);
    expect(secp.ecdsa.verify(signature, digest, publicKey, { lowS: false })).toBe(true);

    const key = publicKey.subarray(1);
    const bip340 = schnorr.sign(digest, secret);
    expect(schnorr.verify(bip340, digest, key)).toBe(true);
    expect(tiny.verifySchnorr(digest, key, bip340)).toBe(true);
    expect(secp.schnorr.verify(bip340, digest, key)).toBe(true);

    const { signature: compact, recoveryId } = tiny.signRecoverable(digest, secret);
    expect(secp.ecdsa.recover(compact, recoveryId, digest)?.toBytes()).toEqual(publicKey);
    expect(tiny.recover(digest, compact, recoveryId, true)).toEqual(publicKey);

    const scalar = new Uint8Array(32).fill(5, 31);
    const product = secp.group.point(publicKey).multiply(5n);
    expect(tiny.pointMultiply(publicKey, scalar)).toEqual(product.toBytes());
    secp.dispose();
  });

  test("noble's sums, points and pairings, and ours", async () => {
    const { Point } = bls12_381.G1;
    const bls = await createBls12381({ backend: 'portable' });
    const points = [1n, 2n, 3n].map((k) => Point.BASE.multiply(k));
    const scalars = [5n, 7n, 11n];
    const sum = pippenger(Point, points, scalars);
    expect(bls.G1.msm(points, scalars).toBytes()).toEqual(sum.toBytes());

    const P = bls.G1.point(sum.toBytes());
    const { x, y } = sum.toAffine();
    expect(P.toAffine()).toEqual({ x, y });
    expect(Point.fromBytes(P.toBytes()).equals(sum)).toBe(true);
    expect(Point.fromAffine(/** @type {any} */ (P.toAffine())).equals(sum)).toBe(true);

    const Q = bls12_381.G2.Point.BASE;
    const theirs = bls12_381.fields.Fp12.toBytes(bls12_381.pairing(sum, Q));
    expect(bls.pairing(P, bls.G2.point(Q.toBytes())).toBytes()).toEqual(theirs);

    // kzg-wasm takes 15 s to load; its program has the names.
    const kzg = await bls.kzg(mainnet);
    const program = new URL('../../node_modules/kzg-wasm/dist/esm/index.js', import.meta.url);
    for (const name of Object.keys(kzg.hex))
      expect(readFileSync(program, 'utf8')).toMatch(new RegExp(` ${name}[,\\n]`));
    bls.dispose();
  });
});

/** The value of a call that verifies, where errors are refusals. @param {() => unknown} call */
const verdict = (call) => {
  try {
    return call() ?? null;
  } catch {
    return null;
  }
};

describe('the same on edge inputs', () => {
  const N = secp256k1.Point.Fn.ORDER;
  const P = secp256k1.Point.Fp.ORDER;
  const hash = sha256(Uint8Array.of(1));
  const secret = new Uint8Array(32).fill(7);
  const key = secp256k1.getPublicKey(secret);
  const good = secp256k1.sign(hash, secret, { prehash: false });
  const [r, s] = [good.subarray(0, 32), good.subarray(32)];
  const word = (/** @type {bigint} */ n) => hexToBytes(n.toString(16).padStart(64, '0'));
  const highS = word(N - BigInt(`0x${bytesToHex(s)}`));
  const words = [0n, 1n, N - 1n, N, P - 1n, P, 2n ** 256n - 1n].map(word);
  const signatures = [
    good,
    concatBytes(r, highS),
    concatBytes(s, r),
    ...words.flatMap((own) => [concatBytes(own, s), concatBytes(r, own)]),
  ];
  const keys = [
    key,
    secp256k1.getPublicKey(secret, false),
    concatBytes(Uint8Array.of(2), words[4]),
  ];
  const hashes = [hash, ...words, new Uint8Array(32)];
  /** @type {any} */
  let secp;
  beforeAll(async () => (secp = await createSecp256k1({ backend: 'portable' })));
  afterAll(() => secp.dispose());

  test('verify of tiny-secp256k1, which accepts high s, and of noble, which rejects it', () => {
    const verdicts = { low: 0, high: 0 };
    for (const own of keys) {
      for (const signature of signatures) {
        for (const digest of hashes) {
          const low = secp.ecdsa.verify(signature, digest, own);
          const strict = () => tiny.verify(digest, own, signature, true);
          expect(Boolean(verdict(strict))).toBe(low);
          const high = secp.ecdsa.verify(signature, digest, own, { lowS: false });
          expect(Boolean(verdict(() => tiny.verify(digest, own, signature)))).toBe(high);
          const noble = () => secp256k1.verify(signature, digest, own, { prehash: false });
          expect(Boolean(verdict(noble))).toBe(low);
          verdicts.low += Number(low);
          verdicts.high += Number(high);
        }
      }
    }
    expect(verdicts).toEqual({ low: 2, high: 4 });
    const table = readFileSync(new URL('../../docs/coming-from.md', import.meta.url), 'utf8');
    expect(table).toContain(
      'accepts high s | `secp.ecdsa.verify(sig, hash, key, { lowS: false })`',
    );
  });

  test('verifySchnorr of tiny-secp256k1, and noble', () => {
    const own = key.subarray(1);
    const bip340 = schnorr.sign(hash, secret);
    const [R, z] = [bip340.subarray(0, 32), bip340.subarray(32)];
    const list = [bip340, ...words.flatMap((a) => [concatBytes(a, z), concatBytes(R, a)])];
    let valid = 0;
    for (const xOnly of [own, ...words]) {
      for (const signature of list) {
        const ours = secp.schnorr.verify(signature, hash, xOnly);
        expect(Boolean(verdict(() => tiny.verifySchnorr(hash, xOnly, signature)))).toBe(ours);
        expect(schnorr.verify(signature, hash, xOnly)).toBe(ours);
        valid += Number(ours);
      }
    }
    expect(valid).toBe(1);
  });

  test('recover of tiny-secp256k1', () => {
    let recovered = 0;
    for (const signature of signatures) {
      for (const id of /** @type {const} */ ([0, 1, 2, 3])) {
        for (const digest of hashes) {
          const ours = secp.ecdsa.recover(signature, id, digest)?.toBytes() ?? null;
          expect(verdict(() => tiny.recover(digest, signature, id, true))).toEqual(ours);
          recovered += Number(ours !== null);
        }
      }
    }
    expect(recovered).toBeGreaterThan(20);
  });

  test('pointMultiply of tiny-secp256k1: null for 0, an error above the order', () => {
    const { group } = secp;
    for (const scalar of [0n, 1n, 2n, N - 1n, N, N + 1n, 2n ** 256n - 1n]) {
      const ours = group.point(key).multiply(scalar);
      const theirs = () => tiny.pointMultiply(key, word(scalar));
      if (scalar >= N) expect(theirs).toThrow(/Expected Tweak/);
      else if (scalar === 0n) expect([theirs(), ours.isIdentity()]).toEqual([null, true]);
      else expect(theirs()).toEqual(ours.toBytes());
    }
  });

  test('pippenger of noble: infinity, equal and opposite points, scalars 0 and 1', async () => {
    const { Point } = bls12_381.G1;
    const bls = await createBls12381({ backend: 'portable' });
    const { G1 } = bls;
    const B = Point.BASE;
    const finite = [B, B, B.negate(), B.multiply(2n), B.multiply(3n)];
    const scalars = [0n, 1n, bls12_381.fields.Fr.ORDER - 1n, 5n, 7n];
    expect(G1.msm(finite, scalars).toBytes()).toEqual(pippenger(Point, finite, scalars).toBytes());
    const points = [...finite, Point.ZERO];
    const sum = pippenger(Point, points, [...scalars, 9n]);
    const encoded = points.map((point) => point.toBytes());
    expect(G1.msm(encoded, [...scalars, 9n]).toBytes()).toEqual(sum.toBytes());
    bls.dispose();
  });
});
