/**
 * secp256k1: everything the generators and the library need to know about the curve. Only what cannot be derived
 * stands here.
 *
 * Sources: SEC 2 version 2.0, section 2.4.1 (b, cofactor); SEC 1 version 2.0, section 2.3.3 (encoding);
 * bitcoin-core/secp256k1, src/scalar_impl.h and src/field.h (λ, β). Symbols: φ(x, y) = (βx, y) the endomorphism, β³ = 1 mod p; λ its eigenvalue, λ² + λ + 1 = 0 mod order: φ(P) = [λ]P for every point of the curve.
 */
import { secp256k1Group } from './groups/secp256k1.js';

/** y² = x³ + 7 over the field of order p = 2²⁵⁶ − 2³² − 977. */
export const secp256k1 = {
  ...secp256k1Group,
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
  /** SEC 1: a byte that says which format and which root, then coordinates, big-endian. */
  encoding: 'sec1',
  /** Which square root a compressed point's first byte names. */
  rootSign: 'odd',
};
