/**
 * BLS12-381: everything the generators and the library need to know about the curve. Only what cannot be derived
 * stands here; Montgomery constants, split constants, window bounds and test expectations follow from it.
 *
 * Sources: EIP-2537 (constants, generators), https://github.com/zkcrypto/bls12_381 notes/design.rs,
 * draft-irtf-cfrg-pairing-friendly-curves (zcash encoding). Symbols: x the curve's seed, p the base field,
 * r the group order, h the cofactor, φ(x, y) = (βx, y) the endomorphism, λ its eigenvalue: φ(P) = [λ]P.
 */

const x = -0xd201000000010000n;
const p = ((x - 1n) ** 2n * (x ** 4n - x ** 2n + 1n)) / 3n + x;
const r = x ** 4n - x ** 2n + 1n;

/** G1: y² = x³ + 4 over the prime field of order p. */
export const bls12381G1 = {
  name: 'bls12-381-g1',
  /** Prime of the coordinate field. */
  p,
  /** Coefficients of y² = x³ + ax + b. */
  a: 0n,
  b: 4n,
  /** Order of the group. */
  order: r,
  cofactor: (x - 1n) ** 2n / 3n,
  generator: {
    x: 0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
    y: 0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
  },
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
