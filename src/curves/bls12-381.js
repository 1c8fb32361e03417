/**
 * BLS12-381: everything the generators and the library need to know about the curve. Only what cannot be derived
 * stands here; Montgomery constants, split constants, window bounds and test expectations follow from it.
 *
 * Sources: EIP-2537 (constants), https://github.com/zkcrypto/bls12_381 notes/design.rs,
 * draft-irtf-cfrg-pairing-friendly-curves (zcash encoding). Symbols: x the curve's seed, p the base field,
 * r the group order, h the cofactor, φ(x, y) = (βx, y) the endomorphism of G1, ψ that of G2, λ their eigenvalues:
 * φ(P) = [λ]P, ψ(P) = [λ]P.
 */
import { x, groupG1, groupG2 } from './groups/bls12-381.js';

/** G1: y² = x³ + 4 over the prime field of order p. */
export const bls12381G1 = {
  ...groupG1,
  /** Coefficients of y² = x³ + ax + b. */
  a: 0n,
  b: 4n,
  cofactor: (x - 1n) ** 2n / 3n,
  endomorphism: {
    /** β with the eigenvalue λ = x² − 1 (its square belongs to −x²). */
    beta: 0x1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaacn,
    lambda: x ** 2n - 1n,
  },
  /**
   * A curve point P is in the group of order r exactly when φ²(P) = −[x²]P, with φ² the endomorphism of β²
   * (Scott, ePrint 2021/1130, section 6; EIP-2537 fast_subgroup_checks).
   */
  subgroupCheck: { kind: 'endomorphism-squared', seed: x },
  /** zcash encoding: big-endian, three flag bits, the sort flag says that y is the larger of y and p − y. */
  encoding: 'zcash',
  /** Which square root a compressed point's flag names. */
  rootSign: 'larger',
};

/** G2: y² = x³ + 4(1 + u) over Fp² = Fp[u]/(u² + 1). An element c0 + c1·u is { c0, c1 }. */
export const bls12381G2 = {
  ...groupG2,
  a: { c0: 0n, c1: 0n },
  b: { c0: 4n, c1: 4n },
  cofactor:
    (x ** 8n -
      4n * x ** 7n +
      5n * x ** 6n -
      4n * x ** 4n +
      6n * x ** 3n -
      4n * x ** 2n -
      4n * x +
      13n) /
    9n,
  /**
   * ψ = untwist, Frobenius, twist: ψ(x, y) = (ξ^(−(p−1)/3)·x^p, ξ^(−(p−1)/2)·y^p) for the twist's ξ = 1 + u. Its
   * eigenvalue is the seed, so that scalars split into four digits in base |λ|.
   */
  endomorphism: { twist: { c0: 1n, c1: 1n }, lambda: x },
  /** A curve point P is in the group of order r exactly when ψ(P) = [x]P (Scott, ePrint 2021/1130, section 4). */
  subgroupCheck: { kind: 'eigenvalue', seed: x },
  encoding: 'zcash',
  rootSign: 'larger',
};
