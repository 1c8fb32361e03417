/** The port's `EngineParallel`: sums, decoding and tasks of protocols on the workers of a pool. */
import { runSteps } from '../port/slices.js';
import { decodingJob } from './decoding.js';
import { LARGEST_SUM, decodingParts, ranges, workersFor } from './plan.js';
import { shardedTable } from './sharded-table.js';
import { Shard } from './shards.js';

/** @import { Engine, EngineLists, EngineParallel, EngineTransfer, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Pool } from './pool.js' */

const SCALAR_BYTES = 32;

/** A slice is summed where its points are, unless a worker had this much more than others. */
const UNEVEN = 1.3;

/**
 * The capability of one engine.
 * @param {{ pool: Pool, engine: Engine, index: number, lists: EngineLists,
 *   transfer: EngineTransfer, workersOf?: (n: number, workers: number) => number }} parts `index`
 *   of the engine in its instance; `workersOf`, for tests, overrides how many workers sum n points
 * @returns {EngineParallel}
 */
export function createParallel({ pool, engine, index, lists, transfer, workersOf: forced }) {
  /** @type {Map<VectorHandle, Shard[]>} */
  const kept = new Map();
  /** @type {Map<number, number>} */
  const milliseconds = new Map();

  const msmMilliseconds = (/** @type {number} */ n) => {
    const known = milliseconds.get(n) ?? transfer.msmMilliseconds(n);
    if (milliseconds.size > 4096) milliseconds.clear();
    milliseconds.set(n, known);
    return known;
  };
  const workersOf = (/** @type {number} */ n) =>
    forced?.(n, pool.threads) ?? workersFor(n, pool.threads, msmMilliseconds);

  /** The shards of a list that is summed by k workers. */
  const shardsOf = (/** @type {VectorHandle} */ handle, /** @type {number} */ k) => {
    let shards = kept.get(handle);
    if (!shards) {
      const slots = pool.slots.filter(({ state }) => state !== 'dead').slice(0, k);
      shards = ranges(0, handle.length, slots.length).map(
        ({ start, end }, i) => new Shard(slots[i], start, end),
      );
      kept.set(handle, shards);
    }
    return shards;
  };

  /**
   * The ranges that are summed, each with the shard that has it, or with none: then its points are
   * sent along.
   */
  const cut = (
    /** @type {VectorHandle} */ handle,
    /** @type {number} */ start,
    /** @type {number} */ end,
  ) => {
    const n = end - start;
    const k = workersOf(n);
    if (k < 2) return [];
    const overlaps = shardsOf(handle, workersOf(handle.length))
      .map((shard) => ({
        shard,
        start: Math.max(start, shard.start),
        end: Math.min(end, shard.end),
      }))
      .filter((overlap) => overlap.start < overlap.end && overlap.shard.slot.state !== 'dead');
    const covered = overlaps.reduce((sum, overlap) => sum + overlap.end - overlap.start, 0);
    const longest = Math.max(0, ...overlaps.map((overlap) => overlap.end - overlap.start));
    return covered === n && longest <= UNEVEN * Math.ceil(n / k)
      ? overlaps
      : ranges(start, end, k).map((range) => ({ shard: null, ...range }));
  };

  return {
    get workers() {
      return pool.threads;
    },

    async msm(handle, start, end, scalars, control) {
      const cuts = cut(handle, start, end);
      if (cuts.length < 2) return runSteps(engine.msmSteps(handle, start, end, scalars), control);
      /** @type {Uint8Array | undefined} */
      let sum;
      const pieces = cuts.flatMap(({ shard, ...range }) =>
        ranges(range.start, range.end, Math.ceil((range.end - range.start) / LARGEST_SUM)).map(
          (piece) => ({ shard, ...piece }),
        ),
      );
      const scalarsOf = (/** @type {number} */ from, /** @type {number} */ to) =>
        scalars.slice((from - start) * SCALAR_BYTES, (to - start) * SCALAR_BYTES);
      const parts = pieces.map(({ shard, start: from, end: to }) => {
        /** @type {Part} */
        const part = {
          weight: to - from,
          owner: shard?.slot,
          send(slot) {
            const own = slot === shard?.slot ? shard : new Shard(slot, from, to);
            const { list, transfer: buffers } = own.send(transfer, handle);
            const bytes = scalarsOf(from, to);
            return {
              message: {
                op: 'msm',
                engine: index,
                list,
                isKept: own === shard,
                start: from - own.start,
                end: to - own.start,
                scalars: bytes,
              },
              transfer: [.../** @type {ArrayBuffer[]} */ (buffers), bytes.buffer],
            };
          },
          failed: (slot) => slot === shard?.slot && shard.free(),
          here: (own) => runSteps(engine.msmSteps(handle, from, to, scalarsOf(from, to)), own),
          done: (point) => (sum = sum ? engine.add(sum, point) : point),
        };
        return part;
      });
      await pool.run(parts, control);
      return /** @type {Uint8Array} */ (/** @type {unknown} */ (sum));
    },

    async decode(pieces, control) {
      const bySums = transfer.hasSums && pieces.subgroup === true;
      const count = decodingParts(pieces.length, pool.threads, bySums);
      if (count === 0) {
        return runSteps(lists.decodeSteps(pieces), control);
      }
      const keeps = workersOf(pieces.length) > 1;
      return decodingJob(
        { pool, engine, index, lists, transfer, kept, keeps, count },
        pieces,
        control,
      );
    },

    async fixedTable(handle, start, end, memory, table, control) {
      const points = { handle, start, end, memory };
      return shardedTable({ pool, engine, index, transfer }, points, table, control);
    },

    forget(handle) {
      for (const shard of kept.get(handle) ?? []) shard.free();
      kept.delete(handle);
    },

    async run(task, taskParts, control) {
      const parts = taskParts.map(({ weight, message, here }) => ({
        weight,
        send() {
          const { input, transfer: buffers } = message();
          return { message: { op: 'task', engine: index, task, input }, transfer: buffers };
        },
        here,
      }));
      return pool.run(parts, control);
    },
  };
}
