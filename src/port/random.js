/** Random numbers of the platform: for weights, blinding factors and tables of hashes. */
import { EnvironmentError } from '../errors.js';

/**
 * Fills a list of integers, of 65536 bytes at most.
 * @template {Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>} Words
 * @param {Words} words
 * @returns {Words} the same
 * @throws {EnvironmentError} the runtime has no crypto.getRandomValues, or it throws
 */
export function fillRandom(words) {
  try {
    globalThis.crypto.getRandomValues(words);
    return words;
  } catch (cause) {
    const { crypto } = /** @type {{ crypto?: { getRandomValues?: unknown } }} */ (globalThis);
    const got = crypto?.getRandomValues ? 'one that throws' : 'one without';
    throw new EnvironmentError(`expected a runtime with crypto.getRandomValues, got ${got}`, {
      cause,
    });
  }
}
