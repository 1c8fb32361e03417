/**
 * Pallas, a curve that the library does not have: p − 1 is divisible by 2³², so that square
 * roots are no power.
 *
 * Source: zcash/pasta (p, order, b, generator), zcash/pasta_curves, src/fields/fp.rs and fq.rs
 * (the cube roots of unity).
 */
const p = 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n;

/** y² = x³ + 5. */
export const pallas = {
  name: 'pallas',
  p,
  order: 0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001n,
  generator: { x: p - 1n, y: 2n },
  a: 0n,
  b: 5n,
  cofactor: 1n,
  endomorphism: {
    beta: 0x12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9n,
    lambda: 0x06819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4fn,
  },
  subgroupCheck: null,
  rootSign: 'odd',
  traits: {
    signatures: true,
    elements: false,
    subgroup: false,
    subgroupSums: false,
    polynomials: false,
    chains: ['limbs30', 'wide64'],
  },
};
