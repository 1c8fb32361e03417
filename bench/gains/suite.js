/**
 * Gains of two workers, by the clock, beside what the machine allows. Before and after each round
 * both processors run a loop of known length; where it took a tenth longer than on one, something
 * else computed: the round does not count as quiet.
 *
 *   node bench/run.js --suite gains [--rounds 30] [--only TEXT] [--engine node|chromium]
 *     [--json FILE]
 *
 * `--only`: the task of that name, or those whose names contain the text.
 * A table of medians over quiet rounds, with quartiles:
 * - gain: time without threads over time on two workers, each of the second of two calls in a row;
 * - first: the same of the first calls, which find workers asleep and caches as other work left
 *   them;
 * - ceiling: twice the time alone over the time while another thread of this process does the same
 *   alone, or another process;
 * - bare halves: the gain of two bare workers that run a loop of half the length each;
 * - work: processor time on two workers over that alone: what is computed twice, what is lost to
 *   cold caches, and messages.
 * Points of sums stay with the workers.
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { reportsOf } from '../../scripts/lib/browsers.js';
import { oneOf, text, whole } from '../../scripts/lib/command-line.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { servePage } from '../../scripts/lib/page-server.js';
import { progress } from '../../scripts/lib/progress.js';
import { ISOLATION } from '../../scripts/lib/static-server.js';
import { schnorrItems } from '../../test/protocols/signing.js';
import { measure, quietOf, spreadOf } from './measure.js';
import { tasks } from './tasks.js';
import { openTwin } from './twins.js';
import { head, lineOf, originOf, row } from '../harness/report.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { Round } from './measure.js' */
/** @import { Inputs } from './tasks.js' */

const MAX_ROUNDS = 10_000;
/** Different signatures of a batch. */
const SIGNED = 64;

const TWIN = new URL('twin.js', import.meta.url);

/** A twin in a thread of this process. @param {(message: any) => void} receive */
function thread(receive) {
  const worker = new Worker(TWIN);
  worker.on('message', receive);
  return {
    post: (/** @type {object} */ message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
}

/** A twin in a process of its own. @param {(message: any) => void} receive */
function child(receive) {
  const other = fork(fileURLToPath(TWIN), { serialization: 'advanced' });
  other.on('message', receive);
  return {
    post: (/** @type {object} */ message) => void other.send(message),
    end: () => other.kill(),
  };
}

/**
 * @param {string} name
 * @param {Inputs} inputs
 * @param {number} rounds
 * @returns {Promise<Round[]>}
 */
async function measureHere(name, inputs, rounds) {
  const task = await tasks[name].open(inputs, true);
  if (!task.isRight) throw new Error(`${name}: a wrong result`);
  const what = { task: name, inputs };
  const twins = [await openTwin('thread', thread, what), await openTwin('process', child, what)];
  const bare = await openTwin('bare', thread);
  const samples = await measure(task, { twins, bare }, rounds);
  task.end();
  for (const twin of [...twins, bare]) await twin.end();
  return samples;
}

/**
 * @param {readonly string[]} names
 * @param {Inputs} inputs
 * @param {number} rounds
 * @returns {Promise<{ version: string, samples: Record<string, Round[]> }>}
 */
async function measureInPage(names, inputs, rounds) {
  const signed = inputs.signed.map((item) =>
    Object.fromEntries(Object.entries(item).map(([key, bytes]) => [key, [...bytes]])),
  );
  const page = {
    script: 'bench/gains/page.js',
    data: { names, signed, rounds },
    folders: ['dist', 'bench/gains', 'scripts/lib', 'src/curves'],
    headers: ISOLATION,
  };
  try {
    const { engine, reports } = await reportsOf('chromium', [() => servePage(page)], {
      onMessage: progress,
    });
    return { version: engine, samples: reports[0] };
  } finally {
    progress('');
  }
}

/**
 * @param {string} name
 * @param {readonly Round[]} all
 */
function describe(name, all) {
  const quiet = quietOf(all);
  const cell = (/** @type {(round: Round) => number} */ of, digits = 2) => {
    const [low, mid, high] = spreadOf(quiet, of).map((value) => value.toFixed(digits));
    return mid === 'NaN' ? '–' : `${mid} [${low}, ${high}]`;
  };
  const { aim } = tasks[name];
  const gain = (/** @type {Round['first']} */ { one, two }) => one / two;
  const ceiling =
    (/** @type {number} */ i) =>
    (/** @type {Round} */ { one, beside }) =>
      (2 * one) / beside[i];
  const halves = (/** @type {Round} */ { one, halves: ms }) => one / ms;
  return [
    name,
    cell(({ one }) => one),
    ...(aim ? [cell(gain), aim, cell(({ first }) => gain(first))] : ['', '', '']),
    cell(ceiling(0)),
    cell(ceiling(1)),
    ...(aim
      ? [cell(halves), cell((round) => gain(round) / halves(round)), cell(({ work }) => work)]
      : ['', '', '']),
    `${quiet.length} of ${all.length}`,
  ];
}

const HEAD = [
  ...['call', 'alone, ms', 'gain', 'aim', 'first', 'ceiling, threads', 'ceiling, processes'],
  ...['bare halves', 'gain / bare halves', 'work', 'quiet rounds'],
];

export const options = {
  rounds: whole(30, 1, MAX_ROUNDS),
  only: text(),
  engine: oneOf(['node', 'chromium']),
  json: text(),
};

/** @param {Values<typeof options>} values */
export async function main({ rounds, only, engine, json }) {
  ensureBuilt();
  const inputs = { signed: schnorrItems(SIGNED) };
  const names = Object.keys(tasks).filter((name) =>
    only in tasks ? name === only : name.includes(only),
  );
  /** @type {{ version?: string, samples: Record<string, Round[]> }} */
  const { version, samples } =
    engine === 'chromium' ? await measureInPage(names, inputs, rounds) : { samples: {} };
  const origin = originOf(version);
  console.log(`${lineOf(origin)}\n\n${head(HEAD)}`);
  for (const name of names) {
    if (engine !== 'chromium') samples[name] = await measureHere(name, inputs, rounds);
    console.log(row(describe(name, samples[name])));
  }
  if (json) writeFileSync(json, JSON.stringify({ ...origin, samples }));
}
