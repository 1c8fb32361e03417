/** A curve of one's own on every backend, without files; wide arithmetic lowered where it lacks. */
import { createCurve } from '../../src/curve.js';
import { KERNELS, mayRun } from '../../src/engines/wasm/kernels/registry.js';
import { decodeModule } from '../../src/engines/wasm/kernels/compile.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { completed } from '../../wasm-gen/own/config.js';
import { pageOf } from '../../wasm-gen/own/page.js';
import { lowerWide } from '../support/lower-wide.js';

/** @import { KernelName } from '../../src/engines/wasm/kernels/registry.js' */

/**
 * @param {any} config
 * @param {readonly KernelName[]} [wanted] those that the prime has no room for are left out
 * @returns {Promise<{ page: any, backends: { backend: string, options: object }[] }>} and BigInt
 */
export async function openable(config, wanted = ['limbs30', 'fma', 'wide64']) {
  const lowered = (/** @type {string} */ name, /** @type {string} */ wat) =>
    assemble(name, lowerWide(wat));
  const { page, kernels } = await pageOf(completed(config), wanted, false, lowered);
  const backends = kernels.flatMap((name) => {
    const { backend } = KERNELS[name];
    if (name !== 'wide64') return mayRun(name) ? [{ backend, options: { backend } }] : [];
    const { text } = /** @type {any} */ (page.kernels)[name];
    const modules = { [`${config.name}.${name}.wasm`]: new WebAssembly.Module(decodeModule(text)) };
    return [{ backend, options: { backend, modules } }];
  });
  return { page, backends: [...backends, { backend: 'bigint', options: { backend: 'bigint' } }] };
}

/**
 * Calls with an instance of each backend in turn.
 * @param {Awaited<ReturnType<typeof openable>>} openable
 * @param {(group: any, backend: string) => Promise<void> | void} use
 */
export async function onEach({ page, backends }, use) {
  for (const { backend, options } of backends) {
    const instance = await createCurve(page, /** @type {any} */ (options));
    try {
      await use(instance.group, backend);
    } finally {
      instance.dispose();
    }
  }
}
