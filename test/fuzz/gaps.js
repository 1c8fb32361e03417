/**
 * The longest time that each asynchronous call keeps the event loop: what one slice takes, and what
 * is done at once before the first.
 *
 *   node test/fuzz/gaps.js [--backend auto] [--threads 1] [--runs 3] [--log 18] [--only WORD]
 *     [--part 1/1] [--load] [--record FILE]
 *   node test/fuzz/gaps.js --table FILE > bench/results/gaps.md
 *
 * Measured by a chain of `setImmediate`; of the runs, the one with the least gap, since others may
 * use the machine. `--load`: two busy loops run beside. `--log`: of the length of the longest list.
 * `--part k/n`: the k-th of n parts of the calls, for machines that are quiet for a while only;
 * `--record` adds what was measured to a file, of which `--table` prints all.
 */
import { Worker } from 'node:worker_threads';
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { allGaps } from './gaps/index.js';
import { page, readRecord, row, titles, writeRecord } from './gaps/record.js';

/** @import { Gap } from './gaps/record.js' */

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    threads: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    log: { type: 'string', default: '18' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    load: { type: 'boolean', default: false },
    record: { type: 'string' },
    table: { type: 'string' },
  },
});

/** Processor time of this thread, where the runtime tells it, and time, in milliseconds. */
const clock = () => {
  const { user, system } = /** @type {any} */ (process).threadCpuUsage?.() ?? {
    user: NaN,
    system: NaN,
  };
  return { cpu: (user + system) / 1000, wall: performance.now() };
};

/** The longest gap and the whole time of a call. @param {() => Promise<any>} call */
async function gapOf(call) {
  let [gap, cpu, last, isOver] = [0, 0, clock(), false];
  const turn = () => {
    const now = clock();
    gap = Math.max(gap, now.wall - last.wall);
    cpu = Math.max(cpu, now.cpu - last.cpu);
    last = now;
  };
  const tick = () => {
    turn();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await new Promise((resolve) => setTimeout(resolve, 5));
  [gap, cpu] = [0, 0];
  const began = (last = clock());
  await call();
  turn();
  isOver = true;
  const total = performance.now() - began.wall;
  return { gap, cpu: Number.isNaN(cpu) ? null : cpu, total };
}

/** @param {string[]} names @returns {string[]} those that the options select */
function selected(names) {
  const [part, parts] = values.part.split('/').map(Number);
  const share = (/** @type {number} */ k) => Math.round((names.length * k) / parts);
  return names.slice(share(part - 1), share(part)).filter((name) => name.includes(values.only));
}

async function measure() {
  const options = {
    backend: /** @type {any} */ (values.backend),
    threads: Number(values.threads),
  };
  const busy = Array.from(
    { length: values.load ? 2 : 0 },
    () => new Worker('for (;;) ;', { eval: true }),
  );
  const [bls, secp, bw] = await Promise.all([
    createBls12381(options),
    createSecp256k1(options),
    createBanderwagon(options),
  ]);
  const calls = allGaps({ bls, secp, bw, options, log: Number(values.log) });
  /** @type {Record<string, Gap>} */
  const gaps = {};
  console.log(titles([values.load ? 'loaded' : 'quiet']));
  for (const name of selected(Object.keys(calls))) {
    const call = await calls[name]();
    const runs = [];
    for (let i = 0; i < Number(values.runs); i++) runs.push(await gapOf(call));
    gaps[name] = runs.reduce((best, run) => (run.gap < best.gap ? run : best));
    console.log(row(name, [gaps[name]]));
  }
  for (const worker of busy) await worker.terminate();
  for (const instance of [bls, secp, bw]) instance.dispose();
  if (values.record) writeRecord(values.record, { ...values, order: Object.keys(calls), gaps });
}

if (values.table) console.log(page(readRecord(values.table)));
else await measure();
