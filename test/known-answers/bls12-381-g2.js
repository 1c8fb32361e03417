/**
 * Facts about G2 of BLS12-381 that do not come from this library, each with its source. Encodings:
 * zcash, hexadecimal.
 */

/**
 * Multiples of the generator.
 * @type {readonly { k: bigint, compressed: string, source: string }[]}
 */
export const multiples = [
  {
    k: 0n,
    compressed:
      'c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000' +
      '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    source: 'zkcrypto/bls12_381 src/tests/g2_compressed_valid_test_vectors.dat, row 0',
  },
  {
    k: 1n,
    compressed:
      '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
      '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
    source: 'zkcrypto/bls12_381 src/tests/g2_compressed_valid_test_vectors.dat, row 1',
  },
  {
    k: 3n,
    compressed:
      '89380275bbc8e5dcea7dc4dd7e0550ff2ac480905396eda55062650f8d251c96eb480673937cc6d9d6a44aaa56ca66dc' +
      '122915c824a0857e2ee414a3dccb23ae691ae54329781315a0c75df1c04d6d7a50a030fc866f09d516020ef82324afae',
    source: 'zkcrypto/bls12_381 src/tests/g2_compressed_valid_test_vectors.dat, row 3',
  },
  {
    k: 980n,
    compressed:
      'a9659e91b35184e45ba64c95a1068d2ec1cfc2955609998a2f072dc577185abc7cdf638496aaad50d1d518be0a152dea' +
      '05c100229b98da68c123a87ff46b050eee9df3b207daea1f5c0542f23f8928219017376c35d7a3cbe922c1ba17a82280',
    source: 'zkcrypto/bls12_381 src/tests/g2_compressed_valid_test_vectors.dat, row 980',
  },
  {
    k: -1n,
    compressed:
      'b3e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
      '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
    source: 'row 1 with the other sign bit',
  },
];

/** A point of the curve outside the group: a random x, checked with @noble/curves 2.4.0. */
export const outside =
  '8567fa2ec14ab81d0a695544ab573bf139505ce4b9e9c319fb873db4211314418e70feeb1c7586e7bd15ff4a11b1b2c3' +
  '0112f583bdc7d6064ceee3d0ede0aec299a99238d0588571b2ad7bc00e9fde038f8fd91fe90652c8af20b7cea12bc4ca';

/**
 * An x-coordinate without a point; ethereum/bls12-381-tests, deserialization_fails_not_in_curve.
 */
export const notOnCurve =
  '8123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' +
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde0';

/**
 * ψ(x, y) = (factorX·conj(x), factorY·conj(y)), with the curve's seed as its eigenvalue;
 * zkcrypto/bls12_381 src/g2.rs, `psi`: PSI_COEFF_X, PSI_COEFF_Y.
 */
export const endomorphism = {
  lambda: -0xd201000000010000n,
  factorX: {
    c0: 0n,
    c1: 0x1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaadn,
  },
  factorY: {
    c0: 0x135203e60180a68ee2e9c448d77a2cd91c3dedd930b1cf60ef396489f61eb45e304466cf3e67fa0af1ee7b04121bdea2n,
    c1: 0x06af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09n,
  },
};
