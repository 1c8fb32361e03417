/** The `EngineHashing` of the port: a curve's own module, loaded by instances that hash. */

import { loadKernel } from './kernels/load.js';
import { openSha256 } from './sha256.js';

/** @import { EngineParts } from './engine.js' */
/** @import { EngineHashing } from '../../port/engine.js' */

/**
 * Module texts by kernel, imported on demand.
 * @typedef {Record<string, () => Promise<{ text: string }>>} MapSources
 */

/** Bytes for a coefficient of an element. */
const UNIFORM_BYTES = 64;

/**
 * Opens the module for the engine's kernels.
 * @typedef {(parts: EngineParts, modules?: Record<string, WebAssembly.Module>) =>
 *   Promise<EngineHashing>} OpenHashing `modules`: precompiled, by file name. Throws an
 *   `EnvironmentError` where the runtime forbids WebAssembly
 */

/**
 * For the pages of curves that hash, which the build writes.
 * @public
 * @param {MapSources} sources
 * @returns {OpenHashing}
 */
export const openMaps =
  (sources) =>
  async ({ data, arena, single, batch }, modules) => {
    // The chains decide; beside the portable ones, the roots of both maps may be in lanes.
    const isWide = single.name === 'wide64';
    const kernel = isWide ? 'wide64' : batch.name === 'fma' ? 'fma' : 'limbs30';
    const file = { name: `${data.name}.map.${kernel}`, source: sources[kernel] };
    const [wasm, sha256] = await Promise.all([
      loadKernel(file, modules, arena.memory),
      openSha256(arena, modules),
    ]);
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
  };
