/**
 * Lists that workers read: each a range, cut into parts, whose points it keeps. A worker that is
 * done early takes parts of others. Where workers keep whole lists, each then takes a share of the
 * random sums of all points: checks of ranges by themselves have more sums to check in all, and
 * cost more a point.
 */
import { PointError } from '../errors.js';
import { atIndex } from '../port/point-errors.js';
import { runSteps } from '../port/slices.js';
import { packError, unpackError } from './messages.js';
import { decodingParts, ranges } from './plan.js';

/** @import { Control, PointChecks, PointPieces, PointSource, Progress, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { PackedError } from './messages.js' */
/** @import { Shared } from './parallel-engine.js' */
/** @import { Range } from './plan.js' */
/** @import { Residency, Resident } from './residency.js' */

/**
 * `count`: of parts; `keep`: whether workers keep what they read, and room for the whole list.
 * @typedef {Shared & { residency: Residency, count: number,
 *   keep: { isKept: boolean, isWhole: boolean } }} Decoder
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
 * @param {Omit<Decoder, 'count'>} decoder
 * @param {PointPieces} pieces
 * @param {Control} control
 * @returns {Promise<VectorHandle>}
 */
export async function decodeOnWorkers(decoder, pieces, control) {
  const { pool, lists, transfer, keep } = decoder;
  const bySums = transfer.hasSums && pieces.subgroup === true;
  const count = decodingParts(pieces.length, pool.living.length, bySums);
  if (count === 0) return runSteps(lists.decodeSteps(pieces), control);
  const read = bySums && keep.isWhole ? decodeThenCheck : decode;
  return read({ ...decoder, count }, pieces, control);
}

/**
 * Decodes a list that workers keep whole, and checks it for the subgroup by random sums.
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {Control} control
 * @returns {Promise<VectorHandle>}
 */
async function decodeThenCheck(decoder, pieces, control) {
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
  /** @param {VectorHandle} handle */
  const check = async (handle) => {
    const found = await decoder.residency.run(
      'outside',
      checksOf(decoder, handle),
      partly(READ, 1),
    );
    const outside = found.filter((index) => index >= 0);
    if (outside.length > 0) throw new PointError('not-in-subgroup', Math.min(...outside));
    onProgress?.({ phase: 'done', done: length, total: length });
    control.lifetime.check();
  };
  try {
    return await decode(decoder, unchecked, partly(0, READ), check);
  } catch (error) {
    if (!(error instanceof PointError) || error.reason === 'not-in-subgroup') throw error;
    // Points before the one that cannot be read may be outside the subgroup.
    return decode(decoder, pieces, { ...control, onProgress: undefined });
  }
}

/**
 * The shares of the check of a list.
 * @param {Decoder} decoder
 * @param {VectorHandle} handle that workers keep whole
 */
function checksOf({ pool, transfer, residency }, handle) {
  const { living } = pool;
  const residents = residency.of(handle);
  const shares = residents.length;
  return residents.map(({ worker }) => ({
    weight: handle.length,
    message: () => ({ input: { shares }, transfer: [] }),
    here: (/** @type {Control} */ own) => runSteps(transfer.outsideSteps(handle, shares), own),
    points: { handle, start: 0, end: handle.length, worker: living.indexOf(worker) },
  }));
}

/**
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {Control} control
 * @param {(handle: VectorHandle) => Promise<void>} [check] of all points
 * @returns {Promise<VectorHandle>}
 */
async function decode(decoder, pieces, control, check) {
  const { pool, engine, transfer, residency, count, keep } = decoder;
  const n = pieces.length;
  const handle = transfer.create(n);
  const residents = residency.divide(handle, pool.living, keep.isWhole);
  const each = Math.max(1, Math.round(count / residents.length));
  const parts = ranges({ start: 0, end: n }, residents.length).flatMap((own, i) =>
    ranges(own, each).map((range) => partOf(decoder, pieces, handle, residents[i], range)),
  );
  try {
    await pool.run(parts, control);
    await check?.(handle);
  } catch (error) {
    residency.forget(handle);
    if (!control.lifetime.ended) engine.free(handle);
    throw error;
  }
  if (!keep.isKept) residency.forget(handle);
  return handle;
}

/**
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {VectorHandle} handle
 * @param {Resident} resident
 * @param {Range} range
 * @returns {Part}
 */
function partOf(decoder, pieces, handle, resident, { start, end }) {
  const { index, transfer, keep } = decoder;
  /** @type {Piece | undefined} */
  let piece;
  return {
    weight: end - start,
    owner: resident.worker,
    isMovable: true,
    send(worker) {
      piece = readPiece(pieces, start, end);
      const { length, checks } = piece;
      const { xs, signs, affine, factor } = piece.source;
      const bytes = xs ? { xs: xs.slice(), signs: signs.slice() } : { affine: affine.slice() };
      const input = {
        source: { ...bytes, factor },
        checks: { curve: checks.curve, subgroup: checks.subgroup },
        length,
      };
      const isOwn = keep.isKept && worker === resident.worker;
      const list = isOwn ? resident.list({ start, end }) : undefined;
      return {
        message: { op: 'run', engine: index, task: 'decode', input, list },
        transfer: Object.values(bytes).map(({ buffer }) => buffer),
      };
    },
    failed: () => resident.free(),
    async here(control) {
      piece = undefined;
      return decodeHere(decoder, pieces, { start, end }, control);
    },
    done(/** @type {Decoded} */ { bytes, bad }, worker) {
      const error = firstOf(bad && unpackError(bad), piece);
      if (error) throw atIndex(error, start + (error.index ?? 0));
      transfer.write(handle, start, /** @type {Uint8Array} */ (bytes));
      if (keep.isKept && worker === resident.worker) resident.note({ start, end });
    },
  };
}

/**
 * @param {Decoder} decoder
 * @param {PointPieces} pieces
 * @param {Range} range
 * @param {Control} control
 * @returns {Promise<Decoded>} as a worker answers
 */
async function decodeHere({ engine, lists, transfer }, pieces, { start, end }, control) {
  const own = {
    length: end - start,
    subgroup: pieces.subgroup,
    piece: (/** @type {number} */ a, /** @type {number} */ b) => pieces.piece(start + a, start + b),
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
