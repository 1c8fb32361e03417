/** The primes, from public sources, and how elements of their fields stand in memory. */
import { limbs, pair, signedDigits } from './layouts.js';

/** BLS12-381: draft-irtf-cfrg-pairing-friendly-curves, §4.2.1. */
export const P381 = BigInt(
  '0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf' +
    '6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
);
/** Order of BLS12-381 (ibid.), which Bandersnatch is a curve over. */
export const P255 = BigInt('0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001');
/** BN254: EIP-196. */
export const P254 = BigInt('0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47');
/** Pallas and Vesta: zcash/pasta, README. Each is the order of the other curve. */
export const PALLAS = BigInt('0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001');
export const VESTA = BigInt('0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001');
/** secp256k1: SEC 2, version 2, §2.4.1. */
export const P256 = 2n ** 256n - 2n ** 32n - 977n;

/**
 * @import { Layout } from './layouts.js'
 * @typedef {object} Field
 * @property {string} name
 * @property {bigint} p
 * @property {bigint} R
 * @property {Layout} layout
 * @property {Layout} [extension] elements of Fp², i² = −1
 */

/**
 * @param {string} name
 * @param {bigint} p
 * @param {bigint} R
 * @param {Layout} layout
 * @param {Layout} [extension]
 * @returns {Field}
 */
const field = (name, p, R, layout, extension) => ({ name, p, R, layout, extension });

const l381 = limbs({ w: 30, n: 13, word: 4, bytes: 52 });
const l256 = limbs({ w: 29, n: 9, word: 4, bytes: 36 });
const w381 = limbs({ w: 64, n: 6, word: 8, bytes: 48 });
const w256 = limbs({ w: 64, n: 4, word: 8, bytes: 32 });

export const LIMBS30_381 = field('limbs30 381', P381, 2n ** 390n, l381, pair(l381, 64));
export const LIMBS30_254 = field('limbs30 254', P254, 2n ** 261n, l256, pair(l256, 48));
export const LIMBS30_255 = field('limbs30 255', P255, 2n ** 261n, l256);
export const LIMBS30_PALLAS = field('limbs30 Pallas', PALLAS, 2n ** 261n, l256);
export const LIMBS30_VESTA = field('limbs30 Vesta', VESTA, 2n ** 261n, l256);
export const LIMBS30_256 = field('limbs30 256', P256, 1n, l256);
export const WIDE64_381 = field('wide64 381', P381, 2n ** 384n, w381, pair(w381, 64));
export const WIDE64_254 = field('wide64 254', P254, 2n ** 256n, w256);
export const WIDE64_255 = field('wide64 255', P255, 2n ** 256n, w256);
export const WIDE64_PALLAS = field('wide64 Pallas', PALLAS, 2n ** 256n, w256);
export const WIDE64_VESTA = field('wide64 Vesta', VESTA, 2n ** 256n, w256);
export const WIDE64_256 = field('wide64 256', P256, 1n, w256);

/** Two elements side by side, a lane each. @param {number} w @param {number} n */
const rows = (w, n) => signedDigits({ w, n, stride: 16, lanes: 2 });
/** The two coefficients of an element of Fp² side by side. @param {number} w @param {number} n */
const complex = (w, n) => signedDigits({ w, n, stride: 16, lanes: 2, kind: 'quadratic' });

export const FMA_381 = field('fma 51×8', P381, 2n ** 408n, rows(51, 8));
export const FMA_381_SHORT = field('fma 49×8', P381, 2n ** 392n, rows(49, 8), complex(49, 8));
export const FMA_254 = field('fma 52×5', P254, 2n ** 260n, rows(52, 5));
export const FMA_254_SHORT = field('fma 48×6', P254, 2n ** 288n, rows(48, 6), complex(48, 6));
export const FMA_255 = field('fma 52×5', P255, 2n ** 260n, rows(52, 5));
export const FMA_PALLAS = field('fma 52×5 Pallas', PALLAS, 2n ** 260n, rows(52, 5));
export const FMA_VESTA = field('fma 52×5 Vesta', VESTA, 2n ** 260n, rows(52, 5));
export const FMA_256 = field('fma 52×5 fold', P256, 1n, rows(52, 5));
