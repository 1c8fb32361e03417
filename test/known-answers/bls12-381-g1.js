/**
 * Facts about G1 of BLS12-381 that do not come from this library, each with its source. Encodings:
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
      'c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    source: 'zkcrypto/bls12_381 src/notes/serialization.rs: infinity',
  },
  {
    k: 1n,
    compressed:
      '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
    source: 'EIP-2537, H1',
  },
  {
    k: 2n,
    compressed:
      'a572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e',
    source: 'EIP-2537, assets/eip-2537/mul_G1_bls.json: bls_g1mul_(g1+g1=2*g1)',
  },
  {
    k: -1n,
    compressed:
      'b7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
    source: 'ethereum/c-kzg-4844 blob_to_kzg_commitment_case_valid_blob_5',
  },
];

/** The prime of the field, as big-endian bytes; EIP-2537. */
export const prime =
  '1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab';

/** The order of the group; EIP-2537. */
export const order = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/**
 * Points of the curve outside the group, compressed; ethereum/bls12-381-tests has none of small
 * order, so these come from the equation: (0, 2) and (0, −2) are fixed by the endomorphism
 * (x, y) → (βx, y) and have order 3.
 */
export const orderThree = [`80${'00'.repeat(47)}`, `a0${'00'.repeat(47)}`];

/**
 * An x-coordinate without a point, compressed.
 * Source: ethereum/bls12-381-tests, deserialization_fails_not_in_curve.
 */
export const notOnCurve =
  '8123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde0';

/**
 * λ, the eigenvalue of (x, y) → (βx, y) with this β: x² − 1 for the curve's seed x; ePrint
 * 2021/1130, section 6.
 */
export const endomorphism = {
  lambda: 0xac45a4010001a40200000000ffffffffn,
  beta: 0x1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaacn,
};
