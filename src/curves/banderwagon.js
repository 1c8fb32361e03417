/**
 * Banderwagon: the parameters from which the generators and the library derive the rest: the
 * Weierstrass model, Montgomery constants, tables and test expectations.
 *
 * Sources: Masson, Sanso, Zhang, "Bandersnatch: a fast elliptic curve built over the BLS12-381
 * scalar field" (ePrint 2021/1152: p, a, d, order, endomorphism, generator); crate-crypto/go-ipa,
 * banderwagon/ (encoding, subgroup rule) and ipa/config.go (the seed of the commitment basis);
 * Consensys/gnark-crypto, ecc/bls12-381/bandersnatch (b, c, λ). Symbols: p the base field, the
 * scalar field of BLS12-381; a, d the coefficients; ψ the endomorphism of degree 2 with
 * ψ(P) = [λ]P, λ² = −2 mod order: ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)).
 */
const p = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/**
 * The points (x, y) of ax² + y² = 1 + dx²y² of order dividing 2·order, modulo (0, −1): (x, y) and
 * (−x, −y) are the same element.
 */
export const banderwagon = {
  name: 'banderwagon',
  entry: { path: 'banderwagon', creator: 'createBanderwagon', member: 'group' },
  /** Prime of the coordinate field. */
  p,
  /** Coefficients of the twisted Edwards curve ax² + y² = 1 + dx²y². */
  edwards: {
    a: p - 5n,
    d: 0x6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7n,
  },
  /** Order of the group. */
  order: 0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1n,
  generator: {
    x: 0x29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18n,
    y: 0x2a6c669eda123e0f157d8b50badcd586358cad81eee464605e3167b6cc974166n,
  },
  /**
   * The basis of Pedersen commitments: x = SHA-256(seed ‖ i as 8 bytes, big-endian) mod p for i =
   * 0, 1, …, keeping the first `length` that are valid encodings. `kept`: bit i is set if candidate
   * i is one, which saves the square roots of the other four in five. `sha256`: hash of the
   * compressed encodings back to back, which verifies `kept`.
   */
  crs: {
    seed: 'eth_verkle_oct_2021',
    length: 256,
    kept: 0x104104007253a5140008241007418000620301820117406400412011040010a11100408204590134cd3228003144a2a2a00011109025260841202d0e261e0e1108888040018805118a8210200c430484091a1200290100480229800a0438051aaa1420982128844c4240040129021083080129942806092a03080037128031d00430582008n,
    sha256: '1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb',
  },
  /** p = z⁴ − z² + 1 with z = −seed, the seed of BLS12-381: short powers. */
  seed: 0xd201000000010000n,
  /** Cofactor of the curve: its points form Z/2 × Z/2 × Z/order. */
  cofactor: 4n,
  endomorphism: {
    b: 0x52c9f28b828426a561f00d3a63511a882ea712770d9af4d6ee0f014d172510b4n,
    c: 0x6cc624cf865457c3a97c6efd6c17d1078456abcfff36f4e9515c806cdf650b3dn,
    lambda: 0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n,
  },
  /** Which of (x, y) and (−x, −y) is canonical, by y. */
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: false,
    polynomials: false,
    chains: ['wide64'],
  },
};
