/**
 * End-to-end gain of wide arithmetic, in Bun and in Chromium with --js-flags=--wasm-staging, if
 * installed (see test/engines/README.md): limbs30 and wide64 for chains, with the same kernel for
 * batches, in turns.
 *
 *   node bench/wide/run.js [--engine bun|chromium] [--only TEXT]   Build first.
 *
 * Minima of samples of 2 ms, in microseconds. Without options it writes
 * bench/results/local/wide.json and wide.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeCommit, describeDevice } from '../../scripts/lib/device.js';
import { measurements } from '../../scripts/lib/paths.js';
import { runInEngine } from '../../scripts/lib/run-in-engine.js';
import { CHOICES } from './choices.js';
import { helpIfAsked } from '../../scripts/lib/help.js';

helpIfAsked(import.meta.url);

/** @import { Row } from './measure.js' */
/** @typedef {{ engine: string, rows: Row[] }} Measured */

const { values: options } = parseArgs({
  options: { engine: { type: 'string' }, only: { type: 'string', default: '' } },
});
const results = join(measurements, 'wide');

/**
 * One line per task: for each choice of kernels the time in µs, and its ratio to the first.
 * @param {Measured} measured
 */
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

/** @type {Measured[]} */
const measured = [];
for (const [name, choices] of Object.entries(CHOICES)) {
  if (options.engine && options.engine !== name) continue;
  const found = await runInEngine(name, {
    folder: 'bench/wide',
    folders: ['src', 'bench/wide'],
    data: { choices, only: options.only },
  });
  if (found) {
    measured.push({ engine: found.engine, rows: found.report });
    console.log(`${renderTable(measured[measured.length - 1])}\n`);
  } else console.warn(`${name} is not installed`);
}

if (!options.engine && !options.only) {
  const origin = {
    device: describeDevice(),
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
  };
  mkdirSync(measurements, { recursive: true });
  writeFileSync(`${results}.json`, `${JSON.stringify({ ...origin, measured }, null, 2)}\n`);
  const introduction = `# What wide arithmetic gains

${origin.device}; one thread; commit ${origin.commit}; ${origin.date}. Columns: the
kernel for chains + the kernel for batches. Minima of samples of 2 ms that take turns, in
microseconds; in brackets, how many times as fast as the first column. Every result was the same on
all kernels. Written by \`node bench/wide/run.js\`.`;
  writeFileSync(`${results}.md`, `${[introduction, ...measured.map(renderTable)].join('\n\n')}\n`);
  console.log(`wrote ${results}.json and .md`);
}
