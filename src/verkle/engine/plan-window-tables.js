/**
 * Chooses the window tables and buckets that a basis builds in its memory, and those that a
 * multiplication uses. All decisions on the number and the positions of non-zero scalars are made
 * here.
 */

import { costOf, fullProblem, planMsm } from '../../engines/wasm/msm/plan.js';
import { layoutsFor, operationCounts } from './window-table-layouts.js';
import { magnitudeBits } from '../../engines/wasm/msm/fixed/magnitude.js';
import { fixedCost, planTable } from '../../engines/wasm/msm/fixed/plan.js';
import { tableBytes } from '../../engines/wasm/msm/fixed/table.js';

/** @import { Abilities, AllPrices } from '../../engines/wasm/msm/plan.js' */
/** @import { Option } from './window-table-layouts.js' */
/** @import { Layout } from '../../engines/wasm/msm/fixed/plan.js' */
/** @import { Progress } from '../../port/engine.js' */

/**
 * A window table: an entry for every window of a scalar, added in one chain (window-table.js), for
 * the points from `from` up to but excluding `to`.
 * @typedef {{ from: number, to: number, layout: Layout }} WindowTablePlan
 */

/**
 * The tables of a basis. `windowTables`: for disjoint points; only the last may have several
 * windows per layer. `buckets`: for all points. Up to `limit` windows in total, window tables cost
 * less than buckets.
 * @typedef {{ windowTables: WindowTablePlan[], buckets: Layout | null, limit: number }} Tables
 */

/**
 * @typedef {object} Basis
 * @property {number} n number of points
 * @property {number} first number of leading points that are used more often than the others, or 0
 * @property {bigint} order
 * @property {number} pointBytes bytes of a bucket-table entry
 * @property {number} entryBytes bytes of a window-table entry
 * @property {boolean} split whether the endomorphism splits scalars in two parts, which are added
 *   side by side in two lanes
 * @property {Abilities} abilities of the kernels, for points without a table
 */

/**
 * Work of a sum over window tables in batched additions, which take as many products: `additions`
 * of an entry, `doublings`; where each lane has the sum of one part of the scalars, `alone` is what
 * an entry costs more that is added to one lane only, and `image` the endomorphism. `call`: the
 * rest, in nanoseconds. Measured: docs/decisions/15-combs.md.
 */
const [ONE_SUM, TWO_SUMS] = [
  { additions: 1.42, doublings: 1.37, alone: 0, image: 0, call: 4500 },
  { additions: 1.24, doublings: 1.96, alone: 0.52, image: 2.3, call: 900 },
];

/** Weight of multiplications of the first points only: tree keys and leaves use no others. */
const FIRST_WEIGHT = 20;

/**
 * Number of scalars from which a multiplication weighs more, and that weight: large multiplications
 * take the most time.
 */
const [MANY, MANY_WEIGHT] = [16, 3.5];

/** Fractions of the memory tried for buckets. */
const BUCKET_SHARES = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 9, 1 / 7, 1 / 5, 1 / 3, 1 / 2, 1];

/**
 * Nanoseconds to load an entry from beyond the caches, and the caches' size in bytes
 * (docs/decisions/15-combs.md).
 */
const [FAR, CACHE] = [40, 2 ** 25];

/**
 * A candidate with its costs beside certain buckets: for all multiplications, and for those of the
 * first points.
 * @typedef {Option & { costs: number[], score: number, head: number }} ScoredOption
 */

/**
 * Chooses the window tables and buckets that minimize the product of the costs of sample
 * multiplications: of 1, 2, 4, 8, … and all points, with more weight from 16 on; and, with still
 * more weight, of one and of all first points. So no kind of work is much slower than its memory
 * allows.
 * @param {Basis} basis
 * @param {number} memory in bytes
 * @param {AllPrices} prices
 * @returns {Generator<Progress, Tables | null, void>} null if no table fits
 */
