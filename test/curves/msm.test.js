import { beforeAll, describe, expect, it } from 'vitest';

import { chains } from '../../src/engines/wasm/msm/interleaved-wnaf.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readPointKernels, readScalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { msmWindows } from '../../src/reference/msm.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { emitKernel } from '../../wasm-gen/curve/index.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { emitScalarModule } from '../../wasm-gen/scalar/index.js';
import { finish } from '../msm/harness.js';
import { lowerWide } from '../support/lower-wide.js';
import { namedExports } from '../support/named-exports.js';
import { canonical } from '../wasm/kernels.js';
import { castOf } from './cast.js';
import { testCurves } from './configs/index.js';
import { kernelNames } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

const KIB = 1024;

/**
 * Everything that an MSM works with: a batch kernel, chains on it or on limbs30, scalars.
 * @param {any} config
 * @param {string} name
 */
async function contextOf(config, name) {
  const arena = new Arena();
  const open = async (/** @type {string} */ kernel, /** @type {any} */ module) => {
    const wat = module.toWat();
    const wide = module.name.endsWith('.wide64');
    const bytes = await assemble(module.name, wide ? lowerWide(wat) : wat);
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: arena.memory } });
    return namedExports(instance.exports, kernel, config.traits);
  };
  const first = { staticBase: 1 * KIB, staticEnd: 32 * KIB };
  const second = { staticBase: 32 * KIB, staticEnd: 100 * KIB };
  const third = { staticBase: 100 * KIB, staticEnd: 110 * KIB };
  const { signatures } = config.traits;
  const scalars = emitScalarModule(config, signatures ? third : undefined);
  const scalarKernel = readScalarKernel(await open('scalar', scalars));
  const read = async (/** @type {any} */ kernel, /** @type {any} */ module) =>
    readPointKernels(kernel, await open(kernel, module));
  const portable = await read('limbs30', emitKernel(config, 'limbs30', first).module);
  const batched =
    name === 'limbs30'
      ? portable
      : await read(
          name,
          (name === 'fma' ? emitFmaKernel(config, second) : emitKernel(config, 'wide64', second))
            .module,
        );
  const single = batched.single ?? portable.single;
  if (!single) throw new Error('expected a kernel with chains');
  const prices = pricesOn(config, { batch: batched.batch.name, single: single.name });
  const tables = single.chains ? { chains } : {};
  return { arena, batch: batched.batch, single, scalarKernel, prices, ...tables };
}

/** @type {Array<{ name: string, plan: any }>} */
const plans = [
  { name: 'as planned', plan: undefined },
  ...[2, 5, 8].map((c) => ({
    name: `buckets of ${c} bits`,
    plan: (/** @type {{ bits: number }} */ { bits }) => ({
      ...{ strategy: 'buckets', c, windows: windowsFor(bits, c), first: 0, cost: 1 },
    }),
  })),
  ...[2, 4].map((c) => ({
    name: `tables of ${c} bits`,
    plan: (/** @type {{ bits: number }} */ { bits }) => ({
      ...{ strategy: 'tables', c, windows: windowsFor(bits, c), first: 0, cost: 1 },
    }),
  })),
  ...[2, 4].map((w) => ({
    name: `NAF of width ${w}`,
    plan: () => ({ strategy: 'straus', w, cost: 1 }),
  })),
];

describe.each(testCurves)('multi-scalar multiplications on $name', (config) => {
  const { curve, inside, times, random } = castOf(config);
  const { order, generator: G } = curve;
  const lambda = mod(config.endomorphism?.lambda ?? 1n, order);
  const members = [
    ...inside,
    ...Array.from({ length: 30 }, () => times(G, random(256) % order)),
    ...inside,
  ];
  const edge = [0n, 1n, 2n, order - 1n, order, order + 1n, lambda, order - lambda];
  const lists = [
    ...edge.map((k) => ({ points: [G], scalars: [k] })),
    { points: members.slice(0, 3), scalars: [0n, 0n, 0n] },
    { points: members, scalars: members.map(() => /** @type {bigint} */ (random(256))) },
    { points: members, scalars: members.map(() => 77n) },
    { points: members, scalars: members.map((_, i) => edge[i % edge.length]) },
    { points: members, scalars: members.map((_, i) => (i % 9 ? 0n : (1n << 256n) - 1n)) },
    { points: [G, G, G], scalars: [5n, order - 5n, 1n] },
  ].map(({ points, scalars }) => ({
    points,
    scalars,
    expected: msmWindows(
      curve,
      points,
      scalars.map((/** @type {bigint} */ k) => k % order),
    ),
  }));

  describe.each(kernelNames)('%s', (name) => {
    /** @type {Awaited<ReturnType<typeof contextOf>>} */
    let kernels;
    beforeAll(async () => {
      kernels = await contextOf(config, name);
    });

    it.each(plans)('$name', ({ plan }) => {
      const { arena, batch } = kernels;
      const size = batch.fieldBytes;
      for (const { points, scalars, expected } of lists) {
        const at = arena.allocate(points.length * batch.pointBytes, 'points');
        const bytes = arena.allocate(2 * size * points.length, 'bytes');
        points.forEach((point, i) => arena.u8.set(canonical(point, size), bytes + 2 * size * i));
        expect(batch.fromAffineBytes(at, bytes, points.length)).toBe(-1);
        const used = arena.used;
        const flat = Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, 32)]));
        const context = /** @type {any} */ ({ ...kernels, timings: {}, plan });
        const result = finish(msmSteps(context, at, points.length, flat));
        expect(Buffer.from(result).toString('hex')).toBe(
          Buffer.from(canonical(expected, size)).toString('hex'),
        );
        expect(arena.used).toBe(used);
        [at, bytes].forEach((block) => arena.free(block));
      }
    });
  });
});
