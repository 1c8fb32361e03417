/** The port's `EngineParallel`: sums, decoding and tasks of protocols on the workers of a pool. */
import { runSteps } from '../port/slices.js';
import { SCALAR_BYTES } from '../math/integers.js';
import { decodeThenCheck, decodingJob } from './decoding.js';
import { LARGEST_SUM, areLong, cutFor, decodingParts, ranges } from './plan.js';
import { sendingParts } from './sending.js';
import { shardedTable } from './sharded-table.js';
import { Shard, shardsFor } from './shards.js';
import { Tasks } from './tasks.js';

/** @import { Engine, EngineLists, EngineParallel, EngineTransfer, SumShare, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Cut } from './plan.js' */
/** @import { Pool } from './pool.js' */
/** @import { Range, Shards } from './shards.js' */
/** @import { Slot } from './slot.js' */

/** A slice is summed where its points are, unless a worker had this much more than others. */
const UNEVEN = 1.3;

/**
 * A part of a sum: points, or with `share` some windows of all scalars; and what a worker has of
 * the points. `shard` null: the points are sent along.
 * @typedef {{ start: number, end: number, shard: Shard | null, share: SumShare | null }} Piece
 */

/**
 * The capability of one engine.
 * @param {{ pool: Pool, engine: Engine, index: number, lists: EngineLists,
 *   transfer: EngineTransfer, cutOf?: (n: number, workers: number) => Cut }} parts `index` of the
 *   engine in its instance; `cutOf`, for tests, overrides how sums of n points are cut
 * @returns {EngineParallel}
 */
