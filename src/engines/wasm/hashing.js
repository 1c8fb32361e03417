/** The `EngineHashing` of the port: a curve's own module, loaded by instances that hash. */

import { loadKernel } from './kernels/compile.js';
import { betterOf } from './kernels/registry.js';
import { openSha256 } from './sha256.js';

/** @import { EngineParts } from './engine.js' */
/** @import { EngineHashing, MessageHash } from '../../port/engine.js' */
/** @import { KernelExports } from './kernels/compile.js' */

/**
 * Module texts by kernel, imported on demand.
 * @typedef {Record<string, () => Promise<{ text: string }>>} MapSources
 */

/** Bytes for a coefficient of an element. */
const UNIFORM_BYTES = 64;

/**
 * Precompiled modules, by file name; `used` receives those that are instantiated.
 * @typedef {{ modules?: Record<string, WebAssembly.Module>,
 *   used?: Record<string, WebAssembly.Module> }} ModuleTables
 */

/**
 * Opens the module for the engine's kernels. Throws an `EnvironmentError` where the runtime forbids
 * WebAssembly.
 * @typedef {(parts: EngineParts, tables: ModuleTables) => Promise<EngineHashing>} OpenHashing
 */

/**
 * For the pages of curves that hash, which the build writes.
 * @type {(sources: MapSources) => OpenHashing}
 * @public
 */
export const openMaps =
  (sources) =>
  async (parts, { modules, used }) => {
    const { data, arena } = parts;
    const { name: kernel } = betterOf(parts);
    const file = { name: `${data.name}.map.${kernel}`, source: sources[kernel] };
    const [wasm, sha256] = await Promise.all([
      loadKernel(file, modules, arena.memory, used),
      openSha256(arena, modules, used),
    ]);
    return hashingOf(parts, wasm, sha256);
  };

/**
 * @param {EngineParts} parts
 * @param {KernelExports} wasm of the maps' module
 * @param {MessageHash} sha256
 * @returns {EngineHashing}
 */
export function hashingOf({ data, arena, single }, wasm, sha256) {
  const { mapUniform: map, mapIsMember } = /** @type {any} */ (wasm);
  const uniformBytes = (Object.hasOwn(data, 'extension') ? 2 : 1) * UNIFORM_BYTES;
  const pointBytes = 2 * single.fieldBytes;
  return {
    sha256,
    isMember: mapIsMember
      ? (point) =>
          arena.borrow(pointBytes, (source) => {
            arena.u8.set(point, source);
            return mapIsMember(source) === 1;
          })
      : null,
    map: (uniform) =>
      arena.borrow(pointBytes + uniform.length, (target) => {
        const source = target + pointBytes;
        arena.u8.set(uniform, source);
        map(target, source, uniform.length / uniformBytes);
        return arena.u8.slice(target, source);
      }),
  };
}
