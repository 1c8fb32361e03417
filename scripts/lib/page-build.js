import { readFileSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describeCommit } from './device.js';
import { recordedForPage } from './page-recorded.js';
import { root } from './paths.js';
import { installedVersion } from './peers/version.js';
import { wasmModules } from './wasm-modules.js';

/** esbuild's options for pages of this repository. @satisfies {import('esbuild').BuildOptions} */
export const PAGE_BUNDLE = /** @type {const} */ ({
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  conditions: ['browser'],
});

/**
 * Builds the benchmark page from the current `bench/page/` and `dist/`.
 * @param {string} [out] folder to write to; without one, a temporary folder
 * @returns {Promise<string>} the folder
 */
export async function buildPage(out) {
  const folder = out ? resolve(out) : await mkdtemp(join(tmpdir(), 'curvemill-page-'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/page/main.js', 'bench/page/worker.js', 'bench/page/style.css'],
    outdir: folder,
    ...PAGE_BUNDLE,
    // kzg-wasm looks for its file beside the folder of the script that it is in.
    chunkNames: 'chunks/[name]-[hash]',
    // A peer that the page does not offer (bench/page/settings.js), whose adapter is never loaded;
    // and what kzg-wasm imports in Node alone.
    external: ['mcl-wasm', 'fs', 'path', 'url'],
    logLevel: 'warning',
    logOverride: { 'ignored-bare-import': 'silent' },
    define: {
      BUILD: JSON.stringify({ version, commit: describeCommit() }),
      RECORDED: JSON.stringify(recordedForPage()),
    },
    plugins: [peerVersions, wasmModules],
  });
  await cp(join(root, 'bench/page/index.html'), join(folder, 'index.html'));
  // Whoever serves the page may serve other libraries beside it, and say where.
  await writeFile(join(folder, 'peers.json'), '{}\n');
  const wasm = 'node_modules/kzg-wasm/dist/wasm/kzg.wasm';
  await cp(join(root, wasm), join(folder, 'wasm/kzg.wasm'));
  return folder;
}

/**
 * Inserts the versions of the installed packages, which a page cannot query.
 * @type {import('esbuild').Plugin}
 */
export const peerVersions = {
  name: 'peer-versions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/version\.js$/ }, ({ path }) => ({ path, namespace: 'peer-versions' }));
    onLoad({ filter: /.*/, namespace: 'peer-versions' }, () => {
      const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      const versions = Object.fromEntries(
        Object.keys(devDependencies).map((name) => [name, installedVersion(name)]),
      );
      return {
        contents: `const versions = ${JSON.stringify(versions)};
          export const installedVersion = (name) => versions[name];`,
      };
    });
  },
};
