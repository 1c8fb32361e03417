import { assemble } from '../../wasm-gen/emit/assemble.js';
import { lowerWide } from './lower-wide.js';

/** @import { ModuleBuilder } from '../../wasm-gen/emit/module.js' */

/**
 * Assembles a module that was emitted just now and runs it in a memory, with wide arithmetic
 * lowered to plain instructions. What a debug build finds wrong is thrown, in its words.
 * @param {{ module: ModuleBuilder, messages?: readonly string[],
 *   change?: (text: string) => string }} emitted `change`: of its text
 * @param {WebAssembly.Memory} memory
 * @returns {Promise<any>} its exports
 */
export async function instantiate({ module, messages = [], change = (text) => text }, memory) {
  const fail = (/** @type {number} */ number) => {
    throw new Error(`debug build: ${messages[number]}`);
  };
  const bytes = await assemble(module.name, lowerWide(change(module.toWat())));
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory }, debug: { fail } });
  return instance.exports;
}
