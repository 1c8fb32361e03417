/** Parameters that the generators of this folder derive from a config. */

import { modelEndomorphism, weierstrassModel } from '../../src/reference/edwards.js';

/**
 * The fields of a config in src/curves/ that they read.
 * @typedef {{ name: string, p: bigint, seed: bigint, edwards: { a: bigint, d: bigint },
 *   order: bigint, cofactor: bigint, traits: import('../../src/curves/config.js').Traits,
 *   generator: { x: bigint, y: bigint }, endomorphism: { b: bigint, c: bigint, lambda: bigint },
 *   rootSign: string }} EdwardsConfig
 */

/** @typedef {ReturnType<typeof edwardsParameters>} EdwardsParameters */

/**
 * `model`: the Weierstrass curve on which lists are added; `psi`: the factors of the
 * endomorphism there.
 * @param {EdwardsConfig} config
 */
export function edwardsParameters(config) {
  return { ...config, model: weierstrassModel(config), psi: modelEndomorphism(config) };
}
