import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { extname, join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Headers that isolate a page from others. Its clock then has steps of 5 µs instead of 100 µs in
 * Chromium, and it may share memory between threads.
 */
export const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * @typedef {{ url: string, close(): Promise<void> }} Server
 * @typedef {{ headers?: Record<string, string>, port?: number,
 *   identity?: { key: string, cert: string } }} ServerOptions `port`: 0 takes a free one;
 *   `identity`: serves HTTP/2 with this certificate
 */

/**
 * Serves only browsers on this machine.
 * @param {(path: string) => Promise<string | Buffer>} read the body for a path; on failure, the
 *   page is not found
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export async function serve(read, { headers = {}, port = 0, identity } = {}) {
  const answer = async (
    /** @type {{ url?: string }} */ { url = '/' },
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const body = await read(path);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = identity
    ? createSecureServer(identity, /** @type {any} */ (answer))
    : createServer(answer);
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(null));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${address.port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Serves the files of a folder.
 * @param {string} folder
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export async function serveFolder(folder, options) {
  // The URL parser has resolved every `..`, so no path leads out of the folder.
  return serve((path) => readFile(join(folder, normalize(path))), options);
}
