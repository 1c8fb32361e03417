/**
 * Groth16 with the files, the JSON and the names of snarkjs.
 */
import { curveOf } from './curve.js';
import { Groth16VerifyingKey, readVerifyingKey } from './verifying-key.js';

/** @import { PairingContext } from '../pairing/pairing.js' */
/** @import { VerificationKey } from './json.js' */
/** @import { Curve } from './curve.js' */

/** Groth16 over the curve of an instance. */
export class Groth16 {
  /** @type {Curve} */
  #curve;

  /**
   * Internal: see `groth16` of an instance.
   * @param {PairingContext} pairing
   * @param {string} name of the curve in JSON
   */
  constructor(pairing, name) {
    this.#curve = curveOf(pairing, name);
  }

  /**
   * Reads a verification key, and checks its points: a few milliseconds. It holds no memory that
   * must be freed.
   * @param {string | VerificationKey} json the text of verification_key.json, or what it says
   * @returns {Groth16VerifyingKey}
   * @throws {InputError} no key of Groth16 over this curve, γ or δ at infinity, or a disposed
   *   instance
   * @throws {PointError} a point off its curve or outside of its group
   */
  verifyingKey(json) {
    this.#curve.g1.lifetime.check();
    return new Groth16VerifyingKey(this.#curve, readVerifyingKey(json, this.#curve));
  }
}
