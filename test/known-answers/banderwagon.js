/**
 * Facts about Banderwagon that do not come from this library, each with its source. Encodings: 32
 * bytes, big-endian, hexadecimal.
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

/**
 * The eigenvalue of the endomorphism, a root of −2; Consensys/gnark-crypto,
 * ecc/bls12-381/bandersnatch/curve.go.
 */
export const lambda = 0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n;

/**
 * x/y of the generator modulo the order, little-endian; crate-crypto/rust-verkle,
 * banderwagon/src/element.rs.
 */
export const generatorToScalar = 'd1e7de2aaea9603d5bc6c208d319596376556ecd8336671ba7670c2139772d14';

/**
 * The basis of commitments; crate-crypto/go-ipa, ipa/ipa_test.go, and crate-crypto/rust-verkle,
 * ipa-multipoint/src/crs.rs.
 */
export const basis = {
  first: '01587ad1336675eb912550ec2a28eb8923b824b490dd2ba82e48f14590a298a0',
  last: '3de2be346b539395b0c0de56a5ccca54a317f1b5c80107b0802af9a62276a4d8',
  /** Of all 256 encodings back to back. */
  sha256: '1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb',
};

/** On the curve, not in the group; crate-crypto/go-ipa, banderwagon/element_test.go. */
export const outside = '280e608d5bbbe84b16aac62aa450e8921840ea563f1c9c266e0240d89cbe6a78';

/**
 * A multiproof: two polynomials by their values at 0 … 255, opened at 0; crate-crypto/go-ipa,
 * multiproof_test.go (TestMultiProofConsistency), and crate-crypto/rust-verkle,
 * ipa-multipoint/src/multiproof.rs. Its parts: D, L, R and the scalar.
 */
export const multiproof = {
  label: 'test',
  polynomials: [
    (/** @type {number} */ i) => (i % 32) + 1,
    (/** @type {number} */ i) => 32 - (i % 32),
  ],
  index: 0,
  values: [1n, 32n],
  proof: [
    '4f53588244efaf07a370ee3f9c467f933eed360d4fbf7a19dfc8bc49b67df471',
    '1bf1d0a720717cd6a8c75f1a668cb7cbdd63b48c676b89a7aee4298e71bd7f40',
    '13d7657146aa9736817da47051ed6a45fc7b5a61d00eb23e5df82a7f285cc10e',
    '67d444e91618465ca68d8ae4f2c916d1942201b7e2aae491ef0f809867d00e83',
    '468fb7f9af9b42ede76c1e90d89dd789ff22eb09e8b1d062d8a58b6f88b3cbe8',
    '0136fc68331178cd45a1df9496ded092d976911b5244b85bc3de41e844ec1942',
    '56b39aeee4ea55538a36139211e9910ad6b7a74e75d45b869d0a67aa4bf60093',
    '0a5f760dfb8e4df9938d1f47b743d71c78ba8585e3b80aba26d24b1f50b36fa1',
    '458e79d54c05f58049245392bc3e2b5c5f9a1b99d43ed112ca82b201fb143d40',
    '1741713188e47f1d6682b0bf496a5d4182836121efff0fd3b030fc6bfb5e21d6',
    '314a200963fe75cb856d444a813426b2084dfdc49dca2e649cb9da8bcb47859a',
    '4c629e97898e3547c591e39764110a224150d579c33fb74fa5eb96427036899c',
    '04154feab5344873d36a53a5baefd78c132be419f3f3a8dd8f60f72eb78dd5f4',
    '3c53226f5ceb68947da3e19a750d760fb31fa8d4c7f53bfef11c4b89158aa56b',
    '1f4395430e16a3128f88e234ce1df7ef865f2d2c4975e8c82225f578310c31fd',
    '41d265fd530cbfa2b8895b228a510b806c31dff3b1fa5c08bffad443d567ed0e',
    '628febdd22775776e0cc9cebcaea9c6df9279a5d91dd0ee5e7a0434e989a1600',
    '05321c97026cb559f71db23360105460d959bcdf74bee22c4ad8805a1d497507',
  ].join(''),
};

/**
 * A multiproof of one opening, for verification; jsign/verkle-test-vectors,
 * crypto/011_range_proof_verification.json.
 */
export const opening = {
  label: 'multiproof',
  commitment: '5532395cf72b9d6b2252d968cf7fd8923262d3d17fce836a93144a1dc1b59e31',
  index: 8,
  value: 9n,
  proof: [
    '61f191c5ad8217b10318ad49f6c43b08a78f4f2788738b5c0fe11eac18788686',
    '67750c4fecfbf562628deed76a86982a5bbc3884b92017f71352e976fc572450',
    '2513b175a9d55787d58a18e8d21b3f7f7f41f7a0773bf81c957377c5a1de2616',
    '35d11fe5ff83e8cca5d15aec75683fa1140755066b3972e0d9145e18a4bca26d',
    '3490dd54ae955df0caa17e93a788a42cb653ecb5a04c766328c457fe473e5365',
    '362dfff36827ced93127cd489364e6884dfc8a8f9ce9e15e27de49ac0827c00e',
    '6999c18d4b6966951eec028dc8d74b9a0057e51e97535cd43368f714b2c284c2',
    '2c3ee5fc99d2ea22115444e0ee543283fbab1e6da03bc3ec7fe1a3dc4cd05d5c',
    '515cf783163a9a9ede3878d8f21187cbd2935b75893a2e5611a47ba11b5c69a4',
    '17c24319b7ccbe43c71c12db43400816b22c749b48d5df0e9fd599801aa51527',
    '7039062d9987d6ad2e91f96fd261b5f6bf6abf1e1905eb414ad91d17a2348097',
    '50646e029b2e3ead9c22bd859fb9087ee77d37f3db6663136e81ef971782b99f',
    '30a05daa505542ce074b9ba1772b41b3c789a454f726455b95b8fb21af14e4da',
    '1262a48536037c0f7b8e9320f83d4cf144b22329e463ceaaf234c51f469965c5',
    '4463f51dbce440583deca338451b981e9f4534da4e4f417a5844d71be57fa897',
    '48440255d9a76a2350cde4f454a8325d348522e81649e9980a204a2435ad0de5',
    '566ed7afd2aa250bf5ee0dc56e416a6a84876d979aa52753d9eec97137482113',
    'c9e5e42ee6365896f671e6932b1e5bf66b70001f1fef440d730a2844071b8b14',
  ].join(''),
};

/**
 * A challenge after nothing; crate-crypto/go-ipa, common/transcript_test.go
 * (TestVector1). Little-endian.
 */
export const challenge = {
  label: 'simple_protocol',
  name: 'simple_challenge',
  value: 'c2aa02607cbdf5595f00ee0dd94a2bbff0bed6a2bf8452ada9011eadb538d003',
};
