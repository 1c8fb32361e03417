/**
 * Builds a table: the multiples 1·Q … μ·Q of Q = 2^b·P for every point P and every layer, which
 * begins at bit b, by batched additions.
 *
 * Symbols: P a point; Q its multiple at the start of a layer; b the bit of that layer; μ multiples
 * per layer.
 *
 * The layers of a point are consecutive (layersOf). Points are processed in blocks, whose entries
 * are still cached when needed again. Each block first computes all Q by doublings, then m = k + 1
 * … 2k from k·Q and 1·Q … k·Q for k = 1, 2, 4, …: few rounds of independent additions. For sliding
 * windows the multiples are 1·Q, 3·Q, …, (2μ − 1)·Q.
 */

/** @import { Accumulator } from '../accumulate.js' */
/** @import { Layout } from './plan.js' */

/** Points per block. */
const BLOCK = 512;

/** Additions between two yields: half a millisecond. */
const RANGE = 2048;

/** Table entries per point. @type {(layout: Layout) => number} */
export const entriesOf = ({ layers, multiples, lastMultiples = multiples, narrow = 0 }) =>
  (layers - 1) * multiples + lastMultiples - (narrow * multiples) / 2;

/**
 * @param {Layout} layout
 * @returns {Array<{ start: number, multiples: number, bits: number }>} for each layer, the number
 *   of entries before it, its own number of entries, and the bits to the next layer
 */
function layersOf({ c, perLayer, layers, multiples, lastMultiples = multiples, narrow = 0 }) {
  let start = 0;
  return Array.from({ length: layers }, (_, i) => {
    const isNarrow = i >= layers - narrow;
    const most = i === layers - 1 ? lastMultiples : multiples;
    const layer = {
      start,
      multiples: isNarrow ? multiples / 2 : most,
      bits: isNarrow ? c - 1 : c * perLayer,
    };
    start += layer.multiples;
    return layer;
  });
}

/** @type {(layout: Layout, n: number, pointBytes: number) => number} */
export const tableBytes = (layout, n, pointBytes) => n * entriesOf(layout) * pointBytes;

/**
 * Number of additions and doublings to build a table.
 * @type {(layout: Layout, n: number) => number}
 */
export function buildingWork(layout, n) {
  const { layers, multiples, width } = layout;
  const between = layersOf(layout).slice(0, -1);
  // Odd multiples also take doublings: 2·Q, 4·Q, …, μ·Q.
  const doublings = width ? layers * Math.log2(multiples) : 0;
  const bits = between.reduce((sum, layer) => sum + layer.bits, 0);
  return n * (bits + entriesOf(layout) - layers + doublings);
}

/**
 * @param {Accumulator} accumulator its lasting sums are not used
 * @param {Layout} layout
 * @param {{ points: number, n: number, table: number }} memory addresses of the points
 *   and of the table
 * @returns {Generator<number, void, void>} number of additions since the previous yield
 */
export function* buildTable(accumulator, layout, { points, n, table }) {
  const layers = layersOf(layout);
  const fill = layout.width ? fillOddRows : fillRows;
  const { arena, kernel } = accumulator;
  const { pointBytes } = kernel;
  const rowsBytes = entriesOf(layout) * pointBytes;
  for (let first = 0; first < n; first += BLOCK) {
    const count = Math.min(BLOCK, n - first);
    const start = table + first * rowsBytes;
    for (let i = 0; i < count; i++) {
      const from = points + (first + i) * pointBytes;
      arena.u8.copyWithin(start + i * rowsBytes, from, from + pointBytes);
    }
    for (let i = 1; i < layers.length; i++) {
      const [from, to] = [layers[i - 1], layers[i]].map(
        (layer) => start + layer.start * pointBytes,
      );
      for (let d = 0; d < layers[i - 1].bits; d++) {
        accumulator.addAll(count, (i) => {
          const target = to + i * rowsBytes;
          const source = d === 0 ? from + i * rowsBytes : target;
          return [target, source, source];
        });
        yield count;
      }
    }
    // Layers of equal size are built together.
    for (let i = 0, end = 0; i < layers.length; i = end) {
      const { multiples } = layers[i];
      while (end < layers.length && layers[end].multiples === multiples) end++;
      const [size, from] = [end - i, start + layers[i].start * pointBytes];
      yield* fill(accumulator, multiples, count * size, (row) => {
        const layer = (row % size) * multiples * pointBytes;
        return from + Math.floor(row / size) * rowsBytes + layer;
      });
    }
  }
}

/**
 * Computes the multiples 2·Q … μ·Q of every row, after its Q.
 * @param {Accumulator} accumulator
 * @param {number} multiples μ
 * @param {number} rows
 * @param {(row: number) => number} addressOf
 * @returns {Generator<number, void, void>}
 */
function* fillRows(accumulator, multiples, rows, addressOf) {
  const { pointBytes } = accumulator.kernel;
  for (let k = 1; k < multiples; k *= 2) {
    const width = Math.min(k, multiples - k);
    for (let done = 0; done < rows * width; done += RANGE) {
      const count = Math.min(RANGE, rows * width - done);
      accumulator.addAll(count, (i) => {
        const row = addressOf(Math.floor((done + i) / width));
        const m = (done + i) % width;
        const last = row + (k - 1) * pointBytes;
        return [last + (m + 1) * pointBytes, row + m * pointBytes, last];
      });
      yield count;
    }
  }
}

/**
 * Computes the multiples 3·Q, 5·Q, …, (2μ − 1)·Q of every row, after its Q. The last slot holds
 * 2k·Q for k = 1, 2, 4, …, μ/2, to be added to the first k entries, until it receives its own
 * multiple.
 * @param {Accumulator} accumulator
 * @param {number} multiples μ, a power of two
 * @param {number} rows
 * @param {(row: number) => number} addressOf
 * @returns {Generator<number, void, void>}
 */
function* fillOddRows(accumulator, multiples, rows, addressOf) {
  const { pointBytes } = accumulator.kernel;
  const last = (multiples - 1) * pointBytes;
  /** @param {number} count @param {(i: number) => [target: number, a: number, b: number]} pair */
  const addAll = function* (count, pair) {
    for (let done = 0; done < count; done += RANGE) {
      const size = Math.min(RANGE, count - done);
      accumulator.addAll(size, (i) => pair(done + i));
      yield size;
    }
  };
  for (let k = 1; k < multiples; k *= 2) {
    yield* addAll(rows, (i) => {
      const row = addressOf(i);
      const source = row + (k === 1 ? 0 : last);
      return [row + last, source, source];
    });
    // The last multiple overwrites the summand.
    const width = 2 * k === multiples ? k - 1 : k;
    yield* addAll(rows * width, (i) => {
      const row = addressOf(Math.floor(i / width));
      const m = i % width;
      return [row + (k + m) * pointBytes, row + m * pointBytes, row + last];
    });
  }
  if (multiples > 1)
    yield* addAll(rows, (i) => {
      const row = addressOf(i);
      return [row + last, row + last, row + last - (multiples / 2) * pointBytes];
    });
}
