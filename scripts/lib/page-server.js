import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { root } from './paths.js';
import { serve } from './static-server.js';

/**
 * Serves a page to browsers on this machine: `/` is a page that runs the module `script`,
 * `/data.json` is `data`, and files in `folders` are served unchanged. With `bareImports`, scripts
 * may import the package by its public names.
 * @param {{ script: string, data: unknown, folders: readonly string[], bareImports?: boolean,
 *   headers?: Record<string, string> }} page paths are relative to the repository
 * @returns {Promise<import('./static-server.js').Server>}
 */
export async function servePage({ script, data, folders, bareImports = false, headers }) {
  const html = [
    '<!doctype html><title>curvemill</title><link rel="icon" href="data:,">',
    bareImports ? `<script type="importmap">${JSON.stringify(importMap())}</script>` : '',
    `<script type="module" src="/${script}"></script>`,
  ].join('');
  /** @param {string} path */
  const read = async (path) => {
    if (path === '/index.html') return html;
    if (path === '/data.json') return JSON.stringify(data);
    const file = normalize(path.slice(1));
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) throw new Error('not served');
    return readFile(join(root, file));
  };
  return serve(read, { headers });
}

/**
 * The `exports` of package.json, as resolved by browsers.
 * @returns {{ imports: Record<string, string> }}
 */
export function importMap() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {[string, any][]} */
  const entries = Object.entries(exports);
  const modules = entries.filter(([, target]) => target.default?.endsWith('.js'));
  return {
    imports: Object.fromEntries(
      modules.map(([path, target]) => [name + path.slice(1), target.default.slice(1)]),
    ),
  };
}
