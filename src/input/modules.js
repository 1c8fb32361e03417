/** The option `modules` of the creators, loaded where it is used. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';

/**
 * Compiled modules by file name.
 * @param {unknown} modules
 * @returns {Record<string, WebAssembly.Module>} a copy
 * @throws {InputError} anything else than compiled modules by name
 */
export function readModules(modules) {
  if (typeof modules !== 'object' || modules === null || Array.isArray(modules)) {
    throw new InputError(`modules: expected an object, got ${describe(modules)}`);
  }
  const entries = Object.entries(modules);
  for (const [name, module] of entries) {
    if (Object.prototype.toString.call(module) !== '[object WebAssembly.Module]') {
      throw new InputError(
        `modules['${name}']: expected a WebAssembly.Module, got ${describe(module)}`,
      );
    }
  }
  return Object.fromEntries(entries);
}
