/**
 * Straus' method with lists, for few points: tables of multiples of each point, and no buckets.
 *
 * Symbols: n points P_i; scalars of `parts` parts; b bits of the largest part; w width of a NAF; c
 * bits per window; W windows; S_r the sum of row r.
 *
 * Each digit of a part selects a table entry. The entries of a row form one bucket of accumulation,
 * so almost all additions are affine and share inversions; the rows' sums are d doublings apart:
 *   Σ k_i·P_i = Σ_r 2^(d·r)·S_r.
 * Two forms, of which the cheaper is chosen (docs/decisions/34-prices-from-products.md):
 *   *straus*: interleaved width-w NAFs over odd multiples; a row for each bit, d = 1;
 *   *tables*: fixed windows over the multiples 1 … 2^(c−1); a row for each window, d = c. The table
 *     has more entries and there are more additions, but a quarter as many sums for the single
 *     kernel to add one by one.
 *
 * Sources: Straus, "Addition chains of vectors (problem 5125)" (American Mathematical Monthly 71,
 * 1964); for interleaving, Möller, "Algorithms for multi-exponentiation" (SAC 2001).
 */

import { Accumulator, accumulateSteps, accumulatorBytes, lastingSums } from './accumulate.js';
import { writeImages } from './model.js';
import { wnaf } from './wnaf.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { MsmContext, SplitInput } from './msm.js' */
/** @import { StrausPlan, TablePlan } from './work.js' */
/** @import { Sums } from './combination.js' */

/**
 * The sums of some rows.
 * @template {string} Part
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {{ parts: Record<Part, number>, rows: number, most: number, bits: number,
 *   fill: (accumulator: Accumulator, at: Record<Part, number>) => any,
 *   gather: (at: Record<Part | 'starts', number>, table: any) => number }} form `parts`: sizes of
 *   memory, in bytes; `most` digits in all rows; `bits` between rows; `fill` makes the table;
 *   `gather` writes the references that the digits select, row by row, and where each begins, and
 *   returns the address of the first
 * @returns {Generator<Progress, Sums, void>}
 */
function* sumRows({ arena, batch }, { allocate, clock }, form) {
  const { parts, rows, most, bits, fill, gather } = form;
  const at = allocate({
    ...parts,
    starts: 4 * (rows + 1),
    sums: lastingSums(rows, most) * batch.pointBytes,
    scratch: accumulatorBytes(batch),
  });
  const { starts } = at;
  const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
  const table = fill(accumulator, at);
  clock.end('tables');
  const references = gather(at, table);
  clock.end('digits');
  yield* accumulateSteps(accumulator, { references, starts, count: rows });
  clock.end('accumulate');
  return { kernel: batch, references: starts, width: 1, rows, bits };
}

/**
 * One point per bit.
 * @type {(context: MsmContext, input: SplitInput,
 *   plan: StrausPlan) => Generator<Progress, Sums, void>}
 */
function sumBits(context, input, { w }) {
  const { arena, batch, scalarKernel } = context;
  const { points, n, split, bits } = input;
  const { parts, partBytes } = scalarKernel;
  const most = mostDigits(parts * n, bits, w);
  const shape = { split, partBytes, points: n, w, bits, stride: batch.pointBytes };
  return sumRows(context, input, {
    parts: { table: tableBytes(batch, n, w, parts), entries: 8 * most, references: 4 * most },
    ...{ rows: bits + 1, most, bits: 1 },
    fill: (accumulator, { table }) =>
      oddMultiples(accumulator, { base: points, points: n, parts, w, table }),
    gather: (at, tables) => gatherBits(arena.i32, at, shape, tables),
  });
}

/**
 * One point per window.
 * @type {(context: MsmContext, input: SplitInput, plan: TablePlan) =>
 *   Generator<Progress, Sums, void>}
 */
function sumWindows(context, input, { c, windows }) {
  const { arena, batch, scalarKernel } = context;
  const { points, n, split } = input;
  const { parts } = scalarKernel;
  const count = parts * n;
  return sumRows(context, input, {
    // A row for each multiple, of the points and of their images.
    parts: { table: 2 ** (c - 1) * count * batch.pointBytes, digits: 4 * count * windows },
    ...{ rows: windows, most: count * windows, bits: c },
    fill: (accumulator, { table }) =>
      fillTable(accumulator, { base: points, points: n, parts, c, table }),
    gather(at) {
      scalarKernel.digits(at.digits, split, count, c, windows);
      const shape = { count, points: n, windows, c, table: at.table, stride: batch.pointBytes };
      return gatherWindows(arena.i32, at, shape);
    },
  });
}

/**
 * Upper bound on the digits of `count` parts: positions are 0 … bits, at least w apart.
 * @type {(count: number, bits: number, w: number) => number}
 */
const mostDigits = (count, bits, w) => count * Math.ceil((bits + 1) / w);

/**
 * Bytes of the tables of n points for width w: a row of doubles, rows of the odd multiples 3, 5, …,
 * and the images of all rows and of the points.
 * @param {BatchKernel} kernel
 * @param {number} n
 * @param {number} w
 * @param {number} parts of a scalar: each after the first needs images
 */
export function tableBytes({ pointBytes }, n, w, parts) {
  return parts * 2 ** (w - 2) * n * pointBytes;
}

/**
 * Builds rows of odd multiples: row k holds the multiples 2k + 1 of the points, or of their images.
 * @param {Accumulator} accumulator
 * @param {{ base: number, points: number, parts: number, w: number, table: number }} input
 * @returns {number[][]} addresses of the rows, per part of a scalar
 */
