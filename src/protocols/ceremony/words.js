/**
 * Numbers from a hash, as snarkjs draws them: words of 32 bits of ChaCha20 (RFC 8439, with a
 * counter that begins at 0, and a nonce of zeros), whose key is the beginning of the hash.
 */
import { wordBytes } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { viewOf } from '../groth16/sections.js';

/** "expand 32-byte k". */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** Words of the key, and of a block. */
const [KEY, BLOCK] = [8, 16];

/** Word 12 of the state counts blocks. */
const COUNTER = 12;

/** @type {(x: number, n: number) => number} */
const rotated = (x, n) => (x << n) | (x >>> (32 - n));

/** @type {(x: Int32Array, a: number, b: number, c: number, d: number) => void} */
function quarterRound(x, a, b, c, d) {
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 7);
}

/** A sequence of words. */
export class Words {
  #state;
  #block = new Int32Array(BLOCK);
  #used = BLOCK;

  /** @param {Uint8Array} hash 32 bytes or more: the key, as big-endian words */
  constructor(hash) {
    const view = viewOf(hash);
    const key = Array.from({ length: KEY }, (_, i) => view.getUint32(4 * i));
    this.#state = Int32Array.from([...CONSTANTS, ...key, 0, 0, 0, 0]);
  }

  /** @returns {number} 32 bits */
  next() {
    if (this.#used === BLOCK) this.#fill();
    return this.#block[this.#used++] >>> 0;
  }

  #fill() {
    const x = this.#block;
    x.set(this.#state);
    for (let i = 0; i < 10; i++) {
      for (let j = 0; j < 4; j++) quarterRound(x, j, 4 + j, 8 + j, 12 + j);
      for (let j = 0; j < 4; j++) {
        quarterRound(x, j, 4 + ((j + 1) & 3), 8 + ((j + 2) & 3), 12 + ((j + 3) & 3));
      }
    }
    for (let i = 0; i < BLOCK; i++) x[i] += this.#state[i];
    this.#state[COUNTER]++;
    this.#used = 0;
  }

  /**
   * A number below a prime. What is drawn, as words of 64 bits, the upper half of each first, is
   * its Montgomery form; what is too large is drawn again.
   * @param {bigint} prime
   * @returns {bigint}
   */
  number(prime) {
    const words = wordBytes(prime) / 8;
    const bits = prime.toString(2).length;
    const factor = invert(1n << BigInt(64 * words), prime);
    for (;;) {
      let drawn = 0n;
      for (let i = 0; i < words; i++) {
        const [high, low] = [BigInt(this.next()), BigInt(this.next())];
        drawn |= ((high << 32n) | low) << BigInt(64 * i);
      }
      drawn = BigInt.asUintN(bits, drawn);
      if (drawn < prime) return (drawn * factor) % prime;
    }
  }
}
