/** The primes, from public sources, and how elements of their fields stand in memory. */
import { bigEndian, bytes, limbs, pair, signedDigits } from './layouts.js';

/** BLS12-381: draft-irtf-cfrg-pairing-friendly-curves, §4.2.1. */
export const P381 = BigInt(
  '0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf' +
    '6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
);
/** Order of BLS12-381 (ibid.), which Bandersnatch is a curve over. */
export const P255 = BigInt('0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001');
/** BN254: EIP-196. */
export const P254 = BigInt('0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47');
/** secp256k1: SEC 2, version 2, §2.4.1. */
export const P256 = 2n ** 256n - 2n ** 32n - 977n;

/** Order of secp256k1 (ibid.). */
export const N256 = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** Order of BN254's groups: EIP-197. */
export const R254 = BigInt('0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001');
const u = 4965661367192848881n;
/**
 * Of the seeds: BLS12-381 (ibid., whose seed is −s), of G1's cofactor s + 1; of BN254 6u², with u
 * of EIP-197's curve.
 */
export const SEEDS = {
  bls: 0xd201000000010000n,
  cofactor: 0xd201000000010001n,
  ...{ u, bn: 6n * u ** 2n },
};
/** Pallas and Vesta: zcash/pasta, README. Each is the order of the other curve. */
export const PALLAS = BigInt('0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001');
export const VESTA = BigInt('0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001');

/**
 * @import { Layout } from './layouts.js'
 *
 * `most`: the largest stored number of a field on unsigned digits, or 0; `w` and `n`: signed digits
 * have w bits, and there are n. `extension`: of elements of Fp², i² = −1. `bytes`: of encodings;
 * `reversed`: of 32 bytes, big-endian.
 * `small`: unsigned digits of 29 or 30 bits, on which it inverts. `isComplex`: points in Fp² have
 * the coefficients of a coordinate in lanes.
 * @typedef {{ name: string, p: bigint, R: bigint, layout: Layout, most: bigint, slot: number,
 *   extension: Layout, bytes: Layout, reversed: Layout, small: Layout, w: number, n: number,
 *   isComplex?: boolean }} Field
 */

/**
 * Numbers below 2p, in Montgomery's form.
 * @param {string} name
 * @param {bigint} p
 * @param {{ R: bigint, layout: Layout, slot: number, bytes: Layout, reversed: Layout,
 *   small: Layout }} form
 * @param {Partial<Field>} [more]
 * @returns {Field}
 */
const unsigned = (name, p, form, more) => ({
  ...{
    name,
    p,
    most: 2n * p - 1n,
    w: 0,
    n: 0,
    extension: pair(form.layout, form.slot),
    ...form,
    ...more,
  },
});

const small381 = limbs({ w: 30, n: 13, word: 4, bytes: 52 });
const small256 = limbs({ w: 29, n: 9, word: 4, bytes: 36 });
const l381 = {
  ...{ R: 2n ** 390n, slot: 64, layout: small381, small: small381 },
  bytes: bytes(6),
  reversed: bigEndian(4),
};
const l256 = {
  ...{ R: 2n ** 261n, slot: 48, layout: small256, small: small256 },
  bytes: bytes(4),
  reversed: bigEndian(4),
};
const w381 = {
  ...{ R: 2n ** 384n, slot: 64, layout: limbs({ w: 64, n: 6, word: 8, bytes: 48 }) },
  ...{ bytes: bytes(6), small: small381, reversed: bigEndian(4) },
};
const w256 = {
  ...{ R: 2n ** 256n, slot: 48, layout: limbs({ w: 64, n: 4, word: 8, bytes: 32 }) },
  ...{ bytes: bytes(4), small: small256, reversed: bigEndian(4) },
};

export const LIMBS30 = {
  381: unsigned('limbs30 381', P381, l381),
  254: unsigned('limbs30 254', P254, l256),
  r254: unsigned('limbs30 r254', R254, l256),
  255: unsigned('limbs30 255', P255, l256),
  pallas: unsigned('limbs30 Pallas', PALLAS, l256),
  vesta: unsigned('limbs30 Vesta', VESTA, l256),
  256: unsigned('limbs30 256', P256, l256, { R: 1n }),
  n256: unsigned('limbs30 n256', N256, l256),
};
export const WIDE64 = {
  381: unsigned('wide64 381', P381, w381),
  254: unsigned('wide64 254', P254, w256),
  255: unsigned('wide64 255', P255, w256, { most: P255 + (P255 >> 4n) - 1n }),
  pallas: unsigned('wide64 Pallas', PALLAS, w256),
  vesta: unsigned('wide64 Vesta', VESTA, w256),
  256: unsigned('wide64 256', P256, w256, { R: 1n, most: 2n ** 256n - 1n }),
};

/**
 * Two elements side by side, a lane each; or the two coefficients of one.
 * @param {string} name @param {bigint} p @param {number} w @param {number} n @param {bigint} [R]
 * @returns {Field}
 */
const signed = (name, p, w, n, R = 2n ** BigInt(w * n)) => ({
  ...{ name: `fma ${name}`, p, R, w, n, most: 0n, slot: 16 * n },
  bytes: bytes(p >> 256n ? 6 : 4),
  reversed: bigEndian(4),
  small: p >> 256n ? small381 : limbs({ w: 30, n: 9, word: 4, bytes: 36 }),
  layout: signedDigits({ w, n, stride: 16, lanes: 2 }),
  extension: signedDigits({ w, n, stride: 16, lanes: 2, kind: 'quadratic' }),
});

export const FMA = {
  381: signed('51×8', P381, 51, 8),
  '381 short': signed('49×8', P381, 49, 8),
  254: signed('52×5', P254, 52, 5),
  '254 short': signed('48×6', P254, 48, 6),
  r254: signed('52×5', R254, 52, 5),
  255: signed('52×5', P255, 52, 5),
  pallas: signed('52×5 Pallas', PALLAS, 52, 5),
  vesta: signed('52×5 Vesta', VESTA, 52, 5),
  256: signed('52×5 fold', P256, 52, 5, 1n),
};
