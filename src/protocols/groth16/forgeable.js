/**
 * Keys with which anyone can prove anything. A proof (A, B, C) of the signals s satisfies
 *
 *     e(A, B) = e(α, β)·e(Σ s_i·IC_i, γ)·e(C, δ)
 *
 * where contributors to the second phase of a ceremony have multiplied δ by their secrets. If two
 * of the points of G2 are equal or opposite, the equation has solutions for all signals: for δ = ±γ
 * A = α, B = β, C = ∓Σ s_i·IC_i; for γ = ±β A = α ± Σ s_i·IC_i, B = β, C = 0. A key that snarkjs
 * has written and to which nobody has contributed has γ = δ = the generator. Contracts with such
 * keys were drained.
 *
 * A key shows nothing else of its setup: not whether its contributors were honest, nor whether it
 * belongs to the circuit that it is said to belong to (SECURITY.md).
 */
import { InputError } from '../../errors.js';
import { sameBytes } from '../../input/bytes.js';

/** @import { Curve } from './curve.js' */

/**
 * A point of G2: its letter, and its canonical bytes.
 * @typedef {readonly [letter: 'β' | 'γ' | 'δ', point: Uint8Array]} NamedPoint
 */

/**
 * Refuses a key whose points of G2 show that nobody has contributed to it.
 * @param {readonly NamedPoint[]} points β, γ and δ
 * @param {string} where the key, for the message
 * @param {Curve} curve
 * @throws {InputError} two of the points are equal or opposite, or δ is the generator or opposite
 *   to it
 */
export function refuseForgeable(points, where, { g2, fieldBytes }) {
  // A coordinate of G2 has two coefficients. Points are equal or opposite if their x are equal.
  const xOf = (/** @type {Uint8Array} */ point) => point.subarray(0, 2 * fieldBytes);
  const generator = g2.field.toBytes(g2.config.generator.x);
  points.forEach(([letter, point], i) => {
    const other = points.find(([, own], j) => j < i && sameBytes(xOf(own), xOf(point)))?.[0];
    const isGenerator = letter === 'δ' && sameBytes(xOf(point), generator);
    if (!other && !isGenerator) return;
    throw new InputError(
      `${where}: expected the key of a ceremony with a contribution to phase 2, got one with ` +
        `${letter} = ±${other ?? 'the generator'}, by which anybody can forge proofs; ` +
        'for tests of circuits, { insecure: true } takes it',
    );
  });
}
