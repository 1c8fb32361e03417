/** The interface of pairing modules: wasm-gen/pairing documents each operation. */

import { readMembers } from './read.js';

/** @import { WasmFunction } from './kernel.js' */
/** @import { KernelName } from './registry.js' */
/** @import { KernelExports } from './load.js' */

/**
 * An element is one of Fp², a value six of them back to back.
 * @typedef {object} PairingKernel
 * @property {KernelName} name
 * @property {number} bytes length of an element's canonical encoding
 * @property {number} elementBytes of an element in memory
 * @property {number} storedBytes of the record of a pair with stored lines
 * @property {number} lineCount lines of a point
 * @property {readonly number[]} steps of the loop, by their kinds: 0 doubles, others add
 * @property {WasmFunction} fromBytes (target, bytes, count) of elements
 * @property {WasmFunction} toBytes (target bytes, elements, count)
 * @property {WasmFunction} points (target, elements x and y, count, work)
 * @property {WasmFunction} step (lines, stride, records, count, work, kind of the step)
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
 */
export function readPairingKernel(name, exports) {
  const kernel = /** @type {any} */ (readMembers(exports, { name }));
  const { loopLow, loopHigh } = kernel;
  if (Object.hasOwn(kernel, 'stepAt')) {
    const steps = stepsOf(kernel.stepAt);
    return { ...kernel, steps, lineCount: steps.length };
  }
  const loop = (BigInt(loopHigh >>> 0) << 32n) | BigInt(loopLow >>> 0);
  const bits = loop.toString(2).slice(1);
  const steps = [...bits].flatMap((bit) => (bit === '1' ? [0, 1] : [0]));
  return { ...kernel, steps, lineCount: steps.length };
}

/** @param {WasmFunction} stepAt (index) → kind, −1 at the end */
function stepsOf(stepAt) {
  const steps = [];
  for (let kind; (kind = stepAt(steps.length)) >= 0;) steps.push(kind);
  return steps;
}
