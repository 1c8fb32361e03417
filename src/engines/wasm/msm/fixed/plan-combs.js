/**
 * Which combs and buckets a basis has for its memory, and which of them a multiplication takes: the one place where the number and
 * the positions of scalars that are not zero decide anything.
 */

import { costOf, planMsm } from '../plan.js';
import { combWork, combsFor } from './comb-layouts.js';
import { magnitudeBits } from './magnitude.js';
import { fixedCost, planTable } from './plan.js';
import { tableBytes } from './table.js';

/** @import { Prices } from '../plan.js' */
/** @import { Option } from './comb-layouts.js' */
/** @import { Layout } from './plan.js' */

/**
 * A table entry for every window of a scalar, added up in one chain (window-table.js), for the points from `from` to before `to`.
 * @typedef {{ from: number, to: number, layout: Layout }} CombPlan
 */

/**
 * What a basis has. Combs: for different points; only the last one may have several windows a layer. Buckets: for all points.
 * With at most `limit` windows in all, combs cost less than buckets.
 * @typedef {{ combs: CombPlan[], buckets: Layout | null, limit: number }} Tables
 */

/**
 * Nanoseconds for a step of a chain, and for a call of it. With halves in two lanes, `alone`: how much more than its share of two an
 * entry takes that is added to one of them alone; `image`: for the endomorphism.
 * @typedef {{ additions: number, doublings: number, calls: number, alone?: number, image?: number }} ChainPrices
 */

/**
 * @typedef {object} Basis
 * @property {number} n points
 * @property {number} first points that come first and are used more than the others; 0 for none
 * @property {bigint} order
 * @property {number} pointBytes of an entry for buckets
 * @property {number} entryBytes of an entry for combs
 * @property {Prices} prices
 * @property {ChainPrices} chain
 * @property {boolean} [halves] are scalars halves of the endomorphism, added up side by side in two lanes?
 */

/** How much more multiplications of the first points count than others: tree keys and leaves take nothing else. */
const FIRST_WEIGHT = 20;

/** From how many scalars on a multiplication counts more, and how much: those are what takes time. */
const [MANY, MANY_WEIGHT] = [16, 3.5];

/** Parts of the memory that are tried for buckets. */
const BUCKET_SHARES = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 9, 1 / 7, 1 / 5, 1 / 3, 1 / 2, 1];

/** What buckets take of their price where they meet combs: that is fitted to sums of more points (docs/decisions/15-combs.md). */
const BUCKET_SHARE = 0.93;

/** Nanoseconds that an entry takes from beyond the caches, and the bytes that those hold (docs/decisions/15-combs.md). */
const [FAR, CACHE] = [40, 2 ** 25];

/** Bits of a half-scalar without a table. */
const HALF_BITS = 127;

/** With what it is worth beside certain buckets: for all multiplications, and for those of the first points. @typedef {Option & { costs: number[], score: number, head: number }} ScoredOption */

/**
 * The combs and buckets for which the product of the costs of some multiplications is least: of 1, 2, 4, 8, … and all
 * points, from 16 on with more weight; and, with more still, of 1 and all of the first points. So no kind of work is much slower than its memory allows.
 * @param {Basis} basis
 * @param {number} memory in bytes
 * @returns {Tables | null} null if no table fits
 */
