/**
 * Forced plans for few points, in turns, on given kernels, in whatever engine runs this: which is the fastest, and what the plan loses
 * that the prices choose.
 */
import { WasmEngine } from '../../src/engines/wasm/engine.js';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { chains } from '../../src/engines/wasm/msm/chain.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { costOf, plansFor } from '../../src/engines/wasm/msm/plan.js';
import { PRICES } from '../../src/engines/wasm/msm/prices.js';
import { pricesOf } from '../../src/engines/wasm/msm/pricing.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readElements } from '../../src/engines/wasm/kernels/elements.js';
import { pointKernel, scalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import { loadKernel } from '../../src/engines/wasm/kernels/load.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';

/** @import { Plan } from '../../src/engines/wasm/msm/plan.js' */
/** @import { Roles } from '../../src/engines/wasm/kernels/choose.js' */

/** The curves, and the module of each that splits scalars. */
const CURVES = {
  'bls12-381-g1': { config: bls12381G1, scalar: 'bls12-381.scalar' },
  'bls12-381-g2': { config: bls12381G2, scalar: 'bls12-381-g2.scalar' },
  secp256k1: { config: secp256k1, scalar: 'secp256k1.scalar' },
  banderwagon: { config: banderwagon, scalar: 'banderwagon.scalar' },
};

/** Milliseconds of a sample, of warming up a plan, and of all samples of a size. */
const [SAMPLE, WARM_UP, BUDGET] = [2, 40, 700];

/** So many plans of each strategy are measured: those that the prices hold to be the fastest. */
const OF_EACH = 3;

/** @typedef {{ curve: keyof typeof CURVES, roles: Roles }} Choice */
/** @typedef {{ name: string, work: Record<string, number>, predicted: number, micros: number }} Timed */
/** @typedef {Choice & { sizes: { n: number, timed: Timed[] }[] }} Row `timed`: the plan that is chosen first */

/** @param {Choice} choice */
async function open({ curve, roles }) {
  const { config, scalar } = CURVES[curve];
  const arena = new Arena();
  const load = (/** @type {string} */ file) => {
    const source = () => import(`../../src/generated/${file}.js`);
    return loadKernel({ name: file, source }, undefined, arena.memory);
  };
  const batch = await load(`${config.name}.${roles.batch}`);
  const single =
    roles.single === roles.batch ? batch : await load(`${config.name}.${roles.single}`);
  const elementsOf = curve === 'banderwagon' ? readElements : undefined;
  const kernels = {
    batch: pointKernel(roles.batch, batch, elementsOf),
    single: pointKernel(roles.single, single, elementsOf),
    scalar: scalarKernel(await load(scalar)),
  };
  return {
    arena,
    kernels,
    engine: new WasmEngine(config, arena, kernels, {
      prices: PRICES[config.name],
      loadTables: () => import('../../src/engines/wasm/msm/fixed/fixed-msm.js'),
    }),
    name: config.name,
  };
}

/** @param {Plan} plan */
const nameOf = (plan) =>
  `${plan.strategy} ${'c' in plan ? `c = ${plan.c}` : 'w' in plan ? `w = ${plan.w}` : ''}`.trim();

/**
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} counts of points
 * @returns {Promise<Row[]>}
 */
export async function measure(choices, counts) {
  /** @type {Row[]} */
  const rows = [];
  for (const choice of choices) {
    const opened = await open(choice);
    rows.push({ ...choice, sizes: counts.map((n) => ({ n, timed: timesOf(opened, n) })) });
  }
  return rows;
}

/**
 * @param {Awaited<ReturnType<typeof open>>} opened
 * @param {number} n
 * @returns {Timed[]}
 */
function timesOf({ arena, kernels, engine, name }, n) {
  const { batch, single, scalar } = kernels;
  const points = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const prices = pricesOf(PRICES[name], { batch: batch.name, single: single.name });
  const scalars = crypto.getRandomValues(new Uint8Array(32 * n));
  const halves = arena.allocate(32 * n + scalar.parts * n * scalar.halfBytes, 'scalars');
  arena.u8.set(scalars, halves + scalar.parts * n * scalar.halfBytes);
  const bits = scalar.split(halves, halves + scalar.parts * n * scalar.halfBytes, n);
  arena.free(halves);
  const own = single.oddMultiples === undefined ? undefined : chains;
  const pairs = Boolean(batch.batchAddBoth);
  const all = plansFor(scalar.parts * n, bits, scalar.parts, own, undefined, pairs)
    .map((plan) => ({ plan, predicted: costOf(plan.work, prices) / 1000 }))
    .sort((a, b) => a.predicted - b.predicted);
  const strategies = [...new Set(all.map(({ plan }) => plan.strategy))];
  const some = strategies.flatMap((strategy) =>
    all.filter(({ plan }) => plan.strategy === strategy).slice(0, OF_EACH),
  );
  const context = {
    ...{ arena, batch, single, scalarKernel: scalar, prices, timings: {} },
    chains: own,
  };
  const tasks = some
    .sort((a, b) => a.predicted - b.predicted)
    .map(({ plan, predicted }) => {
      const forced = { ...context, plan: () => plan };
      const run = () => {
        const steps = msmSteps(forced, points.address, n, scalars);
        for (;;) {
          const step = steps.next();
          if (step.done) return step.value;
        }
      };
      return { name: nameOf(plan), work: plan.work, predicted, run, micros: Infinity, count: 1 };
    });
  if (new Set(tasks.map(({ run }) => `${run()}`)).size > 1)
    throw new Error(`${name}, ${n} points: results differ`);
  for (const task of tasks) {
    for (const until = performance.now() + WARM_UP; performance.now() < until;) task.run();
    task.count = Math.max(1, Math.round((1000 * SAMPLE) / timeOf(task.run, 5)));
  }
  for (const until = performance.now() + BUDGET; performance.now() < until;)
    for (const task of tasks) task.micros = Math.min(task.micros, timeOf(task.run, task.count));
  engine.free(points);
  return tasks.map(({ name: plan, work, predicted, micros }) => ({
    ...{ name: plan, work, predicted, micros },
  }));
}

/** @param {() => unknown} run @param {number} count @returns {number} microseconds of one */
function timeOf(run, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) run();
  return (1000 * (performance.now() - start)) / count;
}