export function createParallel({ pool, engine, index, lists, transfer, cutOf: forced }) {
  /** @type {Map<VectorHandle, Shards>} */
  const kept = new Map();
  const whole = remembering(transfer.msmMilliseconds);
  const plans = remembering(transfer.planShares);
  const cuts = remembering((n, workers) =>
    cutFor(n, workers, { whole, share: (points, count) => plans(points, count).milliseconds }),
  );
  /** @type {(n: number) => Cut} */
  const cutOf = (n) => forced?.(n, pool.threads) ?? cuts(n, pool.threads);
  const tasks = new Tasks({ pool, index, transfer });
  const slotsOf = () => pool.slots.filter(({ state }) => state !== 'dead');

  /** The parts of a list that workers keep, by worker. */
  const shardsOf = (/** @type {VectorHandle} */ handle) => {
    let shards = kept.get(handle);
    if (!shards) {
      const { workers, byWindows } = cutOf(handle.length);
      const slots = slotsOf().slice(0, workers);
      shards = { isWhole: byWindows, shards: shardsFor(slots, handle.length, byWindows) };
      kept.set(handle, shards);
    }
    return shards;
  };

  /** Pieces of a range that k workers sum, of a list of which each has a stretch. */
  const byStretches = (
    /** @type {readonly Shard[]} */ shards,
    /** @type {Range} */ { start, end },
    /** @type {number} */ k,
  ) => {
    const n = end - start;
    const overlaps = shards
      .map((shard) => ({
        shard,
        start: Math.max(start, shard.start),
        end: Math.min(end, shard.end),
      }))
      .filter((overlap) => overlap.start < overlap.end && overlap.shard.slot.state !== 'dead');
    const covered = overlaps.reduce((sum, overlap) => sum + overlap.end - overlap.start, 0);
    const longest = Math.max(0, ...overlaps.map((overlap) => overlap.end - overlap.start));
    const pieces =
      covered === n && longest <= UNEVEN * Math.ceil(n / k)
        ? overlaps
        : ranges(start, end, k).map((range) => ({ shard: null, ...range }));
    return pieces.flatMap(({ shard, ...range }) =>
      ranges(range.start, range.end, Math.ceil((range.end - range.start) / LARGEST_SUM)).map(
        (piece) => ({ shard, share: null, ...piece }),
      ),
    );
  };

  /** @type {(handle: VectorHandle, range: Range, scalars: Uint8Array) => Piece[]} */
  const cut = (handle, range, scalars) => {
    const { start, end } = range;
    const { workers, byWindows } = cutOf(end - start);
    if (workers < 2) return [];
    const { isWhole, shards } = shardsOf(handle);
    if (!isWhole) return byStretches(shards, range, workers);
    const living = shards.filter(({ slot }) => slot.state !== 'dead');
    const count = Math.min(workers, living.length);
    const isLong = byWindows && count > 1 && areLong(scalars);
    const { shares } = isLong ? plans(end - start, count) : { shares: [] };
    return shares.length > 0
      ? shares.map((share, i) => ({ start, end, share, shard: living[i] }))
      : ranges(start, end, count).map((piece, i) => ({ ...piece, share: null, shard: living[i] }));
  };

  return {
    get workers() {
      return pool.threads;
    },

    async msm(handle, start, end, scalars, control) {
      const pieces = cut(handle, { start, end }, scalars);
      if (pieces.length < 2) return runSteps(engine.msmSteps(handle, start, end, scalars), control);
      const sending = sendingParts(transfer, index, handle, pieces);
      if (sending.length > 0) await pool.run(sending, { ...control, onProgress: undefined });
      /** @type {Uint8Array | undefined} */
      let sum;
      /** The worker's part of the list. @type {(slot: Slot, piece: Piece) => Shard | null} */
      const keptBy = (slot, { start: from, end: to }) =>
        kept
          .get(handle)
          ?.shards.find((own) => own.slot === slot && own.start <= from && to <= own.end) ?? null;
      const parts = pieces.map((piece) => {
        const { start: from, end: to, share, shard } = piece;
        const own = scalars.subarray((from - start) * SCALAR_BYTES, (to - start) * SCALAR_BYTES);
        /** @type {Part} */
        const part = {
          weight: share ? (to - from) / pieces.length : to - from,
          owner: shard?.slot,
          send(slot) {
            const here = keptBy(slot, piece);
            const stretch = here ?? new Shard(slot, from, to);
            const { list, transfer: buffers } = stretch.send(transfer, handle, from, to);
            const bytes = own.slice();
            return {
              message: {
                op: 'list',
                engine: index,
                list,
                isKept: here !== null,
                start: from - stretch.start,
                end: to - stretch.start,
                scalars: bytes,
                share,
              },
              transfer: [.../** @type {ArrayBuffer[]} */ (buffers), bytes.buffer],
            };
          },
          failed: (slot) => keptBy(slot, piece)?.free(),
          here: (ownControl) =>
            runSteps(
              share
                ? transfer.shareSteps(handle, from, to, own, share)
                : engine.msmSteps(handle, from, to, own),
              ownControl,
            ),
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
      const { workers, byWindows } = cutOf(pieces.length);
      const keep = workers > 1 ? { isWhole: byWindows } : null;
      const decoder = { pool, engine, index, lists, transfer, kept, keep, count };
      return (bySums && byWindows ? decodeThenCheck : decodingJob)(decoder, pieces, control);
    },

    async fixedTable(handle, start, end, memory, table, control) {
      const points = { handle, start, end, memory };
      return shardedTable({ pool, engine, index, transfer }, points, table, control);
    },

    forget(handle) {
      for (const shard of kept.get(handle)?.shards ?? []) shard.free();
      kept.delete(handle);
      tasks.forget(handle);
    },

    async run(task, parts, control) {
      return tasks.run(task, parts, control);
    },
  };
}

/** How many results of a planning function are remembered. */
const REMEMBERED = 4096;

/**
 * @template Result
 * @param {(n: number, workers: number) => Result} plan
 * @returns {(n: number, workers?: number) => Result} the same, which remembers its results
 */
function remembering(plan) {
  /** @type {Map<string, Result>} */
  const known = new Map();
  return (n, workers = 1) => {
    const key = `${n} ${workers}`;
    const result = known.get(key) ?? plan(n, workers);
    if (known.size > REMEMBERED) known.clear();
    known.set(key, result);
    return result;
  };
}
