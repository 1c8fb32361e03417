/**
 * Times multi-scalar multiplication in a headless browser, as `evaluate-msm.js` does in Node: the
 * same points and scalars, a verified result, a warm-up, then median and standard deviation.
 */
import { parseArgs } from 'node:util';
import { browserNames, findBrowser, launchBrowser } from './lib/browsers.js';
import {
  isUsageError,
  parseInteger,
  parseList,
  parseName,
  parseThreads,
  progress,
} from './lib/cli.js';
import { curveNames, defaultCurve, openCurve } from './lib/curves.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { compareThreads, summarise } from './lib/evaluation.js';
import { servePage } from './lib/page-server.js';
import { renderHeader, renderMethod, renderPhases, renderTable } from './lib/report.js';
import { ISOLATION } from './lib/static-server.js';
import { knownLog } from './lib/workload.js';

const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];
const MAX_LOG_SIZE = 20;
const USAGE = `Usage: node scripts/evaluate-browser.js [options]

  --browser NAME    ${browserNames.join(' | ')} (default chromium), from
                    $CURVEMILL_CHROMIUM and the like, or the PATH
  --curve NAME      ${curveNames.join(' | ')}
                    (default ${defaultCurve})
  --sizes LIST      log2 of the number of points: 14,16,18 or 4-20 (default 10,12,14,16)
  --runs N          timed runs per size (default 10)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --threads LIST    numbers of threads, or auto (default 1). Several, such as 1,2,auto, are
                    measured in turns and compared with one thread
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
      browser: { type: 'string', default: 'chromium' },
      curve: { type: 'string', default: defaultCurve },
      sizes: { type: 'string', default: '10,12,14,16' },
      runs: { type: 'string', default: '10' },
      backend: { type: 'string', default: 'auto' },
      threads: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    browser: parseName(values.browser, '--browser', browserNames),
    curve: parseName(values.curve, '--curve', curveNames),
    sizes: parseList(values.sizes, '--sizes', 0, MAX_LOG_SIZE),
    runs: parseInteger(values.runs, '--runs', 1, 10_000),
    backend: parseName(values.backend, '--backend', BACKENDS),
    threads: parseThreads(values.threads, '--threads'),
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    json: values.json,
    help: values.help,
  };
}

/**
 * @param {ReturnType<typeof readOptions>} options
 */
async function evaluate({ browser: name, curve, sizes, runs, backend, threads, seed, json }) {
  const program = findBrowser(name);
  if (!program) throw new Error(`${name} is not installed`);
  ensureBuilt();
  const expected = await expectResults(curve, sizes, seed);
  const task = { curve, backend, threads, runs, seed, sizes: expected };
  const { version, page } = await measure(name, program, task);
  const crews = page.threads.map((count) => ({ threads: count }));
  /** @type {import('./lib/report.js').Report} */
  const report = {
    device: describeDevice(),
    engine: version,
    commit: describeCommit(),
    date: new Date().toISOString(),
    seed,
    curve,
    backend: page.backend,
    threads: crews.length > 1 ? page.threads : page.threads[0],
    ...(page.reasons.length > 0 ? { threadsReason: page.reasons.join('; ') } : {}),
    results: page.timings.flatMap((timings, i) =>
      compareThreads(
        crews,
        timings.map((timing) => summarise(sizes[i], timing)),
      ),
    ),
    peers: [],
  };
  console.log(json ? JSON.stringify(report) : render(report));
}

/**
 * The expected results, computed independently of the measured code.
 * @param {string} curve
 * @param {readonly number[]} sizes
 * @param {number} seed
 */
async function expectResults(curve, sizes, seed) {
  const { instance, group } = await openCurve(curve, { backend: 'bigint', threads: 1 });
  const expected = sizes.map((logSize) => {
    const log = knownLog(group.randomScalars(2 ** logSize, seed), seed) % group.order;
    return { logSize, expected: log.toString(16) };
  });
  instance.dispose();
  return expected;
}

/**
 * @param {string} name
 * @param {string} program
 * @param {import('./lib/browser-page.js').Task} task
 * @returns {Promise<{ version: string, page: import('./lib/browser-page.js').PageReport }>}
 */
async function measure(name, program, task) {
  const server = await servePage({
    script: 'scripts/lib/browser-page.js',
    data: task,
    folders: ['dist', 'scripts/lib', 'src/curves', 'src/generated'],
    bareImports: true,
    headers: ISOLATION,
  });
  try {
    const browser = await launchBrowser(name, program);
    try {
      return { version: browser.version, page: await browser.open(server.url, progress) };
    } finally {
      await browser.close();
    }
  } finally {
    progress('');
    await server.close();
  }
}

/**
 * @param {import('./lib/report.js').Report} report
 * @returns {string}
 */
function render(report) {
  const verified = 'every result was verified before it was timed';
  const parts = [renderHeader, renderTable, renderMethod, renderPhases].map((part) => part(report));
  return [...parts, verified].filter(Boolean).join('\n\n');
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await evaluate(options);
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
