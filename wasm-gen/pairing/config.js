/**
 * Parameters of a pairing for its emitters, derived from the config of the curve over Fp².
 *
 * Symbols: x the seed; ξ with Fp¹² = Fp²[w]/(w⁶ − ξ); γ_i = ξ^(i(p−1)/6), so that the p-th power of
 * Σ a_i·w^i is Σ conj(a_i)·γ_i·w^i, and its p²-th power Σ a_i·γ_i·conj(γ_i)·w^i.
 */

import { power, quadraticField } from '../../src/reference/field.js';

/** @import { Pairing } from '../../src/curves/config.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */

/**
 * A curve over Fp² whose config states its pairing.
 * @typedef {{ readonly name: string, readonly entry: { readonly path: string }, readonly p: bigint,
 *   readonly b: any, readonly pairing: Pairing }} PairingCurve
 */

/**
 * @typedef {object} PairingConfig
 * @property {string} name
 * @property {bigint} p
 * @property {bigint} loop |seed|, the length of Miller's loop
 * @property {boolean} isNegative whether the seed is
 * @property {Fp2} xi
 * @property {Fp2} b of the curve over Fp²
 * @property {Fp2[]} gamma
 * @property {Fp2[]} gammaNorm factors of the p²-th power, in Fp
 */

/**
 * The name of its modules.
 * @param {{ readonly entry: { readonly path: string } }} curve
 */
export const pairingName = ({ entry }) => `${entry.path}.pairing`;

/**
 * @param {PairingCurve} curve
 * @returns {PairingConfig}
 */
export function pairingConfig({ entry, p, b, pairing }) {
  const { family, seed, xi, twist } = pairing;
  const name = pairingName({ entry });
  const refuse = (/** @type {string} */ expected, /** @type {unknown} */ got) => {
    throw new RangeError(`${name}: expected ${expected}, got ${got}`);
  };
  if (family !== 'bls12') refuse("the family 'bls12'", family);
  if (twist !== 'M') refuse("the twist 'M'", twist);
  if (p % 6n !== 1n) refuse('p ≡ 1 mod 6', p % 6n);
  const loop = seed < 0n ? -seed : seed;
  if (loop >> 64n !== 0n || loop < 4n) refuse('a seed of 3 to 64 bits', seed);
  const field = quadraticField(p);
  const gamma = Array.from({ length: 6 }, (_, i) => power(field, xi, (BigInt(i) * (p - 1n)) / 6n));
  const gammaNorm = gamma.map((g) => field.multiply(g, field.conjugate(g)));
  const isNegative = seed < 0n;
  return { name, p, loop, isNegative, xi, b, gamma, gammaNorm };
}
