/**
 * SHA-256 (FIPS 180-4), synchronous, and the tagged hashes of BIP-340 with their midstate.
 * crypto.subtle is asynchronous and absent outside secure contexts.
 */
import { toUtf8 } from '../math/text.js';

/**
 * The first 32 bits of the fractional parts of the roots of the first primes. The roots are below
 * 18, so a double holds 48 fractional bits.
 * @param {number} count
 * @param {(x: number) => number} root
 */
function fractions(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return Int32Array.from(primes, (p) => (root(p) % 1) * 2 ** 32);
}

/** Round constants and initial state, filled on first use. */
const K = new Int32Array(64);
const initial = new Int32Array(8);

/** The state before the first block. */
function start() {
  if (K[0] === 0) {
    K.set(fractions(64, Math.cbrt));
    initial.set(fractions(8, Math.sqrt));
  }
  return { state: initial, bytes: 0 };
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Bytes of the length field at the end of the last block. */
const LENGTH_BYTES = 8;

/** The message schedule of the block at hand. */
const W = new Int32Array(64);

/** The state and the last, unfinished block of the message at hand. */
const working = new Int32Array(8);
const rest = new Uint8Array(BLOCK_BYTES);

/**
 * The state after a whole number of blocks.
 * @typedef {{ readonly state: Int32Array, readonly bytes: number }} Midstate
 */

/**
 * Hashes the concatenation of the parts.
 * @param {readonly Uint8Array[]} parts
 * @param {Midstate} [midstate] the state after the bytes before them
 * @param {Uint8Array} [digest] 32 bytes for the result
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(parts, midstate = start(), digest = new Uint8Array(DIGEST_BYTES)) {
  working.set(midstate.state);
  let total = midstate.bytes;
  let filled = 0;
  for (const part of parts) {
    total += part.length;
    for (let at = 0; at < part.length;) {
      if (filled === 0 && part.length - at >= BLOCK_BYTES) {
        compress(working, part, at);
        at += BLOCK_BYTES;
        continue;
      }
      while (filled < BLOCK_BYTES && at < part.length) rest[filled++] = part[at++];
      if (filled === BLOCK_BYTES) {
        compress(working, rest, 0);
        filled = 0;
      }
    }
  }
  rest[filled++] = 0x80;
  if (filled > BLOCK_BYTES - LENGTH_BYTES) {
    rest.fill(0, filled);
    compress(working, rest, 0);
    filled = 0;
  }
  rest.fill(0, filled);
  // The length in bits, as two words: 2^53 bytes have more than 2^32 bits.
  writeWord(rest, BLOCK_BYTES - 8, Math.floor(total / 2 ** 29));
  writeWord(rest, BLOCK_BYTES - 4, total << 3);
  compress(working, rest, 0);
  for (let i = 0; i < working.length; i++) writeWord(digest, 4 * i, working[i]);
  return digest;
}

/**
 * Hashes the whole blocks of the parts, for messages that are hashed in several steps.
 * @param {readonly Uint8Array[]} parts
 * @param {Midstate} [midstate] the state after the bytes before them
 * @returns {{ midstate: Midstate, left: Uint8Array }} `left`: the last bytes, fewer than 64
 */
export function absorb(parts, midstate = start()) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  const whole = end - (end % BLOCK_BYTES);
  const state = Int32Array.from(midstate.state);
  for (let at = 0; at < whole; at += BLOCK_BYTES) compress(state, bytes, at);
  return { midstate: { state, bytes: midstate.bytes + whole }, left: bytes.slice(whole) };
}

/**
 * The midstate of BIP-340's hash_tag: after SHA256(tag) ‖ SHA256(tag), one block.
 * @type {(tag: string) => Midstate}
 */
export function taggedMidstate(tag) {
  const hash = sha256([toUtf8(tag)]);
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(hash);
  block.set(hash, DIGEST_BYTES);
  const state = Int32Array.from(initial);
  compress(state, block, 0);
  return { state, bytes: BLOCK_BYTES };
}

/** Big-endian. @type {(bytes: Uint8Array, at: number, word: number) => void} */
function writeWord(bytes, at, word) {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

/**
 * The compression function. Uses plain variables: compilers do not always scalarize
 * destructured arrays.
 * @param {Int32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at of the block
 */
function compress(state, bytes, at) {
  for (let t = 0; t < 16; t++, at += 4) {
    W[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let t = 16; t < 64; t++) {
    const x = W[t - 15];
    const y = W[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[t] = (s1 + W[t - 7] + s0 + W[t - 16]) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t++) {
    const S1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + S1 + (g ^ (e & (f ^ g))) + K[t] + W[t]) | 0;
    const S0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (S0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}
