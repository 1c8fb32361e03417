/**
 * Opens the kernels of a curve: those to be chosen, and others if these fail their tests. Modules
 * are read from text (wasm-gen/emit/text-format.js), by a module of its own
 * (wasm-gen/emit/text-decoder.js), as only runtimes that compile need bytes to compile.
 * Restrictions on compilation (a content security policy, a runtime that compiles nothing) surface
 * only here.
 */

import { EnvironmentError } from '../../../errors.js';
import { fromHex, toUtf8 } from '../../../math/text.js';
import { hex } from '../../../generated/decoder.js';
import { furtherKernels, mayRun, PORTABLE, singleOf } from './registry.js';
import { readPointKernels, readScalarKernel } from './kernel.js';
import { imported } from '../../../port/imports.js';

/** @import { KernelChoice, KernelName } from './registry.js' */
/** @import { Traits } from '../../../curves/config.js' */
/** @import { CoordinateConfig } from '../../../math/coordinates.js' */
/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, PointKernels, ScalarKernel, SingleKernel } from './kernel.js' */

/**
 * A generated module, imported on demand; `name` is its file name without extension.
 * @typedef {{ name: string, source: () => Promise<{ text: string }> }} KernelModule
 */

/** @typedef {Record<string, any>} KernelExports */

/**
 * Instantiates a module in the memory of an instance. It needs no source where another thread has
 * compiled the module.
 * @typedef {(kernel: Pick<KernelModule, 'name'> & Partial<KernelModule>) => Promise<KernelExports>}
 *   Load
 */

/**
 * A kernel's text, and that of the scalar module beside a kernel that may be the only one: the
 * portable one, and those with chains. `prices`: of work on it (../msm/plan.js). `sums`,
 * `chain`: the answers of a kernel that is tested before use (known-answers.js). Beside such a
 * kernel is the code that tests it, and that of chains.
 * @typedef {{ text: string, prices: any, scalar?: string, sums?: number, chain?: number,
 *   chooseKernels?: typeof import('./known-answers.js').chooseKernels, chains?: unknown }}
 *   KernelTexts
 */

/**
 * Module texts of a curve, imported on demand; the portable one is always there.
 * @typedef {Partial<Record<KernelName, () => Promise<KernelTexts>>> &
 *   Record<'limbs30', () => Promise<KernelTexts>>} KernelSources
 */

/** The shortest valid module: the header only, in hex. */
const EMPTY_MODULE = '0061736d01000000';

/**
 * Whether this page or runtime may compile WebAssembly. The only way to find out is to try, up to
 * an instance: where a policy forbids it, Safari's engine compiles all the same.
 * @type {() => Promise<boolean>}
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
const suppliedIn = (modules, file) =>
  modules && Object.hasOwn(modules, file) ? modules[file] : undefined;

/**
 * Loads modules for an instance: those that the user supplied, or else from their sources.
 * @param {WebAssembly.Memory} memory
 * @param {Record<string, WebAssembly.Module> | undefined} precompiled by file name, `NAME.wasm`
 * @param {Record<string, WebAssembly.Module>} [used] receives the modules, by file name, and gives
 *   them again
 * @returns {Load}
 */
export const loaderOf =
  (memory, precompiled, used = {}) =>
  async (kernel) => {
    const file = `${kernel.name}.wasm`;
    const module =
      suppliedIn(precompiled, file) ??
      suppliedIn(used, file) ??
      (await compile(/** @type {KernelModule} */ (kernel)));
    used[file] = module;
    return linkKernel(kernel.name, module, memory);
  };

/**
 * @type {(name: string, module: WebAssembly.Module,
 *   memory: WebAssembly.Memory) => Promise<KernelExports>}
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
 * @type {(kernel: KernelModule) => Promise<Uint8Array<ArrayBuffer>>}
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

/**
 * Tells an engine that lacks a feature from one that compiles nothing: tries the empty module.
 * @param {string} name of the kernel that would be compiled
 * @throws {EnvironmentError} if the runtime or the page's policy forbids WebAssembly
 */
function requireCompiler(name) {
  try {
    new WebAssembly.Instance(new WebAssembly.Module(fromHex('0061736d01000000')));
  } catch (cause) {
    throw forbidden(name, cause);
  }
}

const PAGE = 65536;

/** Where the text begins in the module's memory, after its tables. */
const TEXT = 0x500;

/**
 * The module that reads texts, and its memory, which is kept: V8 reserves 8 GiB of addresses for
 * each memory, of a terabyte, and does not always collect what nothing refers to in time.
 * @type {{ module: WebAssembly.Module, memory: WebAssembly.Memory } | undefined}
 */
let decoder;

/**
 * @param {string} text from the encoder; not validated
 * @returns {Uint8Array<ArrayBuffer>} the module
 * @throws {WebAssembly.CompileError} where the runtime compiles nothing
 */
