/**
 * Times multi-scalar multiplication as the ZPrize harness did: fixed random points and scalars per
 * size, points already decoded, a warm-up, then median and standard deviation of the runs. A result
 * is verified before it is timed.
 */
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseList, parseName, parseThreads } from './lib/cli.js';
import { openCrews, refuseLosses } from './lib/crews.js';
import { curveNames, defaultCurve } from './lib/curves.js';
import { describeDevice, describeEngine } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { evaluateSize, WrongResultError } from './lib/evaluation.js';
import { loadPeer, peerNames } from './lib/peers/index.js';
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
  --peers LIST      measured alternately with ours: ${peerNames.join(', ')}
  --seed N          of the points and scalars (default 1)
  --json            print one JSON object and nothing else
  --help            print this text
`;

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
      help: { type: 'boolean', default: false },
    },
  });
  const peers = values.peers.split(',').filter(Boolean);
  return {
    curve: parseName(values.curve, '--curve', curveNames),
    sizes: parseList(values.sizes, '--sizes', 0, MAX_LOG_SIZE),
    runs: parseInteger(values.runs, '--runs', 1, 10_000),
    backend: parseName(values.backend, '--backend', BACKENDS),
    threads: parseThreads(values.threads, '--threads'),
    peers: [...new Set(peers.map((name) => parseName(name.trim(), '--peers', peerNames)))],
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    json: values.json,
    help: values.help,
  };
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
async function evaluate({ curve, sizes, runs, backend, threads, peers, seed, json }) {
  ensureBuilt();
  const { crews, reasons } = await openCrews(curve, backend, threads);
  /** @type {import('./lib/report.js').Report} */
  const report = {
    device: describeDevice(),
    engine: describeEngine(),
    curve,
    backend: crews[0].instance.backend,
    threads: crews.length > 1 ? crews.map((crew) => crew.threads) : crews[0].threads,
    ...(reasons.length > 0 ? { threadsReason: reasons.join('; ') } : {}),
    results: [],
    peers: [],
  };
  try {
    if (!json) console.log(`${renderHeader(report)}\n`);
    const loaded = await loadPeers(peers, curve);
    const settings = { crews, curve, runs, seed, peers: loaded, warn };
    for (const logSize of sizes) {
      const { results, peers: measured } = await evaluateSize(settings, logSize);
      report.results.push(...results);
      report.peers.push(...measured);
      refuseLosses(crews);
    }
  } finally {
    for (const { instance } of crews) instance.dispose();
  }
  console.log(json ? JSON.stringify(report) : render(report));
}

/**
 * @param {import('./lib/report.js').Report} report
 * @returns {string}
 */
function render(report) {
  const verified = 'every result was verified before it was timed';
  return [renderTable(report), renderMethod(report), renderPhases(report), verified]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * @param {readonly string[]} names
 * @param {string} curve
 */
async function loadPeers(names, curve) {
  const loaded = [];
  for (const name of names) {
    const peer = await loadPeer(name, curve);
    if (peer) loaded.push(peer);
    else warn(`${name} has no ${curve} and is left out`);
  }
  return loaded;
}

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
