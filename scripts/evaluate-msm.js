/**
 * Times multi-scalar multiplication as the ZPrize harness did: fixed random points and scalars per
 * size, points already decoded, a warm-up, then median and standard deviation of the runs. A result
 * is verified before it is timed.
 */
import { parseArgs } from 'node:util';
import {
  isUsageError,
  logLine,
  parseInteger,
  parseList,
  parseName,
  parseThreads,
  UsageError,
} from './lib/cli.js';
import { openCrews, refuseLosses } from './lib/crews.js';
import { curveNames, defaultCurve } from './lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { evaluateSize, WrongResultError } from './lib/evaluation.js';
import { loadPeer, peersOf } from './lib/peers/index.js';
import { renderCsv } from './lib/report-csv.js';
import { renderHeader, renderMethod, renderPhases, renderTable } from './lib/report.js';

const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];
const MAX_LOG_SIZE = 22;
const USAGE = `Usage: node scripts/evaluate-msm.js [options]

  --curve NAME      ${curveNames.join(' | ')}
                    (default ${defaultCurve})
  --sizes LIST      log2 of the number of points: 14,16,18 or 4-20 (default 14,16,18)
  --runs N          timed runs per size (default 10)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --threads LIST    numbers of threads, or auto (default 1). Several, such as 1,2,auto, are
                    measured in turns and compared with one thread
  --peers LIST      measured alternately with ours, or all. The curves have these:
${curveNames.map(listPeers).join('\n')}
  --seed N          of the points and scalars (default 1)
  --json            print one JSON object and nothing else
  --csv             print a line for each result and nothing else
  --help            print this text

Ctrl+C ends the measurement after the current run and prints the sizes that are finished (exit
code 130); a second one ends it at once. Exit codes: 1 if a result is wrong or the backend is not
available, 2 if the command line is wrong.
`;

/** @param {string} curve */
function listPeers(curve) {
  return `                    ${curve}: ${peersOf(curve).join(', ') || 'none'}`;
}

/**
 * @param {string[]} args
 */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      curve: { type: 'string', default: defaultCurve },
      sizes: { type: 'string', default: '14,16,18' },
      runs: { type: 'string', default: '10' },
      backend: { type: 'string', default: 'auto' },
      threads: { type: 'string', default: '1' },
      peers: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.json && values.csv) throw new UsageError('--json and --csv exclude each other');
  const curve = parseName(values.curve, '--curve', curveNames);
  return {
    curve,
    sizes: parseList(values.sizes, '--sizes', 0, MAX_LOG_SIZE),
    runs: parseInteger(values.runs, '--runs', 1, 10_000),
    backend: parseName(values.backend, '--backend', BACKENDS),
    threads: parseThreads(values.threads, '--threads'),
    peers: parsePeers(values.peers, curve),
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    form: values.json ? 'json' : values.csv ? 'csv' : 'text',
    help: values.help,
  };
}

/**
 * @param {string} text
 * @param {string} curve
 * @returns {string[]} each once
 */
function parsePeers(text, curve) {
  const offered = peersOf(curve);
  const names = text.split(',').filter(Boolean);
  if (names.length > 0 && offered.length === 0) {
    throw new UsageError(`--peers: no other library has ${curve}`);
  }
  if (text === 'all') return offered;
  return [...new Set(names.map((name) => parseName(name.trim(), '--peers', offered)))];
}

/**
 * @param {string} message
 */
function warn(message) {
  process.stderr.write(`${message}\n`);
}

/**
 * @param {ReturnType<typeof readOptions>} options
 */
async function evaluate({ curve, sizes, runs, backend, threads, peers, seed, form }) {
  ensureBuilt();
  const { crews, reasons } = await openCrews(curve, backend, threads);
  /** @type {import('./lib/report.js').Report} */
  const report = {
    device: describeDevice(),
    engine: describeEngine(),
    commit: describeCommit(),
    date: new Date().toISOString(),
    seed,
    curve,
    backend: crews[0].instance.backend,
    threads: crews.length > 1 ? crews.map((crew) => crew.threads) : crews[0].threads,
    ...(reasons.length > 0 ? { threadsReason: reasons.join('; ') } : {}),
    results: [],
    peers: [],
  };
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const { signal } = interrupt;
  try {
    if (form === 'text') console.log(`${renderHeader(report)}\n`);
    const loaded = await Promise.all(peers.map((name) => loadPeer(name, curve)));
    const settings = {
      crews,
      curve,
      runs,
      seed,
      peers: loaded.flatMap((peer) => peer ?? []),
      warn,
      signal,
    };
    for (const [i, logSize] of sizes.entries()) {
      const { results, peers: measured } = await evaluateSize(settings, logSize);
      report.results.push(...results);
      report.peers.push(...measured);
      refuseLosses(crews);
      if (i + 1 < sizes.length)
        logLine(`2^${logSize} is finished, ${i + 1} of ${sizes.length} sizes`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    report.interrupted = true;
    process.exitCode = 130;
    warn(
      `interrupted: ${report.results.length > 0 ? 'only what is finished follows' : 'no size is finished'}`,
    );
  } finally {
    for (const { instance } of crews) instance.dispose();
  }
  console.log(FORMS[form](report));
}

/**
 * @param {import('./lib/report.js').Report} report
 * @returns {string}
 */
function render(report) {
  if (report.results.length === 0) return 'no results';
  const verified = 'every result was verified before it was timed';
  return [renderTable(report), renderMethod(report), renderPhases(report), verified]
    .filter(Boolean)
    .join('\n\n');
}

/** @type {Record<string, (report: import('./lib/report.js').Report) => string>} */
const FORMS = { json: JSON.stringify, csv: renderCsv, text: render };

/**
 * @param {unknown} error
 * @returns {string} expected errors in one line, others with their stack
 */
function describe(error) {
  if (!(error instanceof Error)) return `error: ${error}`;
  const expected = error instanceof WrongResultError || 'code' in error;
  return `error: ${expected ? error.message : error.stack}`;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await evaluate(options);
} catch (error) {
  warn(isUsageError(error) ? `${error.message}\n\n${USAGE}` : describe(error));
  process.exitCode = isUsageError(error) ? 2 : 1;
}
