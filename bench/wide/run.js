/**
 * What wide arithmetic gains, end to end, in Bun and in Chromium with --js-flags=--wasm-staging, as far as they are installed
 * (test/engines/README.md says how): limbs30 and wide64 for chains beside the same kernel for batches, in turns.
 *
 *   node bench/wide/run.js [--engine bun|chromium] [--only TEXT]   Build first.
 *
 * Minima of samples of 2 ms, in microseconds. Without options it writes bench/results/wide.json and wide.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from '../../scripts/lib/browsers.js';
import { describeCommit, describeDevice } from '../../scripts/lib/device.js';
import { servePage } from '../../scripts/lib/page-server.js';

/** @import { Row } from './measure.js' */
/** @typedef {{ engine: string, rows: Row[] }} Measured */

const { values: options } = parseArgs({
  options: { engine: { type: 'string' }, only: { type: 'string', default: '' } },
});

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const results = path('../results/wide');
const bun =
  process.env.CURVEMILL_BUN ??
  path('../../test/engines/runtimes/node_modules/@oven/bun-linux-x64/bin/bun');

/** @type {Record<string, () => Promise<Measured | null>>} */
const engines = { bun: inBun, chromium: inChromium };

async function inBun() {
  if (!existsSync(bun)) return null;
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(bun, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).stdout;
  const rows = JSON.parse(run('run', path('command-line.js'), options.only));
  return { engine: `Bun ${run('--version').trim()}`, rows };
}

async function inChromium() {
  const program = findBrowser('chromium');
  if (!program) return null;
  const flag = '--js-flags=--wasm-staging';
  const browser = await launchBrowser('chromium', program, [flag]);
  const server = await servePage({
    script: 'bench/wide/page.js',
    data: { only: options.only },
    folders: ['src', 'wasm-gen/curves', 'bench/wide'],
    headers: {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  });
  try {
    return { engine: `${browser.version} with ${flag}`, rows: await browser.open(server.url) };
  } finally {
    await server.close();
    await browser.close();
  }
}

/** A line a task: for each choice of kernels µs, and how often the first one's time. @param {Measured} measured */
function renderTable({ engine, rows }) {
  const roles = [...new Set(rows.flatMap(({ samples }) => samples.map((sample) => sample.roles)))];
  const lines = rows.map(({ name, samples }) => {
    const cells = roles.map((role, i) => {
      const found = samples.find((sample) => sample.roles === role);
      if (!found) return '–';
      const ratio = (samples[0].micros / found.micros).toFixed(2);
      const micros = found.micros.toFixed(found.micros < 1000 ? 1 : 0);
      return i === 0 ? micros : `${micros} (${ratio})`;
    });
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const head = `| µs | ${roles.join(' | ')} |\n|---|${roles.map(() => '---:|').join('')}`;
  return `## ${engine}\n\n${head}\n${lines.join('\n')}`;
}

const measured = [];
for (const [name, measureIn] of Object.entries(engines)) {
  if (options.engine && options.engine !== name) continue;
  const found = await measureIn();
  if (found) {
    measured.push(found);
    console.log(`${renderTable(found)}\n`);
  } else console.warn(`${name} is not installed`);
}

if (!options.engine && !options.only) {
  const origin = {
    device: describeDevice(),
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(`${results}.json`, `${JSON.stringify({ ...origin, measured }, null, 2)}\n`);
  const introduction = `# What wide arithmetic gains

${origin.device}; one thread; commit ${origin.commit}; ${origin.date}. Columns: the kernel for chains + the kernel for batches.
Minima of samples of 2 ms that take turns, in microseconds; in brackets, how many times as fast as the first column. Every result
was the same on all kernels. Written by \`node bench/wide/run.js\`.`;
  writeFileSync(`${results}.md`, `${[introduction, ...measured.map(renderTable)].join('\n\n')}\n`);
  console.log(`wrote ${results}.json and .md`);
}
