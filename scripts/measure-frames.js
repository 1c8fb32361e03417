/**
 * The longest frame of a page while it sums points on workers: gaps between animation frames on the
 * page's own thread, which holds the points, sends them with the first sum, and scalars with every
 * one. Beside them: the longest gap of the idle page, and of the same sum on its own thread. Then
 * the same while points are read from bytes, with all checks; the time to abort that; and the bytes
 * by which a second reading grows the page's memories. Then the same while proofs of Groth16 are
 * verified: as one batch, and to find the one that is invalid.
 *
 *   node scripts/measure-frames.js [--size 18] [--points 16] [--proofs 1000] [--threads 2]
 *     [--runs 5]
 */
import { circuitOf } from '../bench/groth16/circuits.js';
import { program, whole } from '../bench/harness/command-line.js';
import { forge, setup } from '../test/support/groth16/setup.js';
import { reportsOf } from './lib/browsers.js';
import { progress } from './lib/cli.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { servePage } from './lib/page-server.js';
import { ISOLATION } from './lib/static-server.js';

const MAX_LOG_SIZE = 20;

/** A circuit with one public signal: another takes as long to verify. */
const CIRCUIT = 'chain4';

/**
 * A verification key, and valid proofs of different signals.
 * @param {number} count
 */
async function proofsOf(count) {
  const { createBn254 } = await import('curvemill/bn254');
  const instance = await createBn254({ threads: 1 });
  const { circuit, curve } = circuitOf(CIRCUIT);
  const place = { instance, ...curve };
  const made = await setup(place, circuit, 'frames');
  const items = Array.from({ length: count }, (_, i) =>
    forge(place, made, [BigInt(i)], { a: BigInt(i + 2), b: BigInt(2 * i + 3) }),
  );
  instance.dispose();
  return { vkey: made.vkey, items };
}

/**
 * @param {Omit<import('./lib/frames-page.js').Task, 'groth16'>} sums
 * @param {number} proofs
 */
async function measure(sums, proofs) {
  ensureBuilt();
  const task = { ...sums, groth16: await proofsOf(proofs) };
  const page = {
    script: 'scripts/lib/frames-page.js',
    data: task,
    folders: ['dist', 'scripts/lib', 'src/curves', 'src/generated'],
    bareImports: true,
    headers: ISOLATION,
  };
  const { engine, reports } = await reportsOf('chromium', [() => servePage(page)], {
    onMessage: progress,
  });
  /** @type {import('./lib/frames-page.js').FramesReport} */
  const { threads, phases, readings } = reports[0];
  progress('');
  console.log(`${engine}; ${describeDevice()}; commit ${describeCommit()}`);
  console.log(`2^${task.logSize} points of ${task.curve}, ${threads} threads, milliseconds:`);
  console.table(phases);
  console.log(`2^${task.logPoints} points read, aborted, and read again:`);
  console.table(readings);
}

const OPTIONS = {
  size: whole(18, 0, MAX_LOG_SIZE),
  points: whole(16, 0, MAX_LOG_SIZE),
  proofs: whole(1000, 1, 100_000),
  threads: whole(2, 1, 256),
  runs: whole(5, 1, 1000),
};

await program(
  import.meta.url,
  OPTIONS,
  ({ size: logSize, points: logPoints, proofs, threads, runs }) =>
    measure({ curve: 'bls12-381-g1', logSize, logPoints, threads, runs }, proofs),
);
