/** Files of snarkjs, written: containers, witnesses, headers of keys. */
import { byteLength, toBytesLE } from '../../../src/math/modular.js';
import { concat } from '../hex.js';

/** @param {number[]} values as 4 bytes little-endian each */
export const words = (...values) => new Uint8Array(new Uint32Array(values).buffer);

/** A prime with its length before it. @param {bigint} prime */
export const prime = (prime) => {
  const size = byteLength(prime);
  return concat(words(size), toBytesLE(prime, size));
};

/**
 * A container.
 * @param {string} letters
 * @param {number} version
 * @param {ReadonlyArray<readonly [id: number, body: Uint8Array]>} sections
 */
export function container(letters, version, sections) {
  const head = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const parts = sections.flatMap(([id, body]) => [words(id, body.length, 0), body]);
  return concat(head, words(version, sections.length), ...parts);
}
