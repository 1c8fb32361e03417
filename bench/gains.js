/**
 * Gains of two workers, by the clock: a call without threads and the same on two, in turns, in
 * this process. Before and after each pair both processors run a loop of known length; a round in
 * which it took longer than usual was disturbed, and does not count as quiet.
 *
 *   node bench/gains.js [--rounds 60] [--only TEXT]
 *
 * `--only`: tasks whose names contain the text.
 * For each task: the ratio of times, its median and quartiles over quiet rounds and over all, and
 * the ratio of least times. Points of sums stay with the workers. `bench/threads.js` measures
 * processor time, which says what is computed twice; this says what a caller waits less.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { isUsageError, parseInteger } from '../scripts/lib/cli.js';
import { openCurve } from '../scripts/lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { quantile } from '../scripts/lib/stats.js';
import { mainnet } from '../src/trusted-setup.js';
import { schnorrItems } from '../test/protocols/signing.js';

helpIfAsked(import.meta.url);

const MAX_ROUNDS = 10_000;
const WARM_UP = 6;
const SIGNATURES = 2048;
/** Different signatures; repeating ones does not make a batch cheaper. */
const SIGNED = 64;

/** Sums: curve, logarithm of the number of points, rounds of a hundred. */
const SUMS = /** @type {const} */ ([
  ['bls12-381-g1', 10, 100],
  ['bls12-381-g1', 12, 100],
  ['bls12-381-g1', 14, 60],
  ['bls12-381-g1', 16, 20],
  ['bls12-381-g2', 12, 60],
  ['secp256k1', 12, 100],
]);

const READING = 'G1, 4096 points read';
const BATCH = `${SIGNATURES} signatures of BIP-340`;
const CELLS = ['cells of a blob and proofs', 'cells of a blob and proofs, after prepare()'];

/** Iterations of the loop, about 5 ms; and how much longer than the least it takes when quiet. */
const [LOOP, QUIET] = [5_000_000, 1.07];

/** The same for this thread and for a worker, which has its source. @param {number} count */
function loop(count) {
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < count; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return { x, ms: performance.now() - start };
}

/** Milliseconds of the loop, the longer of both processors. */
function openProbe() {
  const source = `${loop}
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (count) => parentPort.postMessage(loop(count)));`;
  const worker = new Worker(source, { eval: true });
  const probe = async () => {
    const other = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage(LOOP);
    const { ms } = loop(LOOP);
    return Math.max(ms, (await other).ms);
  };
  return { probe, end: () => worker.terminate() };
}

/**
 * @param {{ alone: () => unknown, threaded: () => unknown }} task
 * @param {number} rounds
 * @param {() => Promise<number>} probe
 */
async function measure({ alone, threaded }, rounds, probe) {
  const time = async (/** @type {() => unknown} */ run) => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  /** @type {{ one: number, two: number, probe: number }[]} */
  const samples = [];
  for (let round = -WARM_UP; round < rounds; round++) {
    const before = await probe();
    const one = await time(alone);
    const two = await time(threaded);
    if (round >= 0) samples.push({ one, two, probe: Math.max(before, await probe()) });
  }
  const bound = QUIET * Math.min(...samples.map((sample) => sample.probe));
  return { all: samples, quiet: samples.filter((sample) => sample.probe < bound) };
}

/** @param {{ one: number, two: number }[]} samples */
function describeRatios(samples) {
  if (samples.length === 0) return '–';
  const at = (/** @type {number} */ q) =>
    quantile(
      samples.map(({ one, two }) => one / two),
      q,
    ).toFixed(2);
  return `${at(0.5)} [${at(0.25)}, ${at(0.75)}] of ${samples.length}`;
}

/** Opens a curve without threads and with two. @param {string} curve */
async function openPair(curve) {
  const one = await openCurve(curve, { backend: 'auto', threads: 1 });
  const two = await openCurve(curve, { backend: 'auto', threads: 2 });
  if (two.instance.threads !== 2) throw new Error(`one thread: ${two.instance.threadsReason}`);
  const end = () => [one, two].forEach(({ instance }) => instance.dispose());
  return { one: /** @type {any} */ (one), two: /** @type {any} */ (two), end };
}

