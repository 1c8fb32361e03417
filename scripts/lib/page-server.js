import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './paths.js';

/** @type {Record<string, string>} */
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Serves a page to browsers on this machine: `/` is a page that runs the module `script`,
 * `/data.json` is `data`, and what is in `folders` is served as it is. With `bareImports`, scripts may
 * import the package by its public names.
 *
 * @param {{ script: string, data: unknown, folders: readonly string[], bareImports?: boolean,
 *   headers?: Record<string, string> }} page paths are relative to the repository
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function servePage({ script, data, folders, bareImports = false, headers = {} }) {
  const html = [
    '<!doctype html><title>curvemill</title>',
    bareImports ? `<script type="importmap">${JSON.stringify(importMap())}</script>` : '',
    `<script type="module" src="/${script}"></script>`,
  ].join('');
  /** @param {string} path */
  const respond = async (path) => {
    if (path === '/') return { type: 'text/html', body: html };
    if (path === '/data.json') return { type: 'application/json', body: JSON.stringify(data) };
    const file = normalize(path.slice(1));
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) throw new Error('not served');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return { type, body: await readFile(join(root, file)) };
  };
  const server = createServer(async ({ url = '/' }, response) => {
    try {
      const { type, body } = await respond(new URL(url, 'http://localhost').pathname);
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * What `exports` in package.json says, for browsers.
 *
 * @returns {{ imports: Record<string, string> }}
 */
function importMap() {
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
