/**
 * Times the kernels themselves, assembled here from wasm-gen/: nanoseconds per batched affine
 * addition (contiguous pairs, the inversion included), and per field multiplication and squaring in
 * a loop inside the module.
 *
 *   node bench/kernels.js [--engine node|bun|chromium] [--node PROGRAM] [--only NAME]
 *     [--rounds 200]
 *
 * Node is the one that runs this script, or PROGRAM; fma needs 22 or later. Wide arithmetic needs
 * Bun, or Chromium, which is started with --js-flags=--wasm-staging; in Bun multiply-adds are not
 * fused, so fma is left out.
 *
 * All kernels take turns in every round, so that other load on the machine affects them equally.
 * Noise only adds time: the minimum is the cost of the code, the median shows the noise.
 */

import { parseArgs } from 'node:util';
import { runInEngine } from '../scripts/lib/run-in-engine.js';
import { checkSum, kernels, taskOf } from './kernels/tasks.js';
import { helpIfAsked } from '../scripts/lib/help.js';

helpIfAsked(import.meta.url);

/** Features that each engine has. @type {Record<string, string[]>} */
const FEATURES = { node: ['fused'], bun: ['wide'], chromium: ['fused', 'wide'] };

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'node' },
    node: { type: 'string', default: process.execPath },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '200' },
  },
});
const features = FEATURES[options.engine];
if (!features) throw new Error(`--engine: expected node, bun or chromium, got ${options.engine}`);

const chosen = kernels.filter(
  ({ name, needs }) => name.includes(options.only) && (!needs || features.includes(needs)),
);
const tasks = await Promise.all(chosen.map(taskOf));
const found = await runInEngine(options.engine === 'node' ? options.node : options.engine, {
  folder: 'bench/kernels',
  folders: ['bench/kernels'],
  data: { tasks, rounds: Number(options.rounds) },
});
if (!found) throw new Error(`${options.engine} is not installed: see test/engines/README.md`);
const { engine, report } = found;
chosen.forEach((kernel, i) => checkSum(kernel, report.sums[i]));

console.log(`${engine}, ns: minimum, median`);
for (const { label, minimum, median } of report.timings)
  console.log(label.padEnd(36) + [minimum, median].map((ns) => ns.toFixed(1).padStart(8)).join(''));