/**
 * The tasks, each on instances of its own.
 * @param {(name: string) => boolean} isWanted
 */
async function* tasks(isWanted) {
  for (const [curve, logSize, share] of SUMS) {
    const name = `${curve}, sum of 2^${logSize}`;
    if (!isWanted(name)) continue;
    const { one, two, end } = await openPair(curve);
    const n = 2 ** logSize;
    const [own, resident] = [one.group.randomPoints(n, 1), two.group.randomPoints(n, 1)];
    const scalars = one.group.randomScalars(n, 2);
    const alone = () => one.group.msm(own, scalars);
    const threaded = () => two.group.msmAsync(resident, scalars);
    const isRight = sameBytes(alone(), await threaded());
    yield { name, share, alone, threaded, isRight };
    end();
  }
  if (isWanted(READING)) yield* reading();
  if (isWanted(BATCH)) yield* signatures();
  for (const name of CELLS) if (isWanted(name)) yield* cells(name);
}

async function* reading() {
  const { one, two, end } = await openPair('bls12-381-g1');
  const bytes = one.group.randomPoints(4096, 1).toBytes('compressed');
  const alone = () => one.group.points(bytes).dispose();
  const threaded = async () => (await two.group.pointsAsync(bytes)).dispose();
  yield { name: READING, share: 30, alone, threaded, isRight: true };
  end();
}

async function* signatures() {
  const secp = await openPair('secp256k1');
  const signed = schnorrItems(SIGNED);
  const items = Array.from({ length: SIGNATURES }, (_, i) => signed[i % SIGNED]);
  const [a, b] = [secp.one.instance.schnorr, secp.two.instance.schnorr];
  yield {
    name: BATCH,
    share: 60,
    alone: () => a.verifyBatch(items),
    threaded: () => b.verifyBatchAsync(items),
    isRight: a.verifyBatch(items) && (await b.verifyBatchAsync(items)),
  };
  secp.end();
}

/** @param {string} name */
async function* cells(name) {
  const { one, two, end } = await openPair('bls12-381-g1');
  const [a, b] = [await one.instance.kzg(mainnet), await two.instance.kzg(mainnet)];
  if (name === CELLS[1]) await Promise.all([a.prepare(), b.prepare()]);
  const blob = one.group.randomScalars(4096, 1);
  const alone = () => a.computeCellsAndKzgProofsAsync(blob);
  const threaded = () => b.computeCellsAndKzgProofsAsync(blob);
  const [[, wanted], [, found]] = [await alone(), await threaded()];
  const isRight = wanted.every((/** @type {any} */ proof, /** @type {number} */ i) =>
    Buffer.from(found[i]).equals(proof),
  );
  yield { name, share: 30, alone, threaded, isRight };
  end();
}

/** @type {(a: any, b: any) => boolean} */
const sameBytes = (a, b) => Buffer.compare(a.toBytes(), b.toBytes()) === 0;

try {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '60' }, only: { type: 'string', default: '' } },
  });
  const rounds = parseInteger(values.rounds, '--rounds', 1, MAX_ROUNDS);
  ensureBuilt();
  console.log(`${describeEngine()}; ${describeDevice()}; commit ${describeCommit()}`);
  const { probe, end } = openProbe();
  for await (const { name, share, isRight, ...task } of tasks((task) =>
    task.includes(values.only),
  )) {
    if (!isRight) throw new Error(`${name}: a wrong result`);
    const { quiet, all } = await measure(task, Math.ceil((rounds * share) / 100), probe);
    const least = (/** @type {'one' | 'two'} */ key) => Math.min(...all.map((s) => s[key]));
    const [one, two] = [least('one'), least('two')];
    console.log(
      `${name}: quiet ${describeRatios(quiet)}; all ${describeRatios(all)}; ` +
        `least ${one.toFixed(2)} ms / ${two.toFixed(2)} ms = ${(one / two).toFixed(2)}`,
    );
  }
  await end();
} catch (error) {
  if (!isUsageError(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
