/**
 * The engines of a build without kernels, by the names of those on WebAssembly: builds for runtimes
 * that have none, React Native's, put this module in the place of `engines/wasm/`
 * (scripts/lib/react-native-bundle.js).
 */

import { EnvironmentError } from '../../errors.js';
import { createEngines } from './create.js';

/** @import { BigintCurve } from './create.js' */

/** Whether to compile WebAssembly: there is nothing to compile. */
export const mayCompile = async () => false;

/**
 * @param {readonly BigintCurve[]} curves
 * @param {{ backend: string, modules?: object, pairings?: unknown }} options of an instance
 * @returns {ReturnType<typeof createEngines>}
 * @throws {EnvironmentError} a demand for kernels
 */
export async function createWasmEngines(curves, { backend, modules, pairings }) {
  if (backend !== 'auto' || modules) {
    const got = modules ? 'modules' : `backend '${backend}'`;
    throw new EnvironmentError(
      `expected backend 'auto' or 'bigint' and no modules in this build, which has no WebAssembly, got ${got}`,
    );
  }
  return createEngines(curves, pairings !== undefined);
}
