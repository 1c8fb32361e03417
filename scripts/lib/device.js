import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.js';

/**
 * Describes the machine of a measurement.
 * @returns {string}
 */
export function describeDevice() {
  const cpus = os.cpus();
  const model = cpus[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${model}, ${cpus.length} cores, ${memory} GiB, ${os.platform()} ${os.arch()}`;
}

/**
 * Describes the JavaScript engine of this process.
 * @returns {string}
 */
export function describeEngine() {
  const { bun, deno, node, v8 } = process.versions;
  if (bun) return `Bun ${bun}`;
  if (deno) return `Deno ${deno} (V8 ${v8})`;
  return `Node ${node} (V8 ${v8})`;
}

/**
 * The commit that is checked out, `-dirty` when files differ from it, or 'unknown' outside a
 * repository. Changes in bench/results are ignored.
 * @param {string} [folder] of another checkout
 * @returns {string}
 */
export function describeCommit(folder = root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('describe', '--always', '--exclude=*');
    const changes = git('status', '--porcelain', '-uno', '--', ':/', ':(top,exclude)bench/results');
    return changes ? `${commit}-dirty` : commit;
  } catch {
    return 'unknown';
  }
}
