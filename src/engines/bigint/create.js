/** Creates the engines without WebAssembly. */

import { createBigintEdwardsEngine } from './edwards.js';
import { createBigintEngine } from './weierstrass.js';

/** @import { Engine } from '../../port/engine.js' */
/** @import { BigintEdwardsCurve } from './edwards.js' */
/** @import { BigintCurve } from './weierstrass.js' */

/** @typedef {BigintCurve | BigintEdwardsCurve} BigintConfig */

/**
 * The engine of a curve.
 * @param {BigintConfig} config
 * @returns {Engine}
 */
export function createEngine(config) {
  return 'edwards' in config ? createBigintEdwardsEngine(config) : createBigintEngine(config);
}
