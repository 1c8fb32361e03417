/**
 * Whether the files of a part of the build belong to the sources as they are, by a hash: the
 * modules, which tests of the sources read, or the package, which is made of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/** Files and folders that the build reads, beside the packages of the lock file. */
const READ = ['src', 'wasm-gen', 'bin', 'scripts', 'package.json', 'package-lock.json'];
const CONFIGS = ['tsconfig.json', 'tsconfig.types.json'];

/** @typedef {'modules' | 'package'} Part */

/**
 * Files that each part writes, one of each of its steps.
 * @type {Readonly<Record<Part, readonly string[]>>}
 */
const WRITTEN = {
  modules: ['src/generated/exports.js'],
  package: ['dist/index.js', 'dist/types/src/index.d.ts'],
};

/**
 * Holds the hash of the sources of the last build of a part. Modules that are written anew remove
 * both: the package is then stale.
 * @type {(part: Part) => string}
 */
const stampOf = (part) => join(root, `src/generated/${part}-built-from.txt`);

/** @returns {string} of all that a build reads */
function hashOfSources() {
  const hash = createHash('sha256').update(process.version);
  const add = (/** @type {string} */ path) => {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  };
  const walk = (/** @type {string} */ path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const own = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (own !== 'src/generated' && entry.name !== 'node_modules') walk(own);
      } else add(own);
    }
  };
  for (const path of READ) {
    if (path.includes('.')) add(path);
    else walk(path);
  }
  CONFIGS.forEach(add);
  return hash.digest('hex');
}

/** Whether a build would write what is there. @type {(part: Part) => boolean} */
export function isBuilt(part) {
  const stamp = stampOf(part);
  const paths = [stamp, ...WRITTEN[part].map((path) => join(root, path))];
  return paths.every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === hashOfSources();
}

/** Notes that all of a part has just been built. @type {(part: Part) => void} */
export function noteBuilt(part) {
  writeFileSync(stampOf(part), hashOfSources());
}
