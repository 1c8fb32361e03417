/**
 * A complete multi-scalar multiplication Σ k_i·P_i on vectors in wasm memory.
 *
 * Symbols: n points P_i; scalars k_i = Σ_j k_i,j·λ^j of `parts` parts k_i,j, where φ(P) = λ·P is
 * the curve's endomorphism (one part if there is none); b bits of the largest part.
 *
 * `model`: where a kernel adds points of lists on a model of the group instead of the curve itself,
 * the points are converted to it first (model.js); elsewhere it takes no memory.
 *
 * Scalars are split, a plan is made, one strategy (buckets.js, straus.js, interleaved-wnaf.js)
 * reduces the input to a few points, and the combination of windows (combination.js) adds them.
 * Every step is correct for every input: additions are complete, so equal, opposite and infinite
 * points need no special care.
 *
 * Source of the splitting: Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic
 * curves with efficient endomorphisms" (CRYPTO 2001).
 */

import { SCALAR_BYTES } from '../../../math/integers.js';
import { buckets } from './buckets.js';
import { allocateParts } from '../kernels/arena.js';
import { modelBytes, pointsOfModel } from './model.js';
import { abilitiesOf, PlanCache } from './plan.js';
import { straus, tables } from './straus.js';
import { combinationParts, combineWindows } from './combination.js';
import { now } from '../../../port/steps.js';

/** @import { Chains } from './interleaved-wnaf.js' */
/** @import { BatchKernel, ScalarKernel, SingleKernel } from '../kernels/kernel.js' */
/** @import { Arena } from '../kernels/arena.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { StoredScalars } from '../../../port/scalar-lists.js' */
/** @import { Abilities, AllPrices, Problem } from './plan.js' */
/** @import { Sums } from './combination.js' */
/** @import { Plan } from './work.js' */

/** Bytes of the report written by `split`: two i32. */
const REPORT_BYTES = 8;

/** Scalars split in a step, about a millisecond. */
const SPLIT = 2 ** 14;

/**
 * Everything an MSM runs on: memory, the curve's kernels, and prices.
 * @typedef {object} MsmContext
 * @property {Arena} arena
 * @property {BatchKernel} batch the vectors are in its form
 * @property {SingleKernel} single
 * @property {ScalarKernel} scalarKernel
 * @property {Chains} [chains] if the single kernel supports them
 * @property {AllPrices} prices of this curve on these kernels
 * @property {Record<string, number>} timings receives milliseconds per phase
 * @property {(problem: Problem) => Plan} [plan] overrides planning, for shares of a sum and for
 *   measurements
 * @property {PlanCache} [plans] plans of earlier MSMs
 * @property {Plan} [last] receives the plan of the last MSM, for measurements
 */

/**
 * Scalars of a list of this engine: `writeTo` writes `count` from the `first` on to an address.
 * @typedef {StoredScalars & { writeTo: (address: number, first: number, count: number) => void }}
 *   InMemory
 */

/**
 * An MSM after its scalars have been split.
 * @typedef {object} SplitInput
 * @property {number} points address of the points, on the model used for additions of lists
 * @property {number} n
 * @property {number} split address of the sub-scalars: one row of n per part
 * @property {number} bits b of the largest part
 * @property {number} firstImage index of the first point whose images under the endomorphism are
 *   needed
 * @property {<K extends string>(sizes: Record<K, number>) => Record<K, number>} allocate sizes in
 *   bytes to addresses
 * @property {PhaseClock} clock
 */

/**
 * Reduces split scalars and points to a few rows of points for the combination of windows.
 * @typedef {object} Strategy
 * @property {(plan: any, bits: number) => number} points number of batch-kernel points that enter
 *   the combination of windows
 * @property {(context: MsmContext, input: SplitInput, plan: any) => Generator<Progress,
 *   Sums, void>} sums
 */

/** @type {Record<string, Strategy>} */
const STRATEGIES = { buckets, tables, straus };

/**
 * Computes Σ k_i·P_i. Yields every few milliseconds; closing the generator frees all memory it
 * holds.
 * @param {MsmContext} context
 * @param {number} points address of n affine points
 * @param {number} n
 * @param {Uint8Array | StoredScalars} scalars n × 32 bytes little-endian, any value; or scalars in
 *   memory
 * @returns {Generator<Progress, Uint8Array, void>} the canonical point
 * @throws {import('../../../errors.js').ResourceError} if memory does not suffice, before any
 *   addition
 */
