/**
 * Names of functions, from the text beside a module. They say which claim is tried, and nothing is
 * proven from them: a wrong name is a claim that fails, or one that holds of that function, too.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refused } from './kernel/refused.js';
import { decodeModule } from './kernel/wasm/decode.js';
import { functionHashes } from './hash.js';

/**
 * @import { Lookup } from './claims/modules.js'
 * @import { Module } from './kernel/wasm/decode.js'
 */

export const GENERATED = join(dirname(fileURLToPath(import.meta.url)), '../src/generated');

/** The names of modules in a folder. @param {string} folder */
export function modulesIn(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.wasm'));
  return files.map((file) => file.slice(0, -'.wasm'.length)).sort();
}

/**
 * A decoded module with names and hashes of its functions.
 * @param {string} folder @param {string} name
 * @returns {{ name: string, bytes: Uint8Array, module: Module, names: string[],
 *   hashes: string[] }}
 */
export function readModule(folder, name) {
  const bytes = new Uint8Array(readFileSync(join(folder, `${name}.wasm`)));
  const module = decodeModule(bytes);
  const names = namesOf(folder, name, module);
  return { name, bytes, module, names, hashes: functionHashes(module) };
}

/** @param {string} folder @param {string} name @param {Module} module */
function namesOf(folder, name, module) {
  const beside = join(folder, `${name}.wat`);
  const text = readFileSync(existsSync(beside) ? beside : join(GENERATED, `${name}.wat`), 'utf8');
  const names = [...text.matchAll(/^ {2}\(func \$(\S+)/gm)].map(([, one]) => one);
  if (names.length !== module.functions.length)
    throw new Refused(`${name}: ${module.functions.length} functions, but ${names.length} names`);
  return names;
}

const LEAST_ROW = 1024n;

/**
 * Of functions by name: their number, and where they have elements in the module's memory, which
 * are constants that may be addresses, in ascending order. Nothing is proven from them, either.
 * @param {{ module: Module, names: string[] }} read @returns {Lookup}
 */
export const lookupOf = ({ module, names }) => ({
  index: (name) => names.indexOf(name) + module.imports.length,
  rows(name) {
    const { code } = module.functions[names.indexOf(name)] ?? { code: [] };
    const constants = code.flatMap(({ op, value = 0n }) =>
      op === 'i32.const' && value >= LEAST_ROW ? [Number(value)] : [],
    );
    return [...new Set(constants)].sort((a, b) => a - b);
  },
});
