import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, reportsOf, WIDE_ARGS } from './browsers.js';
import { servePage } from './page-server.js';
import { root } from './paths.js';
import { ISOLATION } from './static-server.js';

/**
 * Runs a measurement in Bun, in a Node, or in Chromium with wide arithmetic. Each folder has two
 * entry points: `command-line.js` reads its data from stdin and prints a report; `page.js` reads
 * `/data.json` and leaves a promise in `globalThis.report`.
 * @param {string} name 'bun', 'chromium', or the program of a Node
 * @param {{ folder: string, folders: readonly string[], data: unknown }} measurement `folders` that
 *   a page may load; all paths are relative to the repository
 * @returns {Promise<{ engine: string, report: any } | null>} null for an engine that is not
 *   installed (test/engines/README.md)
 */
export async function runInEngine(name, { folder, folders, data }) {
  if (name === 'chromium') return runInChromium({ folder, folders, data });
  const program = name === 'bun' ? findBun() : name;
  if (!existsSync(program)) return null;
  const run = (/** @type {string[]} */ args, input = '') => {
    const { stdout, status } = spawnSync(program, args, {
      encoding: 'utf8',
      input,
      maxBuffer: 2 ** 26,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
    return stdout;
  };
  const version = run(['--version']).trim();
  const report = JSON.parse(run([join(root, folder, 'command-line.js')], JSON.stringify(data)));
  return { engine: name === 'bun' ? `Bun ${version}` : `Node ${version}`, report };
}

function findBun() {
  const installed = 'test/engines/runtimes/node_modules/@oven/bun-linux-x64/bin/bun';
  return process.env.CURVEMILL_BUN ?? join(root, installed);
}

/** @param {{ folder: string, folders: readonly string[], data: unknown }} measurement */
async function runInChromium({ folder, folders, data }) {
  if (!findBrowser('chromium')) return null;
  const args = WIDE_ARGS.get('chromium');
  const page = { script: `${folder}/page.js`, data, folders, headers: ISOLATION };
  const { engine, reports } = await reportsOf('chromium', [() => servePage(page)], { args });
  return { engine: `${engine} with ${args}`, report: reports[0] };
}
