/**
 * SHA-256 (FIPS 180-4), synchronous, and the tagged hashes of BIP-340 with their midstate.
 * crypto.subtle is asynchronous and absent outside secure contexts.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** The same of the square roots of the first eight: the initial state. */
const INITIAL = new Uint32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Bytes of the length at the end of the last block. */
const LENGTH_BYTES = 8;

/** The message schedule of the block at hand. */
const W = new Int32Array(64);

/**
 * A state after some whole blocks.
 * @typedef {{ readonly state: Uint32Array, readonly bytes: number }} Midstate
 */

/** @type {Midstate} */
const START = { state: INITIAL, bytes: 0 };

/**
 * The digest of the parts, one after the other.
 * @param {readonly Uint8Array[]} parts
 * @param {Midstate} [midstate] what was hashed before them
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(parts, { state, bytes } = START) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = Math.ceil((length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  const message = new Uint8Array(padded);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  message[length] = 0x80;
  const view = new DataView(message.buffer);
  const total = bytes + length;
  // The length in bits, as two words: 2^53 bytes have more than 2^32 bits.
  view.setUint32(padded - 8, Math.floor(total / 2 ** 29));
  view.setUint32(padded - 4, (total << 3) >>> 0);
  const working = Uint32Array.from(state);
  for (let block = 0; block < padded; block += BLOCK_BYTES) compress(working, view, block);
  const digest = new Uint8Array(DIGEST_BYTES);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < working.length; i++) out.setUint32(4 * i, working[i]);
  return digest;
}

/**
 * The midstate of BIP-340's hash_tag: after SHA256(tag) ‖ SHA256(tag), one block.
 * @param {string} tag
 * @returns {Midstate}
 */
export function taggedMidstate(tag) {
  const hash = sha256([new TextEncoder().encode(tag)]);
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(hash);
  block.set(hash, DIGEST_BYTES);
  const state = Uint32Array.from(INITIAL);
  compress(state, new DataView(block.buffer), 0);
  return { state, bytes: BLOCK_BYTES };
}

/**
 * @param {Uint32Array} state
 * @param {DataView} view
 * @param {number} at of the block
 */
function compress(state, view, at) {
  for (let t = 0; t < 16; t++) W[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [x, y] = [W[t - 15], W[t - 2]];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[t] = (s1 + W[t - 7] + s0 + W[t - 16]) | 0;
  }
  let [a, b, c, d] = [state[0] | 0, state[1] | 0, state[2] | 0, state[3] | 0];
  let [e, f, g, h] = [state[4] | 0, state[5] | 0, state[6] | 0, state[7] | 0];
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
