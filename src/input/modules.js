/** The option `modules` of the creators, loaded where it is used. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';

/**
 * Compiled modules by file name. Files of other names are left alone.
 * @param {unknown} modules
 * @param {Readonly<Record<string, readonly string[]>>} exports of the package's own modules, by
 *   file name; each after its kind
 * @returns {Record<string, WebAssembly.Module>} a copy
 * @throws {InputError} anything else than compiled modules by name, and a module of another version
 *   or curve
 */
export function readModules(modules, exports) {
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
    const found = new Set(
      WebAssembly.Module.exports(module).map((member) => `${member.kind} ${member.name}`),
    );
    const missing = exports[name]?.find((member) => !found.has(member));
    if (missing) {
      throw new InputError(
        `modules['${name}']: expected a module of this version, got one without ${missing}`,
      );
    }
  }
  return Object.fromEntries(entries);
}
