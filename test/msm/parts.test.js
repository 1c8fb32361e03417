/**
 * MSMs whose scalars have one part, as on a curve without an endomorphism, or any other number: a
 * scalar kernel in JavaScript splits at random, and every strategy must give the same sum.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { chains } from '../../src/engines/wasm/msm/interleaved-wnaf.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { fromBytesLE, mod, toBytesLE } from '../../src/math/modular.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';

/** @import { Harness } from './harness.js' */

// The portable kernel of this curve has chains.
const config = /** @type {any} */ (curves.find(({ name }) => name === 'secp256k1'));
const { order } = config;
const lambda = mod(config.endomorphism.lambda, order);

/** Bytes of a part: of a whole scalar and its sign. */
const PART_BYTES = 36;

/**
 * @param {Harness} harness
 * @param {number} parts
 * @param {(bits: number) => bigint} random
 */
function scalarKernelOf({ arena, scalar }, parts, random) {
  const signed = (/** @type {number} */ bits) => random(bits) - (1n << BigInt(bits - 1));
  /** @param {bigint} k @returns {bigint[]} */
  const partsOf = (k) => {
    if (k === 0n) return new Array(parts).fill(0n);
    const others = Array.from({ length: parts - 1 }, (_, j) => (random(2) ? signed(90 + j) : 0n));
    const rest = others.reduce((sum, part, j) => sum - part * lambda ** BigInt(j + 1), k);
    return [mod(rest, order) - (random(1) ? order : 0n), ...others];
  };
  return {
    ...scalar,
    parts,
    partBytes: PART_BYTES,
    partBits: 8 * PART_BYTES - 1,
    // Its `naf` is for parts of its own length.
    signatures: null,
    split(/** @type {number[]} */ ...[target, source, n, report]) {
      let [bits, filled, firstImage] = [0, 0, n];
      for (let i = 0; i < n; i++) {
        const k = fromBytesLE(arena.u8.subarray(source + 32 * i, source + 32 * (i + 1)));
        partsOf(mod(k, order)).forEach((part, j) => {
          const bytes = toBytesLE(BigInt.asUintN(8 * PART_BYTES, part), PART_BYTES);
          arena.u8.set(bytes, target + (j * n + i) * PART_BYTES);
          if (part === 0n) return;
          bits = Math.max(bits, (part < 0n ? -part : part).toString(2).length);
          filled++;
          if (j > 0) firstImage = Math.min(firstImage, i);
        });
      }
      arena.i32.set([filled, firstImage], report >> 2);
      return bits;
    },
    digits(/** @type {number[]} */ ...[target, split, count, c, windows]) {
      for (let i = 0; i < count; i++) {
        const at = split + i * PART_BYTES;
        let part = BigInt.asIntN(
          8 * PART_BYTES,
          fromBytesLE(arena.u8.subarray(at, at + PART_BYTES)),
        );
        for (let w = 0; w < windows; w++) {
          const digit = w === windows - 1 ? part : BigInt.asIntN(c, part);
          if (digit > 2 ** (c - 1)) throw new RangeError('expected digits enough');
          arena.i32[(target >> 2) + w * count + i] = Number(digit);
          part = (part - digit) >> BigInt(c);
        }
      }
    },
  };
}

/** Plans of every strategy, and the one that costs least. */
const plans = [
  { name: 'any plan', plan: undefined },
  ...[2, 5, 8].map((c) => ({
    name: `buckets, c = ${c}`,
    plan: ({ bits }) => ({ strategy: 'buckets', c, windows: windowsFor(bits, c), first: 0 }),
  })),
  ...[2, 4].map((c) => ({
    name: `tables, c = ${c}`,
    plan: ({ bits }) => ({ strategy: 'tables', c, windows: windowsFor(bits, c) }),
  })),
  ...[2, 3, 5].map((w) => ({ name: `straus, w = ${w}`, plan: () => ({ strategy: 'straus', w }) })),
  ...[3, 5].map((w) => ({
    name: `chain, w = ${w}`,
    plan: () => ({ strategy: 'chain', w }),
  })),
];

describe.each(batchKernels)('scalars of any number of parts [%s]', (kernelName) => {
  const N = 21;
  const random = randomStream(31n);
  const logs = Array.from({ length: N }, (_, i) =>
    i % 9 === 8 ? 0n : i % 5 === 4 ? 77n : random(60),
  );
  /** @type {Harness} */
  let harness;
  /** @type {number} */
  let points;
  beforeAll(async () => {
    harness = await createHarness(kernelName, config, 'limbs30');
    points = harness.pointsOf(logs);
  });

  describe.each([1, 2, 3, 4])('%i parts', (parts) => {
    it.each(plans)('$name', ({ plan }) => {
      const { arena } = harness;
      const used = arena.used;
      const scalarKernel = scalarKernelOf(harness, parts, random);
      const without = parts === 1 ? { endomorphism: undefined } : {};
      const context = {
        arena,
        batch: { ...harness.batch, ...without },
        single: { ...harness.single, ...without },
        scalarKernel,
        prices: pricesOn(config, { batch: kernelName, single: 'limbs30' }),
        chains: plan && chains,
        timings: {},
        plan,
      };
      for (const n of [1, 2, N]) {
        const edge = [order - 1n, 0n, order, 1n, 2n ** 256n - 1n, lambda, order - lambda];
        for (const scalars of [
          Array.from({ length: n }, () => random(256)),
          Array.from({ length: n }, (_, i) => edge[i % edge.length]),
        ]) {
          const bytes = Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, 32)]));
          const result = finish(msmSteps(/** @type {any} */ (context), points, n, bytes));
          const sum = scalars.reduce((all, k, i) => all + k * logs[i], 0n);
          expect(result).toEqual(harness.multipleBytes(sum));
          expect(arena.used).toBe(used);
        }
      }
    });
  });
});
