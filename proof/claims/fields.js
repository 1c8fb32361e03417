/** The primes, from public sources, and how elements of their fields stand in memory. */
import { bigEndian, bytes, limbs, pair, signedDigits } from '../kernel/layouts.js';

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
 * @import { Layout } from '../kernel/layouts.js'
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

const SMALL_381 = limbs({ w: 30, n: 13, word: 4, bytes: 52 });
const SMALL_256 = limbs({ w: 29, n: 9, word: 4, bytes: 36 });
const SMALL_FMA = limbs({ w: 30, n: 9, word: 4, bytes: 36 });

/**
 * Numbers below 2p, in Montgomery's form, with R of the size of all digits.
 * @param {string} name
 * @param {bigint} p
 * @param {boolean} isWide
 * @param {{ R?: bigint, most?: bigint }} others
 * @returns {Field}
 */
function unsigned(name, p, isWide, { R, most = 2n * p - 1n }) {
  const isLong = p >> 256n > 0n;
  const [small, slot, words] = isLong ? [SMALL_381, 64, 6] : [SMALL_256, 48, 4];
  const layout = isWide ? bytes(words) : small;
  const bits = BigInt(isWide ? 64 * words : isLong ? 30 * 13 : 29 * 9);
  return {
    ...{ name, p, R: R ?? 2n ** bits, most, w: 0, n: 0, small },
    ...{ layout, slot, extension: pair(layout, slot), bytes: bytes(words), reversed: bigEndian(4) },
  };
}

/**
 * n signed digits of w bits: two elements side by side, a lane each; or both coefficients of one.
 * @param {string} name which begins with w×n @param {bigint} p @param {bigint} [R]
 * @returns {Field}
 */
function fma(name, p, R) {
  const [w, n] = name.split(/[× ]/).map(Number);
  const isLong = p >> 256n > 0n;
  return {
    ...{ name: `fma ${name}`, p, R: R ?? 2n ** BigInt(w * n), w, n, most: 0n, slot: 16 * n },
    ...{ bytes: bytes(isLong ? 6 : 4), reversed: bigEndian(4) },
    small: isLong ? SMALL_381 : SMALL_FMA,
    layout: signedDigits({ w, n, stride: 16, lanes: 2 }),
    extension: signedDigits({ w, n, stride: 16, lanes: 2, kind: 'quadratic' }),
  };
}

/**
 * The fields of kernels. `wide`: the largest number of wide64, if it is not 2p − 1.
 * @param {string} name
 * @param {bigint} p
 * @param {string} digits of fma
 * @param {{ R?: bigint, wide?: bigint }} [more]
 */
const fields = (name, p, digits, more = {}) => ({
  limbs30: unsigned(`limbs30 ${name}`, p, false, { R: more.R }),
  wide64: unsigned(`wide64 ${name}`, p, true, { most: more.wide, R: more.R }),
  fma: fma(digits, p, more.R),
});

export const F381 = fields('381', P381, '49×8');
export const F254 = fields('254', P254, '48×6');
export const F255 = fields('255', P255, '52×5', { wide: P255 + (P255 >> 4n) - 1n });
export const F256 = fields('256', P256, '52×5 fold', { R: 1n, wide: 2n ** 256n - 1n });
export const PALLAS_FIELD = fields('Pallas', PALLAS, '52×5 Pallas');
export const VESTA_FIELD = fields('Vesta', VESTA, '52×5 Vesta');
export const R254_FIELD = fields('r254', R254, '52×5');
export const N256_FIELD = fields('n256', N256, '52×5');
/** Where products in Fp² are not of coefficients in lanes. */
export const F381_LONG = { ...F381, fma: fma('51×8', P381) };
export const F254_LONG = { ...F254, fma: fma('52×5', P254) };
/** Where lanes are coefficients in Fp², always. */
export const F381_COMPLEX = { ...F381, fma: { ...F381.fma, isComplex: true } };
