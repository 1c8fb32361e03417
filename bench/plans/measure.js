/**
 * Times forced plans in turns on given kernels in the engine that runs this, and compares the plan
 * chosen by the prices with the fastest.
 */
import { createEngine } from '../../src/engines/wasm/engine.js';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { chains } from '../../src/engines/wasm/msm/interleaved-wnaf.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { abilitiesOf, costOf, plansFor, pricesWith } from '../../src/engines/wasm/msm/plan.js';
import { pricesBeside } from '../../wasm-gen/cost-model.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../../src/engines/wasm/kernels/compile.js';
import { curveNamed } from '../../src/curves/index.js';
import { curvePage } from '../../scripts/lib/curve-page.js';

/** @import { Plan } from '../../src/engines/wasm/msm/work.js' */
/** @import { Roles } from '../../src/engines/wasm/kernels/kernel.js' */

/** Milliseconds of a sample, and of warming up a plan. */
const [SAMPLE, WARM_UP] = [2, 40];

/** Plans predicted to be slower than the best by this factor are not measured. */
const INTERESTING = 1.5;

/** Byte limit of one call for random bytes. */
const RANDOM_BYTES = 2 ** 16;

/** @typedef {{ curve: string, roles: Roles }} Choice */
/**
 * The extent of a measurement: number of plans of each strategy, those with the least predicted
 * cost; milliseconds for the samples of a size.
 * @typedef {{ ofEach: number, budget: number }} Extent
 */
/**
 * @typedef {{ name: string, work: Record<string, number>, predicted: number, micros: number }}
 *   Timed
 */
/**
 * @typedef {Choice & { sizes: { n: number, timed: Timed[] }[] }} Row `timed`: the chosen plan first
 */

/** @param {Choice} choice */
async function open({ curve, roles }) {
  const config = curveNamed(curve);
  const page = await curvePage(config);
  const { data } = page;
  const arena = new Arena();
  const kernels = await openKernels(page, { roles, arena });
  // The page has no prices for pairs of kernels that no instance uses.
  const prices = pricesBeside(config, roles.batch, [roles.single]);
  const engine = createEngine({ data, arena, ...kernels }, { prices });
  const own = kernels.single.chains ? chains : undefined;
  return { arena, kernels, engine, name: curve, own, prices: pricesWith(prices, roles.single) };
}

/** @param {Plan} plan */
const nameOf = (plan) =>
  `${plan.strategy} ${'c' in plan ? `c = ${plan.c}` : 'w' in plan ? `w = ${plan.w}` : ''}`.trim();

/**
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} counts of points
 * @param {Extent} extent
 * @returns {Promise<Row[]>}
 */
export async function measure(choices, counts, extent) {
  /** @type {Row[]} */
  const rows = [];
  for (const choice of choices) {
    const opened = await open(choice);
    rows.push({ ...choice, sizes: counts.map((n) => ({ n, timed: timesOf(opened, n, extent) })) });
  }
  return rows;
}

/**
 * @param {Awaited<ReturnType<typeof open>>} opened
 * @param {number} n
 * @param {Extent} extent
 * @returns {Timed[]}
 */
function timesOf({ arena, kernels, engine, name, own, prices }, n, { ofEach, budget }) {
  const { batch, single, scalar } = kernels;
  const points = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = randomBytes(32 * n);
  const partsBytes = scalar.parts * n * scalar.partBytes;
  const block = arena.allocate(partsBytes + scalars.length + 8, 'scalars');
  const source = block + partsBytes;
  arena.u8.set(scalars, source);
  const bits = scalar.split(block, source, n, source + scalars.length);
  arena.free(block);
  const abilities = abilitiesOf({ scalarKernel: scalar, batch, chains: own });
  const all = plansFor({ ...abilities, points: n, bits, filled: n * scalar.parts })
    .map((plan) => ({ plan, predicted: costOf(plan.work, prices) / 1000 }))
    .sort((a, b) => a.predicted - b.predicted)
    .filter(({ predicted }, _, [{ predicted: least }]) => predicted < INTERESTING * least);
  const strategies = [...new Set(all.map(({ plan }) => plan.strategy))];
  const some = strategies.flatMap((strategy) =>
    all.filter(({ plan }) => plan.strategy === strategy).slice(0, ofEach),
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
        const { address } = /** @type {any} */ (points);
        const steps = msmSteps(forced, address, n, scalars);
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
  for (const until = performance.now() + budget; performance.now() < until;)
    for (const task of tasks) task.micros = Math.min(task.micros, timeOf(task.run, task.count));
  engine.free(points);
  return tasks.map(({ name: plan, work, predicted, micros }) => ({
    ...{ name: plan, work, predicted, micros },
  }));
}

/** @param {number} length */
function randomBytes(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += RANDOM_BYTES)
    crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
  return bytes;
}

/** @param {() => unknown} run @param {number} count @returns {number} microseconds of one */
function timeOf(run, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) run();
  return (1000 * (performance.now() - start)) / count;
}
