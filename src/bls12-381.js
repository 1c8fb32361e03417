/// <reference lib="esnext.disposable" preserve="true" />
/**
 * BLS12-381: the curve's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bls12381G1 } from '../wasm-gen/curves/bls12-381.js';
import { createBigintEngine } from './engines/bigint.js';
import { createWasmEngines } from './engines/wasm.js';
import { EnvironmentError, InputError } from './errors.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { Lifetime } from './group/lifetime.js';
import { describe, readInteger, readOptions, readWord } from './group/options.js';

/** @import { Engine, KernelNames } from './engines/engine.js' */
/** @import { Group } from './group/group.js' */

/** @typedef {'auto' | 'portable' | 'fma' | 'wide' | 'bigint'} Backend */

/**
 * `backend`: `'auto'` takes the fastest kernels that the engine has; `'portable'`, `'fma'` and `'wide'` insist on one
 * kind; `'bigint'` needs no WebAssembly and is hundreds of times slower.
 * `threads`: 1, or `'auto'`. This version computes on one thread.
 * `modules`: precompiled modules by file name (as in `curvemill/wasm/*`), for runtimes that may not compile bytes.
 * `workerUrl`: where the worker file is served; without threads it is not used.
 * @typedef {{
 *   backend?: Backend,
 *   threads?: number | 'auto',
 *   modules?: Record<string, WebAssembly.Module>,
 *   workerUrl?: string | URL,
 * }} Bls12381Options
 */

/** @type {readonly Backend[]} */
const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];

/** The generated modules, imported when they are needed. */
const G1_KERNELS = {
  config: bls12381G1,
  kernels: {
    limbs30: {
      name: 'bls12-381-g1.limbs30',
      source: () => import('./wasm/generated/bls12-381-g1.limbs30.js'),
    },
    fma: {
      name: 'bls12-381-g1.fma',
      source: () => import('./wasm/generated/bls12-381-g1.fma.js'),
    },
    scalar: {
      name: 'bls12-381.scalar',
      source: () => import('./wasm/generated/bls12-381.scalar.js'),
    },
  },
};

const MAX_THREADS = 1024;

/** An instance: its groups, and the memory they share. */
export class Bls12381 {
  #lifetime = new Lifetime();
  #disposeEngines;

  /**
   * Not for users: see `createBls12381`.
   * @param {{ engines: readonly Engine[], kernels: KernelNames, dispose: () => void }} engines
   */
  constructor({ engines: [g1], kernels, dispose }) {
    this.#disposeEngines = dispose;
    const { p } = bls12381G1;
    /**
     * The group G1: y² = x³ + 4 over the prime field.
     * @type {Group}
     * @readonly
     */
    this.G1 = createGroup({
      engine: g1,
      config: bls12381G1,
      encoding: createZcashEncoding({ prime: p, fieldBytes: g1.fieldBytes }),
      lifetime: this.#lifetime,
    });
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
    if (this.#lifetime.ended) return;
    this.#lifetime.end();
    this.#disposeEngines();
    // What remains of the instance must not hold the engines' memory.
    this.#disposeEngines = () => {};
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
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @param {Bls12381Options} [options]
 * @returns {Promise<Bls12381>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
 * @example
 * const bls = await createBls12381();
 * const points = bls.G1.points(encodings);   // 48 or 96 bytes per point
 * const sum = bls.G1.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                             // 48 bytes
 * bls.dispose();
 */
export async function createBls12381(options) {
  const { backend, modules } = readInstanceOptions(options);
  if (backend === 'bigint') {
    const engine = createBigintEngine(bls12381G1);
    const { kernels } = engine;
    return new Bls12381({ engines: [engine], kernels, dispose: () => engine.dispose() });
  }
  return new Bls12381(await createWasmEngines({ curves: [G1_KERNELS], backend, modules }));
}

/**
 * @param {unknown} options
 * @returns {{ backend: Backend, modules: Record<string, WebAssembly.Module> | undefined }}
 */
function readInstanceOptions(options) {
  const known = ['backend', 'threads', 'modules', 'workerUrl'];
  const read = readOptions(options, known, 'createBls12381');
  const backend = readWord(read.backend, BACKENDS, 'auto', 'backend');
  const modules = readModules(read.modules);
  const { workerUrl } = read;
  if (workerUrl !== undefined && typeof workerUrl !== 'string' && !(workerUrl instanceof URL)) {
    throw new InputError(`workerUrl: expected a string or a URL, got ${describe(workerUrl)}`);
  }
  if (read.threads !== undefined && read.threads !== 'auto') {
    const threads = readInteger(read.threads, 1, MAX_THREADS, "threads (or 'auto')");
    if (threads > 1) {
      throw new EnvironmentError(
        `threads: expected 1 or 'auto', as this version computes on one thread, got ${threads}`,
      );
    }
  }
  return { backend, modules };
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
