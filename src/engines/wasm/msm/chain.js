/**
 * Very few points: interleaved wNAF on the single kernel (interleaved-wnaf.js). Batched wasm calls
 * do all the work: no buckets, and one inversion for all tables.
 *
 * Symbols: n points P_i; scalars of `parts` sub-scalars; b bits of the largest; w width of the NAF.
 */

import { InterleavedWnaf, multiplesOf } from './interleaved-wnaf.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { Machine, SplitInput } from './msm.js' */
/** @import { Sums } from './combination.js' */
/** @import { ChainPlan } from './work.js' */

/** @typedef {typeof chains} Chains */

/**
 * Computes one row of table entries per bit.
 * @param {Machine} machine
 * @param {SplitInput} input
 * @param {ChainPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* sums(machine, input, { w }) {
  const { batch, single, scalarKernel } = machine;
  const { points, n, firstImage, split, bits, allocate, clock } = input;
  const { pointBytes } = single;
  const isSame = batch.name === single.name;
  const width = scalarKernel.parts * n;
  const tableBytes = multiplesOf(w) * pointBytes;
  const at = allocate({
    references: InterleavedWnaf.referenceBytes(width, bits),
    affines: isSame ? 0 : n * 2 * single.fieldBytes,
    copies: isSame ? 0 : n * pointBytes,
    tables: width * tableBytes,
    work: n * multiplesOf(w) * single.jacobianBytes,
  });
  if (!isSame) {
    batch.toAffineBytes(at.affines, points, n);
    single.fromAffineBytes(at.copies, at.affines, n);
  }
  const { tables, references, work } = at;
  const own = { points: isSame ? points : at.copies, n, w, bytes: n * tableBytes, firstImage };
  InterleavedWnaf.writeTables(machine, { tables, work, ...own });
  clock.end('tables');
  yield { phase: 'sum', done: 0, total: 1 };
  const chain = new InterleavedWnaf(machine, { width, bits, split, references });
  for (let i = 0; i < width; i++) chain.writeDigits(i, w, tables + i * tableBytes);
  clock.end('digits');
  return { kernel: single, references, width, rows: bits + 1, bits: 1 };
}

/**
 * Passed to an MSM if its single kernel can build odd multiples; the portable kernels of some
 * curves cannot. No batch-kernel points enter the combination of windows.
 */
export const chains = { points: () => 0, sums };