export function oddMultiples(accumulator, { base, points, parts, w, table }) {
  const { kernel } = accumulator;
  const { pointBytes } = kernel;
  const rowBytes = points * pointBytes;
  const doubles = table;
  const rows = [base];
  if (w > 2)
    accumulator.addAll(points, (i) => [
      doubles + i * pointBytes,
      base + i * pointBytes,
      base + i * pointBytes,
    ]);
  for (let k = 1; k < 2 ** (w - 2); k++) {
    const row = table + k * rowBytes;
    const before = rows[k - 1];
    accumulator.addAll(points, (i) => [
      row + i * pointBytes,
      before + i * pointBytes,
      doubles + i * pointBytes,
    ]);
    rows.push(row);
  }
  const bytes = 2 ** (w - 2) * rowBytes;
  const images = table + bytes;
  const others = (rows.length - 1) * points;
  const lists = { points: table + rowBytes, images: images + rowBytes, bytes, n: others };
  writeImages(kernel, parts, { points: base, images, bytes, n: points });
  writeImages(kernel, parts, lists);
  return Array.from({ length: parts }, (_, part) =>
    rows.map((row, k) => (part > 0 ? images + (part - 1) * bytes + k * rowBytes : row)),
  );
}

/**
 * Fills one bucket per bit with references to table entries.
 * @param {Int32Array} memory
 * @param {{ entries: number, references: number, starts: number }} at addresses: of two words per
 *   digit, in the order of recoding; of the references, sorted by bit; of the starts
 * @param {{ split: number, partBytes: number, points: number, w: number, bits: number,
 *   stride: number }} input address of the parts, and their shape
 * @param {number[][]} tables addresses of the rows, per part of a scalar
 * @returns {number} address of the references
 */
function gatherBits(memory, at, { split, partBytes, points, w, bits, stride }, tables) {
  const [entries, references, starts] = [at.entries >> 2, at.references >> 2, at.starts >> 2];
  const count = bits + 1;
  memory.fill(0, starts, starts + count + 1);
  let end = entries;
  let word = split >> 2;
  for (const table of tables) {
    for (let i = 0; i < points; i++, word += partBytes >> 2) {
      const column = i * stride;
      wnaf(memory, word, partBytes >> 2, bits, w, (position, value) => {
        const address = table[Math.abs(value) >> 1] + column;
        memory[end++] = position;
        memory[end++] = value < 0 ? address | 1 : address;
        memory[starts + position]++;
      });
    }
  }
  for (let b = 1; b <= count; b++) memory[starts + b] += memory[starts + b - 1];
  // A start holds its bucket's end at first, and is decremented to its beginning.
  for (let i = end - 2; i >= entries; i -= 2)
    memory[references + --memory[starts + memory[i]]] = memory[i + 1];
  return at.references;
}

/**
 * Fills a table. Row v − 1 holds the multiples v·P of the points, v = 1 … 2^(c−1); equally many
 * rows of their images follow, and of the images of those if scalars have more parts. Each round of
 * additions doubles the number of rows.
 * @type {(accumulator: Accumulator, input: { base: number, points: number, parts: number,
 *   c: number, table: number }) => void}
 */
export function fillTable(accumulator, { base, points, parts, c, table }) {
  const { kernel, arena } = accumulator;
  const { pointBytes } = kernel;
  arena.u8.copyWithin(table, base, base + points * pointBytes);
  const rows = 2 ** (c - 1);
  for (let known = 1; known < rows; known *= 2) {
    const largest = table + (known - 1) * points * pointBytes;
    const next = table + known * points * pointBytes;
    let column = -1;
    accumulator.addAll(known * points, (i) => {
      column = column + 1 === points ? 0 : column + 1;
      return [next + i * pointBytes, largest + column * pointBytes, table + i * pointBytes];
    });
  }
  const size = rows * points;
  const bytes = size * pointBytes;
  writeImages(kernel, parts, { points: table, images: table + bytes, bytes, n: size });
}

/**
 * References to the table entries that digits select, window by window. They overwrite the digits.
 * @param {Int32Array} memory
 * @param {{ digits: number, starts: number }} at addresses of `count` digits per window, |digit| ≤
 *   2^(c−1), those of the points before those of the images; and of the starts to be written
 * @param {{ count: number, points: number, windows: number, c: number, table: number,
 *   stride: number }} input
 * @returns {number} address of the first
 */
function gatherWindows(memory, at, { count, points, windows, c, table, stride }) {
  const rowBytes = points * stride;
  const imageBytes = 2 ** (c - 1) * rowBytes;
  const first = at.digits >> 2;
  const start = at.starts >> 2;
  let end = first;
  let next = first;
  memory[start] = 0;
  for (let w = 0; w < windows; w++) {
    for (let i = 0; i < count; i++) {
      const digit = memory[next++];
      if (digit === 0) continue;
      const part = Math.floor(i / points);
      const column = table + part * imageBytes + (i - part * points) * stride;
      memory[end++] =
        digit > 0 ? column + (digit - 1) * rowBytes : (column + (-digit - 1) * rowBytes) | 1;
    }
    memory[start + w + 1] = end - first;
  }
  return at.digits;
}

/** The strategies. `points`: how many of the batch kernel enter the combination of windows. */
export const straus = {
  points: (/** @type {StrausPlan} */ _, /** @type {number} */ bits) => bits + 1,
  sums: sumBits,
};

/** The same with windows. */
export const tables = {
  points: (/** @type {TablePlan} */ { windows }) => windows,
  sums: sumWindows,
};
