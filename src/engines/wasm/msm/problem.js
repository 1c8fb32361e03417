/** The input of MSM planning, for variable and for fixed points: everything a plan depends on. */

/** @import { BatchKernel, ScalarKernel } from '../kernels/kernel.js' */
/** @import { Chains } from './chain.js' */

/**
 * @typedef {object} Problem
 * @property {number} points n, at least 1
 * @property {number} parts parts per scalar; 1 without an endomorphism
 * @property {number} bits bits of the largest part, at least 1
 * @property {number} filled number of non-zero parts among points·parts; only these have digits
 * @property {boolean} pairs whether the batch kernel adds and subtracts two points at once
 * @property {boolean} chains whether the chain on the single kernel is available for few points
 */

/**
 * The properties of a problem that the kernels determine.
 * @typedef {Pick<Problem, 'parts' | 'pairs' | 'chains'>} Abilities
 */

/**
 * @param {{ scalarKernel: ScalarKernel, batch: BatchKernel, chains?: Chains }} kernels
 * @returns {Abilities}
 */
export function abilitiesOf({ scalarKernel, batch, chains }) {
  return {
    parts: scalarKernel.parts,
    pairs: batch.pairs !== null,
    chains: chains !== undefined,
  };
}

/**
 * A problem of full-length scalars, all parts non-zero.
 * @param {Abilities} abilities
 * @param {number} points
 * @param {number} scalarBits bits of a scalar's magnitude, divided evenly among its parts
 * @returns {Problem}
 */
export function fullProblem({ parts, pairs, chains }, points, scalarBits) {
  const bits = Math.ceil(scalarBits / parts);
  return { points, parts, bits, filled: points * parts, pairs, chains };
}
