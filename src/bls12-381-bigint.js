/** BLS12-381 without WebAssembly: the engines of its groups, and what only they need to know of the curves. */
import { bls12381G1, bls12381G2 } from './curves/bls12-381.js';
import { createBigintEngine } from './engines/bigint/weierstrass.js';

/**
 * The engine of a group.
 * @param {{ name: string }} group
 */
export const createEngine = ({ name }) =>
  createBigintEngine(name === bls12381G1.name ? bls12381G1 : bls12381G2);
