/**
 * Bundles a page that gives one first answer, as an application is bundled: what it imports is in
 * one file, what its libraries import on demand in others.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { PAGE_BUNDLE } from '../../scripts/lib/page-build.js';
import { root } from '../../scripts/lib/paths.js';
import { wasmModules } from '../../scripts/lib/wasm-modules.js';
import { REPORT } from './visit.js';

const KZG_WASM = 'node_modules/kzg-wasm/dist/wasm/kzg.wasm';

const SIGNATURES = ['ecdsa', 'bip340'];
const BLOBS = ['commitment', 'cells'];

/** The jobs that each module of this folder exports. @type {Record<string, string[]>} */
const JOBS_OF = {
  curvemill: [...SIGNATURES, 'msm', ...BLOBS],
  eager: SIGNATURES,
  noble: [...SIGNATURES, 'msm'],
  'tiny-secp256k1': SIGNATURES,
  'kzg-wasm': BLOBS,
};

/** All jobs. */
export const jobs = JOBS_OF.curvemill;

/** All contestants: two backends of this package, an entry with one's kernels, and others. */
export const contestants = ['auto', 'portable', 'eager', 'noble', 'tiny-secp256k1', 'kzg-wasm'];

/** The module of a contestant. @param {string} name */
const moduleOf = (name) => (name in JOBS_OF ? name : 'curvemill');

/** Whether a contestant does a job. @param {string} name @param {string} job */
export const does = (name, job) => JOBS_OF[moduleOf(name)].includes(job);

/**
 * Files by path, `/page.js` among them; and those that a page requests without running a script.
 * @typedef {{ files: Map<string, Uint8Array>, own: string[] }} ColdPage
 */

/**
 * @param {string} contestant
 * @param {string} job
 * @returns {Promise<ColdPage>}
 */
export async function bundleColdPage(contestant, job) {
  const contents = `
    import { firstAnswer } from './page.js';
    import { ${job} } from './${moduleOf(contestant)}.js';
    firstAnswer(${job}).then((answer) =>
      fetch('${REPORT}' + encodeURIComponent(JSON.stringify(answer))));`;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: join(root, 'bench/cold-start') },
    outdir: '/',
    entryNames: 'page',
    ...PAGE_BUNDLE,
    write: false,
    metafile: true,
    // What kzg-wasm imports in Node alone.
    external: ['fs', 'path', 'url'],
    plugins: [wasmModules],
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  const pathOf = (/** @type {string} */ file) => `/${basename(file)}`;
  const files = new Map(outputFiles.map(({ path, contents }) => [pathOf(path), contents]));
  const imports = new Map(
    Object.entries(metafile.outputs).map(([file, { imports }]) => [
      pathOf(file),
      imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [pathOf(path)] : [])),
    ]),
  );
  const own = new Set(['/page.js']);
  for (const path of own) for (const next of imports.get(path) ?? []) own.add(next);
  // Where kzg-wasm looks for it.
  if (contestant === 'kzg-wasm') files.set('/wasm/kzg.wasm', await readFile(join(root, KZG_WASM)));
  return { files, own: [...own] };
}
