/** Sums and differences of lists of points, each pair by itself: batched affine additions. */

import { PointError } from '../../errors.js';
import { allocateParts } from './kernels/arena.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { BatchKernel } from './kernels/kernel.js' */

/** Pairs of which a kernel with a model has copies. */
const CHUNK = 512;

/**
 * @param {{ arena: Arena, batch: BatchKernel }} context
 * @param {readonly number[]} lists addresses of the target, which overlaps neither operand, a and b
 * @param {number} count
 * @param {boolean} isDifference
 * @throws {PointError} a point outside the group, on a kernel that adds on a model of it
 */
export function combineLists({ arena, batch }, lists, count, isDifference) {
  const { model, pointBytes } = batch;
  const size = CHUNK * pointBytes;
  const sizes = { scratch: accumulatorBytes(batch), a: model ? size : 0, b: model ? size : 0 };
  const { block, at } = allocateParts(arena, sizes, 'sums of points');
  const accumulator = new Accumulator(batch, arena, at.scratch, 0);
  try {
    for (let first = 0; first < count; first += CHUNK) {
      const n = Math.min(CHUNK, count - first);
      const [target, ...operands] = lists.map((address) => address + first * pointBytes);
      const [a, b] = model ? [at.a, at.b] : operands;
      if (model) operands.forEach((from, i) => model.toModel([a, b][i], from, n));
      const sums = model ? a : target;
      accumulator.addAll(n, (i) => {
        const at = i * pointBytes;
        return [sums + at, a + at, (b + at) | Number(isDifference)];
      });
      const bad = model ? model.fromModel(target, sums, n) : -1;
      if (bad >= 0) throw new PointError('not-in-subgroup', first + bad);
    }
  } finally {
    arena.free(block);
  }
}