export function* msmSteps(context, points, n, scalars) {
  const { arena, batch, single, scalarKernel } = context;
  if (n === 0) return new Uint8Array(2 * batch.fieldBytes);
  /** @type {number[]} */
  const blocks = [];
  /**
   * @template {string} K
   * @param {Record<K, number>} sizes
   * @returns {Record<K, number>} addresses
   */
  const allocate = (sizes) => {
    const { block, at } = allocateParts(arena, sizes, `MSM of ${n} points`);
    blocks.push(block);
    return at;
  };
  const clock = new PhaseClock(context.timings);
  try {
    const count = scalarKernel.parts * n;
    const at = allocate(splitParts(context, n));
    const { split } = at;
    const { bits, filled: parts, firstImage } = yield* splitSteps(context, at, scalars);
    clock.end('split');
    if (bits === 0) return new Uint8Array(2 * batch.fieldBytes);
    const filled = roundedTo(count / 16, parts);
    const plan = planFor(context, { points: n, bits, filled });
    context.last = plan;
    const strategy = plan.strategy === 'chain' ? context.chains : STRATEGIES[plan.strategy];
    const { sums, points: pointsOf } = /** @type {Strategy} */ (strategy);
    const { model } = allocate({ model: modelBytes(batch, n) });
    const last = allocate(combinationParts(context, pointsOf(plan, bits)));
    const summands = yield* pointsOfModel(batch, model, points, n);
    const input = { points: summands, n, split, bits, firstImage, allocate, clock };
    const result = combineWindows(arena, single, yield* sums(context, input, plan), last);
    clock.end('sum');
    return result;
  } finally {
    for (const block of blocks) arena.free(block);
  }
}

/**
 * The memory of `splitSteps`, in bytes: a row for each part of the scalars, `split`; scalars, rows
 * of some of them, and the kernel's report.
 * @param {MsmContext} context
 * @param {number} n
 */
function splitParts({ scalarKernel: { parts, partBytes } }, n) {
  const most = Math.min(n, SPLIT);
  return {
    split: parts * n * partBytes,
    source: most * SCALAR_BYTES,
    rows: n > most ? parts * most * partBytes : 0,
    report: REPORT_BYTES,
  };
}

/**
 * Splits scalars, some at a time: the kernel writes a row for each part of those it is given, so
 * rows of some are moved to where those of all belong.
 * @param {MsmContext} context
 * @param {Record<keyof ReturnType<typeof splitParts>, number>} at addresses
 * @param {Uint8Array | StoredScalars} scalars
 * @returns {Generator<Progress, { bits: number, filled: number, firstImage: number }, void>} `bits`
 *   of the largest part; `filled`: how many are not zero (short scalars are not split);
 *   `firstImage`: the first point multiplied by more than one part, or the number of points
 */
function* splitSteps({ arena, scalarKernel }, { split, source, rows, report }, scalars) {
  const { parts, partBytes } = scalarKernel;
  const n = countOf(scalars);
  const found = { bits: 0, filled: 0, firstImage: n };
  for (let first = 0; first < n; first += SPLIT) {
    const count = Math.min(SPLIT, n - first);
    const isAll = count === n;
    const [start, end] = [first * SCALAR_BYTES, (first + count) * SCALAR_BYTES];
    if (scalars instanceof Uint8Array)
      arena.u8.set(isAll ? scalars : scalars.subarray(start, end), source);
    else /** @type {InMemory} */ (scalars).writeTo(source, first, count);
    const bits = scalarKernel.split(isAll ? split : rows, source, count, report);
    const row = count * partBytes;
    for (let part = 0; !isAll && part < parts; part++) {
      const from = rows + part * row;
      arena.u8.copyWithin(split + (part * n + first) * partBytes, from, from + row);
    }
    const filled = arena.i32[report >> 2];
    const firstImage = arena.i32[(report >> 2) + 1];
    found.bits = Math.max(found.bits, bits);
    found.filled += filled;
    if (firstImage < count) found.firstImage = Math.min(found.firstImage, first + firstImage);
    if (first + count < n) yield { phase: 'split', done: 0, total: n };
  }
  return found;
}

/** @type {(scalars: Uint8Array | StoredScalars) => number} */
const countOf = (scalars) =>
  scalars instanceof Uint8Array ? scalars.length / SCALAR_BYTES : scalars.count;

/**
 * A multiple of a unit, at least one: few distinct plans are cached.
 * @type {(unit: number, value: number) => number}
 */
const roundedTo = (unit, value) => Math.max(1, Math.round(value / unit)) * unit;

/** @type {(context: MsmContext, input: Omit<Problem, keyof Abilities>) => Plan} */
function planFor(context, input) {
  if (context.plan) return context.plan({ ...abilitiesOf(context), ...input });
  context.plans ??= new PlanCache(context.prices, abilitiesOf(context));
  return context.plans.planFor(input);
}

/**
 * Accumulates milliseconds per phase. Time during which a generator is suspended counts towards the
 * current phase.
 */
class PhaseClock {
  /** @param {Record<string, number>} timings cleared, then filled */
  constructor(timings) {
    for (const phase of Object.keys(timings)) delete timings[phase];
    this.timings = timings;
    this.last = now();
  }

  /** @type {(phase: string) => void} */
  end(phase) {
    const time = now();
    const before = Object.hasOwn(this.timings, phase) ? this.timings[phase] : 0;
    this.timings[phase] = before + time - this.last;
    this.last = time;
  }
}
