/**
 * Faults that the tests must notice: each is one small change of a source that builds. They are
 * texts to find and replace, so that `faults.test.js` sees at once when the code has moved on.
 */

import { emitterFaults } from './faults/emitters.js';
import { engineFaults } from './faults/engines.js';
import { interfaceFaults } from './faults/interface.js';
import { protocolFaults } from './faults/protocols.js';

/**
 * @typedef {object} Fault
 * @property {string} name what is wrong, in words; unique
 * @property {string} room folder of the file, without `wasm-gen/curve/` and the like spelled out
 * @property {string} file
 * @property {string} find occurs exactly once in the file
 * @property {string} replace
 * @property {string[]} tests files that are expected to fail, run before the others
 */

/** @type {Fault[]} */
export const faults = [...emitterFaults, ...engineFaults, ...interfaceFaults, ...protocolFaults];

/**
 * @param {Fault} fault
 * @param {string} source
 * @returns {string} the source with the fault
 */
export function applyFault({ name, file, find, replace }, source) {
  const places = source.split(find);
  if (places.length !== 2)
    throw new Error(
      `${name}: expected the text once in ${file}, got it ${places.length - 1} times`,
    );
  return places.join(replace);
}
