import { vi } from 'vitest';

/**
 * Forbids compiling, as a policy does, until `vi.unstubAllGlobals()`.
 * @param {Error} error
 */
export function forbidCompiling(error) {
  const members = Object.getOwnPropertyNames(WebAssembly).map((name) => [name, WebAssembly[name]]);
  vi.stubGlobal('WebAssembly', {
    ...Object.fromEntries(members),
    compile: () => Promise.reject(error),
    Module: new Proxy(WebAssembly.Module, {
      construct() {
        throw error;
      },
    }),
  });
}
