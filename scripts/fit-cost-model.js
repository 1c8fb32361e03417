/**
 * Measures MSMs with forced plans and fits the prices of src/engines/wasm/msm/prices.js to them.
 *
 *   node scripts/fit-cost-model.js [--curve bls12-381-g1] [--kernels limbs30,fma] [--minutes 4] [--max N] [--dry]
 *
 * Writes bench/results/cost-model-CURVE.json (device, engine, every measurement) and src/engines/wasm/msm/prices.js, unless it is a dry
 * run. Takes the minutes it is given, whatever the curve: they are shared out to kernels and sizes, and a plan is run again
 * until its size's share is used up. The minimum is what is fitted.
 *
 * It ends with what counts: by how much the plans that the old and the new prices choose exceed the fastest one measured.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { WasmEngine } from '../src/engines/wasm/engine.js';
import { randomDiscreteLogs } from '../src/group/random.js';
import { pointsOfModel } from '../src/engines/wasm/msm/model.js';
import { msmSteps } from '../src/engines/wasm/msm/msm.js';
import { costOf, plansFor } from '../src/engines/wasm/msm/plan.js';
import { PRICES } from '../src/engines/wasm/msm/prices.js';
import { pricesOf } from '../src/engines/wasm/msm/pricing.js';
import { Arena } from '../src/engines/wasm/kernels/arena.js';
import { readElements } from '../src/engines/wasm/kernels/elements.js';
import { pointKernel, scalarKernel } from '../src/engines/wasm/kernels/kernel.js';
import { loadKernel } from '../src/engines/wasm/kernels/load.js';
import { banderwagon } from '../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../src/curves/bls12-381.js';
import { secp256k1 } from '../src/curves/secp256k1.js';
import { isUsageError, parseInteger, parseName, UsageError } from './lib/cli.js';
import { fitPrices, regrets } from './lib/cost-fit.js';
import { describeCommit, describeDevice, describeEngine } from './lib/device.js';
import { pricesOfParts } from './lib/part-prices.js';
import { root } from './lib/paths.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

/** @import { Prices } from '../src/engines/wasm/msm/plan.js' */
/** @import { FittedPrices } from '../src/engines/wasm/msm/pricing.js' */
/** @import { Sample } from './lib/cost-fit.js' */
/** @import { Parts } from './lib/part-prices.js' */

/** The curves, and the module of each that splits scalars. */
const CURVES = {
  'bls12-381-g1': { config: bls12381G1, scalar: 'bls12-381.scalar' },
  'bls12-381-g2': { config: bls12381G2, scalar: 'bls12-381-g2.scalar' },
  secp256k1: { config: secp256k1, scalar: 'secp256k1.scalar' },
  banderwagon: { config: banderwagon, scalar: 'banderwagon.scalar' },
};

/** Plans that the prices so far hold to be this much slower than the best are not measured. */
const INTERESTING = 1.6;

/** Half-scalars of the largest size, unless `--max` says otherwise: what follows are more of the same tiles. */
const MAX_HALVES = 2 ** 15;

/** Up to here sizes grow by √2, then by 2: plans of few points differ more. */
const DENSE_MAX = 2 ** 10;

/** Milliseconds that a plan is repeated for in one pass. */
const SAMPLE_MS = 2;

