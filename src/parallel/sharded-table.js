/** Tables of fixed points in workers, a share of the points each. */
import { runSteps } from '../port/slices.js';
import { SCALAR_BYTES } from '../math/integers.js';
import { ranges } from './plan.js';
import { Shard } from './shards.js';

/** @import { Control, Engine, EngineTransfer, FixedShards, FixedTable, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Pool } from './pool.js' */
/** @import { Slot } from './slot.js' */

/** Milliseconds on one thread from which workers pay for their messages. */
const LEAST_MS = 4;

/**
 * The table of a range, and the worker that has it.
 * @typedef {{ id: number, start: number, end: number, slot: Slot, epoch: number }} Share
 */

/**
 * @param {{ pool: Pool, engine: Engine, index: number, transfer: EngineTransfer }} parts
 * @param {{ handle: VectorHandle, start: number, end: number, memory: number }} points
 * @param {FixedTable} table of all points, on the caller's thread
 * @param {Control} control
 * @returns {Promise<FixedShards | null>}
 */
export async function shardedTable({ pool, engine, index, transfer }, points, table, control) {
  const { handle, start, end, memory } = points;
  const { msmSteps, milliseconds = 0 } = table;
  const slots = pool.slots.filter(({ isLive }) => isLive);
  if (!msmSteps || milliseconds < LEAST_MS || slots.length < 2) return null;
  const run = msmSteps.bind(table);
  /** @type {Share[]} */
  const shares = [];
  const free = () => {
    for (const { id, slot, epoch } of shares.splice(0)) {
      if (slot.epoch !== epoch || !slot.isLive) continue;
      slot.tables--;
      slot.tell({ op: 'free', vector: id });
    }
  };
  const building = ranges(start, end, slots.length).map((range, i) => {
    /** @type {Part} */
    const part = {
      weight: range.end - range.start,
      owner: slots[i],
      send(slot) {
        const { list, transfer: buffers } = new Shard(slot, range.start, range.end).send(
          transfer,
          handle,
        );
        const message = { op: 'table', engine: index, list, memory: memory / slots.length };
        return { message: { ...message }, transfer: buffers };
      },
      here: () => null,
      done(id, slot) {
        if (id === null || slot === null) return;
        slot.tables++;
        const from = range.start - start;
        shares.push({ id, start: from, end: range.end - start, slot, epoch: slot.epoch });
      },
    };
    return part;
  });
  try {
    await pool.run(building, control);
  } catch (error) {
    free();
    throw error;
  }
  if (shares.length < slots.length) {
    free();
    return null;
  }
  return {
    free,
    async msm(scalars, positions, own) {
      const count = scalars.length / SCALAR_BYTES;
      if ((milliseconds * count) / (end - start) < LEAST_MS) {
        return runSteps(run(scalars, positions), own);
      }
      /** @type {Uint8Array | undefined} */
      let sum;
      const parts = shares.flatMap((share) => {
        const input = inputOf(share, scalars, positions);
        if (input.scalars.length === 0) return [];
        /** @type {Part} */
        const part = {
          weight: input.scalars.length / SCALAR_BYTES,
          owner: share.slot,
          send(slot) {
            if (slot !== share.slot || slot.epoch !== share.epoch) return null;
            const copy = input.scalars.slice();
            const places = input.places.map((place) => place - share.start);
            const message = { op: 'tableMsm', table: share.id, scalars: copy, places };
            return { message, transfer: [copy.buffer] };
          },
          here: (ownControl) => runSteps(run(input.scalars, input.places), ownControl),
          done: (point) => (sum = sum ? engine.add(sum, point) : point),
        };
        return [part];
      });
      if (parts.length === 0) return runSteps(run(scalars, positions), own);
      await pool.run(parts, own);
      return /** @type {Uint8Array} */ (/** @type {unknown} */ (sum));
    },
  };
}

/**
 * The scalars of a share's points, and their places in the whole basis.
 * @param {Share} share
 * @param {Uint8Array} scalars
 * @param {ArrayLike<number> | undefined} positions
 * @returns {{ scalars: Uint8Array, places: Int32Array }}
 */
function inputOf({ start, end }, scalars, positions) {
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
