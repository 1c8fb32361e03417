/** Suites in browsers: a page with this library and others, bundled, on this machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { reportsOf, WIDE_ARGS } from '../../scripts/lib/browsers.js';
import { PAGE_BUNDLE, peerVersions } from '../../scripts/lib/page-build.js';
import { measurements, root } from '../../scripts/lib/paths.js';
import { ISOLATION, serve } from '../../scripts/lib/static-server.js';
import { wasmModules } from '../../scripts/lib/wasm-modules.js';

/** Files that libraries fetch, or are, and no bundle has. @type {ReadonlyMap<string, string>} */
const FILES = new Map([
  ['/wasm/kzg.wasm', 'node_modules/kzg-wasm/dist/wasm/kzg.wasm'],
  ['/snarkjs.min.js', 'test/consumers/snarkjs/node_modules/snarkjs/build/snarkjs.min.js'],
]);

/** Bundles the page of suites. @param {string} folder for its files */
export async function buildSuitePage(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: { page: 'bench/harness/page.js' },
    outdir: folder,
    ...PAGE_BUNDLE,
    // kzg-wasm looks for its file beside the folder of the script that it is in.
    entryNames: 'chunks/[name]',
    chunkNames: 'chunks/[name]-[hash]',
    // A library whose adapter no suite loads, and what libraries import in Node alone.
    external: ['mcl-wasm', 'fs', 'path', 'url'],
    logLevel: 'error',
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [peerVersions, wasmModules],
  });
}

/**
 * @param {string} name of the browser
 * @param {{ suite: string, settings: { backends: string[] }, choice: object }} settings which
 *   harness/page.js reads
 * @param {(text: string) => void} say progress
 * @returns {Promise<{ engine: string, report: any }>}
 */
export async function measureInBrowser(name, settings, say) {
  const folder = mkdtempSync(join(tmpdir(), 'curvemill-suite-'));
  await buildSuitePage(folder);
  const page =
    '<!doctype html><title>curvemill</title><script type="module" src="/chunks/page.js"></script>';
  const read = async (/** @type {string} */ path) => {
    if (path === '/index.html') return page;
    if (path === '/settings.json') return JSON.stringify(settings);
    const file = FILES.get(path);
    if (file) return readFile(join(root, file));
    // The URL parser has resolved every `..`.
    if (path.startsWith('/groth16/')) return readFile(join(measurements, path));
    return readFile(join(folder, path));
  };
  const isWide = settings.settings.backends.includes('wide');
  try {
    const { engine, reports } = await reportsOf(name, [() => serve(read, { headers: ISOLATION })], {
      args: isWide ? WIDE_ARGS.get(name) : [],
      onMessage: say,
    });
    return { engine, report: reports[0] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
