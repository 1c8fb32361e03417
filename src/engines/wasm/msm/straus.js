/**
 * Straus' method with interleaved width-w NAFs, for few points: a table of odd multiples of each
 * point, and no buckets.
 *
 * Symbols: n points P_i; scalars of `parts` parts; b bits of the largest part; w width of the NAF;
 * E_b the sum at bit b.
 *
 * The additions are bucket accumulation as well: the digits of all parts at bit b select the table
 * entries that sum to E_b, and the MSM is Σ_b 2^b·E_b as in reduce.js. Almost all additions are
 * therefore affine and share inversions.
 *
 * Sources: Straus, "Addition chains of vectors (problem 5125)" (American Mathematical Monthly 71,
 * 1964); for interleaving, Möller, "Algorithms for multi-exponentiation" (SAC 2001).
 */

import { Accumulator, accumulateSteps, accumulatorBytes, lastingSums } from './accumulate.js';
import { writeImages } from './model.js';
import { wnaf } from './wnaf.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Buckets } from './accumulate.js' */
/** @import { Machine, SplitInput } from './msm.js' */
/** @import { StrausPlan } from './work.js' */
/** @import { Sums } from './combination.js' */

/**
 * Computes one point per bit.
 * @param {Machine} machine
 * @param {SplitInput} input
 * @param {StrausPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* sums({ arena, batch, scalarKernel }, input, { w }) {
  const { points, n, split, bits, allocate, clock } = input;
  const { parts, partBytes } = scalarKernel;
  const { pointBytes } = batch;
  const digits = mostDigits(parts * n, bits, w);
  const at = allocate({
    table: tableBytes(batch, n, w, parts),
    entries: 8 * digits,
    references: 4 * digits,
    starts: 4 * (bits + 2),
    sums: lastingSums(bits + 1, digits) * pointBytes,
    scratch: accumulatorBytes(batch),
  });
  const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
  const tables = oddMultiples(accumulator, { base: points, points: n, parts, w, table: at.table });
  clock.end('tables');
  const shape = { split, partBytes, points: n, w, bits, stride: pointBytes };
  const buckets = gatherBits(arena.i32, at, shape, tables);
  clock.end('digits');
  yield* accumulateSteps(accumulator, buckets);
  clock.end('accumulate');
  return { kernel: batch, references: buckets.starts, width: 1, rows: bits + 1, bits: 1 };
}

/**
 * Upper bound on the digits of `count` parts: positions are 0 … bits, at least w apart.
 * @param {number} count
 * @param {number} bits
 * @param {number} w
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
 * @returns {Buckets} bits + 1 of them
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
  return { references: at.references, starts: at.starts, count };
}

/** The strategy. `points`: number of batch-kernel points that enter the combination of windows. */
export const straus = {
  points: (/** @type {StrausPlan} */ _, /** @type {number} */ bits) => bits + 1,
  sums,
};
