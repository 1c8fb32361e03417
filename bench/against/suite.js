/**
 * An old and a new build in turns, in one process: what the new one takes over what the old one
 * takes.
 *
 *   node bench/run.js --suite against --old FOLDER [--new .] [--only TEXT] [--backend portable,fma]
 *     [--rounds 21] [--json]
 *
 * `--old`, `--new`: checkouts that are built, or their `dist` folders. `--only`: the cases whose
 * names contain one of these texts, which commas separate. Each result is verified first, and must
 * be the same on both builds. A row is printed when it is measured: medians of a call on either
 * build, their ratio, and the quartiles of the ratios of a round; below 1 the new build is faster.
 * Rounds in which something else took the processor do not count. The kernel `fma` is left out
 * where the engine lacks it; Node has it from 22 on.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areEqual } from '../../scripts/lib/bytes.js';
import { flag, required, text, UsageError, whole } from '../../scripts/lib/command-line.js';
import { describeCommit, describeDevice, describeEngine } from '../../scripts/lib/device.js';
import { progress } from '../../scripts/lib/progress.js';
import { cases } from './cases.js';
import { digits, DISTURBED, head, row } from '../harness/report.js';
import { ratioOf, samplesOf, spreadOf, takeTurns } from '../harness/turns.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { Load } from './cases.js' */

/** Calls are repeated until a sample takes so many milliseconds. */
const SAMPLE_MS = 20;

/**
 * @param {string} path
 * @param {string} option
 * @returns {{ load: Load, commit: string }}
 */
function findBuild(path, option) {
  const folder = [join(path, 'dist'), path].find((at) => existsSync(join(at, 'index.js')));
  if (!folder) throw new UsageError(`${option}: expected a build, found none in '${path}'`);
  const load = (/** @type {string} */ name) =>
    import(String(pathToFileURL(join(resolve(folder), `${name}.js`))));
  return { load, commit: describeCommit(folder) };
}

/**
 * @param {string} name
 * @param {string} backend
 * @param {readonly Load[]} builds
 * @param {number} rounds
 */
async function compare(name, backend, builds, rounds) {
  const opened = [];
  try {
    progress(`${name}, ${backend}: opening`);
    for (const load of builds) opened.push(await cases[name](load, backend));
    const [before, after] = opened;
    for (const [i, { isRight }] of opened.entries()) {
      if (!isRight) throw new Error(`${name}, ${backend}: the ${i ? 'new' : 'old'} build is wrong`);
    }
    const isSame =
      before.result.length === after.result.length &&
      before.result.every((bytes, i) => areEqual(bytes, after.result[i]));
    if (!isSame) throw new Error(`${name}, ${backend}: the builds give different results`);
    const contestants = opened.map(({ run }, i) => ({ name: i ? 'new' : 'old', run }));
    const turns = await takeTurns(contestants, {
      rounds,
      sampleMs: SAMPLE_MS,
      onRound: (round) => progress(`${name}, ${backend}: round ${round + 1}`),
    });
    const [oldMs, newMs] = [0, 1].map((i) => spreadOf(samplesOf(turns, i)));
    const quiet = turns.quiet.filter(Boolean).length;
    const { batch } = after.backend;
    const ratio = ratioOf(turns, 1, 0);
    const { length } = turns.quiet;
    const told = `${quiet} of ${length}${turns.isDisturbed ? `, ${DISTURBED}` : ''}`;
    return { name, kernel: batch, oldMs, newMs, ratio, quiet, rounds: length, told };
  } finally {
    progress('');
    for (const { end } of opened) end();
  }
}

/** @param {Awaited<ReturnType<typeof compare>>} result */
function cellsOf({ name, kernel, oldMs, newMs, ratio, told }) {
  const quartiles = `${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`;
  const times = [oldMs, newMs].map(({ median }) => digits(median));
  return [name, kernel, ...times, ratio.median.toFixed(3), quartiles, told];
}

const HEAD = ['call', 'kernel', 'old, ms', 'new, ms', 'new / old', 'quartiles', 'quiet rounds'];

export const options = {
  old: required,
  new: text('.'),
  only: text(),
  backend: text('portable,fma'),
  rounds: whole(21, 1, 10_000),
  json: flag,
};

/** @param {Values<typeof options>} values */
export async function main(values) {
  const [before, after] = [findBuild(values.old, '--old'), findBuild(values.new, '--new')];
  const texts = values.only.split(',').map((part) => part.trim());
  const names = Object.keys(cases).filter((name) => texts.some((part) => name.includes(part)));
  if (names.length === 0) throw new UsageError(`--only: expected some of ${Object.keys(cases)}`);
  const builds = `old ${before.commit}, new ${after.commit}`;
  const results = [];
  if (!values.json)
    console.log(`${describeDevice()}; ${describeEngine()}; ${builds}\n\n${head(HEAD)}`);
  for (const backend of values.backend.split(',')) {
    for (const name of names) {
      try {
        results.push(await compare(name, backend, [before.load, after.load], values.rounds));
      } catch (error) {
        if (/** @type {any} */ (error).code !== 'ERR_ENVIRONMENT') throw error;
        console.error(`${backend} is left out: ${/** @type {Error} */ (error).message}`);
        break;
      }
      if (!values.json) console.log(row(cellsOf(results[results.length - 1])));
    }
  }
  if (values.json) {
    const origin = { device: describeDevice(), engine: describeEngine() };
    console.log(JSON.stringify({ ...origin, old: before.commit, new: after.commit, results }));
  }
}
