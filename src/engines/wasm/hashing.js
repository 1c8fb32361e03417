/** The `EngineHashing` of the port: a curve's own module, loaded by instances that hash. */

import { betterOf } from './kernels/registry.js';
import { openSha256 } from './sha256.js';

/** @import { EngineParts } from './engine.js' */
/** @import { EngineHashing, MessageHash } from '../../port/engine.js' */
/** @import { KernelExports, KernelModule, Load } from './kernels/compile.js' */
/** @import { KernelName } from './kernels/registry.js' */

/**
 * Module texts, imported on demand: of SHA-256, and of the maps by kernel.
 * @typedef {Partial<Record<KernelName | 'sha256', KernelModule['source']>>} MapSources
 */

/** Bytes for a coefficient of an element. */
const UNIFORM_BYTES = 64;

/**
 * Opens the module for the engine's kernels. Throws an `EnvironmentError` where the runtime forbids
 * WebAssembly.
 * @typedef {(parts: EngineParts, load: Load) => Promise<EngineHashing>} OpenHashing
 */

/**
 * For the pages of curves that hash, which the build writes; and for workers, which need no
 * sources.
 * @type {(sources: MapSources) => OpenHashing}
 */
export const openMaps = (sources) => async (parts, load) => {
  const { data, arena } = parts;
  const { name: kernel } = betterOf(parts);
  const [wasm, sha256] = await Promise.all([
    load({ name: `${data.name}.map.${kernel}`, source: sources[kernel] }),
    openSha256(arena, load, sources.sha256),
  ]);
  return hashingOf(parts, wasm, sha256);
};

/** @type {(parts: EngineParts, maps: KernelExports, sha256: MessageHash) => EngineHashing} */
function hashingOf({ data, arena, single }, wasm, sha256) {
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
