/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The common part of every curve's instance: options, choice of engines, disposal.
 */
import { createWasmEngines } from './engines/wasm/create.js';
import { InputError } from './errors.js';
import { Lifetime } from './port/lifetime.js';
import { readInstanceOptions } from './input/instance-options.js';
import { mayCompile } from './engines/wasm/kernels/load.js';

/** @import { Engine, KernelNames } from './port/engine.js' */
/** @import { BigintConfig } from './engines/bigint/create.js' */
/** @import { WasmCurve } from './engines/wasm/create.js' */

/**
 * A curve as a page loads it: `data`, the part of its config that every page needs; the prices of
 * its kernels; imports of the rest (`config`: the whole config, for the engine without
 * WebAssembly); and capabilities that the entry passes in.
 * @typedef {WasmCurve & { config: () => Promise<BigintConfig> }} CurvePage
 */

/** @typedef {import('./input/instance-options.js').Backend} Backend */
/** @typedef {import('./input/instance-options.js').InstanceOptions} InstanceOptions */

/**
 * Parts of an instance: one engine per curve, in order, and their shared lifetime.
 * @typedef {{ engines: readonly Engine[], kernels: KernelNames, lifetime: Lifetime }} InstanceParts
 */

/** An instance of a curve: its kernels and its disposal. The curve's own class adds the groups. */
export class Instance {
  #lifetime;

  /**
   * Internal: use a curve's creator.
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
     * Number of threads of a multiplication.
     * @type {number}
     * @readonly
     */
    this.threads = 1;
  }

  /**
   * Frees all memory. Running `msmAsync` calls reject; later calls throw `InputError`, except
   * methods of `Point` that need no engine. Later disposals do nothing.
   */
  dispose() {
    this.#lifetime.end();
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
 * @returns {Promise<InstanceParts>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for;
 *   more than one thread
 */
export async function createParts(options, creator, curves, own = []) {
  const { backend, fallback, modules } = readInstanceOptions(options, creator, own);
  const lifetime = new Lifetime();
  // With the user's own modules nothing needs compiling.
  const blocked = fallback === 'bigint' && !modules && !(await mayCompile());
  if (backend === 'bigint' || blocked) {
    const { createEngine } = await import('./engines/bigint/create.js');
    const engines = await Promise.all(
      curves.map(async ({ config }) => createEngine(await config())),
    );
    return { engines, kernels: engines[0].kernels, lifetime };
  }
  return { ...(await createWasmEngines(curves, { backend, modules })), lifetime };
}

/**
 * Property descriptor in place of a part that the instance was created without: reading it throws.
 * @param {string} message
 * @returns {PropertyDescriptor}
 */
export const refusal = (message) => ({
  enumerable: false,
  get() {
    throw new InputError(message);
  },
});
