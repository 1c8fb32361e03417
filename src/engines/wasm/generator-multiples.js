/**
 * P_i + t_i·G for many points and scalars, on the batch kernel: a table of the multiples of G by
 * every byte at every place, and one addition per byte; the additions of all i share their
 * inversions.
 *
 * Symbols: G the generator; b the value of a byte; w its place, 0 ≤ w < 32.
 *
 * The table holds b·2^(8w)·G: 8192 additions, once; then 32 additions a point. Imported with the
 * first list. Source: Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with precomputation"
 * (EUROCRYPT 1992).
 */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';
import { fillTable } from './msm/straus.js';

/** @import { GeneratorMultiples } from '../../port/engine.js' */
/** @import { EngineParts } from './engine.js' */

const BYTE_BITS = 8;
const ROWS = 2 ** BYTE_BITS;

/** Points at a time: a batched addition. */
const RANGE = 1024;

/**
 * @param {Pick<EngineParts, 'data' | 'arena' | 'batch'>} parts of a curve without a model
 * @returns {GeneratorMultiples}
 */
export function generatorMultiples({ data, arena, batch }) {
  const { fieldBytes, pointBytes } = batch;
  const size = 2 * fieldBytes;
  /** Of the table, which is kept as long as the engine. */
  let table = 0;
  const entry = (/** @type {number} */ b, /** @type {number} */ w) =>
    table + (b * SCALAR_BYTES + w) * pointBytes;

  const build = () => {
    // `fillTable` fills one row more.
    const at = arena.allocate((ROWS + 1) * SCALAR_BYTES * pointBytes, 'multiples of the generator');
    table = at;
    try {
      withAccumulator((accumulator) => {
        const base = entry(1, 0);
        const { x, y } = data.generator;
        arena.borrow(size, (buffer) => {
          arena.u8.set(toBytesLE(x + (y << BigInt(BYTE_BITS * fieldBytes)), size), buffer);
          batch.fromAffineBytes(base, buffer, 1);
        });
        for (let w = 1; w < SCALAR_BYTES; w++) {
          const [point, before] = [entry(1, w), entry(1, w - 1)];
          accumulator.addAll(1, () => [point, before, before]);
          for (let i = 1; i < BYTE_BITS; i++) accumulator.addAll(1, () => [point, point, point]);
        }
        // P − P gives infinity for any finite P.
        accumulator.addAll(SCALAR_BYTES, (w) => [entry(0, w), base, base | 1]);
        const points = SCALAR_BYTES;
        fillTable(accumulator, { base, points, parts: 1, c: BYTE_BITS + 1, table: base });
      });
    } catch (error) {
      table = 0;
      arena.free(at);
      throw error;
    }
  };

  /** @type {(work: (accumulator: Accumulator) => void) => void} */
  const withAccumulator = (work) =>
    arena.borrow(accumulatorBytes(batch), (scratch) =>
      work(new Accumulator(batch, arena, scratch, 0)),
    );

  return {
    addTo(affine, scalars) {
      if (table === 0) build();
      const n = affine.length / size;
      const sums = new Uint8Array(affine.length);
      const room = Math.min(n, RANGE);
      arena.borrow(room * (size + pointBytes), (buffer) => {
        const points = buffer + room * size;
        withAccumulator((accumulator) => {
          for (let first = 0; first < n; first += RANGE) {
            const count = Math.min(RANGE, n - first);
            const [start, end] = [first * size, (first + count) * size];
            arena.u8.set(affine.subarray(start, end), buffer);
            batch.fromAffineBytes(points, buffer, count);
            for (let w = 0; w < SCALAR_BYTES; w++) {
              accumulator.addAll(count, (i) => {
                const point = points + i * pointBytes;
                return [point, point, entry(scalars[(first + i) * SCALAR_BYTES + w], w)];
              });
            }
            batch.toAffineBytes(buffer, points, count, 0);
            sums.set(arena.u8.subarray(buffer, buffer + count * size), start);
          }
        });
      });
      return sums;
    },
  };
}
