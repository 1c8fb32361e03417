/**
 * The generated modules for tests, as far as this engine can run them: assembled once and cached in
 * node_modules/.cache, by the hash of all their sources. With a warm cache a test file loads
 * neither generators nor assembler. With CURVEMILL_DEBUG they are debug builds (debug-build.js).
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  ...['wasm-gen', 'src/curves', 'src/math', 'src/reference', 'src/errors.js'],
  'src/engines/wasm/kernels/arena.js',
];
const TOOLS = ['package-lock.json', 'test/support/built-modules.js', 'test/support/lower-wide.js'];

/** @param {string} path @returns {string[]} the files below it */
function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => filesOf(`${path}/${name}`));
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [...SOURCES, ...TOOLS].flatMap(filesOf)) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const kept = join(root, 'node_modules/.cache/curvemill');
const isDebug = Boolean(process.env.CURVEMILL_DEBUG);
const sources = hashOfSources();
const folder = join(kept, isDebug ? `${sources}-debug` : sources);

/**
 * The module of this name, from the cache or else built now. Several workers may build the same one
 * at once.
 * @param {string} name
 * @param {() => Promise<Uint8Array | string>} make
 */
async function keep(name, make) {
  const file = join(folder, name);
  if (!existsSync(file)) {
    const made = await make();
    const own = `${file}.${process.pid}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(own, made);
    renameSync(own, file);
  }
  return readFileSync(file);
}

async function namesOfModules() {
  const { moduleNames } = await import('../../wasm-gen/modules.js');
  // Nobody asks for what other sources gave.
  const others = existsSync(kept) ? readdirSync(kept) : [];
  for (const other of others) {
    if (!other.startsWith(sources)) rmSync(join(kept, other), { recursive: true, force: true });
  }
  return JSON.stringify(moduleNames);
}

async function rangesOfModules() {
  const { staticRanges } = await import('../../wasm-gen/modules.js');
  return JSON.stringify(staticRanges());
}

/** @type {string[]} */
const moduleNames = JSON.parse(String(await keep('names.json', namesOfModules)));

/** @param {string} name */
const isWide = (name) => name.endsWith('.wide64');

/**
 * A generated module; where wide arithmetic is in it, that is lowered to plain instructions.
 * @param {string} name
 */
export const moduleBytes = (name) =>
  keep(`${name}.wasm`, async () => {
    const { modulesIn } = await import('../../wasm-gen/modules.js');
    const { assemble } = await import('../../wasm-gen/emit/assemble.js');
    const { lowerWide } = await import('./lower-wide.js');
    const ranges = JSON.parse(String(await keep('ranges.json', rangesOfModules)));
    const module = modulesIn(ranges, isDebug).find((candidate) => candidate.name === name);
    if (!module) throw new Error(`no module ${name}`);
    return assemble(name, lowerWide(module.emit().toWat()));
  });

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
