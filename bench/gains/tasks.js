/**
 * The calls whose gain is measured, each without threads and on two workers; and loops that say
 * what the machine's second processor adds. Runs in Node, in pages and in workers, on the built
 * package.
 */
import { areEqual, concat } from '../../scripts/lib/bytes.js';
import { curveNamed } from '../../src/curves/index.js';

/**
 * A call. `alone` without threads, `threaded` on two workers; a loop has no second one. `aim`:
 * the gain that is asked for.
 * @typedef {{ alone: () => unknown, threaded?: () => unknown, isRight: boolean, end: () => void }}
 *   Task
 */

/** Inputs that are made in Node. @typedef {{ signed: Record<string, Uint8Array>[] }} Inputs */

/**
 * @typedef {{ open: (inputs: Inputs, hasThreads: boolean) => Promise<Task>, aim?: number }} Entry
 */

const SIGNATURES = 2048;
const READ = 4096;

const [STEPS, MIB] = [5_000_000, 64];
/** Doubles of a line of the cache. */
const LINE = 8;

/** Tasks by name. @type {Record<string, Entry>} */
export const tasks = {
  'a loop of integers': { open: async () => ofLoop(() => integers()) },
  [`a loop over ${MIB} MiB`]: { open: async () => ofLoop(reader()) },
  ...sumsOf('bls12-381-g1', { 10: 1.45, 12: 1.75, 14: 1.8, 16: 1.88, 18: 1.88 }),
  ...sumsOf('bls12-381-g2', { 12: 1.8 }),
  ...sumsOf('secp256k1', { 12: 1.5 }),
  [`G1, ${READ} points read`]: { open: (_, hasThreads) => reading(hasThreads), aim: 1.85 },
  [`${SIGNATURES} signatures of BIP-340`]: { open: signatures, aim: 1.8 },
  'cells of a blob and proofs': { open: (_, hasThreads) => cells(hasThreads, false), aim: 1.8 },
  'cells of a blob and proofs, after prepare()': {
    open: (_, hasThreads) => cells(hasThreads, true),
    aim: 1.8,
  },
};

/** A loop of known length, which stays in registers. @param {number} [share] of its length */
export function integers(share = 1) {
  const steps = share * STEPS;
  let x = 1;
  for (let i = 0; i < steps; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x;
}

/** A loop that reads lines which no processor's own cache holds. */
function reader() {
  const words = new Float64Array(MIB << 17).fill(1);
  return () => {
    let sum = 0;
    for (let i = 0; i < words.length; i += LINE) sum += words[i];
    return sum;
  };
}

/** @param {() => unknown} alone @returns {Task} */
const ofLoop = (alone) => ({ alone, isRight: true, end: () => {} });

/** An entry of the built package. @param {string} path @returns {Promise<any>} */
const built = (path) => import(`../../dist/${path}.js`);

/**
 * Opens a curve without threads, and with two if they are asked for.
 * @param {string} curve
 * @param {boolean} hasThreads
 */
async function openPair(curve, hasThreads) {
  const { path, creator, member } = curveNamed(curve).entry;
  const { [creator]: create } = await built(path);
  const instances = await Promise.all(
    (hasThreads ? [1, 2] : [1]).map((threads) => create({ threads })),
  );
  const [one, two = one] = instances;
  if (hasThreads && two.threads !== 2) throw new Error(`one thread: ${two.threadsReason}`);
  const end = () => instances.forEach((instance) => instance.dispose());
  return { one, two, groups: { one: one[member], two: two[member] }, end };
}

/**
 * Sums, whose points stay with the workers.
 * @param {string} curve
 * @param {Record<number, number>} aim gains by the logarithm of the number of points
 * @returns {Record<string, Entry>}
 */
function sumsOf(curve, aim) {
  return Object.fromEntries(
    Object.entries(aim).map(([logSize, gain]) => [
      `${curve}, sum of 2^${logSize}`,
      { open: (_, hasThreads) => sum(curve, 2 ** Number(logSize), hasThreads), aim: gain },
    ]),
  );
}

/** @param {string} curve @param {number} n @param {boolean} hasThreads @returns {Promise<Task>} */
async function sum(curve, n, hasThreads) {
  const { groups, end } = await openPair(curve, hasThreads);
  const { one, two } = groups;
  const [own, resident] = [one.randomPoints(n, 1), two.randomPoints(n, 1)];
  const scalars = one.randomScalars(n, 2);
  const alone = () => one.msm(own, scalars);
  const threaded = () => two.msmAsync(resident, scalars);
  return { alone, threaded, isRight: alone().equals(one.point((await threaded()).toBytes())), end };
}

/** @param {boolean} hasThreads @returns {Promise<Task>} */
async function reading(hasThreads) {
  const { groups, end } = await openPair('bls12-381-g1', hasThreads);
  const { one, two } = groups;
  const bytes = one.randomPoints(READ, 1).toBytes('compressed');
  const alone = () => one.points(bytes).dispose();
  const threaded = async () => (await two.pointsAsync(bytes)).dispose();
  const found = await two.pointsAsync(bytes);
  const isRight = areEqual(found.toBytes('compressed'), bytes);
  found.dispose();
  return { alone, threaded, isRight, end };
}

/** @param {Inputs} inputs @param {boolean} hasThreads @returns {Promise<Task>} */
async function signatures({ signed }, hasThreads) {
  const { one, two, end } = await openPair('secp256k1', hasThreads);
  // Repeating signatures does not make a batch cheaper.
  const items = Array.from({ length: SIGNATURES }, (_, i) => signed[i % signed.length]);
  const alone = () => one.schnorr.verifyBatch(items);
  const threaded = () => two.schnorr.verifyBatchAsync(items);
  return { alone, threaded, isRight: alone() && (await threaded()), end };
}

/** @param {boolean} hasThreads @param {boolean} isPrepared @returns {Promise<Task>} */
async function cells(hasThreads, isPrepared) {
  const { one, two, groups, end } = await openPair('bls12-381-g1', hasThreads);
  const { mainnet } = await built('trusted-setup');
  const both = await Promise.all([one, two].map((instance) => instance.kzg(mainnet)));
  if (isPrepared) await Promise.all(both.map((kzg) => kzg.prepare()));
  const blob = groups.one.randomScalars(4096, 1);
  const [alone, threaded] = both.map((kzg) => () => kzg.computeCellsAndKzgProofsAsync(blob));
  const [[, wanted], [, found]] = [await alone(), await threaded()];
  return { alone, threaded, isRight: areEqual(concat(found), concat(wanted)), end };
}
