/** Creates the engines without WebAssembly. */

import { createBigintEngine } from './weierstrass.js';

/** @import { Engine, KernelNames } from '../../port/engine.js' */
/** @import { Pairings } from '../../port/pairings.js' */

/**
 * A curve: its config, and what creates its engine, where the curve has its own.
 * @typedef {{ config: () => Promise<any>,
 *   bigint?: () => Promise<{ createBigintEngine: (config: any) => Engine }> }} BigintCurve
 */

/**
 * The engines of an instance.
 * @param {readonly BigintCurve[]} curves
 * @param {boolean} pairs whether the first two curves are paired
 * @returns {Promise<{ engines: Engine[], pairings?: Pairings, kernels: KernelNames }>}
 */
export async function createEngines(curves, pairs) {
  const configs = await Promise.all(curves.map(({ config }) => config()));
  const engines = await Promise.all(
    curves.map(async (curve, i) => {
      // Only some curves have an engine of their own; others do not ask Object.prototype.
      const own = Object.hasOwn(curve, 'bigint') ? await curve.bigint?.() : undefined;
      return (own?.createBigintEngine ?? createBigintEngine)(configs[i]);
    }),
  );
  const { kernels } = engines[0];
  if (!pairs) return { engines, kernels };
  const { createBigintPairings } = await import('./pairings.js');
  return { engines, pairings: createBigintPairings(configs[0], configs[1]), kernels };
}
