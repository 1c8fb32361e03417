import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/** Written after the bundles. Measured code needs no types: a build without them will do. */
const LAST_OUTPUT = 'dist/worker.js.map';
const SOURCES = ['src', 'wasm-gen', 'package.json', 'scripts/build-dist.js'];
const GENERATED = join(root, 'src/generated');

/**
 * Runs the build when its output is missing or older than a source, in a process of its own that is
 * over before anything is measured. Only the output of a build that fails is shown, on stderr.
 */
export function ensureBuilt() {
  // An installed package is built, and has no sources.
  if (!existsSync(join(root, 'src'))) return;
  if (modifiedAt(join(root, LAST_OUTPUT)) > newest(SOURCES.map((path) => join(root, path)))) return;
  process.stderr.write('building …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error, stdout, stderr } = spawnSync(npm, ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  throw new Error('the build failed', { cause: error });
}

/**
 * @param {readonly string[]} paths files and folders
 * @returns {number} the latest modification, in milliseconds
 */
function newest(paths) {
  return paths.reduce((latest, path) => {
    if (path === GENERATED) return latest;
    if (!statSync(path).isDirectory()) return Math.max(latest, modifiedAt(path));
    return Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }, 0);
}

/**
 * @param {string} path
 * @returns {number} 0 if the file does not exist
 */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
