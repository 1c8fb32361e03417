/**
 * The longest time that each asynchronous call keeps the event loop: what one slice takes, and what
 * is done at once before the first.
 *
 *   node test/fuzz/gaps.js [--backend auto] [--threads 1] [--runs 3] [--log 18] [--only WORD]
 *     [--load] > bench/results/gaps.md
 *
 * Measured by a chain of `setImmediate`; the least of the runs, since others may use the machine.
 * `--load`: two busy loops run beside. `--log`: of the length of the longest list.
 */
import { Worker } from 'node:worker_threads';
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { allGaps } from './gaps/index.js';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    threads: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    log: { type: 'string', default: '18' },
    only: { type: 'string', default: '' },
    load: { type: 'boolean', default: false },
  },
});
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
  let [longest, cpu, last, isOver] = [0, 0, clock(), false];
  const turn = () => {
    const now = clock();
    longest = Math.max(longest, now.wall - last.wall);
    cpu = Math.max(cpu, now.cpu - last.cpu);
    last = now;
  };
  const tick = () => {
    turn();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await new Promise((resolve) => setTimeout(resolve, 5));
  [longest, cpu] = [0, 0];
  const began = (last = clock());
  await call();
  turn();
  isOver = true;
  return { longest, cpu, total: performance.now() - began.wall };
}

const { node } = process.versions;
const loaded = values.load ? ', two busy loops beside' : '';
console.log(`Node ${node}, threads: ${values.threads}, least of ${values.runs} runs${loaded}.\n`);
console.log('| call | longest gap | processor time of it | whole call |\n|---|---|---|---|');
for (const [name, prepare] of Object.entries(calls)) {
  if (!name.includes(values.only)) continue;
  const call = await prepare();
  const runs = [];
  for (let i = 0; i < Number(values.runs); i++) runs.push(await gapOf(call));
  const least = (/** @type {'longest' | 'cpu' | 'total'} */ key) =>
    Math.min(...runs.map((run) => run[key])).toFixed(0);
  console.log(`| ${name} | ${least('longest')} ms | ${least('cpu')} ms | ${least('total')} ms |`);
}
for (const worker of busy) await worker.terminate();
for (const instance of [bls, secp, bw]) instance.dispose();
