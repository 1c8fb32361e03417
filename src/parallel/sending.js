/**
 * Points for workers, sent ahead of a sum. Copies of a long list would keep the caller's thread for
 * longer than a frame, so it goes in pieces, each when the worker has taken the one before. Nothing
 * depends on it: what has not arrived is sent with the sum.
 */

/** @import { EngineTransfer, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Shard } from './shards.js' */

/** Bytes of points in a message: a millisecond to copy. */
const PIECE_BYTES = 2 ** 20;

/**
 * The parts of a job that sends what workers lack.
 * @param {EngineTransfer} transfer
 * @param {number} engine its index in the instance
 * @param {VectorHandle} handle the whole list
 * @param {ReadonlyArray<{ start: number, end: number, shard: Shard | null }>} ranges of a sum
 * @returns {Part[]} none for what fits into the message of the sum
 */
export function sendingParts(transfer, engine, handle, ranges) {
  const most = Math.ceil(PIECE_BYTES / transfer.pointBytes);
  return ranges.flatMap(({ shard, start, end }) =>
    (shard?.missing ?? []).flatMap((missing) => {
      const [first, last] = [Math.max(start, missing.start), Math.min(end, missing.end)];
      if (last - first <= most) return [];
      return Array.from({ length: Math.ceil((last - first) / most) }, (_, i) => {
        const from = first + i * most;
        const to = Math.min(last, from + most);
        return pieceOf(transfer, engine, handle, /** @type {Shard} */ (shard), from, to);
      });
    }),
  );
}

/**
 * @param {EngineTransfer} transfer
 * @param {number} engine
 * @param {VectorHandle} handle
 * @param {Shard} shard
 * @param {number} from
 * @param {number} to
 * @returns {Part}
 */
function pieceOf(transfer, engine, handle, shard, from, to) {
  return {
    weight: to - from,
    owner: shard.slot,
    isBound: true,
    send(slot) {
      if (slot !== shard.slot) return null;
      const { list, transfer: buffers } = shard.send(transfer, handle, from, to);
      return { message: { op: 'fill', engine, list }, transfer: buffers };
    },
    failed: () => shard.free(),
    here: () => undefined,
  };
}
