/**
 * Times multi-scalar multiplication in a headless browser, as `evaluate-msm.js` does in Node: the
 * same points and scalars, a verified result, a warm-up, then median and standard deviation.
 *
 *   node scripts/evaluate-browser.js [--browser chromium|firefox|webkit] [--curve NAME]
 *     [--sizes 10,12,14,16] [--runs 10] [--backend auto] [--threads 1] [--seed 1] [--json]
 *
 * Browsers come from $CURVEMILL_CHROMIUM and the like, or the PATH. `--sizes`: log2 of the number
 * of points, such as 14,16 or 4-20. `--threads`: several, such as 1,2,auto, are measured in turns
 * and compared with one thread. `--json` prints one object and nothing else.
 */
import { BACKENDS, flag, oneOf, program, whole } from '../bench/harness/command-line.js';
import { browserNames, reportsOf } from './lib/browsers.js';
import { parseList, parseThreads, progress } from './lib/cli.js';
import { curveNames, openCurve } from './lib/curves.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { compareThreads, summarise } from './lib/evaluation.js';
import { servePage } from './lib/page-server.js';
import { renderHeader, renderMethod, renderPhases, renderTable } from './lib/report.js';
import { ISOLATION } from './lib/static-server.js';
import { knownLog } from './lib/workload.js';

const OPTIONS = {
  browser: oneOf(browserNames),
  curve: oneOf(curveNames),
  sizes: {
    fallback: '10,12,14,16',
    read: (/** @type {string} */ list, /** @type {string} */ option) =>
      parseList(list, option, 0, 20),
  },
  runs: whole(10, 1, 10_000),
  backend: oneOf(BACKENDS),
  threads: { fallback: '1', read: parseThreads },
  seed: whole(1, 0, Number.MAX_SAFE_INTEGER),
  json: flag,
};

await program(import.meta.url, OPTIONS, async (options) => {
  const { browser: name, curve, sizes, runs, backend, threads, seed, json } = options;
  ensureBuilt();
  const expected = await expectResults(curve, sizes, seed);
  const task = { curve, backend, threads, runs, seed, sizes: expected };
  const { version, page } = await measure(name, task);
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
  const parts = [renderHeader, renderTable, renderMethod, renderPhases].map((part) => part(report));
  const verified = 'every result was verified before it was timed';
  console.log(json ? JSON.stringify(report) : [...parts, verified].filter(Boolean).join('\n\n'));
});

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
 * @param {import('./lib/browser-page.js').Task} task
 * @returns {Promise<{ version: string, page: import('./lib/browser-page.js').PageReport }>}
 */
async function measure(name, task) {
  const page = {
    script: 'scripts/lib/browser-page.js',
    data: task,
    folders: ['dist', 'bench/harness', 'scripts/lib', 'src/curves', 'src/generated'],
    bareImports: true,
    headers: ISOLATION,
  };
  try {
    const { engine, reports } = await reportsOf(name, [() => servePage(page)], {
      onMessage: progress,
    });
    return { version: engine, page: reports[0] };
  } finally {
    progress('');
  }
}
