/**
 * Compiles and instantiates kernel modules. Restrictions on compilation (a content security policy,
 * a runtime that compiles nothing) surface only here.
 */

import { EnvironmentError } from '../../../errors.js';
import { fromHex } from '../../../math/text.js';
import { decodeModule } from './module-text.js';

/** @import { KernelName } from './registry.js' */

/**
 * A generated module, imported on demand; `name` is its file name without extension.
 * @typedef {{ name: string, source: () => Promise<{ text: string }> }} KernelModule
 */

/** @typedef {Record<string, any>} KernelExports */

/**
 * A kernel's text, and that of the scalar module beside a kernel that may be the only one: the
 * portable one, and those with chains. `prices`: of work on it (../msm/plan.js). `sums`,
 * `chain`: the answers of a kernel that is tested before use (self-test.js). Beside such a kernel
 * is the code that tests it, and that of chains.
 * @typedef {{ text: string, prices: any, scalar?: string, sums?: number, chain?: number,
 *   chooseKernels?: typeof import('./faster.js').chooseKernels, chains?: unknown }} KernelTexts
 */

/**
 * Module texts of a curve, imported on demand.
 * @typedef {Record<KernelName, () => Promise<KernelTexts>>} KernelSources
 */

/** The shortest valid module: the header only, in hex. */
const EMPTY_MODULE = '0061736d01000000';

/**
 * Whether this page or runtime may compile WebAssembly. The only way to find out is to try, up to
 * an instance: where a policy forbids it, Safari's engine compiles all the same.
 * @returns {Promise<boolean>}
 */
export async function mayCompile() {
  try {
    await WebAssembly.instantiate(await WebAssembly.compile(fromHex(EMPTY_MODULE)));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules that the user supplied
 * @param {string} file
 */
export const suppliedIn = (modules, file) =>
  modules && Object.hasOwn(modules, file) ? modules[file] : undefined;

/**
 * @param {KernelModule} kernel
 * @param {Record<string, WebAssembly.Module> | undefined} precompiled by file name, `NAME.wasm`
 * @param {WebAssembly.Memory} memory
 * @param {Record<string, WebAssembly.Module>} [used] receives the module, by file name
 * @returns {Promise<KernelExports>}
 */
export async function loadKernel({ name, source }, precompiled, memory, used = {}) {
  const file = `${name}.wasm`;
  const module = suppliedIn(precompiled, file) ?? (await compile({ name, source }));
  used[file] = module;
  return linkKernel(name, module, memory);
}

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @returns {Promise<KernelExports>}
 */
export async function linkKernel(name, module, memory) {
  try {
    const imports = { env: { memory } };
    const instance =
      attempt(() => new WebAssembly.Instance(module, imports)) ??
      (await WebAssembly.instantiate(module, imports));
    return instance.exports;
  } catch (cause) {
    // Safari's engine applies the page's policy here.
    if (cause instanceof WebAssembly.CompileError) throw forbidden(name, cause);
    const reason = cause instanceof Error ? cause.message : cause;
    throw new EnvironmentError(`${name}: expected a module that links, got "${reason}"`, { cause });
  }
}

/**
 * The bytes of a module, imported at first use.
 * @param {KernelModule} kernel
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {EnvironmentError} the runtime compiles nothing, not even the module that reads the text
 */
export async function bytesOf({ name, source }) {
  const { text } = await source();
  try {
    return decodeModule(text);
  } catch (cause) {
    throw forbidden(name, cause);
  }
}

/** @param {KernelModule} kernel */
async function compile({ name, source }) {
  const bytes = await bytesOf({ name, source });
  try {
    return attempt(() => new WebAssembly.Module(bytes)) ?? (await WebAssembly.compile(bytes));
  } catch (cause) {
    throw forbidden(name, cause);
  }
}

/**
 * The result of doing something at once, or undefined where the engine refuses: Chromium before 115
 * compiles 4 kB at most on a page's thread. Each promise of an engine is a task of its own, and its
 * compiling threads wait for a core while a page starts.
 * @template T
 * @param {() => T} act
 */
function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name of a module
 * @param {unknown} cause
 */
const forbidden = (name, cause) =>
  new EnvironmentError(
    `${name}: expected a runtime that compiles WebAssembly, got "${cause instanceof Error ? cause.message : cause}". ` +
      "Allow it (script-src 'wasm-unsafe-eval'), or pass the option modules or " +
      "fallback: 'bigint'",
    { cause },
  );