export function decodeModule(text) {
  decoder ??= {
    module: new WebAssembly.Module(fromHex(hex)),
    memory: new WebAssembly.Memory(/** @type {any} */ ({ __proto__: null, initial: 1 })),
  };
  const { module, memory } = decoder;
  // Bytes that the text leaves out are fewer than its own; one page more, for the tables.
  const wanted = Math.ceil((3 * text.length) / PAGE) + 1;
  const present = memory.buffer.byteLength / PAGE;
  if (wanted > present) memory.grow(wanted - present);
  const bytes = new Uint8Array(memory.buffer);
  // An instance writes its tables, but for what begins as zeros.
  bytes.fill(0, 0, TEXT);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // The runtime's own takes a hundredth of the time, where there is one.
  const encoded = globalThis.TextEncoder ? new TextEncoder().encode(text) : toUtf8(text);
  bytes.set(encoded, TEXT);
  const end = TEXT + encoded.length;
  return bytes.slice(end, /** @type {any} */ (exports).decode(TEXT, end));
}

/** @typedef {{ batch: BatchKernel, single: SingleKernel, scalar: ScalarKernel }} Kernels */

/**
 * `chains`: over a few points; `prices` of the work on the batch kernel.
 * @typedef {Kernels & { chains?: unknown, prices: any }} OpenedKernels
 */

/**
 * The parts of a curve that are needed to open its kernels.
 * @typedef {{ data: CoordinateConfig & { readonly name: string, readonly traits: Traits },
 *   kernels: KernelSources }} KernelCurve
 */

/**
 * @param {KernelCurve} curve
 * @param {KernelChoice & { arena: Arena, modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module>,
 *   importChains?: () => Promise<Pick<KernelTexts, 'chains'>> }} options `modules`: precompiled, by
 *   file name; `used` receives those that were instantiated; `importChains`: those of the portable
 *   kernel, which may have none
 * @returns {Promise<OpenedKernels>}
 * @throws {EnvironmentError} if the runtime forbids WebAssembly or lacks a required kernel
 */
export async function openKernels(curve, options) {
  const { data, kernels: sources } = curve;
  const { arena, modules, used, importChains, ...choice } = {
    ...{ modules: undefined, used: undefined, importChains: undefined },
    ...options,
  };
  // Once: a browser resolves each `import()` in a task of its own, and others come between.
  const textsOf = once((/** @type {KernelName} */ name) =>
    imported(/** @type {() => Promise<KernelTexts>} */ (sources[name])()),
  );
  const loadModule = loaderOf(arena.memory, modules, used);
  const load = (
    /** @type {string} */ name,
    /** @type {() => Promise<{ text: string }>} */ source,
  ) => handled(loadModule({ name: `${data.name}.${name}`, source }));
  const open = once((/** @type {KernelName} */ name) =>
    handled(load(name, () => textsOf(name)).then((found) => readPointKernels(name, found))),
  );
  // Everything is requested at once, as a page waits longest for requests that follow each other.
  const isSupplied = (/** @type {KernelName} */ name) =>
    suppliedIn(modules, `${data.name}.${name}.wasm`) !== undefined;
  // A curve of a user's own may be without some.
  const isOffered = (/** @type {KernelName} */ name) => Object.hasOwn(sources, name);
  const request = (/** @type {KernelName} */ name) => isOffered(name) && open(name);
  const names = furtherKernels(choice, isSupplied, request).filter(isOffered);
  const first = singleOf(choice, names.filter(mayRun), data.traits.chains);
  const scalar = load('scalar', async () => ({
    text: /** @type {string} */ ((await textsOf(first)).scalar),
  }));
  open(first);
  // What comes with each kernel but the portable one: the choice among them, and chains.
  const besides = () =>
    names.length > 0
      ? textsOf(names[0])
      : data.traits.chains.includes(PORTABLE) && importChains?.();
  const { chooseKernels, chains } = {
    ...{ chooseKernels: undefined, chains: undefined },
    .../** @type {Partial<KernelTexts>} */ (await besides()),
  };
  const { batch, single } = /** @type {PointKernels & { single: SingleKernel }} */ (
    chooseKernels
      ? await chooseKernels(choice, {
          ...{ open, textsOf, names, requireCompiler, arena, data },
          has: (name) => mayRun(name) || isSupplied(name),
        })
      : await open(PORTABLE)
  );
  const { prices } = await textsOf(batch.name);
  return { batch, single, scalar: readScalarKernel(await scalar), chains, prices };
}

/**
 * The same promise, whose rejection does not count as unhandled, even if nothing ever awaits it.
 * @template T
 * @param {Promise<T>} promise
 */
function handled(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * The same function, which is called once for each argument.
 * @template A, B
 * @param {(argument: A) => B} make
 * @returns {(argument: A) => B}
 */
function once(make) {
  /** @type {Map<A, B>} */
  const made = new Map();
  return (argument) => {
    if (!made.has(argument)) made.set(argument, make(argument));
    return /** @type {B} */ (made.get(argument));
  };
}
