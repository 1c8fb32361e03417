/**
 * Evaluates the MSM planner: times forced plans in turns and reports the loss of the chosen plan
 * against the fastest.
 *
 *   node bench/run.js --suite plans [--engine chromium|bun|PROGRAM] [--curve NAME]
 *     [--roles wide64+fma] [--counts 1,2,3,4,8,16] [--each 3] [--ms 700]
 *     [--all] [--fit] [--json FILE]
 *
 * Engine: Chromium with --js-flags=--wasm-staging, Bun, or a Node
 * (by default this one, which must have relaxed SIMD for fma). `--each`: plans of every strategy;
 * `--ms`: time for the samples of a size. `--all` prints every plan that was measured, `--json`
 * writes them with their work. `--fit` prints the numbers of each batch kernel that fit them, which
 * go into wasm-gen/kernels.js by hand, with their origin. Minima, in microseconds.
 */
import { writeFileSync } from 'node:fs';
import {
  flag,
  listOf,
  parseInteger,
  parseName,
  text,
  whole,
} from '../../scripts/lib/command-line.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { runInEngine } from '../../scripts/lib/run-in-engine.js';
import { curves } from '../../src/curves/index.js';
import { digits, head, lineOf, originOf, row } from '../harness/report.js';
import { fitsOf } from './fit.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { Row } from './measure.js' */

const NAMES = curves.map(({ name }) => name);
const MAX_POINTS = 2 ** 20;

export const options = {
  engine: text(process.execPath),
  curve: listOf(NAMES.join(), (name, option) => parseName(name, option, NAMES)),
  roles: listOf('limbs30+limbs30', String),
  counts: listOf('1,2,3,4,6,8,12,16', (n, option) => parseInteger(n, option, 1, MAX_POINTS)),
  each: whole(3, 1, 1000),
  ms: whole(700, 1, 1_000_000),
  all: flag,
  fit: flag,
  json: text(),
};

const HEAD = ['n', 'chosen', 'µs', 'fastest', 'µs', '×'];

/** @param {Values<typeof options>} values */
export async function main({ engine, curve, roles: pairs, counts, each, ms, all, fit, json }) {
  ensureBuilt();
  const choices = curve.flatMap((name) =>
    pairs.map((roles) => {
      const [single, batch] = roles.split('+');
      return { curve: name, roles: { single, batch } };
    }),
  );
  const found = await runInEngine(engine, {
    folder: 'bench/plans',
    folders: ['src', 'scripts/lib', 'bench/plans'],
    data: { choices, counts, extent: { ofEach: each, budget: ms } },
  });
  if (found === null) throw new Error(`${engine} is not installed`);
  console.log(lineOf(originOf(found.engine)));
  if (json) writeFileSync(json, `${JSON.stringify(found.report)}\n`);
  for (const { curve: name, roles, sizes } of /** @type {Row[]} */ (found.report)) {
    console.log(`\n${name}, ${roles.single} + ${roles.batch}\n\n${head(HEAD)}`);
    for (const { n, timed } of sizes) {
      const [chosen] = timed;
      const best = timed.reduce((a, b) => (b.micros < a.micros ? b : a));
      const cells = [chosen.name, chosen.micros.toFixed(1), best.name, best.micros.toFixed(1)];
      console.log(row([n, ...cells, (chosen.micros / best.micros).toFixed(2)]));
      if (!all) continue;
      console.log(
        [...timed]
          .sort((a, b) => a.micros - b.micros)
          .map(lineOfPlan)
          .join('\n'),
      );
    }
  }
  if (!fit) return;
  console.log(`\n${head(['kernel', 'limb, ns', 'product, ns', 'error', 'excess'])}`);
  for (const { kernel, ...numbers } of fitsOf(found.report))
    console.log(row([kernel, ...Object.values(numbers).map(digits)]));
}

/** @param {Row['sizes'][number]['timed'][number]} plan */
const lineOfPlan = ({ name, micros, predicted }) =>
  `  ${name.padEnd(16)} ${micros.toFixed(1)} (predicted ${predicted.toFixed(1)})`;
