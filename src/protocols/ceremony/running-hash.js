/** BLAKE2b-512 of a message that comes in parts. */

/** @import { Blake2b, Midstate } from '../../port/engine.js' */

/** Bytes hashed in a step: a millisecond or two. */
const STEP = 2 ** 19;

/** A message on its way. */
export class RunningHash {
  #hash;
  #midstate;
  #left;

  /**
   * @param {Blake2b} hash
   * @param {Midstate} [midstate] after the bytes before these
   * @param {Uint8Array} [left] the first bytes
   */
  constructor(hash, midstate, left = new Uint8Array()) {
    this.#hash = hash;
    this.#midstate = midstate;
    this.#left = left;
  }

  /** @param {...Uint8Array} parts @returns {this} */
  update(...parts) {
    const { midstate, left } = this.#hash.absorb([this.#left, ...parts], this.#midstate);
    this.#midstate = midstate;
    this.#left = left;
    return this;
  }

  /**
   * @param {Uint8Array} bytes any number
   * @returns {Generator<undefined, void, void>}
   */
  *takeSteps(bytes) {
    for (let at = 0; at < bytes.length; at += STEP) {
      this.update(bytes.subarray(at, at + STEP));
      yield;
    }
  }

  /** @returns {RunningHash} which goes on alone */
  copy() {
    return new RunningHash(this.#hash, this.#midstate, this.#left);
  }

  /** @returns {Uint8Array} 64 bytes; the message may go on */
  digest() {
    return this.#hash.digest([this.#left], this.#midstate);
  }
}