export function planTables(basis, memory) {
  const { n, order, pointBytes, prices } = basis;
  const first = basis.first < n ? basis.first : 0;
  const bits = magnitudeBits(order);
  const steps = Math.ceil(Math.log2(n));
  const counts = Array.from({ length: steps + 1 }, (_, i) => Math.min(n, 2 ** i));
  const buckets = BUCKET_SHARES.map((share) => {
    const layout = planTable({ n, bits, memory: share * memory, pointBytes, prices });
    return { layout, bytes: layout ? tableBytes(layout, n, pointBytes) : 0 };
  });
  const sizes = [...counts, 1, first];
  const costed = (/** @type {Option[]} */ options) =>
    options.map((option) => ({
      ...option,
      costs: sizes.map((k) => combCost(basis, option, k)),
      score: 0,
      head: 0,
    }));
  /** @type {Option} */
  const none = { layout: null, bytes: 0 };
  const whole = costed([none, ...combsFor(basis, n, memory, true)]);
  const heads = costed(first ? [none, ...combsFor(basis, first, memory, false)] : [none]);
  const besides = costed(first ? [none, ...combsFor(basis, n - first, memory, true)] : []);
  for (const rests of [whole, besides]) rests.sort((a, b) => a.bytes - b.bytes);
  /** @type {Tables | null} */
  let best = null;
  let least = Infinity;
  for (const bucket of buckets) {
    const others = sizes.map((k) => otherCost(basis, bucket.layout, k));
    for (const option of [...whole, ...heads, ...besides]) {
      const logs = option.costs.map((cost, i) => Math.log(Math.min(cost, others[i])));
      const [one, all] = logs.splice(counts.length);
      option.score = logs.reduce(
        (sum, log, i) => sum + (counts[i] < MANY ? 1 : MANY_WEIGHT) * log,
        0,
      );
      option.head = first ? FIRST_WEIGHT * (one + all) : 0;
    }
    // With no buckets, all points are in combs.
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
      const combs = [combOf(head.layout, 0, first), combOf(found.layout, from, n)].flat();
      best = { combs, buckets: bucket.layout, limit: 0 };
    }
  }
  return best && { ...best, limit: limitOf(basis, best) };
}

/**
 * @param {ScoredOption[]} options by rising bytes
 * @param {(option: ScoredOption) => number} score
 * @returns {(bytes: number) => ScoredOption | undefined} the one with the least score that is not larger
 */
function bestWithin(options, score) {
  let least = Infinity;
  /** @type {ScoredOption[]} better and better, larger and larger */
  const steps = [];
  for (const option of options) {
    const value = score(option);
    if (value < least) steps.push(option);
    least = Math.min(least, value);
  }
  steps.reverse();
  return (memory) => steps.find(({ bytes }) => bytes <= memory);
}

/** @param {Layout | null} layout @param {number} from @param {number} to @returns {CombPlan[]} */
const combOf = (layout, from, to) => (layout ? [{ from, to, layout }] : []);

/** @param {Basis} basis @param {Option} option @param {number} k scalars */
function combCost({ chain, halves }, { layout, bytes }, k) {
  if (layout === null) return Infinity;
  const { additions, doublings, alone } = combWork(layout, k, halves);
  const { image = 0, alone: more = 0 } = layout.whole ? {} : chain;
  const calls = chain.calls + image + alone * more;
  const far = FAR * Math.max(0, 1 - CACHE / bytes);
  return calls + additions * (chain.additions + far) + doublings * chain.doublings;
}

/** Of buckets, or of points without a table. @param {Basis} basis @param {Layout | null} buckets @param {number} k scalars */
function otherCost({ prices }, buckets, k) {
  return buckets
    ? BUCKET_SHARE * fixedCost(buckets, k, prices)
    : costOf(planMsm(2 * k, HALF_BITS, prices).work, prices);
}

/**
 * The most windows for which a chain costs less than buckets.
 * @param {Basis} basis
 * @param {Tables} tables
 */
function limitOf(basis, { combs, buckets }) {
  if (buckets === null) return Infinity;
  const last = combs.at(-1);
  if (!last) return 0;
  const { from, to, layout } = last;
  const option = { layout, bytes: tableBytes(layout, to - from, basis.entryBytes) };
  let k = 1;
  while (k <= basis.n && combCost(basis, option, k) < otherCost(basis, buckets, k)) k++;
  return (k - 1) * layout.windows;
}

/**
 * Whether a multiplication takes the combs, or the buckets.
 * @param {Pick<Tables, 'combs' | 'limit'>} tables
 * @param {ArrayLike<number>} positions of the scalars that are not zero
 * @returns {boolean}
 */
export function takesCombs({ combs, limit }, positions) {
  let windows = 0;
  for (let i = 0; i < positions.length; i++) {
    const comb = combAt(combs, positions[i]);
    if (comb < 0) return false;
    windows += combs[comb].layout.windows;
    if (windows > limit) return false;
  }
  return true;
}

/** The comb that has a point, or −1. @param {readonly CombPlan[]} combs @param {number} position */
export function combAt(combs, position) {
  for (let i = 0; i < combs.length; i++)
    if (position < combs[i].to) return position < combs[i].from ? -1 : i;
  return -1;
}
