/** The interface of pairing modules: wasm-gen/pairing documents each operation. */

import { readers } from './read.js';

/** @import { KernelName, WasmFunction } from './kernel.js' */
/** @import { KernelExports } from './load.js' */

/**
 * An element is one of Fp², a value six of them back to back.
 * @typedef {object} PairingKernel
 * @property {KernelName} name
 * @property {number} bytes length of an element's canonical encoding
 * @property {number} elementBytes of an element in memory
 * @property {number} storedBytes of the record of a pair with stored lines
 * @property {number} lineCount lines of a point
 * @property {string} steps the bits of the loop below the top one: '1' adds after the doubling
 * @property {WasmFunction} fromBytes (target, bytes, count) of elements
 * @property {WasmFunction} toBytes (target bytes, elements, count)
 * @property {WasmFunction} points (target, elements x and y, count, work)
 * @property {WasmFunction} step (lines, stride, records, count, work, 1 to add or 0 to double)
 * @property {WasmFunction} miller (target, stored records, count, projective records, count, affine
 *   records, count, work)
 * @property {WasmFunction} exponentiate (target, value)
 * @property {WasmFunction} isOne (value) → 1 if its final exponentiation is one
 * @property {WasmFunction} multiply (target, value, value)
 * @property {WasmFunction} square (target, value)
 * @property {WasmFunction} conjugate (target, value)
 */

/**
 * @param {KernelName} name
 * @param {KernelExports} exports
 * @returns {PairingKernel}
 * @throws {InputError} if an export is missing
 */
export function readPairingKernel(name, exports) {
  const { get, constant } = readers(exports);
  const low = BigInt.asUintN(32, BigInt(constant('loop_low')));
  const high = BigInt.asUintN(32, BigInt(constant('loop_high')));
  const steps = ((high << 32n) | low).toString(2).slice(1);
  return {
    name,
    bytes: constant('bytes'),
    elementBytes: constant('element_bytes'),
    storedBytes: constant('stored_bytes'),
    lineCount: steps.length + steps.replaceAll('0', '').length,
    steps,
    fromBytes: get('pairing_from_bytes'),
    toBytes: get('pairing_to_bytes'),
    points: get('pairing_points'),
    step: get('pairing_steps'),
    miller: get('pairing_miller'),
    exponentiate: get('pairing_exponentiate'),
    isOne: get('pairing_is_one'),
    multiply: get('pairing_multiply'),
    square: get('pairing_square'),
    conjugate: get('pairing_conjugate'),
  };
}
