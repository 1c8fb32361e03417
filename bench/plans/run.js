/**
 * Evaluates the MSM planner: times forced plans in turns and reports the loss of the chosen plan
 * against the fastest.
 *
 *   node bench/plans/run.js [--engine chromium|bun|PROGRAM] [--curve NAME]
 *     [--roles wide64+fma] [--counts 1,2,3,4,8,16] [--each 3] [--ms 700]
 *     [--all] [--json FILE]
 *
 * Build first. Engine: Chromium with --js-flags=--wasm-staging, Bun, or a Node
 * (by default this one, which must have relaxed SIMD for fma). `--each`: plans of every strategy;
 * `--ms`: time for the samples of a size. `--all` prints every plan that was measured, `--json`
 * writes them with their work. Minima, in microseconds.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../../scripts/lib/help.js';
import { runInEngine } from '../../scripts/lib/run-in-engine.js';
import { curves } from '../../src/curves/index.js';

helpIfAsked(import.meta.url);

/** @import { Row } from './measure.js' */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: process.execPath },
    curve: { type: 'string', default: curves.map(({ name }) => name).join() },
    roles: { type: 'string', default: 'limbs30+limbs30' },
    counts: { type: 'string', default: '1,2,3,4,6,8,12,16' },
    each: { type: 'string', default: '3' },
    ms: { type: 'string', default: '700' },
    all: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const choices = options.curve.split(',').flatMap((curve) =>
  options.roles.split(',').map((roles) => {
    const [single, batch] = roles.split('+');
    return { curve, roles: { single, batch } };
  }),
);
const found = await runInEngine(options.engine, {
  folder: 'bench/plans',
  folders: ['src', 'scripts/lib', 'bench/plans'],
  data: {
    choices,
    counts: options.counts.split(',').map(Number),
    extent: { ofEach: Number(options.each), budget: Number(options.ms) },
  },
});
if (found === null) throw new Error(`${options.engine} is not installed`);
console.log(found.engine);
if (options.json) writeFileSync(options.json, `${JSON.stringify(found.report)}\n`);
for (const { curve, roles, sizes } of /** @type {Row[]} */ (found.report)) {
  console.log(`\n${curve}, ${roles.single} + ${roles.batch}`);
  console.log('| n | chosen | µs | fastest | µs | × |\n|---|---|---:|---|---:|---:|');
  for (const { n, timed } of sizes) {
    const [chosen] = timed;
    const best = timed.reduce((a, b) => (b.micros < a.micros ? b : a));
    const cells = [chosen.name, chosen.micros.toFixed(1), best.name, best.micros.toFixed(1)];
    console.log(`| ${[n, ...cells, (chosen.micros / best.micros).toFixed(2)].join(' | ')} |`);
    if (!options.all) continue;
    for (const { name, micros, predicted } of [...timed].sort((a, b) => a.micros - b.micros))
      console.log(`  ${name.padEnd(16)} ${micros.toFixed(1)} (predicted ${predicted.toFixed(1)})`);
  }
}
