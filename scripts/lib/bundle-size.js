import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './paths.js';

/**
 * Size of a part of a bundle: bytes after minification and gzip.
 * @typedef {{ name: string, bytes: number }} Part
 */

/**
 * Bundles an entry of the built package as a user's bundler would, and measures its size.
 * @param {string} file the entry, relative to the repository
 * @returns {Promise<{ atOnce: number, lazy: Part[], with: (isLoaded: (name: string) => boolean) =>
 *   number }>} bytes loaded immediately; of each module imported on demand, by the name of its
 *   source; and of both together for some of these
 */
export async function measureEntry(file) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { entry: file },
    outdir: 'bundle',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
    // Chunks of dist/ import each other only to fix their order, about which esbuild warns outside
    // of node_modules.
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  const bytes = new Map(
    outputFiles.map((output) => [basename(output.path), gzipSync(output.contents).length]),
  );
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output.imports]),
  );
  /** A file and what it imports statically. */
  const closure = (/** @type {string} */ name, /** @type {Set<string>} */ seen = new Set()) => {
    seen.add(name);
    for (const { path, kind } of imports.get(name) ?? []) {
      if (kind === 'import-statement' && !seen.has(basename(path))) closure(basename(path), seen);
    }
    return seen;
  };
  const weigh = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((total, name) => total + (bytes.get(name) ?? 0), 0);

  const dynamic = [...imports.values()].flat().filter(({ kind }) => kind === 'dynamic-import');
  const atOnce = closure('entry.js');
  return {
    atOnce: weigh(atOnce),
    lazy: [...new Set(dynamic.map(({ path }) => basename(path)))].map((file) => ({
      name: nameOf(file),
      bytes: weigh(difference(closure(file), atOnce)),
    })),
    /** Size including some of the lazy modules; shared code counts once. */
    with: (/** @type {(name: string) => boolean} */ isLoaded) => {
      const loaded = dynamic
        .map(({ path }) => basename(path))
        .filter((file) => isLoaded(nameOf(file)));
      return weigh(new Set([...atOnce, ...loaded.flatMap((file) => [...closure(file)])]));
    },
  };
}

/** NAME.js of dist/ has become NAME-HASH.js. @param {string} file */
const nameOf = (file) => file.replace(/-[A-Z0-9]{8}\.js$/, '');

/**
 * @param {Set<string>} all
 * @param {Set<string>} without
 */
const difference = (all, without) => [...all].filter((name) => !without.has(name));
