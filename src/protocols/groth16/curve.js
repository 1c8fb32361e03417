/** The properties of a curve on which files and JSON of Groth16 depend. */
import { byteLength } from '../../math/integers.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { PairingContext } from '../pairing/pairing.js' */

/**
 * `q`: the field of coordinates; `r`: that of signals; `name`: in JSON, snarkjs's.
 * @typedef {{ name: string, q: bigint, r: bigint, fieldBytes: number, twoAdicity: number,
 *   g1: GroupContext, g2: GroupContext, pairing: PairingContext }} Curve
 */

/**
 * @param {PairingContext} pairing
 * @param {string} name snarkjs's
 * @returns {Curve}
 */
export function curveOf(pairing, name) {
  const { g1, g2, order: r } = pairing;
  const { p: q } = g1.config;
  let twoAdicity = 0;
  while (((r - 1n) >> BigInt(twoAdicity)) % 2n === 0n) twoAdicity++;
  return { name, q, r, fieldBytes: byteLength(q), twoAdicity, g1, g2, pairing };
}
