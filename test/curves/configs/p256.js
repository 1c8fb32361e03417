/**
 * P-256 (secp256r1), a curve that the library does not have: a = −3, and no endomorphism.
 *
 * Source: SEC 2 version 2.0, section 2.4.2; FIPS 186-4, appendix D.1.2.3.
 */
const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;

/** y² = x³ − 3x + b. */
export const p256 = {
  name: 'p256',
  p,
  order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  generator: {
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
  a: p - 3n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  cofactor: 1n,
  endomorphism: null,
  subgroupCheck: null,
  rootSign: 'odd',
  traits: {
    signatures: true,
    subgroup: false,
    subgroupSums: false,
    polynomials: false,
    chains: ['limbs30', 'wide64'],
  },
};
