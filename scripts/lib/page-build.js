import { readFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describeCommit } from './device.js';
import { recordedForPage } from './page-recorded.js';
import { root } from './paths.js';
import { installedVersion } from './peers/version.js';

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
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Peers that the page does not offer (bench/page/settings.js); their adapters are never loaded.
    external: ['mcl-wasm', 'tiny-secp256k1'],
    logLevel: 'warning',
    logOverride: { 'ignored-bare-import': 'silent' },
    define: {
      BUILD: JSON.stringify({ version, commit: describeCommit() }),
      RECORDED: JSON.stringify(recordedForPage()),
    },
    plugins: [peerVersions],
  });
  await cp(join(root, 'bench/page/index.html'), join(folder, 'index.html'));
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
