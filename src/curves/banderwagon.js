/**
 * Banderwagon: everything the generators and the library need to know about the group. Only what cannot be derived
 * stands here; the Weierstrass model, Montgomery constants, tables and test expectations follow from it.
 *
 * Sources: Masson, Sanso, Zhang, "Bandersnatch: a fast elliptic curve built over the BLS12-381 scalar field" (ePrint
 * 2021/1152: p, a, d, order, endomorphism, generator); crate-crypto/go-ipa, banderwagon/ (encoding, subgroup rule) and
 * ipa/config.go (the seed of the commitment basis); Consensys/gnark-crypto, ecc/bls12-381/bandersnatch (b, c, λ).
 * Symbols: p the base field, the scalar field of BLS12-381; a, d the coefficients; ψ the endomorphism of degree 2 with
 * ψ(P) = [λ]P, λ² = −2 mod order: ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)).
 */
import { banderwagonGroup } from './groups/banderwagon.js';

/**
 * The points (x, y) of ax² + y² = 1 + dx²y² whose order divides 2·order, where (x, y) and (−x, −y), which differ by
 * (0, −1), are the same element.
 */
export const banderwagon = {
  ...banderwagonGroup,
  /** p = z⁴ − z² + 1 with z = −seed, the seed of BLS12-381: short powers. */
  seed: 0xd201000000010000n,
  /** Of the curve: its points are Z/2 × Z/2 × Z/order. */
  cofactor: 4n,
  endomorphism: {
    b: 0x52c9f28b828426a561f00d3a63511a882ea712770d9af4d6ee0f014d172510b4n,
    c: 0x6cc624cf865457c3a97c6efd6c17d1078456abcfff36f4e9515c806cdf650b3dn,
    lambda: 0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n,
  },
  /** Big-endian x of the one of (x, y) and (−x, −y) that has the larger y; and two longer forms. */
  encoding: 'banderwagon',
  /** Which of the two stands for both. */
  rootSign: 'larger',
};
