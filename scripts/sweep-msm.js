/**
 * Times multi-scalar multiplication over many sizes and checks for jumps: no n may cost much more
 * than a larger one; if one does, its plan is wrong.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseName, UsageError } from './lib/cli.js';
import { curveNames, defaultCurve, openCurve } from './lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { measurements } from './lib/paths.js';
import { findOffenders, sweep, sweepSizes } from './lib/sweep.js';

const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];
const USAGE = `Usage: node scripts/sweep-msm.js [options]

  --curve NAME      ${curveNames.join(' | ')}
                    (default ${defaultCurve})
  --max N           largest number of points (default 65536)
  --passes N        passes over all sizes (default 5)
  --limit X         allowed cost of n over the cost of a larger size (default 1.1)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --seed N          of the points and scalars (default 1)
  --out FOLDER      where sweep-*.json and sweep-*.csv go (default bench/results/local)
  --help            print this text

The exit code is 1 when a size breaks the limit.
`;

/**
 * @param {string[]} args
 */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      curve: { type: 'string', default: defaultCurve },
      max: { type: 'string', default: '65536' },
      passes: { type: 'string', default: '5' },
      limit: { type: 'string', default: '1.1' },
      backend: { type: 'string', default: 'auto' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: measurements },
      help: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!(limit >= 1)) throw new UsageError(`--limit: expected a number ≥ 1, got '${values.limit}'`);
  return {
    curve: parseName(values.curve, '--curve', curveNames),
    max: parseInteger(values.max, '--max', 1, 2 ** 22),
    passes: parseInteger(values.passes, '--passes', 1, 1000),
    limit,
    backend: parseName(values.backend, '--backend', BACKENDS),
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    out: values.out,
    help: values.help,
  };
}

/**
 * @param {ReturnType<typeof readOptions>} options
 * @returns {Promise<boolean>} whether every size is within the limit
 */
async function main({ curve, max, passes, limit, backend, seed, out }) {
  ensureBuilt();
  const { instance, group } = await openCurve(curve, { backend, threads: 1 });
  const kernels = instance.backend;
  const rows = sweep(group, sweepSizes(max), passes, seed);
  instance.dispose();
  const offenders = findOffenders(rows, limit);
  const report = {
    device: describeDevice(),
    engine: describeEngine(),
    commit: describeCommit(),
    curve,
    backend: kernels,
    passes,
    seed,
    statistic: 'minimum',
    limit,
    offenders,
    rows,
  };
  const name = join(out, `sweep-${curve}-${kernels.single}-${kernels.batch}`);
  mkdirSync(out, { recursive: true });
  writeFileSync(`${name}.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${name}.csv`, toCsv(rows));
  console.log(`${rows.length} sizes written to ${relative(process.cwd(), name)}.{json,csv}`);
  console.log(describeOffenders(offenders, limit));
  return offenders.length === 0;
}

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

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else process.exitCode = (await main(options)) ? 0 : 1;
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
