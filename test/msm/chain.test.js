/**
 * MSMs of 1 to 8 points as one chain, on every curve and pair of kernels that supports them: random
 * inputs, and inputs with exceptional additions on the way. Expected results come from discrete
 * logarithms.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { createBanderwagon } from '../../src/banderwagon.js';
import { chains } from '../../src/engines/wasm/msm/interleaved-wnaf.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, canonical, curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';
import { isWhole, some } from '../support/extent.js';

/** @import { Harness } from './harness.js' */

const combinations = [...curves, /** @type {any} */ (banderwagon)].flatMap((config) =>
  ['limbs30', 'fma', 'wide64'].flatMap((single) =>
    [...batchKernels, 'wide64'].map((batch) => ({ config, single, batch })),
  ),
);

/**
 * Those whose single kernel makes tables of odd multiples; fma is not beside others, nor
 * limbs30 beside wide64.
 */
const possible = combinations.filter(({ config, single, batch }) => {
  if (!config.traits.chains.includes(single)) return false;
  return single === 'fma' ? batch === 'fma' : single === 'wide64' || batch !== 'wide64';
});

/**
 * Canonical bytes of [k] times the generator; those of Banderwagon from a kernel
 * without such chains.
 * @param {any} config
 * @param {Harness} harness
 */
async function multiplesOf(config, harness) {
  if (config.name !== 'banderwagon') return harness.multipleBytes;
  const { group } = await createBanderwagon({ backend: 'portable' });
  return (/** @type {bigint} */ k) => canonical(group.generator.multiply(k).toAffine(), 32);
}

/** Known multiples, which all combinations ask for. @type {Map<string, Uint8Array>} */
const known = new Map();

/** @param {number} n @param {(i: number) => bigint} f */
const list = (n, f) => Array.from({ length: n }, (_, i) => f(i));

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Beside another batch kernel only the way of the points to the single kernel differs. */
const SOME_COUNTS = [1, 2, 5];

describe.each(some(possible, 3, 'chains'))(
  'chains of $config.name [$single beside $batch]',
  ({ config, single, batch }) => {
    const { order } = config;
    const lambda = mod(config.endomorphism.lambda, order);
    const isAlone = single === batch;
    const counts = isAlone ? COUNTS : SOME_COUNTS;
    const random = randomStream(55n);
    /** @type {Harness} */
    let harness;
    /** @type {(k: bigint) => Uint8Array} */
    let multipleBytes;
    beforeAll(async () => {
      harness = await createHarness(batch, config, single);
      multipleBytes = await multiplesOf(config, harness);
    });

    /** @param {bigint} k */
    const multiple = (k) => {
      const reduced = mod(k, order);
      const key = `${config.name} ${reduced}`;
      const bytes = known.get(key) ?? multipleBytes(reduced);
      known.set(key, bytes);
      return bytes;
    };

    /** @param {bigint[]} logs @param {bigint[]} scalars @param {number} [w] */
    function check(logs, scalars, w = 5) {
      const { arena, batch: kernel, single: kernelOfChains, scalar } = harness;
      const { used } = arena;
      const n = logs.length;
      const size = 2 * kernel.fieldBytes;
      const points = arena.allocate(n * (kernel.pointBytes + size), 'test points');
      const bytes = points + n * kernel.pointBytes;
      logs.forEach((log, i) => arena.u8.set(multiple(log), bytes + i * size));
      expect(kernel.fromAffineBytes(points, bytes, n)).toBe(-1);
      const context = {
        arena,
        batch: kernel,
        single: kernelOfChains,
        chains,
        scalarKernel: scalar,
        prices: /** @type {any} */ (null),
        timings: {},
        plan: () => /** @type {any} */ ({ strategy: 'chain', w }),
      };
      const scalarBytes = Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, 32)]));
      const result = finish(msmSteps(context, points, n, scalarBytes));
      const sum = logs.reduce((all, log, i) => all + log * scalars[i], 0n);
      if (Buffer.compare(result, multiple(sum)) !== 0)
        expect.fail(`w = ${w}, points ${logs}, scalars ${scalars}`);
      arena.free(points);
      expect(arena.used).toBe(used);
    }

    const D = 0x1234567890abcdefn;
    const Q = 0xfedcba987n;
    const K = 0x5b1c3f0a7d2e4c6890bbaa1122334455667788990f0e0d0c0b0a090807060504n;

    it('are possible', () => {
      expect(harness.single.chains).not.toBeNull();
    });

    it.each(counts)('are correct for %i random points, for every width', (n) => {
      for (const w of [3, 4, 5]) {
        const scalars = list(n, () => random(256));
        check(
          list(n, (i) => D + BigInt(i) * K),
          scalars,
          w,
        );
      }
    });

    it.each(counts)('are correct for %i points with equal and opposite sums', (n) => {
      const mixed = [D, Q, D + Q, 0n, -D, -Q, -(D + Q), D - Q];
      const points = {
        equal: () => D,
        opposite: (i) => (i % 2 ? -D : D),
        'with infinity': (i) => (i % 2 ? D : 0n),
        infinity: () => 0n,
        'of one line': (i) => mixed[i % mixed.length],
        images: (i) => [D, D * lambda, -D * lambda * lambda, -D][i % 4],
        'neighbours in a table': (i) => D * BigInt(2 * i + 1),
        small: (i) => BigInt(i + 1),
      };
      const units = [lambda, -1n, 1n, lambda * lambda, -lambda, lambda + 1n];
      const scalars = {
        0: () => 0n,
        'r − 1': () => order - 1n,
        'top of range': () => 2n ** 256n - 1n,
        equal: () => K,
        opposite: (i) => (i % 2 ? order - mod(K, order) : mod(K, order)),
        'that cancel across the endomorphism': (i) => mod(units[i % units.length], order),
        'short and long': (i) => (i % 2 ? 1n : K),
        'powers of two': (i) => 2n ** BigInt((31 * i) % 254),
      };
      for (const log of Object.values(points))
        for (const scalar of Object.values(scalars)) check(list(n, log), list(n, scalar));
    });

    it('are correct wherever two partial sums are equal or opposite', () => {
      const end = !isAlone ? 6n : isWhole ? 20n : 10n;
      for (const second of [D, -D, 2n * D, D * lambda])
        for (let i = 0n; i < end; i++) for (let j = 0n; j < end; j++) check([D, second], [i, j], 3);
    });

    it('are correct for scalars at the edges', () => {
      const edges = [
        1n,
        2n,
        order,
        order + 1n,
        lambda - 1n,
        order - lambda,
        1n << 255n,
        1n << 127n,
      ];
      edges.push((1n << 128n) - 1n, 1n << 128n, BigInt(`0x${'8421'.repeat(16)}`));
      for (const k of edges) check([D], [k]);
      check(
        edges.map(() => D),
        edges,
      );
    });
  },
);
