/** The combs that there are for a kernel and a memory: their layouts, and operations. docs/algorithms/fixed-basis.md, §4. */

import { highestDigit, magnitudeBits } from './magnitude.js';
import { windowsOf } from './plan.js';
import { tableBytes } from './table.js';

/** @import { Layout } from './plan.js' */
/** @import { Basis } from './plan-combs.js' */

/** @typedef {{ layout: Layout | null, bytes: number }} Option */

const [MIN_C, MAX_C] = [3, 17];

/** Doublings that a chain may have: those of no table at all. */
const MAX_DOUBLINGS = 130;

/** Windows of a scalar without doublings that are tried. */
const MOST_WINDOWS = 127;

/** Layers of sliding windows that are tried. */
const [MIN_LAYERS, MAX_LAYERS] = [1, 32];

/**
 * What stands for the order where scalars are halves: those are below 2^126 in size, which wasm-gen/curve/edwards/cut.js asserts.
 */
export const HALVES = 2n ** 127n - 1n;

/**
 * Operations for n random scalars, none zero. The first entry is not added. Sliding windows do not fill the rows of both halves
 * evenly: of two sums of m entries each, about 1.2·√m are `alone` (simulated).
 * @param {Layout} layout
 * @param {number} n
 * @param {boolean} [halves]
 */
export function combWork({ c, windows, perLayer, width, whole, narrow = 0 }, n, halves = false) {
  const sums = halves && !whole ? 2 : 1;
  const digits = width ? windows / (width + 1) + 0.4 : windows * (1 - 2 ** -c) - narrow * 2 ** -c;
  const additions = Math.max(0, sums * n * digits - 1);
  const alone = halves && width ? 1.2 * Math.sqrt(n * digits * perLayer) : 0;
  return { additions, doublings: (perLayer - 1) * c, alone };
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
 * A layer for each window, and no doublings. Windows as even as they can be, so that as many of them take the least memory.
 * @param {bigint} order
 * @param {number} windows
 * @returns {Layout}
 */
export function rowLayout(order, windows) {
  const bits = magnitudeBits(order) + 1;
  const c = Math.ceil(bits / windows);
  const narrow = windows * c - bits;
  return { c, windows, multiples: 2 ** (c - 1), layers: windows, perLayer: 1, narrow };
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
export function combsFor({ order, entryBytes, halves }, points, memory, doubles) {
  const span = halves ? HALVES : order;
  /** @type {Option[]} */
  const options = [];
  const add = (/** @type {Layout} */ layout) => {
    const bytes = tableBytes(layout, points, entryBytes);
    if (bytes <= memory) options.push({ layout, bytes });
  };
  const rows = (/** @type {bigint} */ number) =>
    Array.from({ length: MOST_WINDOWS }, (_, i) => rowLayout(number, i + 1)).filter(
      ({ c }) => c >= MIN_C && c <= MAX_C,
    );
  rows(span).forEach(add);
  if (halves && !doubles) rows(order).forEach((layout) => add({ ...layout, whole: true }));
  if (!doubles) return options;
  if (halves) {
    for (let width = MIN_C; width <= MAX_C; width++)
      for (let layers = MIN_LAYERS; layers <= MAX_LAYERS; layers++)
        add(slidingLayout(span, width, Math.ceil((magnitudeBits(span) + 1) / layers)));
    return options;
  }
  for (let c = MIN_C; c <= MAX_C; c++) {
    let layers = windowsOf(magnitudeBits(span), c);
    for (let perLayer = 2; perLayer <= 1 + Math.floor(MAX_DOUBLINGS / c); perLayer++) {
      const layout = combLayout(span, c, perLayer);
      // More doublings for as many layers are for nothing.
      if (layout.layers === layers) continue;
      layers = layout.layers;
      add(layout);
    }
  }
  return options;
}
