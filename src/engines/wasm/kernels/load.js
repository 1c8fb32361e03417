/**
 * Compiles and instantiates kernel modules. Only here does the library meet the rules that forbid it to: a content
 * security policy, a runtime that compiles nothing.
 */

import { EnvironmentError } from '../../../errors.js';
import { decodeModule } from './module-text.js';

/**
 * A generated module, imported when it is needed; `name` is its file's name without ending.
 * @typedef {{ name: string, source: () => Promise<{ text: string }> }} KernelModule
 */

/** @typedef {WebAssembly.Exports} KernelExports */

/**
 * The modules that every backend loads. Their texts come in one file (src/engines/wasm/kernels/portable).
 * @param {string} curve
 * @param {string} scalars name of the curve whose scalars these are
 * @param {() => Promise<{ limbs30: string, scalar: string }>} texts
 * @returns {{ limbs30: KernelModule, scalar: KernelModule }}
 */
export function portableModules(curve, scalars, texts) {
  return {
    limbs30: {
      name: `${curve}.limbs30`,
      source: async () => ({ text: (await texts()).limbs30 }),
    },
    scalar: { name: `${scalars}.scalar`, source: async () => ({ text: (await texts()).scalar }) },
  };
}

/** The shortest module: nothing but its header. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * Whether this page or runtime compiles WebAssembly at all. Trying is the only way to know.
 * @returns {Promise<boolean>}
 */
export async function mayCompile() {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {KernelModule} kernel
 * @param {Record<string, WebAssembly.Module> | undefined} precompiled by file name, `NAME.wasm`
 * @param {WebAssembly.Memory} memory
 * @returns {Promise<KernelExports>}
 */
export async function loadKernel({ name, source }, precompiled, memory) {
  const module = precompiled?.[`${name}.wasm`] ?? (await compile({ name, source }));
  try {
    const instance = await WebAssembly.instantiate(module, { env: { memory } });
    return instance.exports;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new EnvironmentError(`${name}: expected a module that links, got "${reason}"`, { cause });
  }
}

/**
 * The bytes of a module, imported where they are needed first.
 * @param {KernelModule} kernel
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf({ source }) {
  return decodeModule((await source()).text);
}

/**
 * @param {KernelModule} kernel
 */
async function compile({ name, source }) {
  const bytes = await bytesOf({ name, source });
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new EnvironmentError(
      `${name}: expected a runtime that compiles WebAssembly, got "${cause instanceof Error ? cause.message : cause}". ` +
        "A page's policy must allow it (script-src 'wasm-unsafe-eval') or take fallback: 'bigint'; a runtime that compiles " +
        'nothing needs the option modules',
      { cause },
    );
  }
}
