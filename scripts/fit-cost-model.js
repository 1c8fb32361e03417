/**
 * Measures MSMs with forced plans and fits the prices of src/msm/prices.js to them.
 *
 *   node scripts/fit-cost-model.js [--curve bls12-381-g1] [--kernels limbs30,fma] [--max 15] [--passes 7]
 *
 * Writes bench/results/cost-model-CURVE.json (device, engine, every measurement) and src/msm/prices.js. Least squares on
 * *relative* errors with no negative price: a plan for 4 points counts as much as one for 2^14. Some kinds of work always
 * come together, so the fit is also pulled gently towards what the parts cost when measured alone. Run on a quiet
 * machine; the minimum over the passes is what is fitted.
 */

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { WasmEngine } from '../src/engines/wasm-engine.js';
import { randomDiscreteLogs } from '../src/group/random.js';
import { hasChain } from '../src/msm/chain.js';
import { msmSteps } from '../src/msm/msm.js';
import { costOf, plansFor } from '../src/msm/plan.js';
import { PRICES, SINGLES } from '../src/msm/prices.js';
import { pricesOf } from '../src/msm/pricing.js';
import { Arena } from '../src/wasm/arena.js';
import { batchKernel, scalarKernel, singleKernel } from '../src/wasm/kernel.js';
import { loadKernel } from '../src/wasm/load.js';
import { bls12381G1, bls12381G2 } from '../wasm-gen/curves/bls12-381.js';
import { secp256k1 } from '../wasm-gen/curves/secp256k1.js';
import { isUsageError, parseName } from './lib/cli.js';
import { describeCommit, describeDevice, describeEngine } from './lib/device.js';
import { root } from './lib/paths.js';

/** @import { Plan, Prices } from '../src/msm/plan.js' */

/** @typedef {{ n: number, plan: Plan, ms: number }} Sample */

const { values } = parseArgs({
  options: {
    curve: { type: 'string', default: 'bls12-381-g1' },
    kernels: { type: 'string', default: 'limbs30,fma' },
    max: { type: 'string', default: '15' },
    passes: { type: 'string', default: '7' },
  },
});

/**
 * The curves: `bits` of the largest half-scalar; what the parts cost `alone` on each kernel, in nanoseconds.
 * @type {Record<string, { config: typeof bls12381G1 | typeof bls12381G2 | typeof secp256k1, scalar: string, bits: number,
 *   alone: Record<string, Prices> }>}
 */
const CURVES = {
  'bls12-381-g1': {
    config: bls12381G1,
    scalar: 'bls12-381.scalar',
    bits: 127,
    alone: {
      limbs30: {
        additions: 690,
        batches: 4000,
        digits: 14,
        buckets: 8,
        images: 110,
        bits: 870,
        lastAdditions: 1300,
        calls: 20000,
      },
      fma: {
        additions: 250,
        batches: 4000,
        digits: 14,
        buckets: 8,
        images: 50,
        bits: 870,
        lastAdditions: 1600,
        calls: 20000,
      },
    },
  },
  'bls12-381-g2': {
    config: bls12381G2,
    scalar: 'bls12-381-g2.scalar',
    bits: 63,
    alone: {
      limbs30: {
        additions: 2200,
        batches: 5000,
        digits: 14,
        buckets: 8,
        images: 800,
        bits: 3300,
        lastAdditions: 5000,
        calls: 30000,
      },
      fma: {
        additions: 750,
        batches: 6000,
        digits: 14,
        buckets: 8,
        images: 400,
        bits: 3300,
        lastAdditions: 5000,
        calls: 30000,
      },
    },
  },
  secp256k1: {
    config: secp256k1,
    scalar: 'secp256k1.scalar',
    bits: 128,
    alone: {
      limbs30: {
        additions: 250,
        batches: 2200,
        digits: 14,
        buckets: 8,
        images: 37,
        bits: 250,
        lastAdditions: 410,
        calls: 10000,
      },
      fma: {
        additions: 115,
        batches: 1800,
        digits: 10,
        buckets: 8,
        images: 16,
        bits: 140,
        lastAdditions: 225,
        calls: 10000,
      },
    },
  },
};

const curve = CURVES[readCurve()];

/** How much a deviation from what the parts cost alone counts beside the samples' relative errors. */
const PULL = 0.07;

/** Plans that the model holds to be this much slower than the best are not measured. */
const INTERESTING = 1.6;

