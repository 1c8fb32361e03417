/**
 * The files that an instance requests when it is created, for `modulepreload` links: they then
 * arrive together with the entry instead of after it.
 */

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
  const named = (/** @type {string} */ name) => {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`expected a chunk ${name}`);
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
    const portable = [
      ...[named(entry.path), named(`${name}.portable`)],
      ...(signatures ? [named('signatures')] : []),
      ...(subgroupSums ? [named('check')] : []),
      ...(chains.includes('limbs30') ? [named('chain')] : []),
    ];
    const fma = [
      ...[...portable, named('faster'), named(`${name}.fma`)],
      ...(chains.length > 0 ? [named('chain')] : []),
    ];
    return [name, { portable: closure(portable), fma: closure(fma) }];
  });
  return Object.fromEntries(lists);
}
