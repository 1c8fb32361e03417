/** First answers by noble. */
import { pippenger } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { areEqual, bytesToBigint, chunks } from '../../scripts/lib/bytes.js';

/** @import { Job } from './page.js' */

/** @type {Job} */
export const ecdsa = async ({ signature, hash, publicKey }) =>
  secp256k1.verify(signature, hash, publicKey, { prehash: false });

/** @type {Job} */
export const bip340 = async ({ signature, message, publicKey }) =>
  schnorr.verify(signature, message, publicKey);

/** @type {Job} */
export async function msm({ points, scalars, sum }, step) {
  const { Point } = bls12_381.G1;
  const decoded = chunks(points, 48).map((bytes) => {
    const point = Point.fromBytes(bytes);
    point.assertValidity();
    return point;
  });
  step('decode');
  const factors = chunks(scalars, 32).map((bytes) => bytesToBigint(bytes, 'be'));
  return areEqual(pippenger(Point, decoded, factors).toBytes(true), sum);
}
