/**
 * Signatures from known discrete logarithms, with every choice free: the nonce, the parity,
 * twins. For tests only.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { fromHex } from '../support/hex.js';

const { Point } = secp256k1;
export const n = Point.Fn.ORDER;
export const p = Point.Fp.ORDER;
const { Fn } = Point;

/** @param {bigint} value */
export const bytes32 = (value) => fromHex(value.toString(16).padStart(64, '0'));

/** @param {bigint} d in (0, n) @param {boolean} [compressed] */
export const publicKey = (d, compressed = true) => Point.BASE.multiply(d).toBytes(compressed);

/**
 * An ECDSA signature by the key d with the nonce k, of the digest z.
 * @param {{ d: bigint, k: bigint, z: bigint, highS?: boolean }} input
 */
export function signEcdsa({ d, k, z, highS = false }) {
  const R = Point.BASE.multiply(k).toAffine();
  const r = R.x % n;
  const s = Fn.mul(Fn.inv(k), Fn.create(z + r * d));
  const flip = s > n / 2n !== highS;
  return {
    signature: fromHex([r, flip ? n - s : s].map((v) => v.toString(16).padStart(64, '0')).join('')),
    recoveryId: (R.x >= n ? 2 : 0) | (Number(R.y & 1n) ^ Number(flip)),
    hash: bytes32(z),
    publicKey: publicKey(d),
  };
}

/**
 * Items of BIP-340, messages of different lengths.
 * @param {number} count
 */
export function schnorrItems(count) {
  return Array.from({ length: count }, (_, i) => {
    const secret = bytes32(BigInt(i + 3) ** 7n);
    const message = new Uint8Array((i * 13) % 130).fill(i);
    return {
      signature: schnorr.sign(message, secret, new Uint8Array(32)),
      message,
      publicKey: schnorr.getPublicKey(secret),
    };
  });
}

/** @param {number} count */
export function ecdsaItems(count) {
  return Array.from({ length: count }, (_, i) => {
    const seed = BigInt(i + 2);
    return signEcdsa({ d: seed ** 9n, k: seed ** 31n % n, z: seed ** 50n % (1n << 256n) });
  });
}
