/**
 * The longest frame of a page while it sums points on workers: gaps between animation frames on the
 * page's own thread, which holds the points, sends them with the first sum, and scalars with every
 * one. Beside them: the longest gap of the idle page, and of the same sum on its own thread. Then
 * the same while points are read from bytes, with all checks; the time to abort that; and the bytes
 * by which a second reading grows the page's memories.
 *
 *   node scripts/measure-frames.js [--size 18] [--points 16] [--threads 2] [--runs 5]
 */
import { parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from './lib/browsers.js';
import { isUsageError, parseInteger, progress } from './lib/cli.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { helpIfAsked } from './lib/help.js';
import { servePage } from './lib/page-server.js';
import { ISOLATION } from './lib/static-server.js';

helpIfAsked(import.meta.url);

const MAX_LOG_SIZE = 20;

/**
 * @param {import('./lib/frames-page.js').Task} task
 */
async function measure(task) {
  const program = findBrowser('chromium');
  if (!program) throw new Error('chromium is not installed');
  ensureBuilt();
  const server = await servePage({
    script: 'scripts/lib/frames-page.js',
    data: task,
    folders: ['dist', 'scripts/lib', 'src/curves', 'src/generated'],
    bareImports: true,
    headers: ISOLATION,
  });
  const browser = await launchBrowser('chromium', program);
  try {
    /** @type {import('./lib/frames-page.js').FramesReport} */
    const { threads, phases, readings } = await browser.open(server.url, progress);
    progress('');
    console.log(`${browser.version}; ${describeDevice()}; commit ${describeCommit()}`);
    console.log(`2^${task.logSize} points of ${task.curve}, ${threads} threads, milliseconds:`);
    console.table(phases);
    console.log(`2^${task.logPoints} points read, aborted, and read again:`);
    console.table(readings);
  } finally {
    await browser.close();
    await server.close();
  }
}

try {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '18' },
      points: { type: 'string', default: '16' },
      threads: { type: 'string', default: '2' },
      runs: { type: 'string', default: '5' },
    },
  });
  await measure({
    curve: 'bls12-381-g1',
    logSize: parseInteger(values.size, '--size', 0, MAX_LOG_SIZE),
    logPoints: parseInteger(values.points, '--points', 0, MAX_LOG_SIZE),
    threads: parseInteger(values.threads, '--threads', 1, 256),
    runs: parseInteger(values.runs, '--runs', 1, 1000),
  });
} catch (error) {
  process.stderr.write(`${error}\n`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}
