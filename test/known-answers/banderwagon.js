/**
 * Facts about Banderwagon that do not come from this library, each with its source. Encodings: 32 bytes, big-endian,
 * hexadecimal.
 */

/**
 * Multiples of the generator.
 * @type {readonly { k: bigint, compressed: string, source: string }[]}
 */
export const multiples = [
  {
    k: 0n,
    compressed: '00'.repeat(32),
    source: 'crate-crypto/go-ipa, banderwagon/element.go: the identity',
  },
  {
    k: 1n,
    compressed: '4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9',
    source:
      'crate-crypto/go-ipa, banderwagon/element_test.go: the first of the doublings of the generator',
  },
];

/** The prime of the field, which is the order of BLS12-381; ePrint 2021/1152, section 2. */
export const prime = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/** The order of the group; ePrint 2021/1152, section 2. */
export const order = 13108968793781547619861935127046491459309155893440570251786403306729687672801n;

/** The generator, in affine coordinates; ePrint 2021/1152, section 2, and crate-crypto/go-ipa. */
export const generator = {
  x: 0x29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18n,
  y: 0x2a6c669eda123e0f157d8b50badcd586358cad81eee464605e3167b6cc974166n,
};

/** d, as the quotient that the paper gives; ePrint 2021/1152, section 2. */
export const d = {
  numerator: 138827208126141220649022263972958607803n,
  denominator: 171449701953573178309673572579671231137n,
};

/** The eigenvalue of the endomorphism, a root of −2; Consensys/gnark-crypto, ecc/bls12-381/bandersnatch/curve.go. */
export const lambda = 0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n;

/** x/y of the generator modulo the order, little-endian; crate-crypto/rust-verkle, banderwagon/src/element.rs. */
export const generatorToScalar = 'd1e7de2aaea9603d5bc6c208d319596376556ecd8336671ba7670c2139772d14';

/** The basis of commitments; crate-crypto/go-ipa, ipa/ipa_test.go, and crate-crypto/rust-verkle, ipa-multipoint/src/crs.rs. */
export const basis = {
  first: '01587ad1336675eb912550ec2a28eb8923b824b490dd2ba82e48f14590a298a0',
  last: '3de2be346b539395b0c0de56a5ccca54a317f1b5c80107b0802af9a62276a4d8',
  /** Of all 256 encodings back to back. */
  sha256: '1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb',
};

/** On the curve, not in the group; crate-crypto/go-ipa, banderwagon/element_test.go. */
export const outside = '280e608d5bbbe84b16aac62aa450e8921840ea563f1c9c266e0240d89cbe6a78';
