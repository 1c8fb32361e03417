/**
 * Curves and fields of one's own: the modules of a config as a file that `createCurve` or
 * `createField` of `curvemill/curve` opens. For Node; needs the packages wabt and binaryen, which
 * the library itself does without.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EnvironmentError, InputError } from '../src/errors.js';
import { PORTABLE } from '../src/engines/wasm/kernels/registry.js';
import { completed } from './own/config.js';
import { completedField, fieldPageOf } from './own/field.js';
import { BY_BACKEND, filesOf, pageOf } from './own/page.js';

/** @import { KernelName } from '../src/engines/wasm/kernels/registry.js' */

/**
 * A curve y² = x³ + ax + b, as docs/own-curves.md describes it.
 * @template [E=bigint | { c0: bigint, c1: bigint }]
 * @typedef {import('./own/config.js').OwnConfig<E>} OwnConfig
 */

/** @typedef {import('./own/field.js').OwnFieldConfig} OwnFieldConfig */

/** @typedef {'portable' | 'fma' | 'wide'} KernelChoice */

/**
 * The paths of the files written, and the kernels in them.
 * @typedef {{ files: string[], kernels: KernelChoice[] }} Generated
 */

/**
 * Writes NAME.js and NAME.d.ts for the curve of a config. Takes seconds. A config that is refused
 * leaves no file behind.
 * @param {OwnConfig} config
 * @param {{ out?: string, kernels?: readonly KernelChoice[] }} [options] `out`: the folder, made
 *   if it is not there; by default the current one. `kernels`: those to include beside the portable
 *   one; by default all that the prime admits
 * @returns {Promise<Generated>} rejects with an `InputError` that says why the config is refused;
 *   with an `EnvironmentError` where wabt or binaryen are not installed
 * @example
 * import { generate } from 'curvemill/generate';
 * await generate(myCurve, { out: 'src/curves' });
 */
export const generate = (config, options = {}) =>
  written(options, async (names, isDemand) => {
    const curve = completed(config);
    const { page, kernels } = await pageOf(curve, names, isDemand);
    const name = /** @type {string} */ (curve.name);
    const about = curve.extension
      ? { imports: 'Extension, OwnCurve', type: 'OwnCurve<Extension>' }
      : { imports: 'OwnCurve', type: 'OwnCurve<bigint>' };
    return { ...filesOf(page, { name, version: await ownVersion(), ...about }), name, kernels };
  });

/**
 * The same for a prime field: files for `createField`. The kernel `'fma'` takes primes of 252 to
 * 255 bits, `'wide'` none.
 * @param {OwnFieldConfig} config
 * @param {{ out?: string, kernels?: readonly KernelChoice[] }} [options] as for `generate`
 * @returns {Promise<Generated>} rejects as `generate` does
 * @example
 * import { generateField } from 'curvemill/generate';
 * await generateField({ name: 'goldilocks', modulus: 2n ** 64n - 2n ** 32n + 1n });
 */
export const generateField = (config, options = {}) =>
  written(options, async (names, isDemand) => {
    const field = completedField(config);
    const { page, kernels } = await fieldPageOf(field, names, isDemand);
    const { name } = field;
    const about = { imports: 'OwnFieldPage', type: 'OwnFieldPage' };
    return { ...filesOf(page, { name, version: await ownVersion(), ...about }), name, kernels };
  });

/**
 * Makes the two files of a config, and writes both or none.
 * @param {unknown} options
 * @param {(names: readonly KernelName[], isDemand: boolean) => Promise<{ js: string, dts: string,
 *   name: string, kernels: readonly KernelName[] }>} make
 * @returns {Promise<Generated>}
 */
async function written(options, make) {
  const { out, names, isDemand } = readChoice(options);
  const { js, dts, name, kernels } = await explained(() => make(names, isDemand));
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const files = [join(folder, `${name}.js`), join(folder, `${name}.d.ts`)];
  await writeAll(files, [js, dts]);
  const backends = [...BY_BACKEND].filter(([, kernel]) => kernels.includes(kernel));
  return {
    files,
    kernels: /** @type {KernelChoice[]} */ (backends.map(([backend]) => backend)),
  };
}

/** @param {unknown} options */
function readChoice(options) {
  if (options === null || typeof options !== 'object')
    throw new InputError(`generate: expected an object of options, got ${String(options)}`);
  const own = new Map(Object.entries(options));
  for (const name of own.keys())
    if (name !== 'out' && name !== 'kernels')
      throw new InputError(`generate: expected options out and kernels, got ${name}`);
  const out = own.get('out') ?? '.';
  if (typeof out !== 'string') throw new InputError(`out: expected a path, got ${String(out)}`);
  const kernels = own.get('kernels');
  const all = [...BY_BACKEND.keys()];
  const isListed = Array.isArray(kernels) && kernels.every((kernel) => BY_BACKEND.has(kernel));
  if (kernels !== undefined && !isListed)
    throw new InputError(`kernels: expected a list of ${all.join(', ')}, got ${String(kernels)}`);
  const wanted = /** @type {string[]} */ (kernels ?? all);
  const names = [...new Set([PORTABLE, ...wanted.map((kernel) => BY_BACKEND.get(kernel))])];
  return {
    out,
    names: /** @type {KernelName[]} */ (names),
    isDemand: kernels !== undefined,
  };
}

/**
 * Refusals as errors of the interface.
 * @template Made
 * @param {() => Promise<Made>} make
 * @returns {Promise<Made>}
 */
async function explained(make) {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message, { cause: error });
    if (/** @type {any} */ (error)?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new EnvironmentError(
      'generate: expected the packages wabt and binaryen, got none: npm install -D wabt binaryen',
      { cause: error },
    );
  }
}

/** The version of this package, from the file beside its `dist`. */
async function ownVersion() {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return JSON.parse(text).version;
}

/**
 * All files or none.
 * @type {(paths: readonly string[], texts: readonly string[]) => Promise<void>}
 */
async function writeAll(paths, texts) {
  const parts = paths.map((path) => `${path}.${process.pid}.part`);
  try {
    for (const [i, part] of parts.entries()) await writeFile(part, texts[i]);
    for (const [i, part] of parts.entries()) await rename(part, paths[i]);
  } finally {
    for (const part of parts) await rm(part, { force: true });
  }
}
