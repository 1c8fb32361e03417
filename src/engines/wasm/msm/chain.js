/**
 * Very few points: one chain of doublings and additions on the single kernel, as a signature's (engines/wasm/double-multiplication.js).
 *
 * Each part of a scalar in width-w NAF names entries of its point's table of odd multiples, or of the images of that; the digits
 * of all parts at a bit are a row of the chain. Lists of wasm do the rest: no buckets, and one inversion for all tables.
 */

import { wnaf } from './straus.js';
import { rowParts, sumOfRows } from './sum.js';

/** @import { MsmContext, SplitInput } from './msm.js' */
/** @import { ChainPlan } from './plan.js' */

/** @typedef {typeof chains} Chains */

/** Widths of the NAF that plans choose from. */
const [MIN_W, MAX_W] = [3, 5];

/** An entry of a chain's table, in mixed additions: 8M + 3S by co-Z formulas, for 7M + 4S; its calls cost the rest. */
const TABLE_ENTRY = 1.1;

/**
 * One chain of the single kernel, from tables of odd multiples with one inversion.
 * @param {number} halves
 * @param {number} bits
 * @param {number} w
 * @param {number} [parts] of a scalar
 * @param {number} [filled]
 * @returns {ChainPlan}
 */
export function chainPlan(halves, bits, w, parts = 2, filled = halves) {
  const points = halves / parts;
  const rows = 2 ** (w - 2);
  const digits = (filled * bits) / (w + 1);
  const work = {
    additions: 0,
    batches: 1,
    digits,
    buckets: 0,
    images: (halves - points) * rows,
    bits,
    chainAdditions: digits + TABLE_ENTRY * rows * points,
    points,
    calls: 1,
  };
  return { strategy: 'chain', w, work };
}

/**
 * @param {number} halves number of half-scalars
 * @param {number} bits of the largest
 * @param {number} parts of a scalar
 * @param {number} filled how many of the halves are not 0
 * @returns {ChainPlan[]} one for every width
 */
function chainPlans(halves, bits, parts, filled) {
  const plans = [];
  for (let w = MIN_W; w <= MAX_W; w++) plans.push(chainPlan(halves, bits, w, parts, filled));
  return plans;
}

/**
 * Σ k_i·P_i from the parts of the k_i.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {ChainPlan} plan
 * @returns {Uint8Array} the canonical point
 */
function chainSum({ arena, batch, single, scalarKernel }, input, { w }) {
  const { points, n, halves, bits, firstImage, allocate, clock } = input;
  const { parts, halfBytes } = scalarKernel;
  const { pointBytes } = single;
  const isSame = batch.name === single.name;
  const width = parts * n;
  const rows = bits + 1;
  const multiples = 2 ** (w - 2);
  const at = allocate({
    ...rowParts(single, width * rows),
    affines: isSame ? 0 : n * 2 * single.fieldBytes,
    copies: isSame ? 0 : n * pointBytes,
    tables: width * multiples * pointBytes,
    work: n * multiples * single.jacobianBytes,
  });
  if (!isSame) {
    batch.toAffineBytes(at.affines, points, n);
    single.fromAffineBytes(at.copies, at.affines, n);
  }
  single.oddMultiples(at.tables, isSame ? points : at.copies, n, multiples, at.work);
  const tableBytes = multiples * pointBytes;
  for (let part = 1; part < parts; part++) {
    const images = at.tables + (part * n + firstImage) * tableBytes;
    single.endomorphism(images, images - n * tableBytes, (n - firstImage) * multiples);
  }
  clock.end('tables');
  const { i32 } = arena;
  const references = at.references >> 2;
  i32.fill(0, references, references + width * rows);
  for (let half = 0; half < width; half++) {
    const table = at.tables + half * tableBytes;
    wnaf(i32, (halves + half * halfBytes) >> 2, halfBytes >> 2, bits, w, (bit, value) => {
      const entry = table + (Math.abs(value) >> 1) * pointBytes;
      i32[references + bit * width + half] = value < 0 ? entry | 1 : entry;
    });
  }
  clock.end('digits');
  return sumOfRows(arena, single, { width, rows, bits: 1 }, at);
}

/** What an MSM is handed to make chains, if its single kernel has odd multiples: some curves' portable kernels have none. */
export const chains = { plans: chainPlans, sum: chainSum };