/** A plan is measured this often at least, and at most, however short the time and the plan. */
const [MIN_PASSES, MAX_PASSES] = [2, 25];

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      curve: { type: 'string', default: 'bls12-381-g1' },
      kernels: { type: 'string', default: 'limbs30,fma' },
      minutes: { type: 'string', default: '4' },
      max: { type: 'string' },
      dry: { type: 'boolean', default: false },
    },
  });
  const name = parseName(values.curve, '--curve', Object.keys(CURVES));
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) {
    throw new UsageError(`--minutes: expected a number above 0, got '${values.minutes}'`);
  }
  return {
    curve: CURVES[/** @type {keyof typeof CURVES} */ (name)],
    kernels: values.kernels.split(','),
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
const { config } = options.curve;

/**
 * The kernels of an instance, by hand: a plan can only be forced below the public interface.
 * @param {string} name of the batch kernel
 */
async function openKernels(name) {
  const arena = new Arena();
  const load = (/** @type {string} */ file) => {
    const source = () => import(`../src/generated/${file}.js`);
    return loadKernel({ name: file, source }, undefined, arena.memory);
  };
  const [limbs30, exports, scalar] = await Promise.all([
    load(`${config.name}.limbs30`),
    load(`${config.name}.${name}`),
    load(options.curve.scalar),
  ]);
  // As `auto` takes it (src/engines/wasm/kernels/choose.js): the chains of the batch kernel where it has some.
  const elementsOf = config.name === 'banderwagon' ? readElements : undefined;
  const batch = pointKernel(name, exports, elementsOf);
  const single = batch.chain !== undefined ? batch : pointKernel('limbs30', limbs30, elementsOf);
  const kernels = { batch, single, scalar: scalarKernel(scalar) };
  return {
    arena,
    kernels,
    engine: new WasmEngine(config, arena, kernels, {
      prices: PRICES[config.name],
      loadTables: () => import('../src/engines/wasm/msm/fixed/fixed-msm.js'),
    }),
  };
}

/** @typedef {Awaited<ReturnType<typeof openKernels>>} OpenedKernels */

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
 * The parts by themselves, over points of the model and scalars split once.
 * @param {OpenedKernels} opened
 * @returns {{ alone: Prices, bits: number }} bits of the largest part of a scalar
 */
function measureParts({ arena, kernels, engine }) {
  const n = 1024;
  const { batch, single, scalar } = kernels;
  const vector = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = arena.allocate(32 * n, 'scalars');
  const halves = arena.allocate(scalar.parts * n * scalar.halfBytes, 'halves');
  const model = arena.allocate(n * batch.pointBytes, 'points of the model');
  arena.u8.set(randomScalars(n), scalars);
  /** @type {Parts} */
  const parts = {
    arena,
    kernels: { batch, single },
    points: pointsOfModel(batch, model, vector.address, n),
    n,
    prepare: () => {
      scalar.split(halves, scalars, n);
      pointsOfModel(batch, model, vector.address, n);
    },
  };
  const alone = pricesOfParts(parts);
  const bits = scalar.split(halves, scalars, n);
  for (const block of [scalars, halves, model]) arena.free(block);
  engine.free(vector);
  return { alone, bits };
}

/**
 * Times every interesting plan for n points, in turn, several times.
 * @param {OpenedKernels} opened
 * @param {Prices} prices
 * @param {{ n: number, bits: number, deadline: number }} size when, in milliseconds, its time is over
 * @returns {Sample[]}
 */
function measure({ arena, kernels, engine }, prices, { n, bits, deadline }) {
  const { batch, single, scalar } = kernels;
  const points = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = randomScalars(n);
  // Chains have prices of their own: bench/plans.
  const pairs = Boolean(batch.batchAddBoth);
  const plans = /** @type {Sample['plan'][]} */ (
    plansFor(scalar.parts * n, bits, scalar.parts, undefined, undefined, pairs)
  );
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
 * @param {string} name of the batch kernel
 * @param {number} deadline
 */
async function fitKernel(name, deadline) {
  const opened = await openKernels(name);
  const { alone, bits } = measureParts(opened);
  const single = opened.kernels.single.name;
  const before = pricesOf(PRICES[config.name], { batch: name, single });
  const sizes = sizesUpTo(options.max ?? MAX_HALVES / opened.kernels.scalar.parts);
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

/** The constant of a curve in src/engines/wasm/msm/prices.js. @param {string} curve */
const constantOf = (curve) => curve.toUpperCase().replaceAll('-', '_');

/** @param {Record<string, Record<string, FittedPrices>>} prices */
function pricesModule(prices) {
  const curves = Object.entries(prices);
  const constants = curves.map(([curve, kernels]) => {
    const inner = Object.entries(kernels).map(([kernel, { single, chains, ...price }]) => {
      const entries = Object.entries(price).map(([kind, value]) => `    ${kind}: ${value},`);
      const other = single === undefined ? [] : [`    single: '${single}',`];
      if (chains) {
        const each = Object.entries(chains).map(([name, value]) => `${name}: ${value}`);
        other.push(`    chains: { ${each.join(', ')} },`);
      }
      return `  ${kernel}: {\n${[...other, ...entries].join('\n')}\n  },`;
    });
    const type = '/** @type {Record<string, FittedPrices>} */';
    return `${type}\nexport const ${constantOf(curve)} = {\n${inner.join('\n')}\n};\n`;
  });
  const rows = curves.map(([curve]) => {
    return `  ${curve.includes('-') ? `'${curve}'` : curve}: ${constantOf(curve)},`;
  });
  return `/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds. Only ratios matter to a plan. Written by
 * \`node scripts/fit-cost-model.js\`; bench/results/cost-model-CURVE.json has the measurements.
 */

/** @import { FittedPrices } from './pricing.js' */

${constants.join('\n')}
/**
 * All of them by name: for measurements and tests. An entry takes its own, so that a page downloads no others.
 * @type {Record<string, Record<string, FittedPrices>>}
 */
export const PRICES = {
${rows.join('\n')}
};
`;
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
  const fitted = Object.entries(kernels).map(([name, { single, prices }]) => {
    // Chains of few points are not fitted here: they keep what they had.
    const { chains } = PRICES[config.name][name] ?? {};
    return [
      name,
      { ...(single !== 'limbs30' && { single }), ...(chains && { chains }), ...prices },
    ];
  });
  const prices = { ...PRICES[config.name], ...Object.fromEntries(fitted) };
  const file = join(root, `bench/results/cost-model-${config.name}.json`);
  // Kernels that were not measured now keep their measurements, and where these came from.
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const [name, result] of Object.entries(kernels)) report[name] = { ...origin, ...result };
  writeFileSync(file, `${JSON.stringify(report)}\n`);
  const all = { ...PRICES, [config.name]: prices };
  writeFileSync(join(root, 'src/engines/wasm/msm/prices.js'), pricesModule(all));
}
