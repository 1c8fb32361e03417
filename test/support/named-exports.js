import { memberNames } from '../../wasm-gen/exports.js';

/** @import { Traits } from '../../src/curves/config.js' */

/**
 * The exports of a module that was emitted just now, under the names that they have in the package.
 * @param {Record<string, any>} exports
 * @param {string} kernel or 'scalar'
 * @param {Traits} traits
 * @returns {any}
 */
export function namedExports(exports, kernel, traits) {
  const nameOf = memberNames(kernel, traits);
  const named = Object.entries(exports).map(([name, value]) => [nameOf(name), value]);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}
