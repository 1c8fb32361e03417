/**
 * Tries random cases of everything that takes arguments, on every backend.
 *
 *   npm run fuzz -- [--seconds 60] [--seed TEXT] [--only AREA,AREA] [--backend NAME] [--case N]
 *
 * Areas: the files of areas/. A failure prints the command that repeats it, and the case, made
 * smaller where that is simple. Exit code 1 if any.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../../scripts/lib/help.js';
import { relaxedSimdFlags } from '../../scripts/lib/relaxed-simd.js';
import { fuzz } from './fuzz.js';

helpIfAsked(import.meta.url);
if (relaxedSimdFlags.length > 0) {
  const { status } = spawnSync(process.execPath, [...relaxedSimdFlags, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' },
    backend: { type: 'string' },
    case: { type: 'string' },
  },
});
const { seed, only, backend } = values;
const number = values.case === undefined ? undefined : Number(values.case);
console.log(`seed ${seed}`);
const { failures, turns } = await fuzz({
  seed,
  seconds: Number(values.seconds),
  only,
  backend,
  number,
});
for (const { area, backend: name, cases, spent } of turns)
  console.log(`${area.name} [${name}]: ${cases} cases in ${(spent / 1000).toFixed(1)} s`);
console.log(failures.length === 0 ? 'no failure' : `${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
