/** Whether the files that `npm run build` writes belong to the sources as they are, by a hash. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.js';

/** Files and folders that a build reads, beside the packages of the lock file. */
const READ = ['src', 'wasm-gen', 'bin', 'scripts', 'package.json', 'package-lock.json'];
const CONFIGS = ['tsconfig.json', 'tsconfig.types.json'];

/** Files that it writes, one of each of its steps. */
const WRITTEN = ['src/generated/exports.js', 'dist/index.js', 'dist/types/src/index.d.ts'];

/** The hash of the sources of the last build. */
const STAMP = join(root, 'src/generated/built-from.txt');

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

/** @returns {boolean} whether a build would write what is there */
export function isBuilt() {
  const paths = [STAMP, ...WRITTEN.map((path) => join(root, path))];
  return paths.every((path) => existsSync(path)) && readFileSync(STAMP, 'utf8') === hashOfSources();
}

/** Notes that everything has just been built. */
export function noteBuilt() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hashOfSources());
}
