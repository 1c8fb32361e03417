/**
 * Building a table: the multiples 1·Q … μ·Q of Q = 2^(c·h·l)·P for every point P and layer l, by batched additions.
 *
 * Entry (i, l, m) is μ·(i·L + l) + m − 1: what a scalar needs lies together. Points go through in blocks, whose entries
 * are still cached when they are needed again. In a block first all Q by doublings, then m = k + 1 … 2k from k·Q and
 * 1·Q … k·Q for k = 1, 2, 4, …: few rounds, whose additions do not depend on each other.
 */

/** @import { Accumulator } from '../accumulate.js' */
/** @import { Progress } from '../../engines/engine.js' */
/** @import { Layout } from './plan.js' */

/** Points that go through together. */
const BLOCK = 512;

/** Additions between two yields: half a millisecond. */
const PIECE = 2048;

/**
 * @param {Layout} layout
 * @param {number} n
 * @param {number} pointBytes
 */
export const tableBytes = ({ layers, multiples }, n, pointBytes) =>
  n * layers * multiples * pointBytes;

/**
 * @param {Accumulator} accumulator whose lasting sums are not used
 * @param {Layout} layout
 * @param {{ points: number, n: number, table: number }} memory addresses of the points and of the table
 * @returns {Generator<Progress, void, void>}
 */
export function* buildTable(accumulator, { c, perLayer, layers, multiples }, { points, n, table }) {
  const { arena, kernel } = accumulator;
  const { pointBytes } = kernel;
  const layerBytes = multiples * pointBytes;
  const doublings = c * perLayer * (layers - 1);
  const total = n * (doublings + layers * (multiples - 1)) || 1;
  const progress = () => ({ phase: 'table', done: accumulator.additions, total });
  for (let first = 0; first < n; first += BLOCK) {
    const count = Math.min(BLOCK, n - first);
    const rows = count * layers;
    const start = table + first * layers * layerBytes;
    for (let i = 0; i < count; i++) {
      const from = points + (first + i) * pointBytes;
      arena.u8.copyWithin(start + i * layers * layerBytes, from, from + pointBytes);
    }
    for (let layer = 1; layer < layers; layer++) {
      for (let d = 0; d < c * perLayer; d++) {
        accumulator.addAll(count, (i) => {
          const target = start + (i * layers + layer) * layerBytes;
          const source = d === 0 ? target - layerBytes : target;
          return [target, source, source];
        });
        yield progress();
      }
    }
    for (let k = 1; k < multiples; k *= 2) {
      const width = Math.min(k, multiples - k);
      for (let done = 0; done < rows * width; done += PIECE) {
        accumulator.addAll(Math.min(PIECE, rows * width - done), (i) => {
          const row = start + Math.floor((done + i) / width) * layerBytes;
          const m = (done + i) % width;
          const last = row + (k - 1) * pointBytes;
          return [last + (m + 1) * pointBytes, row + m * pointBytes, last];
        });
        yield progress();
      }
    }
  }
}
