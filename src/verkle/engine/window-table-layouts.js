/**
 * Candidate layouts of window tables for a kernel and a memory budget, with their operation counts.
 * docs/algorithms/fixed-basis.md, §4.
 */

import { highestDigit, magnitudeBits } from '../../engines/wasm/msm/fixed/magnitude.js';
import { windowsFor } from '../../engines/wasm/msm/work.js';
import { layoutOf } from '../../engines/wasm/msm/fixed/plan.js';
import { tableBytes } from '../../engines/wasm/msm/fixed/table.js';

/** @import { Layout } from '../../engines/wasm/msm/fixed/plan.js' */
/** @import { Basis } from './plan-window-tables.js' */

/** @typedef {{ layout: Layout | null, bytes: number }} Option */

const [MIN_C, MAX_C] = [3, 17];

/** Upper bound on the doublings: as many as without a table. */
const MAX_DOUBLINGS = 130;

/** Upper bound on the windows per scalar tried without doublings. */
const MOST_WINDOWS = 127;

/** Range of layers tried for sliding windows. */
const [MIN_LAYERS, MAX_LAYERS] = [1, 32];

/**
 * Replaces the order for the parts of split scalars: their magnitudes are below 2^126, as
 * wasm-gen/verkle/cut.js asserts.
 */
export const PART_ORDER = 2n ** 127n - 1n;

/**
 * Operation counts for n random non-zero scalars. The first entry is not added. Sliding windows
 * fill the rows of the two parts unevenly: of two sums of m entries each, about 1.2·√m entries are
 * `alone` (simulated).
 * @param {Layout} layout
 * @param {number} n
 * @param {boolean} split whether scalars are split
 */
export function operationCounts({ c, windows, perLayer, width, whole, narrow = 0 }, n, split) {
  const sums = split && !whole ? 2 : 1;
  const digits = width ? windows / (width + 1) + 0.4 : windows * (1 - 2 ** -c) - narrow * 2 ** -c;
  const additions = Math.max(0, sums * n * digits - 1);
  const alone = split && width ? 1.2 * Math.sqrt(n * digits * perLayer) : 0;
  return { additions, doublings: (perLayer - 1) * c, alone };
}

/**
 * Sliding windows: one odd digit in w + 1 bits, and a row for each bit of a layer. They need half
 * the multiples of fixed windows of equal width; for equally many multiples, digits are two bits
 * further apart.
 * @param {bigint} order
 * @param {number} width w
 * @param {number} perLayer bits per layer
 * @returns {Layout}
 */
export function slidingLayout(order, width, perLayer) {
  // A carry out of the highest window becomes another digit.
  const windows = magnitudeBits(order) + 1;
  return layoutOf({
    c: 1,
    windows,
    multiples: 2 ** (width - 2),
    layers: Math.ceil(windows / perLayer),
    perLayer,
    width,
  });
}

/**
 * One layer per window, without doublings. Window widths differ by at most one bit, which takes the
 * least memory for this number of windows.
 * @type {(order: bigint, windows: number) => Layout}
 */
export function rowLayout(order, windows) {
  const bits = magnitudeBits(order) + 1;
  const c = Math.ceil(bits / windows);
  const narrow = windows * c - bits;
  return layoutOf({ c, windows, multiples: 2 ** (c - 1), layers: windows, perLayer: 1, narrow });
}

/**
 * @param {bigint} order
 * @param {number} c
 * @param {number} perLayer windows per layer
 * @returns {Layout}
 */
export function fixedWindowLayout(order, c, perLayer) {
  const windows = windowsFor(magnitudeBits(order), c);
  const layers = Math.ceil(windows / perLayer);
  const multiples = 2 ** (c - 1);
  // A last layer for the highest window alone needs only that window's values.
  const alone = windows - (layers - 1) * perLayer === 1;
  const lastMultiples = alone ? highestDigit(order, c, windows) : multiples;
  return layoutOf({ c, windows, multiples, layers, perLayer, lastMultiples });
}

/**
 * All layouts for a number of points that fit in memory.
 * @param {Basis} basis
 * @param {number} points
 * @param {number} memory
 * @param {boolean} doubles whether several windows per layer are allowed; if not, a layout for
 *   unsplit scalars is
 */
export function layoutsFor({ order, entryBytes, split }, points, memory, doubles) {
  const span = split ? PART_ORDER : order;
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
  if (split && !doubles) rows(order).forEach((layout) => add({ ...layout, whole: true }));
  if (!doubles) return options;
  if (split) {
    for (let width = MIN_C; width <= MAX_C; width++)
      for (let layers = MIN_LAYERS; layers <= MAX_LAYERS; layers++)
        add(slidingLayout(span, width, Math.ceil((magnitudeBits(span) + 1) / layers)));
    return options;
  }
  for (let c = MIN_C; c <= MAX_C; c++) {
    let layers = windowsFor(magnitudeBits(span), c);
    for (let perLayer = 2; perLayer <= 1 + Math.floor(MAX_DOUBLINGS / c); perLayer++) {
      const layout = fixedWindowLayout(span, c, perLayer);
      // More doublings for equally many layers gain nothing.
      if (layout.layers === layers) continue;
      layers = layout.layers;
      add(layout);
    }
  }
  return options;
}
