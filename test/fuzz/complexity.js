/**
 * The cost of the worst input of a call, next to a random one of the same size.
 *
 *   node test/fuzz/complexity.js [--backend auto] [--runs 5]
 *     [--only groups,signatures,pairings,verkle]
 *
 * Times are the least of the runs, which take turns; a ratio above 2 is marked. Calls of less than
 * 20 ms are repeated in each run. The inputs are those that are known to be bad: a proof that there
 * is no worse one this is not. Prints the table of bench/results/hostile.md; with 5 runs it takes
 * some six minutes. Exit code 1 if a ratio is above 2.
 */
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { groupCalls } from './complexity/groups.js';
import { pairingAndKzgCalls } from './complexity/pairings.js';
import { signatureCalls } from './complexity/signatures.js';
import { verkleCalls } from './complexity/verkle.js';

/**
 * Inputs of a call, by name: the first is the random one.
 * @typedef {Record<string, () => unknown>} Variants
 */
/** @typedef {Record<string, Variants>} Calls */

const SECTIONS = {
  groups: groupCalls,
  signatures: signatureCalls,
  pairings: pairingAndKzgCalls,
  verkle: verkleCalls,
};

/** Milliseconds of calls in a run, and calls at most. */
const [RUN_MS, MOST] = [20, 10];

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(SECTIONS).join() },
  },
});
const options = { backend: /** @type {any} */ (values.backend) };
const [bls, secp, bw] = await Promise.all([
  createBls12381(options),
  createSecp256k1(options),
  createBanderwagon(options),
]);

/**
 * The least time of some calls, in milliseconds.
 * @param {() => unknown} call
 * @param {number} times
 */
function timeOf(call, times) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    call();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** Least time of each variant, in turns. @param {Variants} variants */
function measure(variants) {
  const list = Object.entries(variants).map(([name, call]) => {
    const first = timeOf(call, 1);
    return { name, call, times: Math.min(MOST, Math.max(1, Math.floor(RUN_MS / first))) };
  });
  const best = Object.fromEntries(list.map(({ name }) => [name, Infinity]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const { name, call, times } of list) {
      best[name] = Math.min(best[name], timeOf(call, times));
    }
  }
  return best;
}

console.log('| call | random, ms | worst input | ms | ratio |\n|---|---|---|---|---|');
for (const section of values.only.split(',')) {
  /** @type {Calls} */
  const calls = {};
  await SECTIONS[/** @type {keyof typeof SECTIONS} */ (section)]({ bls, secp, bw }, calls);
  for (const [call, variants] of Object.entries(calls)) {
    const [[, base], ...others] = Object.entries(measure(variants));
    const [name, worst] = others.reduce((a, b) => (b[1] > a[1] ? b : a));
    const ratio = worst / base;
    const shown = `${ratio.toFixed(2)}${ratio > 2 ? ' (!)' : ''}`;
    console.log(`| ${call} | ${base.toFixed(1)} | ${name} | ${worst.toFixed(1)} | ${shown} |`);
    if (ratio > 2) process.exitCode = 1;
  }
}
