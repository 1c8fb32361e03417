/**
 * The files that an instance requests when it is created, for `modulepreload` links: they then
 * arrive together with the entry instead of after it.
 */

import { join } from 'node:path';
import { root } from './paths.js';

/** @import { RollupOutput } from 'rollup' */
/** @import { Traits } from '../../src/curves/config.js' */

/**
 * @param {RollupOutput['output']} output of the bundler
 * @param {ReadonlyArray<{ name: string, entry: { path: string }, traits: Traits }>} curves
 * @returns {Record<string, { portable: string[], fma: string[] }>} files of dist/ by curve, for the
 *   portable kernels and for those with relaxed SIMD; entry first
 */
export function preloadLists(output, curves) {
  const chunks = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  /** The file that a module is in. */
  const fileOf = (/** @type {string} */ path) => {
    const id = join(root, 'src', path);
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`expected a chunk with ${path}`);
    return chunk.fileName;
  };
  /** Some files and all that they import statically. */
  const closure = (/** @type {string[]} */ files) => {
    const found = new Set(files);
    for (const file of found) {
      const chunk = chunks.find(({ fileName }) => fileName === file);
      for (const next of chunk?.imports ?? []) found.add(next);
    }
    return [...found];
  };
  const lists = curves.map(({ name, entry, traits: { signatures, subgroupSums, chains } }) => {
    const entryFile = fileOf(`${entry.path}.js`);
    const kernels = [fileOf(`generated/${name}.portable.js`), fileOf(`generated/${name}.fma.js`)];
    const parts = [
      ...(signatures ? [fileOf('protocols/signatures/signatures.js')] : []),
      ...(subgroupSums ? [fileOf('engines/wasm/subgroup/check.js')] : []),
    ];
    const ofPortable = chains.includes('limbs30')
      ? [fileOf('engines/wasm/msm/interleaved-wnaf.js')]
      : [];
    const portable = [entryFile, kernels[0], ...parts, ...ofPortable];
    const fma = chains.includes('fma')
      ? // Such a kernel needs no portable one.
        [entryFile, kernels[1], ...parts]
      : [entryFile, ...kernels, ...parts];
    return [name, { portable: closure(portable), fma: closure(fma) }];
  });
  return Object.fromEntries(lists);
}
