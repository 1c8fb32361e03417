/** Weights of many points at once, against the reference: rare points and rare weights. */
import { describe, expect, it } from 'vitest';
import { combinationTerms } from '../../src/engines/wasm/combination-terms.js';
import { toBytesLE } from '../../src/math/integers.js';
import { multiply } from '../../src/reference/weierstrass.js';
import { batchKernels, canonical, curve, msmKernels } from './kernels.js';

const { order, generator } = /** @type {any} */ (curve);
const lambda = 0xd201000000010000n ** 2n - 1n;
const top = 2n ** 64n - 1n;

/** Multiples of the generator, and their weights. @type {[bigint, bigint][]} */
const CASES = [
  [1n, 1n],
  [1n, 0n],
  [0n, 5n],
  [2n, order - 1n],
  [2n, order],
  [order - 2n, 2n ** 128n - 1n],
  [3n, top + top * lambda],
  [3n, top * lambda],
  [5n, 2n ** 256n - 1n],
  ...Array.from(
    { length: 8 },
    (_, i) =>
      /** @type {[bigint, bigint]} */ ([
        7n ** BigInt(i + 80) % order,
        3n ** BigInt(i + 36) + 5n ** BigInt(i + 20) * lambda,
      ]),
  ),
];

/** @param {bigint} k */
const multiple = (k) => canonical(multiply(curve, generator, k % order));

describe.each(batchKernels)('weights of a list in %s', (batch) => {
  it('equal multiples one by one, and give back their memory', async () => {
    const { arena, batch: kernel, scalar } = await msmKernels(batch);
    const parts = { arena, batch: kernel, scalar };
    for (const cases of [CASES, CASES.slice(0, 1), CASES.slice(1, 3)]) {
      const weights = new Uint8Array(32 * cases.length);
      cases.forEach(([, weight], i) => weights.set(toBytesLE(weight, 32), 32 * i));
      const points = cases.map(([k]) => multiple(k));
      const used = arena.used;
      expect(combinationTerms(parts, points, weights)).toEqual(
        cases.map(([k, weight]) => multiple(k * weight)),
      );
      expect(arena.used).toBe(used);
    }
  });
});
