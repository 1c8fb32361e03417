/**
 * BLS12-381: the parameters from which the generators and the library derive the rest: Montgomery
 * constants, split constants, window bounds and test expectations.
 *
 * Sources: EIP-2537 (constants), https://github.com/zkcrypto/bls12_381 notes/design.rs,
 * draft-irtf-cfrg-pairing-friendly-curves (zcash encoding). Symbols: x the curve's seed, p the base
 * field, r the group order, h the cofactor, φ(x, y) = (βx, y) the endomorphism of G1, ψ that of G2,
 * λ their eigenvalues: φ(P) = [λ]P, ψ(P) = [λ]P.
 */
const x = -0xd201000000010000n;
const p = ((x - 1n) ** 2n * (x ** 4n - x ** 2n + 1n)) / 3n + x;
const r = x ** 4n - x ** 2n + 1n;
const h2 =
  (x ** 8n -
    4n * x ** 7n +
    5n * x ** 6n -
    4n * x ** 4n +
    6n * x ** 3n -
    4n * x ** 2n -
    4n * x +
    13n) /
  9n;

/** G1: y² = x³ + 4 over the prime field of order p. */
export const bls12381G1 = {
  name: 'bls12-381-g1',
  entry: { path: 'bls12-381', creator: 'createBls12381', member: 'G1' },
  /** Prime of the coordinate field. */
  p,
  /** Order of the group. */
  order: r,
  /** A generator of the multiplicative group modulo the order: the least one. */
  scalarGenerator: 7n,
  generator: {
    x: 0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
    y: 0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
  },
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
   * A curve point P is in the group of order r exactly when φ²(P) = −[x²]P, with φ² the
   * endomorphism of β² (Scott, ePrint 2021/1130, section 6; EIP-2537 fast_subgroup_checks).
   */
  subgroupCheck: { kind: 'endomorphism-squared', seed: x },
  /**
   * RFC 9380, section 8.8.1: the map into y² = x³ + ax + b, then the isogeny of degree 11 that is
   * Vélu's divided by 11, then [1 − x], which gives the group of order r as [cofactor] does.
   */
  hashing: {
    a: 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn,
    b: 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n,
    z: 11n,
    kernel:
      0x10ef325dd1e98bdf0d97a4c6b7f968ed7f31f2fbff088acb39d5319cfc261ea18773405f325612742f0c5d90634bcf4n,
    divisor: 11n,
    multiplier: 1n - x,
    endomorphism: null,
  },
  /** Which square root a compressed point's flag names. */
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: true,
    polynomials: true,
    chains: ['fma', 'wide64'],
  },
};

/** G2: y² = x³ + 4(1 + u) over Fp² = Fp[u]/(u² + 1). An element c0 + c1·u is { c0, c1 }. */
export const bls12381G2 = {
  name: 'bls12-381-g2',
  entry: { path: 'bls12-381', creator: 'createBls12381', member: 'G2' },
  /** Characteristic of the coordinate field. */
  p,
  /** Coordinates lie in Fp[u]/(u² − nonResidue). */
  extension: { nonResidue: -1n },
  order: r,
  scalarGenerator: 7n,
  generator: {
    x: {
      c0: 0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
      c1: 0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
    },
    y: {
      c0: 0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
      c1: 0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
    },
  },
  a: { c0: 0n, c1: 0n },
  b: { c0: 4n, c1: 4n },
  cofactor: h2,
  /**
   * ψ = untwist, Frobenius, twist: ψ(x, y) = (ξ^(−(p−1)/3)·x^p, ξ^(−(p−1)/2)·y^p) for the twist's
   * ξ = 1 + u. Its eigenvalue is the seed, so scalars split into four parts, digits in base |λ|.
   */
  endomorphism: { twist: { c0: 1n, c1: 1n }, lambda: x },
  /**
   * A curve point P is in the group of order r exactly when ψ(P) = [x]P
   * (Scott, ePrint 2021/1130, section 4).
   */
  subgroupCheck: { kind: 'eigenvalue', seed: x },
  /**
   * RFC 9380, section 8.8.2: the isogeny has degree 3 and is Vélu's divided by −3. The multiplier
   * equals [x² − x − 1] + [x − 1]ψ + [2]ψ² on the curve (Budroni, Pintore, ePrint 2017/419).
   */
  hashing: {
    a: { c0: 0n, c1: 240n },
    b: { c0: 1012n, c1: 1012n },
    z: { c0: p - 2n, c1: p - 1n },
    kernel: { c0: p - 6n, c1: 6n },
    divisor: -3n,
    multiplier: 3n * (x ** 2n - 1n) * h2,
    endomorphism: [x ** 2n - x - 1n, x - 1n, 2n],
  },
  /**
   * The pairing of G1 with this group, the optimal ate pairing of the family BLS12: the Miller loop
   * follows the bits of the seed. Its values lie in Fp¹² = Fp²[w]/(w⁶ − ξ) for the twist's ξ, built
   * as Fp⁶ = Fp²[v]/(v³ − ξ) and Fp¹² = Fp⁶[w]/(w² − v). Twist of type M: y² = x³ + bξ, which
   * (x, y) → (x/w², y/w³) maps to G1's curve.
   */
  pairing: { family: 'bls12', seed: x, xi: { c0: 1n, c1: 1n }, twist: 'M' },
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: true,
    polynomials: false,
    chains: ['wide64'],
  },
};
