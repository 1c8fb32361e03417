/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What the instances of all curves have in common: options, the choice of engines, and the end.
 */
import { createWasmEngines } from './engines/wasm/create.js';
import { EnvironmentError, InputError } from './errors.js';
import { Lifetime } from './port/lifetime.js';
import { describe, readInteger, readOptions, readWord } from './input/options.js';
import { mayCompile } from './engines/wasm/kernels/load.js';

/** @import { Engine, KernelNames } from './port/engine.js' */
/** @import { CurveKernels } from './engines/wasm/create.js' */

/**
 * What an instance needs of a curve. `loadBigint` imports the creator of its engine without WebAssembly: pages that have it do not
 * download that.
 * @typedef {CurveKernels & { loadBigint: () => Promise<(config: any) => Engine> }} CurveParts
 */

/** @typedef {'auto' | 'portable' | 'fma' | 'wide' | 'bigint'} Backend */

/**
 * `backend`: `'auto'` takes the fastest kernels that the engine has; `'portable'`, `'fma'` and `'wide'` insist on one
 * kind; `'bigint'` needs no WebAssembly and is hundreds of times slower.
 * `fallback`: `'bigint'` takes that backend where `'auto'` finds WebAssembly forbidden or absent, instead of throwing.
 * `threads`: 1, or `'auto'`. This version computes on one thread.
 * `modules`: precompiled modules by file name (as in `curvemill/wasm/*`), for runtimes that may not compile bytes.
 * `workerUrl`: where the worker file is served; without threads it is not used.
 * @typedef {{
 *   backend?: Backend,
 *   fallback?: 'bigint',
 *   threads?: number | 'auto',
 *   modules?: Record<string, WebAssembly.Module>,
 *   workerUrl?: string | URL,
 * }} InstanceOptions
 */

/**
 * What an instance is made of: an engine for each of its curves, in their order, and their lifetime.
 * @typedef {{ engines: readonly Engine[], kernels: KernelNames, lifetime: Lifetime }} InstanceParts
 */

/** @type {readonly Backend[]} */
const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];

const FALLBACKS = /** @type {const} */ (['bigint']);

const MAX_THREADS = 1024;

/** An instance of a curve: its kernels, and its end. The curve's own class adds the groups. */
export class Instance {
  #lifetime;

  /**
   * Not for users.
   * @param {InstanceParts} parts
   */
  constructor({ kernels, lifetime }) {
    this.#lifetime = lifetime;
    /**
     * The kernels in use, such as `{ single: 'limbs30', batch: 'limbs30' }`.
     * @type {KernelNames}
     * @readonly
     */
    this.backend = Object.freeze({ single: kernels.single, batch: kernels.batch });
    /**
     * Threads that a multiplication uses.
     * @type {number}
     * @readonly
     */
    this.threads = 1;
  }

  /**
   * Frees all memory. Running `msmAsync` calls reject; later calls throw `InputError`, except what a `Point` can do
   * alone. Later disposals do nothing.
   */
  dispose() {
    this.#lifetime.end();
  }

  /** `dispose`, for `using` declarations. Where the runtime has no `Symbol.dispose`, nobody will look for it. */
  [Symbol.dispose]() {
    this.dispose();
  }

  /** `dispose`, for `await using` declarations. */
  async [Symbol.asyncDispose]() {
    this.dispose();
  }
}

/**
 * Reads the options of a creator and makes the engines of its curves.
 * @param {unknown} options as users give them
 * @param {string} creator its name, for messages
 * @param {readonly CurveParts[]} curves
 * @param {readonly string[]} [own] names of options that the creator reads itself
 * @returns {Promise<InstanceParts>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
 */
export async function createParts(options, creator, curves, own = []) {
  const { backend, fallback, modules } = readInstanceOptions(options, creator, own);
  const lifetime = new Lifetime();
  // With modules of the user's own, nothing needs to be compiled.
  const blocked = fallback === 'bigint' && !modules && !(await mayCompile());
  if (backend === 'bigint' || blocked) {
    const engines = await Promise.all(
      curves.map(async ({ config, loadBigint }) => (await loadBigint())(config)),
    );
    return { engines, kernels: engines[0].kernels, lifetime };
  }
  return { ...(await createWasmEngines({ curves, backend, modules })), lifetime };
}

/**
 * What stands in the place of a part that an instance was created without: whoever reads it is told so.
 * @param {string} message
 * @returns {PropertyDescriptor}
 */
export const refusal = (message) => ({
  enumerable: false,
  get() {
    throw new InputError(message);
  },
});

/**
 * @param {unknown} options
 * @param {string} creator
 * @param {readonly string[]} own
 * @returns {{ backend: Backend, fallback: 'bigint' | undefined,
 *   modules: Record<string, WebAssembly.Module> | undefined }}
 */
function readInstanceOptions(options, creator, own) {
  const known = ['backend', 'fallback', 'threads', 'modules', 'workerUrl', ...own];
  const read = readOptions(options, known, creator);
  const backend = readWord(read.backend, BACKENDS, 'auto', 'backend');
  const fallback = readWord(read.fallback, FALLBACKS, undefined, 'fallback');
  // Who insists on a kernel does not want another; bigint falls back to itself.
  if (fallback && backend !== 'auto' && backend !== fallback) {
    throw new InputError(`fallback: expected backend 'auto' beside it, got '${backend}'`);
  }
  const modules = readModules(read.modules);
  const { workerUrl } = read;
  if (workerUrl !== undefined && typeof workerUrl !== 'string' && !(workerUrl instanceof URL)) {
    throw new InputError(`workerUrl: expected a string or a URL, got ${describe(workerUrl)}`);
  }
  if (read.threads !== undefined && read.threads !== 'auto') {
    const threads = readInteger(read.threads, 1, MAX_THREADS, 'threads');
    if (threads > 1) {
      throw new EnvironmentError(
        `threads: expected 1 or 'auto', as this version computes on one thread, got ${threads}`,
      );
    }
  }
  return { backend, fallback, modules };
}

/**
 * @param {unknown} modules
 * @returns {Record<string, WebAssembly.Module> | undefined}
 */
function readModules(modules) {
  if (modules === undefined) return undefined;
  if (typeof modules !== 'object' || modules === null || Array.isArray(modules)) {
    throw new InputError(`modules: expected an object, got ${describe(modules)}`);
  }
  for (const [name, module] of Object.entries(modules)) {
    if (Object.prototype.toString.call(module) !== '[object WebAssembly.Module]') {
      throw new InputError(
        `modules['${name}']: expected a WebAssembly.Module, got ${describe(module)}`,
      );
    }
  }
  return /** @type {Record<string, WebAssembly.Module>} */ (modules);
}
