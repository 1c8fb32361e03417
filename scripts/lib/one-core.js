import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { readFile } from 'node:fs/promises';
import { root } from './paths.js';

/** The name under which parts import the core. */
const CORE = 'all-of-the-core';

/**
 * A plugin for esbuild that keeps together what is loaded together. The core is what the public entries have in common. esbuild
 * cuts it wherever a part that is imported later needs some of it, into pieces that compress less each for itself: here every
 * such part is taken to need all of it, and nothing is cut. That holds with `ignoreAnnotations` alone: else esbuild drops an
 * import for its own sake, as no module of this package does anything when it is loaded.
 *
 * @param {readonly string[]} entries that a page loads, relative to the repository
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function oneCore(entries) {
  const { core, parts } = await readGraph(entries);
  return {
    name: 'one-core',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${CORE}$`) }, () => ({ path: CORE, namespace: CORE }));
      onLoad({ filter: /./, namespace: CORE }, () => ({
        contents: core.map((path) => `import ${JSON.stringify(path)};`).join('\n'),
        resolveDir: root,
      }));
      onLoad({ filter: /\.js$/ }, async ({ path }) =>
        parts.has(path)
          ? { contents: `${await readFile(path, 'utf8')}\nimport '${CORE}';\n` }
          : undefined,
      );
    },
  };
}

/**
 * @param {readonly string[]} entries
 * @returns {Promise<{ core: string[], parts: Set<string> }>} absolute paths: what all entries import statically, and what is
 *   imported later, kernels apart, which need nothing
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
  const importsOf = (/** @type {string} */ path, /** @type {string} */ kind) =>
    metafile.inputs[path].imports.filter((found) => found.kind === kind).map(({ path }) => path);
  const closure = (/** @type {string} */ path, seen = new Set([path])) => {
    for (const next of importsOf(path, 'import-statement')) {
      if (!seen.has(next)) closure(next, seen.add(next));
    }
    return seen;
  };
  const [first, ...others] = entries.map((entry) => closure(entry));
  const common = [...first].filter((path) => others.every((other) => other.has(path)));
  const later = Object.keys(metafile.inputs).flatMap((path) => importsOf(path, 'dynamic-import'));
  return {
    core: common.map((path) => join(root, path)),
    parts: new Set(
      later
        .filter((path) => !/\/(generated|portable)\//.test(path))
        .map((path) => resolve(root, path)),
    ),
  };
}
