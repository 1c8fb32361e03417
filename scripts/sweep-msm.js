/**
 * Times multi-scalar multiplication over many sizes and checks for jumps: no n may cost much more
 * than a larger one; if one does, its plan is wrong.
 *
 *   node scripts/sweep-msm.js [--curve NAME] [--max 65536] [--passes 5] [--limit 1.1]
 *     [--backend auto] [--seed 1] [--out bench/results/local]
 *
 * `--limit`: the allowed cost of n over the cost of a larger size; exit code 1 when a size breaks
 * it. `--out`: where sweep-*.json and sweep-*.csv go.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BACKENDS, oneOf, program, text, whole } from '../bench/harness/command-line.js';
import { originOf } from '../bench/harness/report.js';
import { UsageError } from './lib/cli.js';
import { curveNames, openCurve } from './lib/curves.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { measurements } from './lib/paths.js';
import { findOffenders, sweep, sweepSizes } from './lib/sweep.js';

const OPTIONS = {
  curve: oneOf(curveNames),
  max: whole(65536, 1, 2 ** 22),
  passes: whole(5, 1, 1000),
  limit: { fallback: '1.1', read: readLimit },
  backend: oneOf(BACKENDS),
  seed: whole(1, 0, Number.MAX_SAFE_INTEGER),
  out: text(measurements),
};

/** @param {string} value @param {string} option */
function readLimit(value, option) {
  const limit = Number(value);
  if (!(limit >= 1)) throw new UsageError(`${option}: expected a number ≥ 1, got '${value}'`);
  return limit;
}

await program(import.meta.url, OPTIONS, async (options) => {
  const { curve, max, passes, limit, backend, seed, out } = options;
  ensureBuilt();
  const { instance, group } = await openCurve(curve, { backend, threads: 1 });
  const kernels = instance.backend;
  const rows = sweep(group, sweepSizes(max), passes, seed);
  instance.dispose();
  const offenders = findOffenders(rows, limit);
  const settings = { curve, backend: kernels, passes, seed, statistic: 'minimum', limit };
  const report = { ...originOf(), ...settings, offenders, rows };
  const name = join(out, `sweep-${curve}-${kernels.single}-${kernels.batch}`);
  mkdirSync(out, { recursive: true });
  writeFileSync(`${name}.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${name}.csv`, toCsv(rows));
  console.log(`${rows.length} sizes written to ${relative(process.cwd(), name)}.{json,csv}`);
  console.log(describeOffenders(offenders, limit));
  if (offenders.length > 0) process.exitCode = 1;
});

/**
 * @param {readonly import('./lib/sweep.js').Row[]} rows
 * @returns {string}
 */
function toCsv(rows) {
  const lines = rows.map(({ n, minMs, medianMs, samples }) =>
    [n, minMs.toFixed(4), medianMs.toFixed(4), samples].join(','),
  );
  return `${['n,min_ms,median_ms,samples', ...lines].join('\n')}\n`;
}

/**
 * @param {readonly import('./lib/sweep.js').Offender[]} offenders
 * @param {number} limit
 * @returns {string}
 */
function describeOffenders(offenders, limit) {
  const rule = `no n costs more than ${limit}× a larger n (minimum of all runs)`;
  if (offenders.length === 0) return `holds: ${rule}`;
  const lines = offenders.map(
    ({ n, ms, largerN, largerMs, ratio }) =>
      `  n = ${n}: ${ms.toFixed(3)} ms, ${ratio.toFixed(2)}× n = ${largerN} (${largerMs.toFixed(3)} ms)`,
  );
  return `broken ${offenders.length} times: ${rule}\n${lines.join('\n')}`;
}
