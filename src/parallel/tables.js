/** Tables of fixed points in workers: each has one of its range. */

import { SCALAR_BYTES } from '../math/integers.js';
import { runSteps } from '../port/slices.js';
import { cutRange } from '../port/ranges.js';

/** @import { Control, FixedParts, FixedTable, TaskPart, VectorHandle } from '../port/engine.js' */
/** @import { Range } from '../port/ranges.js' */
/** @import { Shared } from './parallel-engine.js' */
/** @import { Residency } from './residency.js' */

/** Shorter sums, in milliseconds on one thread, gain less from workers than messages cost. */
const LEAST_MS = 4;

/**
 * @param {Shared & { residency: Residency }} shared
 * @param {Range & { handle: VectorHandle }} points
 * @param {number} memory of all tables, in bytes
 * @param {FixedTable} table of all points, on the caller's thread
 * @param {Control} control
 * @returns {Promise<FixedParts | null>}
 */
export async function tableOnWorkers({ pool, engine, residency }, points, memory, table, control) {
  const { handle, start, end } = points;
  const { msmSteps, milliseconds = 0 } = table;
  const count = pool.living.length;
  if (!msmSteps || milliseconds < LEAST_MS || count < 2) return null;
  const run = msmSteps.bind(table);
  // Workers keep the points for the table, whatever else they keep of the list.
  const key = table;
  const free = () => residency.forget(key);
  const building = cutRange({ start, end }, count).map((range, worker) => ({
    weight: range.end - range.start,
    message: () => ({ input: { memory: memory / count }, transfer: [] }),
    here: () => false,
    points: { key, handle, ...range, worker },
  }));
  try {
    const built = await residency.run('table', building, control);
    if (!built.every(Boolean)) {
      free();
      return null;
    }
  } catch (error) {
    free();
    throw error;
  }
  return {
    free,
    async msm(scalars, positions, own) {
      const n = scalars.length / SCALAR_BYTES;
      const { living } = pool;
      /** @type {TaskPart[]} */
      const parts = residency.of(key).flatMap(({ worker, ...range }) => {
        const input = inputOf(range, scalars, positions, start);
        if (input.places.length === 0) return [];
        return {
          weight: input.places.length,
          message() {
            const copy = input.scalars.slice();
            const places = input.places.map((place) => place + start - range.start);
            return { input: { scalars: copy, places }, transfer: [copy.buffer] };
          },
          here: (ownControl) => runSteps(run(input.scalars, input.places), ownControl),
          points: { key, handle, ...range, worker: living.indexOf(worker), needsKept: true },
        };
      });
      if (parts.length === 0 || (milliseconds * n) / (end - start) < LEAST_MS) {
        return runSteps(run(scalars, positions), own);
      }
      const sums = await residency.run('tableSum', parts, own);
      return sums.reduce((sum, point) => engine.add(sum, point));
    },
  };
}

/**
 * The scalars of a range's points, and their places in the whole basis.
 * @param {Range} range of the list
 * @param {Uint8Array} scalars
 * @param {ArrayLike<number> | undefined} positions
 * @param {number} first position of the basis in the list
 * @returns {{ scalars: Uint8Array, places: Int32Array }}
 */
function inputOf(range, scalars, positions, first) {
  const [start, end] = [range.start - first, range.end - first];
  const count = scalars.length / SCALAR_BYTES;
  if (positions === undefined) {
    const [from, to] = [Math.min(start, count), Math.min(end, count)];
    return {
      scalars: scalars.subarray(from * SCALAR_BYTES, to * SCALAR_BYTES),
      places: Int32Array.from({ length: to - from }, (_, i) => from + i),
    };
  }
  const own = Array.from(positions, (place, i) => ({ place, i })).filter(
    ({ place }) => place >= start && place < end,
  );
  const chosen = new Uint8Array(own.length * SCALAR_BYTES);
  own.forEach(({ i }, j) =>
    chosen.set(scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES), j * SCALAR_BYTES),
  );
  return { scalars: chosen, places: Int32Array.from(own, ({ place }) => place) };
}
