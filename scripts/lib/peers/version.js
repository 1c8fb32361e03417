import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.js';

/**
 * The version of an installed package. A separate file, which the build of a page replaces
 * (`page-build.js`).
 * @param {string} name npm package
 * @returns {string | null} null if it is not installed
 */
export function installedVersion(name) {
  const file = join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
