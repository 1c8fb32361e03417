/** Creates the engines without WebAssembly. */

import { createBigintEdwardsEngine } from './edwards.js';
import { createBigintEngine } from './weierstrass.js';

/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { BigintEdwardsCurve } from './edwards.js' */
/** @import { BigintTwist } from './pairings.js' */

/** @typedef {BigintTwist | BigintEdwardsCurve} BigintConfig */

/** The engine of a curve. @type {(config: BigintConfig) => Engine} */
export function createEngine(config) {
  return 'edwards' in config ? createBigintEdwardsEngine(config) : createBigintEngine(config);
}

/**
 * The engines of an instance.
 * @param {readonly BigintConfig[]} configs
 * @param {boolean} pairs whether the first two curves are paired
 * @returns {Promise<{ engines: Engine[], pairings?: Pairings, kernels: KernelNames }>}
 */
export async function createEngines(configs, pairs) {
  const engines = configs.map(createEngine);
  const { kernels } = engines[0];
  if (!pairs) return { engines, kernels };
  const { createBigintPairings } = await import('./pairings.js');
  const [g1, g2] = /** @type {readonly BigintTwist[]} */ (configs);
  return { engines, pairings: createBigintPairings(g1, g2), kernels };
}
