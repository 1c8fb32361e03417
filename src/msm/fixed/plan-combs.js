/**
 * Which combs and buckets a basis has for its memory, and which of them a multiplication takes: the one place where the number and
 * the positions of scalars that are not zero decide anything.
 */

import { costOf, planMsm } from '../plan.js';
import { highestDigit, magnitudeBits } from './magnitude.js';
import { fixedCost, planTable, windowsOf } from './plan.js';
import { tableBytes } from './table.js';

/** @import { Prices } from '../plan.js' */
/** @import { Layout } from './plan.js' */

/**
 * A table entry for every window of a scalar, added up in one chain (comb.js), for the points from `from` to before `to`.
 * @typedef {{ from: number, to: number, layout: Layout }} CombPlan
 */

/**
 * What a basis has. Combs: for different points; only the last one may have several windows a layer. Buckets: for all points.
 * With at most `limit` windows in all, combs cost less than buckets.
 * @typedef {{ combs: CombPlan[], buckets: Layout | null, limit: number }} Tables
 */

/**
 * Nanoseconds for a step of a chain, and for a call of it. With halves in two lanes, `idle`: for a lane that has nothing to add while the other
 * one has; `image`: for the endomorphism.
 * @typedef {{ additions: number, doublings: number, calls: number, idle?: number, image?: number }} ChainPrices
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

const [MIN_C, MAX_C] = [3, 17];

/** Doublings that a chain may have: those of no table at all. */
const MAX_DOUBLINGS = 130;

/** How much more multiplications of the first points count than others: tree keys and leaves take nothing else. */
const FIRST_WEIGHT = 6;

/** From how many scalars on a multiplication counts more, and how much: those are what takes time. */
const [MANY, MANY_WEIGHT] = [16, 3.5];

/** Layers of sliding windows that are tried. */
const [MIN_LAYERS, MAX_LAYERS] = [1, 32];

/** Parts of the memory that are tried for buckets. */
const BUCKET_SHARES = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 9, 1 / 7, 1 / 5, 1 / 3, 1 / 2, 1];

/** What buckets take of their price where they meet combs: that is fitted to sums of more points (docs/decisions/15-combs.md). */
const BUCKET_SHARE = 0.93;

/** Bits of a half-scalar without a table. */
const HALF_BITS = 127;

/**
 * What stands for the order where scalars are halves: those are below 2^126 in size, which wasm-gen/curve/edwards/cut.js asserts.
 */
export const HALVES = 2n ** 127n - 1n;

/**
 * Operations for n random scalars, none zero. The first entry is not added. Sliding windows do not fill the rows of both halves
 * evenly: of two sums of m entries each, the longer has about 0.6·√m more than m (simulated).
 * @param {Layout} layout
 * @param {number} n
 * @param {boolean} [halves]
 */
export function combWork({ c, windows, perLayer, width, whole }, n, halves = false) {
  const sums = halves && !whole ? 2 : 1;
  const digits = width ? windows / (width + 1) + 0.4 : windows * (1 - 2 ** -c);
  const additions = Math.max(0, sums * n * digits - 1);
  const idle = halves && width ? 1.2 * Math.sqrt(n * digits * perLayer) : 0;
  return { additions, doublings: (perLayer - 1) * c, idle };
}

/**
 * Sliding windows: one digit in width + 1 bits, odd, in a row for each bit of a layer. Half the multiples of as many bits in windows
 * that stay, and digits two bits further apart than with as many multiples.
 * @param {bigint} order
 * @param {number} width w
 * @param {number} perLayer bits a layer
 * @returns {Layout}
 */
export function slidingLayout(order, width, perLayer) {
  // A carry out of the highest window is a digit of its own.
  const windows = magnitudeBits(order) + 1;
  return {
    c: 1,
    windows,
    multiples: 2 ** (width - 2),
    layers: Math.ceil(windows / perLayer),
    perLayer,
    width,
  };
}

