/** Proofs as the arguments of a Solidity verifier. */
import { InputError } from '../../errors.js';
import { hexOf } from '../../input/bytes.js';

/**
 * @param {Uint8Array | null} proof A, B and C, canonical; null for none
 * @param {Uint8Array | null} signals
 * @param {number} fieldBytes
 * @param {number} scalarBytes
 * @returns {string} a, b, c and the signals: arrays of hexadecimal text
 * @throws {InputError} no proof or no signals
 */
export function solidityCall(proof, signals, fieldBytes, scalarBytes) {
  if (!proof) throw new InputError('proof: expected points of numbers below the prime, got others');
  if (!signals) throw new InputError('publicSignals: expected numbers below the order, got others');
  const [ax, ay, bx0, bx1, by0, by1, cx, cy] = numbersOf(proof, fieldBytes);
  const list = (/** @type {readonly string[]} */ items) => `[${items.join(', ')}]`;
  const b = `[${list([bx1, bx0])},${list([by1, by0])}]`;
  return [list([ax, ay]), b, list([cx, cy]), `[${numbersOf(signals, scalarBytes).join(',')}]`].join(
    ',',
  );
}

/**
 * Numbers of 64 digits, as snarkjs writes them; of more where they are longer.
 * @param {Uint8Array} bytes little-endian
 * @param {number} size of each
 */
const numbersOf = (bytes, size) =>
  Array.from({ length: bytes.length / size }, (_, i) => {
    const digits = hexOf(bytes.slice(i * size, (i + 1) * size).reverse());
    return `"0x${digits.replace(/^0+(?=.{64})/, '')}"`;
  });
