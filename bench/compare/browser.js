/**
 * Serves a page with the JavaScript contestants: this library from `dist/`, and the other
 * libraries, bundled.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { peerVersions } from '../../scripts/lib/page-build.js';
import { importMap } from '../../scripts/lib/page-server.js';
import { root } from '../../scripts/lib/paths.js';
import { ISOLATION, serve } from '../../scripts/lib/static-server.js';

/** @import { Program } from './programs.js' */

/**
 * @param {string} name of the browser
 * @param {{ backend: string, inputs: string }} options `inputs`: the folder of the input files
 * @returns {Promise<{ program: (kind: string) => Program, close: () => Promise<void> }>}
 */
export async function openPage(name, { backend, inputs }) {
  const folder = mkdtempSync(join(tmpdir(), 'curvemill-contestants-'));
  await bundle(folder);
  const browser = await launchBrowser(name);
  const settings = JSON.stringify({ engine: browser.version, backend });
  const scripts = `<script type="importmap">${JSON.stringify(importMap())}</script><script type="module" src="/page/page.js"></script>`;
  /** @type {Record<string, string>} */
  const folders = { page: folder, input: inputs, dist: join(root, 'dist') };
  const server = await serve(
    async (path) => {
      if (path === '/index.html') return `<!doctype html><title>curvemill</title>${scripts}`;
      if (path === '/settings.json') return settings;
      const [, first, ...rest] = path.split('/');
      if (!(first in folders)) throw new Error('not served');
      // The URL parser has resolved every `..`.
      return readFile(join(folders[first], ...rest));
    },
    { headers: ISOLATION },
  );
  const close = async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  };
  const page = await browser.converse(server.url).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    program: (kind) => ({
      ask: (line) => page.evaluate(`ask(${JSON.stringify(kind)}, ${JSON.stringify(line)})`),
      end: () => {},
    }),
    close,
  };
}

/**
 * Bundles everything but this library, whose public names resolve to `dist/`.
 * @param {string} folder
 */
async function bundle(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/compare/page.js'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: ['curvemill/*', 'tiny-secp256k1', 'node:*', 'fs', 'crypto', 'path'],
    logLevel: 'error',
    plugins: [peerVersions],
  });
}
