/**
 * Sums of BLS12-381 G1 in several engines, on both kernels, and on two threads: the suite msm in
 * each of them.
 *
 *   node bench/run.js --suite engines [--nodes PROGRAM,…] [--browsers chromium,firefox]
 *     [--sizes 12,14,16,18] [--runs 5] [--out FOLDER]
 *
 * `--nodes`: programs of Node, this one by default; those that have no relaxed SIMD measure the
 * portable kernel alone. Threads are compared in the last of them. Prints Markdown, which `--out`
 * also writes to engines.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserNames } from '../../scripts/lib/browsers.js';
import { listOf, parseName, ranges, text, whole } from '../../scripts/lib/command-line.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { root } from '../../scripts/lib/paths.js';
import { progress } from '../../scripts/lib/progress.js';
import { digits, DISTURBED, head, lineOf, originOf, row } from '../harness/report.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { Report } from '../msm/report.js' */

const [COMPARED, ROUNDS] = ['10,12,14,16', 15];

export const options = {
  nodes: listOf(process.execPath, String),
  browsers: listOf('chromium,firefox', (name, option) => parseName(name, option, browserNames)),
  sizes: ranges('12,14,16,18', 0, 22),
  runs: whole(5, 1, 10_000),
  out: text(),
};

/** @param {Values<typeof options>} values */
export function main({ nodes, browsers, sizes, runs, out }) {
  ensureBuilt();
  const common = ['--sizes', sizes.join(), '--runs', String(runs)];
  const reports = nodes.flatMap((program) =>
    ['portable', 'fma'].flatMap((backend) => measure(program, [...common, '--backend', backend])),
  );
  for (const engine of browsers)
    reports.push(...measure(process.execPath, [...common, '--engine', engine]));
  const threads = ['--threads', '1,2', '--sizes', COMPARED, '--runs', String(ROUNDS)];
  const scaling = measure(nodes[nodes.length - 1], threads);
  progress('');
  const page = ['# Engines, kernels and threads', INTRODUCTION, ...kernels(reports)];
  page.push(...scaling.flatMap(comparison));
  console.log(page.join('\n\n'));
  if (!out) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'engines.md'), `${page.join('\n\n')}\n`);
}

const INTRODUCTION = `Medians in milliseconds of \`msm\` over BLS12-381 G1; random scalars of full length, points decoded beforehand, every result verified first. Written by \`node bench/run.js --suite engines\`.`;

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Report[]} none where the engine lacks the kernel
 */
function measure(program, args) {
  progress(`${program} ${args.join(' ')}`);
  const run = ['bench/run.js', '--suite', 'msm', '--json', ...args];
  const { status, stdout, stderr } = spawnSync(program, run, { cwd: root, encoding: 'utf8' });
  if (status === 0) return [JSON.parse(stdout)];
  if (!args.includes('fma')) throw new Error(`${program} ${run.join(' ')}: ${stderr}`);
  console.error(`${program}, fma is left out: ${stderr.trim()}`);
  return [];
}

/** An engine's name, with the version that tells kernels apart. @param {string} engine */
const shortly = (engine) => engine.replace(/^(Node \d+\.\d+|\w+ \d+).*/, '$1');

/** @param {Report['results'][number]} result */
const timeOf = ({ medianMs, isDisturbed }) => (isDisturbed ? DISTURBED : digits(medianMs));

/** @param {readonly Report[]} reports */
function kernels(reports) {
  const names = reports.map(({ backend, engine }) => {
    const kernel = backend.batch === 'limbs30' ? 'portable' : backend.batch;
    return `${kernel}, ${shortly(engine)}`;
  });
  const rows = reports[0].results.map(({ logSize }, i) =>
    row([`2^${logSize}`, ...reports.map(({ results }) => timeOf(results[i]))]),
  );
  const engines = [...new Set(reports.map(({ engine }) => shortly(engine)))].join(', ');
  return [
    '## (k) Kernels and engines, one thread',
    lineOf(originOf(engines), 'kernels as named'),
    [head(['n (ms)', ...names]), ...rows].join('\n'),
  ];
}

/** @param {Report} report */
function comparison({ engine, backend, results }) {
  const of = (/** @type {number} */ count) => results.filter(({ threads }) => threads === count);
  const [one, two] = [of(1), of(2)];
  const rows = two.map(({ logSize, medianMs, ratio, isDisturbed }, i) =>
    row([
      `2^${logSize}`,
      timeOf(one[i]),
      isDisturbed ? DISTURBED : `${digits(medianMs)} (${(ratio ?? 1).toFixed(2)})`,
    ]),
  );
  return [
    '## (t) Threads',
    `${ROUNDS} runs in turns; in brackets how many times as fast as one thread.`,
    lineOf(originOf(engine), `single ${backend.single}, batch ${backend.batch}`),
    [head(['n (ms)', 'one thread', 'two threads']), ...rows].join('\n'),
  ];
}