function readCurve() {
  try {
    return parseName(values.curve, '--curve', Object.keys(CURVES));
  } catch (error) {
    if (!isUsageError(error)) throw error;
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}

/**
 * The kernels of an instance, by hand: a plan can only be forced below the public interface.
 * @param {string} name of the batch kernel
 */
async function openKernels(name) {
  const arena = new Arena();
  const load = (/** @type {string} */ file) => {
    const source = () => import(`../src/wasm/generated/${file}.js`);
    return loadKernel({ name: file, source }, undefined, arena.memory);
  };
  const [limbs30, batch, scalar] = await Promise.all([
    load(`${curve.config.name}.limbs30`),
    load(`${curve.config.name}.${name}`),
    load(curve.scalar),
  ]);
  // As `auto` takes it (src/wasm/choose.js): the chains of the batch kernel where it has some.
  const single = batch.jacobian_chain
    ? singleKernel(name, batch)
    : singleKernel('limbs30', limbs30);
  const kernels = { batch: batchKernel(name, batch), single, scalar: scalarKernel(scalar) };
  return { arena, kernels, engine: new WasmEngine(curve.config, arena, kernels) };
}

/**
 * Times every interesting plan for n points, in turn, several times.
 * @param {Awaited<ReturnType<typeof openKernels>>} opened
 * @param {string} name
 * @param {number} n
 * @returns {Sample[]}
 */
function measure({ arena, kernels, engine }, name, n) {
  const points = engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, 1));
  const scalars = new Uint8Array(32 * n);
  for (let at = 0; at < scalars.length; at += 32) {
    // Of full length after the split; 254 random bits are below every order.
    crypto.getRandomValues(scalars.subarray(at, at + 32));
    scalars[at + 31] &= 0x3f;
  }
  const { parts } = kernels.scalar;
  const chain = hasChain({ single: kernels.single, scalarKernel: kernels.scalar });
  const plans = plansFor(parts * n, curve.bits, parts, chain);
  const prices = pricesOf(curve.config.name, { batch: name, single: kernels.single.name });
  const least = Math.min(...plans.map(({ work }) => costOf(work, prices)));
  const chosen = plans.filter(({ work }) => costOf(work, prices) < INTERESTING * least);
  const repetitions = Math.max(1, Math.round(2e6 / least));
  const samples = chosen.map((plan) => ({ n, plan, ms: Infinity }));
  const { batch, single, scalar: scalarKernel } = kernels;
  for (let pass = 0; pass < Number(values.passes); pass++) {
    for (const sample of samples) {
      const plan = () => sample.plan;
      const context = { arena, batch, single, scalarKernel, prices, timings: {}, plan };
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
 * Coordinate descent on Σ (cost/measured − 1)² + Σ (PULL·(price/alone − 1))², each price ≥ 0.
 * @param {Sample[]} samples
 * @param {Prices} alone
 * @returns {Prices}
 */
function fit(samples, alone) {
  const kinds = /** @type {Array<keyof Prices>} */ (Object.keys(samples[0].plan.work));
  const rows = samples.map(({ plan, ms }) => kinds.map((kind) => plan.work[kind] / (ms * 1e6)));
  kinds.forEach((kind, j) => rows.push(kinds.map((_, i) => (i === j ? PULL / alone[kind] : 0))));
  const prices = kinds.map((kind) => alone[kind]);
  const errors = rows.map((row, i) => {
    const target = i < samples.length ? 1 : PULL;
    return row.reduce((sum, value, j) => sum + value * prices[j], -target);
  });
  for (let step = 0; step < 20000; step++) {
    const j = step % kinds.length;
    let [gradient, curvature] = [0, 0];
    rows.forEach((row, i) => {
      gradient += row[j] * errors[i];
      curvature += row[j] * row[j];
    });
    const next = curvature === 0 ? 0 : Math.max(0, prices[j] - gradient / curvature);
    rows.forEach((row, i) => (errors[i] += row[j] * (next - prices[j])));
    prices[j] = next;
  }
  return /** @type {Prices} */ (
    Object.fromEntries(kinds.map((kind, j) => [kind, Number(prices[j].toPrecision(3))]))
  );
}

/**
 * @param {Record<string, Record<string, Prices>>} prices
 * @param {Record<string, Record<string, string>>} singles
 */
function pricesModule(prices, singles) {
  const rows = Object.entries(prices).map(([name, kernels]) => {
    const inner = Object.entries(kernels).map(([kernel, price]) => {
      const entries = Object.entries(price).map(([kind, value]) => `      ${kind}: ${value},`);
      return `    ${kernel}: {\n${entries.join('\n')}\n    },`;
    });
    return `  ${name.includes('-') ? `'${name}'` : name}: {\n${inner.join('\n')}\n  },`;
  });
  return `/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds. Only ratios matter to a plan. Written by \`node scripts/fit-cost-model.js\`; bench/results/cost-model-CURVE.json has the measurements.
 */

/** @import { Prices } from './plan.js' */

/** @type {Record<string, Record<string, Prices>>} */
export const PRICES = {
${rows.join('\n')}
};

/** By curve and batch kernel: the single kernel of those measurements, where it is not limbs30. @type {Record<string, Record<string, string>>} */
export const SINGLES = ${JSON.stringify(singles)};
`;
}

/** @type {Record<string, Prices>} */
const prices = { ...PRICES[curve.config.name] };
/** @type {Record<string, string>} */
const singles = {};
/** @type {Record<string, object>} */
const report = {};
for (const kernel of values.kernels.split(',')) {
  const opened = await openKernels(kernel);
  const single = opened.kernels.single.name;
  if (single !== 'limbs30') singles[kernel] = single;
  /** @type {Sample[]} */
  const samples = [];
  for (let log = 0; log <= Number(values.max); log += log < 10 ? 0.5 : 1) {
    samples.push(...measure(opened, kernel, Math.round(2 ** log)));
    console.error(`${kernel}: n = ${Math.round(2 ** log)} measured`);
  }
  prices[kernel] = fit(samples, curve.alone[kernel]);
  const errors = samples.map(({ plan, ms }) => costOf(plan.work, prices[kernel]) / (ms * 1e6) - 1);
  report[kernel] = {
    single,
    prices: prices[kernel],
    rmsError: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
    samples: samples.map(({ n, plan: { work: _work, ...plan }, ms }) => ({
      n,
      ...plan,
      ms: Number(ms.toPrecision(4)),
    })),
  };
  console.log(kernel, prices[kernel], report[kernel]);
}
const environment = {
  device: describeDevice(),
  engine: describeEngine(),
  commit: describeCommit(),
};
await writeFile(
  join(root, `bench/results/cost-model-${curve.config.name}.json`),
  `${JSON.stringify({ ...environment, kernels: report })}\n`,
);
await writeFile(
  join(root, 'src/msm/prices.js'),
  pricesModule(
    { ...PRICES, [curve.config.name]: prices },
    { ...SINGLES, [curve.config.name]: { ...SINGLES[curve.config.name], ...singles } },
  ),
);
