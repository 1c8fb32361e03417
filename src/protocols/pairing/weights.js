/** Weights of equations in a batch whose points of G1 are multiplied by them. */
import { SCALAR_BYTES, fromBytesLE, toBytesLE } from '../../math/integers.js';

/** Bytes of the halves of a random coefficient. */
const HALF = 8;

/**
 * a + b·λ for coefficients a + b·2^64. As λ > 2^64 and (λ + 1)·2^64 is below the order, they are as
 * many, and distinct modulo the order: the error stays 2^−128. They cost half as much in G1, where
 * a cheap endomorphism multiplies by λ.
 * @param {Uint8Array} coefficients 32 bytes each, below 2^128
 * @param {bigint} lambda
 * @returns {Uint8Array}
 */
export function spread(coefficients, lambda) {
  const weights = new Uint8Array(coefficients.length);
  for (let at = 0; at < coefficients.length; at += SCALAR_BYTES) {
    const [a, b] = [0, HALF].map((i) => fromBytesLE(coefficients.subarray(at + i, at + i + HALF)));
    weights.set(toBytesLE(a + b * lambda, SCALAR_BYTES), at);
  }
  return weights;
}
