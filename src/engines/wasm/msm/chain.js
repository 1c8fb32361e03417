/**
 * Very few points: one chain of doublings and additions on the single kernel.
 *
 * Symbols: n points P_i; scalars of `parts` parts; b bits of the largest part; w width of the NAF.
 *
 * Each part of a scalar is recoded in width-w NAF, whose digits select entries of its point's table
 * of odd multiples, or of the image of that table. The digits of all parts at one bit form a row of
 * the chain. Batched wasm calls do all the work: no buckets, and one inversion for all tables.
 *
 * Source of interleaving: Möller, "Algorithms for multi-exponentiation" (SAC 2001); the tables:
 * wasm-gen/curve/odd-multiples.js.
 */

import { writeImages } from './model.js';
import { wnaf } from './wnaf.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { Machine, SplitInput } from './msm.js' */
/** @import { Sums } from './sum.js' */
/** @import { ChainPlan } from './work.js' */

/** @typedef {typeof chains} Chains */

/**
 * Computes one row of table entries per bit.
 * @param {Machine} machine
 * @param {SplitInput} input
 * @param {ChainPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* sums({ arena, batch, single, scalarKernel }, input, { w }) {
  const { points, n, firstImage, split, bits, allocate, clock } = input;
  const { parts, partBytes } = scalarKernel;
  const { pointBytes } = single;
  const isSame = batch.name === single.name;
  const width = parts * n;
  const rows = bits + 1;
  const multiples = 2 ** (w - 2);
  const at = allocate({
    references: 4 * width * rows,
    affines: isSame ? 0 : n * 2 * single.fieldBytes,
    copies: isSame ? 0 : n * pointBytes,
    tables: width * multiples * pointBytes,
    work: n * multiples * single.jacobianBytes,
  });
  if (!isSame) {
    batch.toAffineBytes(at.affines, points, n);
    single.fromAffineBytes(at.copies, at.affines, n);
  }
  const { oddMultiples } = /** @type {NonNullable<typeof single.chains>} */ (single.chains);
  oddMultiples(at.tables, isSame ? points : at.copies, n, multiples, at.work);
  const tableBytes = multiples * pointBytes;
  const firstTable = at.tables + firstImage * tableBytes;
  const bytes = n * tableBytes;
  const count = (n - firstImage) * multiples;
  const lists = { points: firstTable, images: firstTable + bytes, bytes, n: count };
  writeImages(single, parts, lists);
  clock.end('tables');
  yield { phase: 'sum', done: 0, total: 1 };
  const { i32: memory } = arena;
  const first = at.references >> 2;
  memory.fill(0, first, first + width * rows);
  for (let i = 0; i < width; i++) {
    const table = at.tables + i * tableBytes;
    wnaf(memory, (split + i * partBytes) >> 2, partBytes >> 2, bits, w, (bit, value) => {
      const entry = table + (Math.abs(value) >> 1) * pointBytes;
      memory[first + bit * width + i] = value < 0 ? entry | 1 : entry;
    });
  }
  clock.end('digits');
  return { kernel: single, references: at.references, width, rows, bits: 1 };
}

/**
 * Passed to an MSM if its single kernel can build odd multiples; the portable kernels of some
 * curves cannot. No batch-kernel points enter the last sum.
 */
export const chains = { points: () => 0, sums };
