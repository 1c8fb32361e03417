/**
 * Compiles and instantiates kernel modules. Only here does the library meet the rules that forbid it to: a content
 * security policy, a runtime that compiles nothing.
 */

import { EnvironmentError } from '../errors.js';

/** @typedef {() => Promise<{ wasmBytes: () => Uint8Array<ArrayBuffer> }>} KernelSource  a generated module, imported when it is needed */

/** @typedef {WebAssembly.Exports} KernelExports */

/**
 * @param {string} name the module's file name without its ending
 * @param {KernelSource} source
 * @param {Record<string, WebAssembly.Module> | undefined} precompiled by file name, `NAME.wasm`
 * @param {WebAssembly.Memory} memory
 * @returns {Promise<KernelExports>}
 */
export async function loadKernel(name, source, precompiled, memory) {
  if (typeof WebAssembly !== 'object') {
    throw new EnvironmentError(
      "expected a runtime with WebAssembly, got one without: use backend 'bigint'",
    );
  }
  const module = precompiled?.[`${name}.wasm`] ?? (await compile(name, source));
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  return instance.exports;
}

/**
 * @param {string} name
 * @param {KernelSource} source
 */
async function compile(name, source) {
  const bytes = (await source()).wasmBytes();
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new EnvironmentError(
      `${name}: expected a runtime that compiles WebAssembly, got "${cause instanceof Error ? cause.message : cause}". ` +
        "A page's content security policy must allow it (script-src 'wasm-unsafe-eval'); a runtime that compiles nothing " +
        'needs the option modules',
      { cause },
    );
  }
}