export function* planTables(basis, memory, prices) {
  const { n, order, pointBytes } = basis;
  const first = basis.first < n ? basis.first : 0;
  const bits = magnitudeBits(order);
  const steps = Math.ceil(Math.log2(n));
  const counts = Array.from({ length: steps + 1 }, (_, i) => Math.min(n, 2 ** i));
  /** @type {Progress} */
  const planning = { phase: 'table', done: 0, total: n };
  const buckets = [];
  for (const share of BUCKET_SHARES) {
    const table = { bits, memory: share * memory, pointBytes };
    const layout = planTable(problemOf(basis, n), table, prices);
    buckets.push({ layout, bytes: layout ? tableBytes(layout, n, pointBytes) : 0 });
    yield planning;
  }
  const sizes = [...counts, 1, first];
  const costed = (/** @type {Option[]} */ options) =>
    options.map((option) => ({
      ...option,
      costs: sizes.map((k) => windowTableCost(basis, option, k, prices)),
      score: 0,
      head: 0,
    }));
  /** @type {Option} */
  const none = { layout: null, bytes: 0 };
  const whole = costed([none, ...layoutsFor(basis, n, memory, true)]);
  const heads = costed(first ? [none, ...layoutsFor(basis, first, memory, false)] : [none]);
  const besides = costed(first ? [none, ...layoutsFor(basis, n - first, memory, true)] : []);
  for (const rests of [whole, besides]) rests.sort((a, b) => a.bytes - b.bytes);
  /** @type {Tables | null} */
  let best = null;
  let least = Infinity;
  for (const bucket of buckets) {
    yield planning;
    const others = sizes.map((k) => otherCost(basis, bucket.layout, k, prices));
    for (const option of [...whole, ...heads, ...besides]) {
      const logs = option.costs.map((cost, i) => Math.log(Math.min(cost, others[i])));
      const [one, all] = logs.splice(counts.length);
      option.score = logs.reduce(
        (sum, log, i) => sum + (counts[i] < MANY ? 1 : MANY_WEIGHT) * log,
        0,
      );
      option.head = first ? FIRST_WEIGHT * (one + all) : 0;
    }
    // Without buckets, window tables must cover all points.
    const bestOf = (
      /** @type {ScoredOption[]} */ rests,
      /** @type {(option: ScoredOption) => number} */ score,
    ) => bestWithin(bucket.layout ? rests : rests.filter(({ layout }) => layout), score);
    const alone = bestOf(whole, ({ score, head }) => score + head);
    const rest = bestOf(besides, ({ score }) => score);
    for (const head of heads) {
      const room = memory - bucket.bytes - head.bytes;
      const found = head.layout ? rest(room) : alone(room);
      if (!found) continue;
      const sum = found.score + (head.layout ? head.head : found.head);
      if (sum >= least) continue;
      least = sum;
      const from = head.layout ? first : 0;
      const windowTables = [planOf(head.layout, 0, first), planOf(found.layout, from, n)].flat();
      best = { windowTables, buckets: bucket.layout, limit: 0 };
    }
  }
  return best && { ...best, limit: limitOf(basis, best, prices) };
}

/**
 * @param {ScoredOption[]} options by rising bytes
 * @param {(option: ScoredOption) => number} score
 * @returns {(bytes: number) => ScoredOption | undefined} the option of least score within that size
 */
function bestWithin(options, score) {
  let least = Infinity;
  /** @type {ScoredOption[]} each better and larger than the one before */
  const steps = [];
  for (const option of options) {
    const value = score(option);
    if (value < least) steps.push(option);
    least = Math.min(least, value);
  }
  steps.reverse();
  return (memory) => steps.find(({ bytes }) => bytes <= memory);
}

/** @type {(layout: Layout | null, from: number, to: number) => WindowTablePlan[]} */
const planOf = (layout, from, to) => (layout ? [{ from, to, layout }] : []);

/**
 * The problem of multiplying by k scalars without a table.
 * @param {Basis} basis
 * @param {number} k
 */
const problemOf = ({ abilities, order }, k) => fullProblem(abilities, k, magnitudeBits(order));

/**
 * @param {Basis} basis
 * @param {Option} option
 * @param {number} k scalars
 * @param {AllPrices} prices
 */
function windowTableCost({ split }, { layout, bytes }, k, prices) {
  if (layout === null) return Infinity;
  const { additions, doublings, alone } = operationCounts(layout, k, split);
  const cost = split ? TWO_SUMS : ONE_SUM;
  const lanes = layout.whole ? 0 : cost.image + alone * cost.alone;
  const batched = additions * cost.additions + doublings * cost.doublings + lanes;
  const far = FAR * Math.max(0, 1 - CACHE / bytes);
  return cost.call + batched * prices.additions + additions * far;
}

/**
 * Cost with buckets, or without a table.
 * @param {Basis} basis
 * @param {Layout | null} buckets
 * @param {number} k scalars
 * @param {AllPrices} prices
 */
function otherCost(basis, buckets, k, prices) {
  return buckets
    ? fixedCost(buckets, k, prices)
    : costOf(planMsm(problemOf(basis, k), prices).work, prices);
}

/**
 * The largest number of windows for which window tables cost less than buckets.
 * @type {(basis: Basis, tables: Tables, prices: AllPrices) => number}
 */
function limitOf(basis, { windowTables, buckets }, prices) {
  if (buckets === null) return Infinity;
  const last = windowTables.at(-1);
  if (!last) return 0;
  const { from, to, layout } = last;
  const option = { layout, bytes: tableBytes(layout, to - from, basis.entryBytes) };
  let k = 1;
  const isBelow = () =>
    windowTableCost(basis, option, k, prices) < otherCost(basis, buckets, k, prices);
  while (k <= basis.n && isBelow()) k++;
  return (k - 1) * layout.windows;
}

/**
 * Whether a multiplication uses window tables rather than buckets.
 * @param {Pick<Tables, 'windowTables' | 'limit'>} tables
 * @param {ArrayLike<number>} positions positions of the non-zero scalars
 * @returns {boolean}
 */
export function usesWindowTables({ windowTables, limit }, positions) {
  let windows = 0;
  for (let i = 0; i < positions.length; i++) {
    const index = windowTableAt(windowTables, positions[i]);
    if (index < 0) return false;
    windows += windowTables[index].layout.windows;
    if (windows > limit) return false;
  }
  return true;
}

/**
 * Index of the window table that holds a point, or −1.
 * @param {readonly WindowTablePlan[]} windowTables
 * @param {number} position of the point in the basis
 */
export function windowTableAt(windowTables, position) {
  for (let i = 0; i < windowTables.length; i++)
    if (position < windowTables[i].to) return position < windowTables[i].from ? -1 : i;
  return -1;
}
