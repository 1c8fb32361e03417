/** docs/coming-from.md: its calls and ours agree. */
import { readFileSync } from 'node:fs';
import { pippenger } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
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
