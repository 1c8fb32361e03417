/**
 * Measures MSMs with forced plans and fits the prices of src/curves/prices/CURVE.json to them. For
 * a curve without prices, the plans worth measuring are estimated (wasm-gen/prices.js).
 *
 *   node scripts/fit-cost-model.js [--curve bls12-381-g1] [--kernels limbs30,fma] [--minutes 4]
 *     [--max N] [--dry]
 *
 * Writes the prices and bench/results/cost-model-CURVE.json (device, engine, quality of the fit),
 * unless it is a dry run; every measurement goes to bench/results/local. The build puts prices into
 * pages. The given minutes are divided among kernels and sizes; plans are repeated until their
 * size's share is used up. The fit uses the minima.
 *
 * Finally prints by how much the plans chosen with the old and with the new prices exceed the
 * fastest plan measured.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { basename, join } from 'node:path';
import { WasmEngine } from '../src/engines/wasm/engine.js';
import { randomDiscreteLogs } from '../src/group/random.js';
import { runNow } from '../src/port/steps.js';
import { pointsOfModel } from '../src/engines/wasm/msm/model.js';
import { msmSteps } from '../src/engines/wasm/msm/msm.js';
import { costOf, plansFor } from '../src/engines/wasm/msm/plan.js';
import { kernelPrices, pricesBeside } from '../wasm-gen/kernel-prices.js';
import { abilitiesOf } from '../src/engines/wasm/msm/problem.js';
import { Arena } from '../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../src/engines/wasm/kernels/open.js';
import { curveNamed, curves } from '../src/curves/index.js';
import { pricesOf, readPrices, writePrices } from '../wasm-gen/prices.js';
import { isUsageError, parseInteger, parseName, UsageError } from './lib/cli.js';
import { fitPrices, regrets } from './lib/cost-fit.js';
import { curvePage } from './lib/curve-page.js';
import { describeCommit, describeDevice, describeEngine } from './lib/device.js';
import { pricesOfParts } from './lib/part-prices.js';
import { measurements, root } from './lib/paths.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

/** @import { Prices } from '../src/engines/wasm/msm/plan.js' */
/** @import { KernelName } from '../src/engines/wasm/kernels/kernel.js' */
/** @import { Sample } from './lib/cost-fit.js' */
/** @import { Parts } from './lib/part-prices.js' */

/** @type {readonly KernelName[]} */
const KERNELS = ['limbs30', 'fma', 'wide64'];

/** Plans predicted to be slower than the best by this factor are not measured. */
const INTERESTING = 1.6;

/**
 * Parts of scalars of the largest size, unless set by `--max`: larger sizes add no information.
 */
const MAX_PARTS = 2 ** 15;

/** Sizes grow by √2 up to here, then by 2: plans for few points differ more. */
const DENSE_MAX = 2 ** 10;

/** Milliseconds for which a plan is repeated in one pass. */
const SAMPLE_MS = 2;

/** Least and largest number of measurements of a plan, whatever the time and the plan. */
const [MIN_PASSES, MAX_PASSES] = [2, 25];

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      curve: { type: 'string', default: curves[0].name },
      kernels: { type: 'string', default: 'limbs30,fma' },
      minutes: { type: 'string', default: '4' },
      max: { type: 'string' },
      dry: { type: 'boolean', default: false },
    },
  });
  const names = curves.map(({ name }) => name);
  const name = parseName(values.curve, '--curve', names);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) {
    throw new UsageError(`--minutes: expected a number above 0, got '${values.minutes}'`);
  }
  return {
    config: curveNamed(name),
    kernels: /** @type {KernelName[]} */ (
      values.kernels.split(',').map((kernel) => parseName(kernel, '--kernels', KERNELS))
    ),
    minutes,
    max: values.max === undefined ? undefined : parseInteger(values.max, '--max', 1, 2 ** 20),
    dry: values.dry,
  };
}

