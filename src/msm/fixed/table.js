/**
 * Building a table: the multiples 1·Q … μ·Q of Q = 2^(c·h·l)·P for every point P and layer l, by batched additions.
 *
 * Entry (i, l, m) is μ·(i·L + l) + m − 1, or less where the last layer has fewer multiples: what a scalar needs lies together. Points go through in blocks, whose entries
 * are still cached when they are needed again. In a block first all Q by doublings, then m = k + 1 … 2k from k·Q and
 * 1·Q … k·Q for k = 1, 2, 4, …: few rounds, whose additions do not depend on each other. Of sliding windows the multiples are
 * 1·Q, 3·Q, …, (2μ − 1)·Q.
 */

/** @import { Accumulator } from '../accumulate.js' */
/** @import { Layout } from './plan.js' */

/** Points that go through together. */
const BLOCK = 512;

/** Additions between two yields: half a millisecond. */
const PIECE = 2048;

/**
 * Multiples in the table of each point.
 * @param {Layout} layout
 */
export const entriesOf = ({ layers, multiples, lastMultiples = multiples }) =>
  (layers - 1) * multiples + lastMultiples;

/**
 * @param {Layout} layout
 * @param {number} n
 * @param {number} pointBytes
 */
export const tableBytes = (layout, n, pointBytes) => n * entriesOf(layout) * pointBytes;

/**
 * Additions and doublings that building takes.
 * @param {Layout} layout
 * @param {number} n
 */
export function buildingWork(layout, n) {
  const { c, perLayer, layers, multiples, width } = layout;
  // Odd multiples take doublings besides: of 2·Q, 4·Q, …, μ·Q.
  const doublings = width ? layers * Math.log2(multiples) : 0;
  return n * (c * perLayer * (layers - 1) + entriesOf(layout) - layers + doublings);
}

/**
 * @param {Accumulator} accumulator whose lasting sums are not used
 * @param {Layout} layout
 * @param {{ points: number, n: number, table: number }} memory addresses of the points and of the table
 * @returns {Generator<number, void, void>} the number of additions since the last time
 */
export function* buildTable(accumulator, layout, { points, n, table }) {
  const { c, perLayer, layers, multiples, lastMultiples = multiples, width } = layout;
  const fill = width ? fillOddRows : fillRows;
  const { arena, kernel } = accumulator;
  const { pointBytes } = kernel;
  const layerBytes = multiples * pointBytes;
  const rowsBytes = entriesOf(layout) * pointBytes;
  for (let first = 0; first < n; first += BLOCK) {
    const count = Math.min(BLOCK, n - first);
    const start = table + first * rowsBytes;
    for (let i = 0; i < count; i++) {
      const from = points + (first + i) * pointBytes;
      arena.u8.copyWithin(start + i * rowsBytes, from, from + pointBytes);
    }
    for (let layer = 1; layer < layers; layer++) {
      for (let d = 0; d < c * perLayer; d++) {
        accumulator.addAll(count, (i) => {
          const target = start + i * rowsBytes + layer * layerBytes;
          const source = d === 0 ? target - layerBytes : target;
          return [target, source, source];
        });
        yield count;
      }
    }
    const whole = layers - 1;
    yield* fill(accumulator, multiples, count * whole, (row) => {
      return start + Math.floor(row / whole) * rowsBytes + (row % whole) * layerBytes;
    });
    const last = start + whole * layerBytes;
    yield* fill(accumulator, lastMultiples, count, (row) => last + row * rowsBytes);
  }
}

/**
 * The multiples 2·Q … μ·Q of every row behind its Q.
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
    for (let done = 0; done < rows * width; done += PIECE) {
      const count = Math.min(PIECE, rows * width - done);
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
 * The multiples 3·Q, 5·Q, …, (2μ − 1)·Q of every row behind its Q. The last place has 2k·Q for k = 1, 2, 4, …, μ/2, which is added to
 * the first k, until its own turn comes.
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
    for (let done = 0; done < count; done += PIECE) {
      const size = Math.min(PIECE, count - done);
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
    // The last of all takes the place of what is added.
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
