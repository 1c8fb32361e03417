/**
 * The generated modules for tests, as far as this engine can run them: those that the build wrote,
 * wide instructions lowered to plain ones. With CURVEMILL_DEBUG they are debug builds
 * (debug-build.js), which are emitted here.
 */
import { readFileSync, readdirSync } from 'node:fs';

const generated = new URL('../../src/generated/', import.meta.url);
const isDebug = Boolean(process.env.CURVEMILL_DEBUG);

const moduleNames = readdirSync(generated)
  .filter((file) => file.endsWith('.wat'))
  .map((file) => file.replace(/\.wat$/, ''));

/** @param {string} name */
const isWide = (name) => name.endsWith('.wide64');

/** Modules that were asked for, by name. @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} */
const made = new Map();

/**
 * A generated module; where wide arithmetic is in it, that is lowered to plain instructions.
 * @param {string} name
 */
export function moduleBytes(name) {
  const bytes = made.get(name) ?? make(name);
  made.set(name, bytes);
  return bytes;
}

/** @type {(name: string) => Promise<Uint8Array<ArrayBuffer>>} */
async function make(name) {
  if (!isDebug && !isWide(name))
    return new Uint8Array(readFileSync(new URL(`${name}.wasm`, generated)));
  const { assemble } = await import('../../wasm-gen/emit/assemble.js');
  const { lowerWide } = await import('./lower-wide.js');
  const text = isDebug
    ? await debugText(name)
    : readFileSync(new URL(`${name}.wat`, generated), 'utf8');
  return assemble(name, lowerWide(text));
}

/** All debug builds, laid out once: for that every module is emitted. */
let debugModules;

/** The text of a debug build. @param {string} name */
async function debugText(name) {
  const { modulesIn, staticRanges } = await import('../../wasm-gen/modules.js');
  debugModules ??= modulesIn(staticRanges(), true);
  const module = debugModules.find((candidate) => candidate.name === name);
  if (!module) throw new Error(`no module ${name}`);
  return module.emit().toWat();
}

/**
 * All modules with wide arithmetic, lowered and compiled, as the option `modules` takes them.
 * @returns {Promise<Record<string, WebAssembly.Module>>}
 */
export async function loweredWideModules() {
  const compiled = moduleNames
    .filter(isWide)
    .map(async (name) => [`${name}.wasm`, new WebAssembly.Module(await moduleBytes(name))]);
  return Object.fromEntries(await Promise.all(compiled));
}

/** Whether this engine has relaxed multiply-adds, and fuses them. */
export async function isFused() {
  const { mayRun } = await import('../../src/engines/wasm/kernels/registry.js');
  return mayRun('fma');
}
