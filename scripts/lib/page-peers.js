/**
 * Libraries whose licence keeps them out of the benchmark page, served beside it where they are
 * installed: bench/page/served.js loads them when a visitor chose them.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { root } from './paths.js';
import { serve } from './static-server.js';

/** Files in projects of their own, by name. */
const FILES = new Map([
  ['snarkjs', 'test/consumers/snarkjs/node_modules/snarkjs/build/snarkjs.min.js'],
]);

/** @param {string} name */
const pathOf = (name) => `peers/${name}.js`;

/** Where the page finds the libraries that are installed. @returns {Record<string, string>} */
export const installedPeers = () =>
  Object.fromEntries(
    [...FILES].flatMap(([name, file]) =>
      existsSync(join(root, file)) ? [[name, pathOf(name)]] : [],
    ),
  );

/**
 * Serves a page that `buildPage` has written, and what is installed of these libraries.
 * @param {string} folder
 * @param {import('./static-server.js').ServerOptions} [options]
 */
export const servePage = (folder, options) =>
  serve(async (path) => {
    if (path === '/peers.json') return JSON.stringify(installedPeers());
    const file = [...FILES].find(([name]) => path === `/${pathOf(name)}`)?.[1];
    // The URL parser has resolved every `..`, so no path leads out of the folder.
    return readFile(file ? join(root, file) : join(folder, normalize(path)));
  }, options);
