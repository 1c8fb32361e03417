/**
 * BN254 (alt_bn128; bn128 in snarkjs, bn256 in go-ethereum), the curve of Ethereum's first pairing
 * precompiles and of most Groth16 proofs. A prime of 254 bits gives about 100 bits of security.
 *
 * Sources: EIP-196 and EIP-197 (primes, coefficients, generators); Barreto, Naehrig, ePrint
 * 2005/133 (the polynomials); El Housni, Guillevic, Piellard, "Co-factor clearing and subgroup
 * membership testing on pairing-friendly curves" (ePrint 2022/352, ψ on G2). Symbols: x the seed, p
 * the base field, r the group order, t = 6x² + 1 the trace; φ and ψ as in src/curves/bls12-381.js.
 */
const x = 4965661367192848881n;
const p = 36n * x ** 4n + 36n * x ** 3n + 24n * x ** 2n + 6n * x + 1n;
const r = 36n * x ** 4n + 36n * x ** 3n + 18n * x ** 2n + 6n * x + 1n;

/** G1: y² = x³ + 3 over the prime field of order p, all of it. */
export const bn254G1 = {
  name: 'bn254-g1',
  entry: { path: 'bn254', creator: 'createBn254', member: 'G1' },
  p,
  order: r,
  scalarGenerator: 5n,
  generator: { x: 1n, y: 2n },
  a: 0n,
  b: 3n,
  cofactor: 1n,
  endomorphism: {
    /** A cube root of unity; the other one belongs to −λ − 1. */
    beta: 18n * x ** 3n + 18n * x ** 2n + 9n * x + 1n,
    lambda: 36n * x ** 3n + 18n * x ** 2n + 6n * x + 1n,
  },
  subgroupCheck: null,
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: false,
    subgroupSums: false,
    polynomials: true,
    chains: ['limbs30', 'wide64'],
  },
};

/** 1/82 modulo p: 82 divides 27p + 1. */
const inverse = (27n * p + 1n) / 82n;

/** 1/ξ for ξ = 9 + u: (9 − u)/82. */
const twist = { c0: (9n * inverse) % p, c1: p - inverse };

/**
 * G2: y² = x³ + 3/ξ over Fp² = Fp[u]/(u² + 1), a twist of type D: G1's coefficient is divided by ξ.
 */
export const bn254G2 = {
  name: 'bn254-g2',
  entry: { path: 'bn254', creator: 'createBn254', member: 'G2' },
  p,
  extension: { nonResidue: -1n },
  order: r,
  scalarGenerator: 5n,
  generator: {
    x: {
      c0: 0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6edn,
      c1: 0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2n,
    },
    y: {
      c0: 0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daan,
      c1: 0x90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975bn,
    },
  },
  a: { c0: 0n, c1: 0n },
  b: { c0: (3n * twist.c0) % p, c1: (3n * twist.c1) % p },
  cofactor: 2n * p - r,
  /**
   * `twist`: what G1's coefficient is multiplied by, here 1/ξ. ψ's eigenvalue is t − 1,
   * which is p mod r.
   */
  endomorphism: { twist, lambda: 6n * x ** 2n },
  /**
   * A curve point P is in the group of order r exactly when ψ(P) = [t − 1]P. If it holds, then
   * ψ² − tψ + p = 0, which holds on the whole twist, says that
   * [(t − 1)² − t(t − 1) + p]P = [p + 1 − t]P is infinity, and p + 1 − t is the order of G1's
   * curve, which is r.
   */
  subgroupCheck: { kind: 'eigenvalue', seed: 6n * x ** 2n },
  /** As src/curves/bls12-381.js has it, of another family and the other type of twist. */
  pairing: { family: 'bn', seed: x, xi: { c0: 9n, c1: 1n }, twist: 'D' },
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: true,
    polynomials: false,
    chains: ['limbs30', 'wide64'],
  },
};
