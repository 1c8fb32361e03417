/**
 * Times multi-scalar multiplication in Node, as `scripts/evaluate-msm.js` does, or in a browser:
 * the same points and scalars, a verified result, a warm-up, then median and standard deviation.
 *
 * Browsers come from $CURVEMILL_CHROMIUM and the like, or the PATH.
 */
import { browserNames, reportsOf } from '../../scripts/lib/browsers.js';
import { oneOf, UsageError } from '../../scripts/lib/command-line.js';
import { openCurve } from '../../scripts/lib/curves.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { servePage } from '../../scripts/lib/page-server.js';
import { progress } from '../../scripts/lib/progress.js';
import { ISOLATION } from '../../scripts/lib/static-server.js';
import { knownLog } from '../../scripts/lib/workload.js';
import { compareThreads, summarise } from './evaluation.js';
import * as here from './here.js';
import { productsOf } from './products.js';
import { print, renderHeader, reportOf } from './report.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { PageReport } from './page.js' */

const ENGINES = ['node', ...browserNames];

export const options = { ...here.options, engine: oneOf(ENGINES) };

export const usage = here.usageOf(
  'node bench/run.js --suite msm',
  `  --engine NAME     ${ENGINES.join(' | ')} (default node). Browsers measure no peers
`,
);

/** @param {Values<typeof options>} choice */
export async function main(choice) {
  const { engine: name, curve, sizes, runs, backend, threads, seed } = choice;
  if (name === 'node') return here.main(choice);
  if (choice.peers) throw new UsageError(`--peers: expected none in ${name}`);
  const form = here.formOf(choice);
  ensureBuilt();
  const task = { curve, backend, threads, runs, seed, sizes: await resultsOf(curve, sizes, seed) };
  const { engine, reports } = await reportsOf(name, [() => servePage({ ...PAGE, data: task })], {
    onMessage: progress,
  }).finally(() => progress(''));
  const [page] = /** @type {PageReport[]} */ (reports);
  const report = reportOf(choice, page, engine);
  const crews = page.threads.map((count) => ({ threads: count }));
  report.results = page.timings.flatMap((timings, i) =>
    compareThreads(
      crews,
      timings.map(({ plan, ...timing }) =>
        summarise(sizes[i], timing, productsOf({ plan, curve, kernels: page.backend })),
      ),
    ),
  );
  if (form === 'text') console.log(`${renderHeader(report)}\n`);
  print(report, form);
}

const PAGE = {
  script: 'bench/msm/page.js',
  folders: ['dist', 'bench/harness', 'bench/msm', 'scripts/lib', 'src/curves', 'src/generated'],
  bareImports: true,
  headers: ISOLATION,
};

/**
 * The expected results, computed independently of the measured code.
 * @param {string} curve
 * @param {readonly number[]} sizes
 * @param {number} seed
 */
async function resultsOf(curve, sizes, seed) {
  const { instance, group } = await openCurve(curve, { backend: 'bigint', threads: 1 });
  const expected = sizes.map((logSize) => {
    const log = knownLog(group.randomScalars(2 ** logSize, seed), seed) % group.order;
    return { logSize, expected: log.toString(16) };
  });
  instance.dispose();
  return expected;
}
