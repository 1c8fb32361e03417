/**
 * Reproducible points and scalars for tests and benchmarks, the same on every backend and machine.
 * Not for secrets: the seed determines everything, including the discrete logarithms of the points.
 *
 * Generator: xoshiro128** (Blackman, Vigna, https://prng.di.unimi.it/xoshiro128starstar.c). Its
 * four state words are two outputs of splitmix32 started at the low 32 bits of the seed, and two of
 * splitmix32 started at (seed >> 32) + stream · 2^24; points are stream 1, scalars stream 2.
 */
import { SCALAR_BYTES, toBytesBE } from '../math/integers.js';
import { allocate } from '../input/bytes.js';

const POINTS = 1;
const SCALARS = 2;

/** d = Σ 2^(12w) · b_w with five digits b_w: an engine adds d·G from five tables of 4096 points. */
const DIGITS = 5;
const DIGIT_BITS = 12;

/**
 * The discrete logarithms of `randomPoints(n, seed)`: point i is d_i · G with d_i = Σ
 * 2^(12w) · b_w for five pseudo-random 12-bit digits b_0 … b_4, each the 12 highest bits of one
 * output. d_i = 0 is rejected.
 * @param {number} n
 * @param {number} seed integer, 0 ≤ seed < 2^53
 * @returns {BigUint64Array} 0 < d_i < 2^60
 */
export function randomDiscreteLogs(n, seed) {
  const next = generator(seed, POINTS);
  const dlogs = new BigUint64Array(allocate(8 * n).buffer);
  for (let i = 0; i < n; i++) {
    while (dlogs[i] === 0n) {
      for (let w = 0; w < DIGITS; w++) {
        const digit = next() >>> (32 - DIGIT_BITS);
        dlogs[i] += BigInt(digit) << BigInt(DIGIT_BITS * w);
      }
    }
  }
  return dlogs;
}

/**
 * n scalars, uniform in [0, order): rejection sampling. Eight outputs form the 32 bytes of a
 * candidate, most significant first, with the bits above the order's length cleared; candidates not
 * below the order are rejected.
 * @param {number} n
 * @param {number} seed integer, 0 ≤ seed < 2^53
 * @param {bigint} order at most 256 bits
 * @returns {Uint8Array<ArrayBuffer>} 32·n bytes, each scalar big-endian
 */
export function randomScalars(n, seed, order) {
  const next = generator(seed, SCALARS);
  const bound = toBytesBE(order, SCALAR_BYTES);
  const top = bound.findIndex((byte) => byte !== 0);
  const mask = 0xff >>> Math.clz32(bound[top] << 24);
  const scalars = allocate(n * SCALAR_BYTES);
  const view = new DataView(scalars.buffer);
  for (let at = 0; at < scalars.length; at += SCALAR_BYTES) {
    do {
      for (let i = 0; i < SCALAR_BYTES; i += 4) view.setUint32(at + i, next());
      scalars.fill(0, at, at + top);
      scalars[at + top] &= mask;
    } while (!isBelow(scalars, at, bound));
  }
  return scalars;
}

/**
 * Whether the big-endian integer at `start` is below the bound.
 * @type {(bytes: Uint8Array, start: number, bound: Uint8Array) => boolean}
 */
function isBelow(bytes, start, bound) {
  for (let i = 0; i < bound.length; i++) {
    if (bytes[start + i] !== bound[i]) return bytes[start + i] < bound[i];
  }
  return false;
}

/**
 * xoshiro128**.
 * @param {number} seed
 * @param {number} stream
 * @returns {() => number} uniform in [0, 2^32)
 */
function generator(seed, stream) {
  const low = splitmix32(seed % 2 ** 32);
  const high = splitmix32(Math.floor(seed / 2 ** 32) + stream * 2 ** 24);
  let [a, b, c, d] = [low(), low(), high(), high()];
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/**
 * The finaliser of MurmurHash3 over a Weyl sequence.
 * @param {number} state
 * @returns {() => number} 32 bits
 */
function splitmix32(state) {
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
}

/**
 * @param {number} word 32 bits
 * @param {number} count 0 < count < 32
 * @returns {number}
 */
function rotateLeft(word, count) {
  return (word << count) | (word >>> (32 - count));
}
