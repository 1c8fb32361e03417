/**
 * secp256k1: the parameters from which the generators and the library derive the rest.
 *
 * Sources: SEC 2 version 2.0, section 2.4.1 (p, b, order, cofactor, generator); SEC 1 version 2.0,
 * section 2.3.3 (encoding); bitcoin-core/secp256k1, src/scalar_impl.h and src/field.h (λ, β).
 * Symbols: φ(x, y) = (βx, y) the endomorphism, β³ = 1 mod p; λ its eigenvalue, λ² + λ + 1 = 0 mod
 * order: φ(P) = [λ]P for every point of the curve.
 */
/** y² = x³ + 7 over the field of order p = 2²⁵⁶ − 2³² − 977. */
export const secp256k1 = {
  name: 'secp256k1',
  entry: { path: 'secp256k1', creator: 'createSecp256k1', member: 'group', eager: 'fma' },
  /** Prime of the coordinate field. */
  p: 2n ** 256n - 2n ** 32n - 977n,
  /** Order of the group. */
  order: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  generator: {
    x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
    y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  },
  /** Coefficients of y² = x³ + ax + b. */
  a: 0n,
  b: 7n,
  cofactor: 1n,
  endomorphism: {
    beta: 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een,
    lambda: 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n,
  },
  /** The cofactor is 1: every point of the curve is in the group. */
  subgroupCheck: null,
  /** Which square root a compressed point's first byte names. */
  rootSign: 'odd',
  traits: {
    signatures: true,
    subgroup: false,
    subgroupSums: false,
    polynomials: false,
    chains: ['limbs30', 'fma', 'wide64'],
  },
};