const options = (() => {
  try {
    return readCommandLine();
  } catch (error) {
    if (!isUsageError(error)) throw error;
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
})();
const { config } = options;
const known = pricesOf(config);

/**
 * An engine and its kernels: a plan can only be forced below the public interface.
 * @param {KernelName} batch also the single kernel, if it has chains
 */
async function open(batch) {
  const arena = new Arena();
  const page = await curvePage(config);
  const kernels = await openKernels(page, { roles: { single: batch, batch }, arena });
  return {
    arena,
    kernels,
    engine: new WasmEngine(
      { data: config, arena, ...kernels },
      { prices: pricesBeside(known, batch, [kernels.single.name]) },
    ),
  };
}

/** @typedef {Awaited<ReturnType<typeof open>>} Opened */

/** @param {number} max */
function sizesUpTo(max) {
  const sizes = new Set([1]);
  for (let half = 2; 2 ** (half / 2) <= max; half++) {
    const n = Math.round(2 ** (half / 2));
    if (n <= DENSE_MAX || half % 2 === 0) sizes.add(n);
  }
  return [...sizes];
}

/** @param {number} n random scalars, of any value */
function randomScalars(n) {
  const scalars = new Uint8Array(32 * n);
  for (let at = 0; at < scalars.length; at += 32) {
    crypto.getRandomValues(scalars.subarray(at, at + 32));
  }
  return scalars;
}

/**
 * Times the parts of an MSM separately, over points of the model and scalars split once.
 * @param {Opened} opened
 * @returns {{ alone: Prices, bits: number }} bits of the largest part of a scalar
 */
function measureParts({ arena, kernels, engine }) {
  const n = 1024;
  const { batch, single, scalar } = kernels;
  const vector = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = arena.allocate(32 * n, 'scalars');
  const scalarParts = arena.allocate(scalar.parts * n * scalar.partBytes, 'parts of scalars');
  const report = arena.allocate(8, 'report');
  const model = arena.allocate(n * batch.pointBytes, 'points of the model');
  arena.u8.set(randomScalars(n), scalars);
  /** @type {Parts} */
  const parts = {
    arena,
    kernels: { batch, single },
    points: runNow(pointsOfModel(batch, model, vector.address, n)),
    n,
    prepare: () => {
      scalar.split(scalarParts, scalars, n, report);
      runNow(pointsOfModel(batch, model, vector.address, n));
    },
  };
  const alone = pricesOfParts(parts);
  const bits = scalar.split(scalarParts, scalars, n, report);
  for (const block of [scalars, scalarParts, report, model]) arena.free(block);
  engine.free(vector);
  return { alone, bits };
}

/**
 * Times every interesting plan for n points, in turn, several times.
 * @param {Opened} opened
 * @param {Prices} prices
 * @param {{ n: number, bits: number, deadline: number }} size `deadline` in milliseconds
 * @returns {Sample[]}
 */
function measure({ arena, kernels, engine }, prices, { n, bits, deadline }) {
  const { batch, single, scalar } = kernels;
  const points = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = randomScalars(n);
  // Without chains, whose prices are fitted separately: bench/plans.
  const abilities = abilitiesOf({ scalarKernel: scalar, batch });
  const problem = { ...abilities, points: n, bits, filled: n * scalar.parts };
  const plans = /** @type {Sample['plan'][]} */ (plansFor(problem));
  const least = Math.min(...plans.map(({ work }) => costOf(work, prices)));
  const chosen = plans.filter(({ work }) => costOf(work, prices) < INTERESTING * least);
  const repetitions = Math.max(1, Math.round((SAMPLE_MS * 1e6) / least));
  const samples = chosen.map((plan) => ({ n, plan, ms: Infinity }));
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (pass >= MIN_PASSES && performance.now() > deadline) break;
    for (const sample of samples) {
      const plan = () => sample.plan;
      const context = { arena, batch, single, scalarKernel: scalar, prices, timings: {}, plan };
      const start = performance.now();
      for (let i = 0; i < repetitions; i++) {
        const steps = msmSteps(context, points.address, n, scalars);
        while (!steps.next().done);
      }
      sample.ms = Math.min(sample.ms, (performance.now() - start) / repetitions);
    }
  }
  engine.free(points);
  return samples;
}

/**
 * @param {KernelName} name of the batch kernel
 * @param {number} deadline
 */
async function fitKernel(name, deadline) {
  const opened = await open(name);
  const { alone, bits } = measureParts(opened);
  const single = opened.kernels.single.name;
  const before = kernelPrices(known, { batch: name, single });
  const sizes = sizesUpTo(options.max ?? MAX_PARTS / opened.kernels.scalar.parts);
  /** @type {Sample[]} */
  const samples = [];
  for (const [i, n] of sizes.entries()) {
    // Small sizes leave much of their share to large ones.
    const now = performance.now();
    const share = (deadline - now) / (sizes.length - i);
    samples.push(...measure(opened, before, { n, bits, deadline: now + share }));
    console.error(`${name}: n = ${n} measured`);
  }
  const { prices, rmsError } = fitPrices(samples, alone);
  const result = {
    single,
    bits,
    prices,
    rmsError,
    alone,
    excess: { before: regrets(samples, before), after: regrets(samples, prices) },
    samples: samples.map(({ n, plan: { work: _work, ...plan }, ms }) => ({
      n,
      ...plan,
      ms: Number(ms.toPrecision(4)),
    })),
  };
  console.log(name, { alone, prices, rmsError });
  console.table(
    result.excess.before.map(({ n, plan, ratio }, i) => {
      const after = result.excess.after[i];
      return { n, old: plan, '× best': ratio, new: after.plan, '× best ': after.ratio };
    }),
  );
  return result;
}

/** @type {Record<string, Awaited<ReturnType<typeof fitKernel>>>} */
const kernels = {};
const start = performance.now();
for (const [i, name] of options.kernels.entries()) {
  const share = (options.minutes * 60_000 * (i + 1)) / options.kernels.length;
  kernels[name] = await fitKernel(name, start + share);
}
if (!options.dry) {
  const origin = {
    device: describeDevice(),
    engine: describeEngine(),
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
  };
  const before = readPrices(config.name);
  const fitted = { ...before?.fitted };
  const prices = { ...before?.prices };
  for (const [name, fit] of Object.entries(kernels)) {
    // Chains of few points are not fitted here: they keep their prices.
    const { chains } = known[name] ?? {};
    fitted[name] = origin;
    prices[name] = {
      ...(fit.single !== 'limbs30' && { single: fit.single }),
      ...(chains && { chains }),
      ...fit.prices,
    };
  }
  writePrices(config.name, { fitted, prices });
  const file = join(root, `bench/results/cost-model-${config.name}.json`);
  // Kernels not measured now keep their prices and provenance.
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const summary = (/** @type {typeof kernels[string]} */ { samples: _samples, ...fit }) => fit;
  for (const [name, fit] of Object.entries(kernels)) report[name] = { ...origin, ...summary(fit) };
  writeFileSync(file, `${JSON.stringify(report)}\n`);
  mkdirSync(measurements, { recursive: true });
  writeFileSync(join(measurements, basename(file)), `${JSON.stringify({ ...origin, kernels })}\n`);
}
