/** The `EngineHashing` of the port: a curve's own module, loaded by instances that hash. */

import { loadKernel } from './kernels/load.js';

/** @import { EngineParts } from './engine.js' */
/** @import { EngineHashing } from '../../port/engine.js' */

/**
 * Module texts by kernel, imported on demand.
 * @typedef {Record<string, () => Promise<{ text: string }>>} MapSources
 */

/** Bytes for a coefficient of an element. */
const UNIFORM_BYTES = 64;

/**
 * @param {EngineParts} parts
 * @param {MapSources} sources
 * @param {Record<string, WebAssembly.Module>} [modules] precompiled, by file name
 * @returns {Promise<EngineHashing>}
 * @throws {import('../../errors.js').EnvironmentError} the runtime forbids WebAssembly
 */
export async function openHashing({ data, arena, single }, sources, modules) {
  const kernel = single.name in sources ? single.name : 'limbs30';
  const file = { name: `${data.name}.map.${kernel}`, source: sources[kernel] };
  const { map_uniform: map } = /** @type {any} */ (await loadKernel(file, modules, arena.memory));
  const uniformBytes = (data.extension ? 2 : 1) * UNIFORM_BYTES;
  const pointBytes = 2 * single.fieldBytes;
  return {
    map: (uniform) =>
      arena.borrow(pointBytes + uniform.length, (target) => {
        const source = target + pointBytes;
        arena.u8.set(uniform, source);
        map(target, source, uniform.length / uniformBytes);
        return arena.u8.slice(target, source);
      }),
  };
}
