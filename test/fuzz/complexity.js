/**
 * The cost of the worst input of a call, next to a random one of the same size.
 *
 *   node test/fuzz/complexity.js [--backend auto] [--runs 5]
 *     [--only groups,points,scalars,signatures,pairings,evm,groth16,kzg,verkle]
 *
 * Times are the least of the runs, which take turns; a ratio above 2 is marked. Calls of less than
 * 20 ms are repeated in each run. A refusal is an error with a stack trace, some microseconds:
 * ratios of rows whose worst input takes less than 1 ms do not count. The inputs are those that are
 * known to be bad: a proof that there is no worse one this is not. Prints the table of
 * bench/results/hostile.md; with 8 runs it takes some two minutes. Exit code 1 if a ratio that
 * counts is above 2.
 */
import { parseArgs } from 'node:util';
import {
  createBanderwagon,
  createBls12381,
  createBn254,
  createPasta,
  createSecp256k1,
} from '../../src/index.js';
import { sections } from './complexity/index.js';

/** @import { Calls, Variants } from './complexity/index.js' */

/** Rows whose worst input takes less milliseconds: see above. */
const SHORT = 1;

/** Milliseconds of calls in a run, and calls at most. */
const [RUN_MS, MOST] = [20, 10];

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(sections).join() },
  },
});
const options = { backend: /** @type {any} */ (values.backend) };
const [bls, secp, bw, bn, pasta] = await Promise.all([
  createBls12381(options),
  createSecp256k1(options),
  createBanderwagon(options),
  createBn254(options),
  createPasta(options),
]);

/**
 * The least time of some calls, in milliseconds.
 * @param {() => unknown} call
 * @param {number} times
 */
async function timeOf(call, times) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    const result = call();
    if (result instanceof Promise) await result;
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** Least time of each variant, in turns. @param {Variants} variants */
async function measure(variants) {
  const list = [];
  for (const [name, call] of Object.entries(variants)) {
    const first = await timeOf(call, 1);
    list.push({ name, call, times: Math.min(MOST, Math.max(1, Math.floor(RUN_MS / first))) });
  }
  const best = Object.fromEntries(list.map(({ name }) => [name, Infinity]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const { name, call, times } of list) {
      best[name] = Math.min(best[name], await timeOf(call, times));
    }
  }
  return best;
}

console.log('| call | random, ms | worst input | ms | ratio |\n|---|---|---|---|---|');
for (const section of values.only.split(',')) {
  /** @type {Calls} */
  const calls = {};
  await sections[/** @type {keyof typeof sections} */ (section)](
    { bls, secp, bw, bn, pasta },
    calls,
  );
  for (const [call, variants] of Object.entries(calls)) {
    const [[, base], ...others] = Object.entries(await measure(variants));
    const [name, worst] = others.reduce((a, b) => (b[1] > a[1] ? b : a));
    const ratio = worst / base;
    const isBad = ratio > 2 && worst >= SHORT;
    const [random, most] = [base, worst].map((ms) => ms.toFixed(ms < 1 ? 3 : 1));
    const shown = `${ratio.toFixed(2)}${isBad ? ' (!)' : ''}`;
    console.log(`| ${call} | ${random} | ${name} | ${most} | ${shown} |`);
    if (isBad) process.exitCode = 1;
  }
}
