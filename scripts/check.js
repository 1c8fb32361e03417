/**
 * Runs the checks of package.json, all scripts `check:…`, and shows what each of them said. All
 * run, whatever the others say.
 *
 *   node scripts/check.js            after `npm run build`; exit code 1 when any of them fails
 *   node scripts/check.js --jobs 1   so many at a time; without it, as many as there are cores
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({ options: { jobs: { type: 'string' } } });
const jobs = Number(values.jobs ?? availableParallelism());

/** The archive is of what was built: to pack it builds nothing again. */
const env = { ...process.env, npm_config_ignore_scripts: 'true' };

/** @param {string} name of a script of package.json @returns {Promise<boolean>} */
async function passes(name) {
  const began = performance.now();
  const options = { cwd: root, env, shell: process.platform === 'win32' };
  const child = spawn('npm', ['run', '--silent', name], options);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  }
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'} ${name}, ${seconds} s\n${text}`);
  return code === 0;
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));

/** @type {string[]} */
const failed = [];
const waiting = [...names];
async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!(await passes(name))) failed.push(name);
  }
}
await Promise.all(Array.from({ length: jobs }, work));

console.log(`${names.length - failed.length} of ${names.length} checks passed`);
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
