/**
 * The Fiat–Shamir transcript of Verkle proofs: challenges are hashes of everything both sides know
 * so far. Source: go-ipa, common/transcript.go. Labels are hashed without length prefixes, so their
 * order and spelling are part of the protocol.
 */
import { SCALAR_BYTES, fromBytesLE, toBytesLE } from '../../../math/integers.js';
import { toUtf8 } from '../../../math/text.js';
import { absorb, sha256 } from '../../sha256.js';

/** The transcript of one protocol run. */
export class Transcript {
  #order;
  /** @type {Uint8Array[]} since the last challenge */
  #parts = [];
  /** After the parts hashed early. @type {import('../../sha256.js').Midstate | undefined} */
  #midstate;
  /** Labels as bytes: of a long claim, the same ones 10^5 times. @type {Map<string, Uint8Array>} */
  #labels = new Map();

  /**
   * @param {string} label of the protocol
   * @param {bigint} order of the group
   */
  constructor(label, order) {
    this.#order = order;
    this.separate(label);
  }

  /**
   * Begins a protocol inside the protocol.
   * @param {string} label
   */
  separate(label) {
    let bytes = this.#labels.get(label);
    if (!bytes) this.#labels.set(label, (bytes = toUtf8(label)));
    this.#parts.push(bytes);
  }

  /**
   * @param {string} label
   * @param {bigint} scalar below the order; as 32 bytes, little-endian
   */
  appendScalar(label, scalar) {
    this.separate(label);
    this.#parts.push(toBytesLE(scalar, SCALAR_BYTES));
  }

  /**
   * @param {string} label
   * @param {Uint8Array} encoding 32 bytes, compressed
   */
  appendPoint(label, encoding) {
    this.separate(label);
    this.#parts.push(encoding);
  }

  /** Hashes what was appended so far, so that a challenge over much of it takes several steps. */
  absorb() {
    const { midstate, left } = absorb(this.#parts, this.#midstate);
    this.#midstate = midstate;
    this.#parts = [left];
  }

  /**
   * Draws a challenge: SHA-256 of all parts since the last one, little-endian, modulo the order.
   * The challenge opens the next segment of the transcript.
   * @param {string} label
   * @returns {bigint}
   */
  challenge(label) {
    this.separate(label);
    const challenge = fromBytesLE(sha256(this.#parts, this.#midstate)) % this.#order;
    this.#parts = [];
    this.#midstate = undefined;
    this.appendScalar(label, challenge);
    return challenge;
  }
}
