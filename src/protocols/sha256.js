/**
 * SHA-256 (FIPS 180-4), synchronous, and the tagged hashes of BIP-340 with their midstate.
 * crypto.subtle is asynchronous and absent outside secure contexts.
 */

/**
 * The first 32 bits of the fractional parts of the roots of the first primes. Of these roots, below 18, a double has 48 bits
 * behind the point.
 * @param {number} count
 * @param {(x: number) => number} root
 */
function fractions(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return Uint32Array.from(primes, (p) => (root(p) % 1) * 2 ** 32);
}

/** Constants of the rounds, and the initial state: made at the first use. @type {{ K: Uint32Array, initial: Uint32Array }} */
let constants;
const getConstants = () =>
  (constants ??= { K: fractions(64, Math.cbrt), initial: fractions(8, Math.sqrt) });

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

/**
 * The digest of the parts, one after the other.
 * @param {readonly Uint8Array[]} parts
 * @param {Midstate} [midstate] what was hashed before them
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(parts, { state, bytes } = { state: getConstants().initial, bytes: 0 }) {
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
  const state = Uint32Array.from(getConstants().initial);
  compress(state, new DataView(block.buffer), 0);
  return { state, bytes: BLOCK_BYTES };
}

/**
 * @param {Uint32Array} state
 * @param {DataView} view
 * @param {number} at of the block
 */
function compress(state, view, at) {
  const { K } = getConstants();
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
