/**
 * Pallas and Vesta, the cycle of curves of Halo 2: each one's group has the order that is the prime
 * of the other one's coordinates. p − 1 and q − 1 are divisible by 2³²: for transforms in both
 * scalar fields, at the price of square roots that are no power.
 *
 * Sources: zcash/pasta (p, q, b, generators); zcash/pasta_curves, src/fields/fp.rs and fq.rs (the
 * cube roots of unity, the generator 5 of both fields) and src/curves.rs (endomorphisms, encoding).
 * Symbols: φ(x, y) = (βx, y), of a cube root of unity β, is multiplication by a cube root of unity
 * λ modulo the order. What is β for one curve is λ for the other.
 */
const p = 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n;
const q = 0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001n;
/** Of order 3 modulo p, modulo q. */
const zetaP = 0x12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9n;
const zetaQ = 0x06819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4fn;

/** The part that both have: y² = x³ + 5, and what follows from the form of the primes. */
const common = {
  scalarGenerator: 5n,
  a: 0n,
  b: 5n,
  cofactor: 1n,
  subgroupCheck: null,
  rootSign: 'odd',
  traits: {
    signatures: false,
    subgroup: false,
    subgroupSums: false,
    polynomials: true,
    chains: ['limbs30', 'wide64'],
  },
};

/** The curve over the field of order p, with q points. */
export const pallas = {
  ...common,
  name: 'pallas',
  entry: { path: 'pasta', creator: 'createPasta', member: 'pallas' },
  p,
  order: q,
  generator: { x: p - 1n, y: 2n },
  endomorphism: { beta: zetaP, lambda: zetaQ },
};

/** The curve over the field of order q, with p points. */
export const vesta = {
  ...common,
  name: 'vesta',
  entry: { path: 'pasta', creator: 'createPasta', member: 'vesta' },
  p: q,
  order: p,
  generator: { x: q - 1n, y: 2n },
  endomorphism: { beta: zetaQ, lambda: zetaP },
};
