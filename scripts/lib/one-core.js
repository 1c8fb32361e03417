import { build } from 'esbuild';
import { join, relative } from 'node:path';
import { root } from './paths.js';

/** The name under which all that is loaded at once is imported. */
const CORE = 'all-of-the-core';

/** Modules without imports of their own: they keep nothing apart. */
const KERNELS = /\/(generated|portable)\//;

/**
 * A plugin for esbuild that keeps together what is loaded together. A bundler that splits code (esbuild) cuts what a page loads
 * at once wherever a part that is imported later needs some of it, into pieces that compress less each for itself and take a
 * request each. Nothing is cut where every part needs all of it, so here every part is made to:
 *
 * - the core, which is what the curves' entries have in common, becomes one chunk, as each part imports it whole. That holds with
 *   `ignoreAnnotations` alone: else esbuild drops an import for its own sake, as no module here does anything when it is loaded;
 * - a part exports its curve's entry too, so that core and entry stay together in a page's bundle. Of a part that several curves
 *   import, each has its own face for that. Therefore such parts are imported by the entries themselves, never by the core.
 *
 * @param {readonly string[]} entries that a page loads, relative to the repository
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function oneCore(entries) {
  const { core, entryOf, nameOf } = await readGraph(entries);
  return {
    name: 'one-core',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${CORE}$`) }, () => ({ path: CORE, namespace: CORE }));
      onLoad({ filter: /./, namespace: CORE }, () => ({
        contents: core.map((path) => `import './${path}';`).join('\n'),
        resolveDir: root,
      }));
      onResolve({ filter: /^\./ }, ({ path, kind, importer, resolveDir }) => {
        if (kind !== 'dynamic-import' || KERNELS.test(path)) return undefined;
        const part = relative(root, join(resolveDir, path));
        return { path: part, namespace: `part of ${entryOf(relative(root, importer))}` };
      });
      for (const entry of entries) {
        onLoad({ filter: /./, namespace: `part of ${entry}` }, ({ path }) => ({
          contents: `import '${CORE}'; export * from './${path}'; export { ${nameOf(entry)} as entry } from './${entry}';`,
          resolveDir: root,
        }));
      }
    },
  };
}

/**
 * @param {readonly string[]} entries
 * @returns {Promise<{ core: string[], entryOf: (path: string) => string, nameOf: (entry: string) => string }>} paths relative to
 *   the repository: what all entries import statically, in the order of the last one; the one entry from which a module that
 *   imports parts is reached; and a name that an entry exports
 */
async function readGraph(entries) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: 'unused',
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const reach = (
    /** @type {string} */ path,
    /** @type {RegExp} */ kinds,
    /** @type {Set<string>} */ found = new Set(),
    /** @type {Set<string>} */ seen = new Set(),
  ) => {
    seen.add(path);
    for (const { path: next, kind } of metafile.inputs[path].imports) {
      if (kinds.test(kind) && !seen.has(next)) reach(next, kinds, found, seen);
    }
    return found.add(path);
  };
  const [order, ...others] = entries.map((entry) => reach(entry, /^import-statement$/)).reverse();
  return {
    core: [...order].filter((path) => others.every((other) => other.has(path))),
    entryOf(importer) {
      const found = entries.filter((entry) => reach(entry, /import/).has(importer));
      if (found.length !== 1)
        throw new Error(`${importer}: a part of several entries is imported by each of them`);
      return found[0];
    },
    nameOf: (entry) =>
      Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entry)?.exports[0] ??
      '',
  };
}
