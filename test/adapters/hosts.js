/** The packages of hosts, installed in a project of their own, beside the examples of doors. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/paths.js';
import { describeWith } from '../support/installed.js';

export const modules = join(root, 'examples/clients/node_modules');

/** @param {string} path in node_modules @returns {Promise<any>} */
export const importHost = (path) => import(pathToFileURL(join(modules, path)).href);

/**
 * Tests that need packages of hosts.
 * @param {string} title
 * @param {readonly string[]} names of packages
 * @param {() => void} define
 */
export function describeHost(title, names, define) {
  const isInstalled = names.every((name) => existsSync(join(modules, name)));
  describeWith(title, isInstalled, 'npm install --prefix examples/clients', define);
}
