/** The option `modules` of the creators, loaded where it is used. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';
import { isList, readingOf } from './lists.js';

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
  if (typeof modules !== 'object' || modules === null || isList(modules)) {
    throw new InputError(`modules: expected an object, got ${describe(modules)}`);
  }
  const entries = readingOf('modules', undefined, () => Object.entries(modules));
  for (const [name, module] of entries) {
    const found = exportsOf(module);
    if (!found) {
      throw new InputError(
        `modules[${describe(name)}]: expected a WebAssembly.Module, got ${describe(module)}`,
      );
    }
    const expected = Object.hasOwn(exports, name) ? exports[name] : [];
    const missing = expected.find((member) => !found.has(member));
    if (missing) {
      throw new InputError(
        `modules[${describe(name)}]: expected a module of this version, got one without ${missing}`,
      );
    }
  }
  return Object.fromEntries(entries);
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Set<string> | null} null for anything else, whatever it says it is
 */
function exportsOf(module) {
  try {
    const members = WebAssembly.Module.exports(module);
    return new Set(members.map(({ kind, name }) => `${kind} ${name}`));
  } catch {
    return null;
  }
}
