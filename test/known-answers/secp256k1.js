/**
 * Facts about secp256k1 that do not come from this library, each with its source. Encodings:
 * SEC 1, hexadecimal.
 */

/**
 * Multiples of the generator.
 * @type {readonly { k: bigint, compressed: string, source: string }[]}
 */
export const multiples = [
  { k: 0n, compressed: '00', source: 'SEC 1 version 2.0, section 2.3.3: infinity' },
  {
    k: 1n,
    compressed: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    source: 'SEC 2 version 2.0, section 2.4.1: G, compressed',
  },
  {
    k: 3n,
    compressed: '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
    source: 'BIP-340, test vector 0: the public key of the secret key 3',
  },
  {
    k: 0xb7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfefn,
    compressed: '02dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
    source: 'BIP-340, test vector 1: x of the public key; this multiple is the root with an even y',
  },
  {
    k: -1n,
    compressed: '0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    source: 'SEC 2 version 2.0, section 2.4.1: G with the other root',
  },
];

/** G, uncompressed; SEC 2 version 2.0, section 2.4.1. */
export const generator =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' +
  '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';

/** The prime of the field, as big-endian bytes; SEC 2 version 2.0, section 2.4.1. */
export const prime = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';

/** The order of the group; SEC 2 version 2.0, section 2.4.1. */
export const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * An x-coordinate without a point, compressed; BIP-340, test vector 5
 * (public key not on the curve).
 */
export const notOnCurve = '02eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34';

/** x = p + 1, compressed; BIP-340, test vector 14 (public key exceeds the field size). */
export const outOfRange = '02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30';

/**
 * λ, the eigenvalue of (x, y) → (βx, y) with this β; bitcoin-core/secp256k1, src/scalar_impl.h
 * and src/field.h.
 */
export const endomorphism = {
  lambda: 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n,
  beta: 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een,
};

/** A point with x = 1, as 1 + 7 is a square modulo p (2 is, since p ≡ 7 modulo 8). */
export const xIsOne = `02${'00'.repeat(31)}01`;
