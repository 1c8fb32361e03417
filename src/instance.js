/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The common part of every curve's instance: options, choice of engines, disposal.
 */
import { createWasmEngines } from './engines/wasm/create.js';
import { InputError } from './errors.js';
import { Group } from './group/group.js';
import { INSPECT, provideMethods } from './group/objects.js';
import { Lifetime } from './port/lifetime.js';
import { readInstanceOptions } from './input/instance-options.js';
import { mayCompile } from './engines/wasm/kernels/compile.js';

/** @import { Engine, KernelNames } from './port/engine.js' */
/** @import { Pairings } from './port/pairings.js' */
/** @import { Threads } from './parallel/threads.js' */
/** @import { BigintCurve } from './engines/bigint/create.js' */
/** @import { WasmCurve } from './engines/wasm/create.js' */
/** @import { PairingPage } from './engines/wasm/pairings.js' */
/** @import { ReadOptions } from './input/instance-options.js' */

/**
 * A curve as a page loads it: `data`, the part of its config that every page needs; the prices of
 * its kernels; imports of the rest (`config`: the whole config, for the engine without
 * WebAssembly, and `bigint`: that engine, where the curve has its own); and capabilities that the
 * entry passes in.
 * @typedef {WasmCurve & BigintCurve} CurvePage
 */

/** @typedef {import('./input/instance-options.js').Backend} Backend */
/** @typedef {import('./input/instance-options.js').InstanceOptions} InstanceOptions */

/**
 * Parts of an instance: one engine per curve, in order, the pairing of the first two, if it asked
 * for it, their shared lifetime, and threads, if it asked for several.
 * @typedef {{ engines: readonly Engine[], pairings?: Pairings, kernels: KernelNames,
 *   lifetime: Lifetime, pool?: Threads }} InstanceParts
 */

/** An instance of a curve: its kernels and its disposal. The curve's own class adds the groups. */
export class Instance {
  #lifetime;
  #pool;

  /**
   * Internal: use a curve's creator.
   * @param {InstanceParts} parts
   */
  constructor(parts) {
    const { kernels, lifetime, pool } = { pool: undefined, ...parts };
    provideMethods(this);
    this.#lifetime = lifetime;
    this.#pool = pool;
    /**
     * The kernels in use, such as `{ single: 'limbs30', batch: 'limbs30' }`.
     * @type {KernelNames}
     * @readonly
     */
    this.backend = Object.freeze({ single: kernels.single, batch: kernels.batch });
  }

  /** Number of workers that compute asynchronous calls; 1: the caller's thread does. */
  get threads() {
    return this.#pool?.threads ?? 1;
  }

  /** Why there are fewer threads than asked for; undefined where there are as many. */
  get threadsReason() {
    return this.#pool?.reason;
  }

  /**
   * Frees all memory and ends the workers. Running asynchronous calls reject; later calls throw
   * `InputError`, except methods of `Point` that need no engine. Later disposals do nothing.
   */
  dispose() {
    this.#lifetime.end();
  }

  /** For the console of Node, Deno and Bun. */
  [INSPECT]() {
    const parts = Object.values(Object.getOwnPropertyDescriptors(this));
    const names = parts.flatMap(({ value }) => (value instanceof Group ? value.name : []));
    const { single, batch } = this.backend;
    return `curvemill(${names}; single: ${single}, batch: ${batch}; threads: ${this.threads})`;
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }

  /** `dispose`, for `await using` declarations. */
  async [Symbol.asyncDispose]() {
    this.dispose();
  }
}

/**
 * Validates the options of a creator and creates the engines of its curves.
 * @param {unknown} options from the user
 * @param {string} creator its name, for messages
 * @param {readonly CurvePage[]} curves
 * @param {readonly string[]} [own] names of options that the creator reads itself
 * @param {() => Promise<PairingPage>} [pairing] imports the pairing of the first curve and the
 *   second, if the instance has it
 * @returns {Promise<InstanceParts>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 */
export async function createParts(options, creator, curves, own = [], pairing) {
  const { workers, ...read } = readInstanceOptions(options, creator, own);
  const choice = { ...read, modules: await modulesOf(read) };
  if (!workers) return createAlone(choice, curves, pairing);
  // A service worker may import nothing at run time: then this is the reason.
  const room = await import('./parallel/threads.js').catch(String);
  const wanted =
    typeof room === 'string' || room.readWanted(workers, /** @type {object} */ (options));
  /** @type {Record<string, WebAssembly.Module>} */
  const modules = {};
  const parts = await createAlone(choice, curves, pairing, modules);
  const pool =
    typeof room === 'string'
      ? { threads: 1, reason: room }
      : await room.addWorkers(/** @type {any} */ (wanted), { ...parts, curves, modules });
  return { ...parts, pool };
}

/**
 * The user's own modules.
 * @type {(options: { modules: unknown }) => Promise<Record<string, WebAssembly.Module> |
 *   undefined>}
 */
export async function modulesOf({ modules }) {
  if (modules === undefined) return undefined;
  const { kernelExports } = await import('./generated/exports.js');
  return (await import('./input/modules.js')).readModules(modules, kernelExports);
}

/**
 * Whether a policy leaves only the fallback. With the user's own modules nothing needs compiling.
 * @type {(options: { fallback: unknown },
 *   modules: Record<string, WebAssembly.Module> | undefined) => Promise<boolean>}
 */
export const isBlocked = async ({ fallback }, modules) =>
  fallback === 'bigint' && !modules && !(await mayCompile());

/**
 * The parts of an instance without workers.
 * @param {Pick<ReadOptions, 'backend' | 'fallback' | 'maxMemory'> & { modules?: Record<string,
 *   WebAssembly.Module> }} choice
 * @param {readonly CurvePage[]} curves
 * @param {(() => Promise<PairingPage>) | undefined} pairing
 * @param {Record<string, WebAssembly.Module>} [used] receives the modules in use
 * @returns {Promise<InstanceParts>}
 */
async function createAlone({ backend, fallback, maxMemory, modules }, curves, pairing, used) {
  const lifetime = new Lifetime();
  if (backend === 'bigint' || (await isBlocked({ fallback }, modules))) {
    const { createEngines } = await import('./engines/bigint/create.js');
    return { ...(await createEngines(curves, pairing !== undefined)), lifetime };
  }
  const options = { backend, maxMemory, modules, used, pairings: pairing };
  return { ...(await createWasmEngines(curves, options)), lifetime };
}

/**
 * A part of an instance that a call needs.
 * @template Part
 * @param {Part | undefined} part
 * @param {string} name of the call
 * @param {string} option the option of the creator that it needs, for the message
 * @returns {Part}
 * @throws {InputError} it was created without
 */
export function requirePart(part, name, option) {
  if (part) return part;
  throw new InputError(`${name}: expected an instance created with ${option}, got one without`);
}

/**
 * Defines a part of an instance. Reading one that it was created without throws.
 * @param {object} owner
 * @param {string} name
 * @param {object | undefined} value
 * @param {string} option the option of the creator that it needs, for the message
 */
export function providePart(owner, name, value, option) {
  const refusal = { enumerable: false, get: () => requirePart(undefined, name, option) };
  Object.defineProperty(owner, name, value ? { value } : refusal);
}
