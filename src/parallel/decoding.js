/**
 * Decoding on workers: each owns a stretch of the list, cut into parts, and keeps its points. A
 * worker that is done early takes parts of others. Where workers keep whole lists, each then takes
 * a share of the random sums of all points: checks of stretches by themselves have more sums to
 * check in all, and cost more a point.
 */
import { PointError } from '../errors.js';
import { atIndex } from '../port/point-errors.js';
import { runSteps } from '../port/slices.js';
import { packError, unpackError } from './messages.js';
import { ranges } from './plan.js';
import { Shard, shardsFor } from './shards.js';

/** @import { Control, Engine, EngineLists, EngineTransfer, PointChecks, PointPieces, PointSource, Progress, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { PackedError } from './messages.js' */
/** @import { Pool } from './pool.js' */
/** @import { Shards } from './shards.js' */

/**
 * `count`: of parts; `keep`: how workers keep their points, or null; `kept`: where it is noted.
 * @typedef {{ pool: Pool, engine: Engine, index: number, lists: EngineLists,
 *   transfer: EngineTransfer, count: number, keep: { isWhole: boolean } | null,
 *   kept: Map<VectorHandle, Shards> }}
 *   Decoder
 */

/**
 * A worker's answer: points in the kernel's form, or the first bad point of the part.
 * @typedef {{ bytes?: Uint8Array, bad?: PackedError }} Decoded
 */

/**
 * A part as it is sent: points before one that cannot be read at all have another error to show.
 * @typedef {{ length: number, source: PointSource, checks: PointChecks, error?: PointError }} Piece
 */

/** How much of the work is done when the points of a list are read, but not checked. */
const READ = 0.75;

/**
 * Decodes a list that workers keep whole, and checks it for the subgroup by random sums.
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {Control} control
 * @returns {Promise<VectorHandle>}
 */
export async function decodeThenCheck(decoder, pieces, control) {
  const { onProgress } = control;
  const { length } = pieces;
  const partly = (/** @type {number} */ from, /** @type {number} */ to) => ({
    ...control,
    onProgress: (/** @type {Progress} */ { phase, done, total }) =>
      phase !== 'done' &&
      onProgress?.({ phase, done: length * (from + ((to - from) * done) / total), total: length }),
  });
  const unchecked = {
    length,
    subgroup: false,
    piece(/** @type {number} */ start, /** @type {number} */ end) {
      const { source, checks } = pieces.piece(start, end);
      return { source, checks: { ...checks, subgroup: false } };
    },
  };
  /** @param {VectorHandle} handle @param {Shard[]} shards */
  const check = async (handle, shards) => {
    const parts = shards.map((shard) => checkOf(decoder, handle, shard, shards.length));
    const found = await decoder.pool.run(parts, partly(READ, 1));
    const outside = found.filter((index) => index >= 0);
    if (outside.length > 0) throw new PointError('not-in-subgroup', Math.min(...outside));
    onProgress?.({ phase: 'done', done: length, total: length });
    control.lifetime.check();
  };
  try {
    return await decodingJob(decoder, unchecked, partly(0, READ), check);
  } catch (error) {
    if (!(error instanceof PointError) || error.reason === 'not-in-subgroup') throw error;
    // Points before the one that cannot be read may be outside the subgroup.
    return decodingJob(decoder, pieces, { ...control, onProgress: undefined });
  }
}

/**
 * A share of the check of a list.
 * @param {Decoder} decoder
 * @param {VectorHandle} handle
 * @param {Shard} shard
 * @param {number} shares
 * @returns {Part}
 */
function checkOf({ index, transfer }, handle, shard, shares) {
  return {
    weight: handle.length,
    owner: shard.slot,
    send(slot) {
      const isKept = slot === shard.slot;
      const whole = isKept ? shard : new Shard(slot, 0, handle.length);
      const { list, transfer: buffers } = whole.send(transfer, handle);
      return { message: { op: 'list', engine: index, list, isKept, shares }, transfer: buffers };
    },
    failed: () => shard.free(),
    here: (control) => runSteps(transfer.outsideSteps(handle, shares), control),
  };
}

/**
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {Control} control
 * @param {(handle: VectorHandle, shards: Shard[]) => Promise<void>} [check] of all points
 * @returns {Promise<VectorHandle>}
 */
