/** Bundles the page of first answers, as an application with each contestant would be bundled. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.js';
import { wasmModules } from './wasm-modules.js';

const KZG_WASM = 'node_modules/kzg-wasm/dist/wasm/kzg.wasm';

/**
 * Files by path, `/page.js` among them, and the imports of each: static ones, and those on demand.
 * @typedef {{ files: Map<string, Uint8Array>, imports: Map<string, { path: string,
 *   isStatic: boolean }[]> }} ColdBundle
 */

/** @returns {Promise<ColdBundle>} */
export async function bundleColdPage() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: 'scripts/lib/cold-page.js' },
    outdir: '/',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
    write: false,
    metafile: true,
    // What kzg-wasm imports in Node alone.
    external: ['fs', 'path', 'url'],
    plugins: [wasmModules],
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  /** @type {[string, Uint8Array][]} */
  const files = outputFiles.map(({ path, contents }) => [`/${basename(path)}`, contents]);
  const imports = Object.entries(metafile.outputs).map(([file, output]) => [
    `/${basename(file)}`,
    output.imports.map(({ path, kind }) => ({
      path: `/${basename(path)}`,
      isStatic: kind === 'import-statement',
    })),
  ]);
  // Where kzg-wasm looks for it.
  files.push(['/wasm/kzg.wasm', await readFile(join(root, KZG_WASM))]);
  return {
    files: new Map(files),
    imports: new Map(/** @type {any} */ (imports)),
  };
}

/**
 * The modules of the application itself, for which bundlers write `modulepreload` links: those that
 * it imports at its start.
 * @param {ColdBundle} bundle
 * @param {Set<string>} requested files, by one contestant
 * @returns {Set<string>} paths
 */
export function ownModules({ imports }, requested) {
  const start = (imports.get('/page.js') ?? []).filter(({ path }) => requested.has(path));
  const found = new Set(['/page.js', ...start.map(({ path }) => path)]);
  for (const path of found) {
    if (path === '/page.js') continue;
    for (const next of imports.get(path) ?? []) if (next.isStatic) found.add(next.path);
  }
  return found;
}
