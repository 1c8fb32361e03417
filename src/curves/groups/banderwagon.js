/**
 * Banderwagon: what a page needs to know of the group. Sources: Masson, Sanso, Zhang, "Bandersnatch: a fast elliptic curve built
 * over the BLS12-381 scalar field" (ePrint 2021/1152: p, a, d, order, generator); crate-crypto/go-ipa, ipa/config.go (the seed of
 * the commitment basis).
 */

const p = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/** The group of the classes {(x, y), (−x, −y)} of points of ax² + y² = 1 + dx²y² in the subgroup of twice the order. */
export const banderwagonGroup = {
  name: 'banderwagon',
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
   * The basis of Pedersen commitments: x = SHA-256(seed ‖ i as 8 bytes, big-endian) mod p for i = 0, 1, …, of which the
   * first `length` that are encodings count. `kept`: bit i says whether candidate i is one, which spares the square roots of
   * the other four in five. `sha256`: of all their compressed encodings back to back; it says that `kept` is right.
   */
  crs: {
    seed: 'eth_verkle_oct_2021',
    length: 256,
    kept: 0x104104007253a5140008241007418000620301820117406400412011040010a11100408204590134cd3228003144a2a2a00011109025260841202d0e261e0e1108888040018805118a8210200c430484091a1200290100480229800a0438051aaa1420982128844c4240040129021083080129942806092a03080037128031d00430582008n,
    sha256: '1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb',
  },
};