export async function decodingJob(decoder, pieces, control, check) {
  const { pool, engine, transfer, count, keep, kept } = decoder;
  const n = pieces.length;
  const slots = pool.slots.filter(({ state }) => state !== 'dead');
  const handle = transfer.create(n);
  const shards = shardsFor(slots, n, keep?.isWhole === true);
  const partsEach = Math.max(1, Math.round(count / slots.length));
  const parts = ranges(0, n, slots.length).flatMap(({ start, end }, i) =>
    ranges(start, end, partsEach).map((range) =>
      partOf(decoder, { pieces, handle, shard: shards[i], ...range }),
    ),
  );
  try {
    await pool.run(parts, control);
    await check?.(handle, shards);
  } catch (error) {
    for (const shard of shards) shard.free();
    if (!control.lifetime.ended) engine.free(handle);
    throw error;
  }
  if (keep) kept.set(handle, { ...keep, shards });
  return handle;
}

/**
 * @param {Decoder} decoder
 * @param {{ pieces: PointPieces, handle: VectorHandle, shard: Shard, start: number, end: number }}
 *   range
 * @returns {Part}
 */
function partOf({ engine, index, lists, transfer, keep }, { pieces, handle, shard, start, end }) {
  /** @type {Piece | undefined} */
  let piece;
  return {
    weight: end - start,
    owner: shard.slot,
    isMovable: true,
    send(slot) {
      piece = readPiece(pieces, start, end);
      const { curve, subgroup } = piece.checks;
      const { xs, signs, affine, factor } = piece.source;
      const bytes = xs ? { xs: xs.slice(), signs: signs.slice() } : { affine: affine.slice() };
      const list = { vector: shard.id, length: shard.end - shard.start, fill: [] };
      return {
        message: {
          op: 'decode',
          engine: index,
          source: { ...bytes, factor },
          length: piece.length,
          checks: { curve, subgroup },
          ...(keep && slot === shard.slot ? { list, at: start - shard.start } : {}),
        },
        transfer: Object.values(bytes).map(({ buffer }) => buffer),
      };
    },
    async here(control) {
      piece = undefined;
      const own = {
        length: end - start,
        subgroup: pieces.subgroup,
        piece: (/** @type {number} */ a, /** @type {number} */ b) =>
          pieces.piece(start + a, start + b),
      };
      try {
        const points = await runSteps(lists.decodeSteps(own), control);
        const bytes = transfer.read(points, 0, points.length);
        engine.free(points);
        return { bytes };
      } catch (error) {
        if (error instanceof PointError) return { bad: packError(error) };
        throw error;
      }
    },
    done(/** @type {Decoded} */ { bytes, bad }, slot) {
      const error = firstOf(bad && unpackError(bad), piece);
      if (error) throw atIndex(error, start + (error.index ?? 0));
      transfer.write(handle, start, /** @type {Uint8Array} */ (bytes));
      if (keep && slot === shard.slot) shard.note(start, end);
    },
  };
}

/**
 * @param {PointPieces} pieces
 * @param {number} start
 * @param {number} end
 * @returns {Piece}
 * @throws {PointError} the first point cannot be read
 */
function readPiece(pieces, start, end) {
  try {
    return { length: end - start, ...pieces.piece(start, end) };
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const { index = 0 } = error;
    if (index === 0) throw atIndex(error, start);
    return { length: index, ...pieces.piece(start, start + index), error };
  }
}

/**
 * The error of the first bad point of a part.
 * @param {Error | undefined} bad what the worker found
 * @param {Piece | undefined} piece as it was sent; undefined if all was checked where it ran
 * @returns {PointError | undefined}
 */
function firstOf(bad, piece) {
  const errors = [bad, verifyError(piece), piece?.error].filter(
    (error) => error instanceof PointError,
  );
  const order = ({ index = 0, reason } = errors[0]) =>
    index + (reason === 'not-in-subgroup' ? 0.5 : 0);
  return errors.sort((a, b) => order(a) - order(b))[0];
}

/** The check between those of the curve and the subgroup. @param {Piece | undefined} piece */
function verifyError(piece) {
  try {
    piece?.checks.verify?.();
    return undefined;
  } catch (error) {
    if (error instanceof PointError) return error;
    throw error;
  }
}
