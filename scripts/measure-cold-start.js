/**
 * Times the first multi-scalar multiplication of a fresh page in Chromium, step by step: import,
 * creation of an instance (kernels downloaded, compiled and tested), decoding of 256 points with
 * all checks, and the sum. Each run starts a new browser, so no cache helps; the page is served
 * from this machine, so no network interferes.
 *
 *   node scripts/measure-cold-start.js [--runs 7]
 */
import { parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from './lib/browsers.js';
import { isUsageError, parseInteger, progress } from './lib/cli.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { servePage } from './lib/page-server.js';
import { ISOLATION } from './lib/static-server.js';
import { median } from './lib/stats.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

const USAGE = `Usage: node scripts/measure-cold-start.js [--runs N] (default 7)
`;
const POINTS = 256;
const BACKENDS = ['portable', 'auto'];

/**
 * @param {number} runs
 */
async function measure(runs) {
  const program = findBrowser('chromium');
  if (!program) throw new Error('chromium is not installed');
  ensureBuilt();
  const { createBls12381 } = await import('curvemill/bls12-381');
  const bls = await createBls12381();
  const points = Array.from(bls.G1.randomPoints(POINTS, 1).toBytes());
  const scalars = Array.from(bls.G1.randomScalars(POINTS, 1));
  bls.dispose();
  /** @type {Record<string, Record<string, number>[]>} */
  const samples = Object.fromEntries(BACKENDS.map((backend) => [backend, []]));
  let version = '';
  for (let run = 0; run < runs; run++) {
    for (const backend of BACKENDS) {
      progress(`run ${run + 1} of ${runs}: ${backend}`);
      const server = await servePage({
        script: 'scripts/lib/cold-page.js',
        data: { backend, points, scalars },
        folders: ['dist', 'scripts/lib'],
        headers: ISOLATION,
      });
      const browser = await launchBrowser('chromium', program);
      version = browser.version;
      samples[backend].push(await browser.open(server.url));
      await browser.close();
      await server.close();
    }
  }
  progress('');
  console.log(`${version}; ${describeDevice()}; commit ${describeCommit()}`);
  console.log(
    `first MSM of ${POINTS} points of BLS12-381 G1, milliseconds, least (median) of ${runs}:`,
  );
  console.table(
    Object.fromEntries(BACKENDS.map((backend) => [backend, summarise(samples[backend])])),
  );
}

/**
 * @param {readonly Record<string, number>[]} runs
 * @returns {Record<string, string>} by step
 */
function summarise(runs) {
  const steps = Object.keys(runs[0]);
  const words = steps.map((step) => {
    const times = runs.map((run) => run[step]);
    return [step, `${Math.min(...times).toFixed(0)} (${median(times).toFixed(0)})`];
  });
  return Object.fromEntries(words);
}

try {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
  await measure(parseInteger(values.runs, '--runs', 1, 100));
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