/**
 * @param {bigint} order
 * @param {number} c
 * @param {number} perLayer windows a layer
 * @returns {Layout}
 */
export function combLayout(order, c, perLayer) {
  const windows = windowsOf(magnitudeBits(order), c);
  const layers = Math.ceil(windows / perLayer);
  const multiples = 2 ** (c - 1);
  // A last layer for the highest window alone has the values of that.
  const alone = windows - (layers - 1) * perLayer === 1;
  const lastMultiples = alone ? highestDigit(order, c, windows) : multiples;
  return { c, windows, multiples, layers, perLayer, lastMultiples };
}

/**
 * All combs for a number of points that fit.
 * @param {Basis} basis
 * @param {number} points
 * @param {number} memory
 * @param {boolean} doubles may it have several windows a layer? If not, it may be one for whole scalars
 */
function combsFor({ order, entryBytes, halves }, points, memory, doubles) {
  const span = halves ? HALVES : order;
  /** @type {Option[]} */
  const options = [];
  const add = (/** @type {Layout} */ layout) => {
    const bytes = tableBytes(layout, points, entryBytes);
    if (bytes <= memory) options.push({ layout, bytes });
  };
  for (let width = MIN_C; halves && doubles && width <= MAX_C; width++) {
    for (let layers = MIN_LAYERS; layers <= MAX_LAYERS; layers++)
      add(slidingLayout(span, width, Math.ceil((magnitudeBits(span) + 1) / layers)));
  }
  for (let c = MIN_C; c <= MAX_C; c++) {
    const most = doubles ? 1 + Math.floor(MAX_DOUBLINGS / c) : 1;
    let layers = 0;
    for (let perLayer = 1; perLayer <= most; perLayer++) {
      const layout = combLayout(span, c, perLayer);
      // More doublings for as many layers are for nothing.
      if (layout.layers === layers) continue;
      layers = layout.layers;
      add(layout);
    }
    if (halves && !doubles) add({ ...combLayout(order, c, 1), whole: true });
  }
  return options;
}

/** @typedef {{ layout: Layout | null, bytes: number }} Option */

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
      costs: sizes.map((k) => combCost(basis, option.layout, k)),
      score: 0,
      head: 0,
    }));
  /** @type {Option} */
  const none = { layout: null, bytes: 0 };
  const whole = costed([none, ...combsFor(basis, n, memory, true)]);
  const heads = costed(first ? [none, ...combsFor(basis, first, memory, false)] : [none]);
  const besides = costed(first ? [none, ...combsFor(basis, n - first, memory, true)] : []);
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
    for (const head of heads) {
      for (const rest of head.layout ? besides : whole) {
        const bytes = bucket.bytes + head.bytes + rest.bytes;
        const isWhole = bucket.layout || rest.layout;
        const sum = rest.score + (head.layout ? head.head : rest.head);
        if (bytes > memory || !isWhole || sum >= least) continue;
        least = sum;
        const from = head.layout ? first : 0;
        const combs = [combOf(head.layout, 0, first), combOf(rest.layout, from, n)].flat();
        best = { combs, buckets: bucket.layout, limit: 0 };
      }
    }
  }
  return best && { ...best, limit: limitOf(basis, best) };
}

/** @param {Layout | null} layout @param {number} from @param {number} to @returns {CombPlan[]} */
const combOf = (layout, from, to) => (layout ? [{ from, to, layout }] : []);

/** @param {Basis} basis @param {Layout | null} layout @param {number} k scalars */
function combCost({ chain, halves }, layout, k) {
  if (layout === null) return Infinity;
  const { additions, doublings, idle } = combWork(layout, k, halves);
  const { image = 0, idle: waiting = 0 } = layout.whole ? {} : chain;
  const calls = chain.calls + image + idle * waiting;
  return calls + additions * chain.additions + doublings * chain.doublings;
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
  let k = 1;
  while (k <= basis.n && combCost(basis, last.layout, k) < otherCost(basis, buckets, k)) k++;
  return (k - 1) * last.layout.windows;
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
