/**
 * The asynchronous calls of a group, on all threads or in slices on this one. Imported by the first
 * of them.
 */
import { PointError } from '../errors.js';
import { allocate } from '../input/bytes.js';
import { finishSteps, requireOneEach } from '../input/scalars.js';
import { readTask } from '../input/tasks.js';
import { LONG_COPY, runSteps } from '../port/slices.js';
import { atIndex } from '../port/point-errors.js';
import { inSteps } from '../port/steps.js';
import { SCALAR_BYTES } from '../math/integers.js';
import { decodingOfCanonical, decodingOfEncodings, formatOf } from './decode.js';
import { lent } from './point-vector.js';

/** @import { PointsRead } from '../input/points.js' */
/** @import { ScalarsRead } from '../input/scalars.js' */
/** @import { Control, EncodedPoints, Progress, VectorHandle } from '../port/engine.js' */
/** @import { StoredScalars } from '../port/scalar-lists.js' */
/** @import { GroupContext } from './context.js' */
/** @import { DecodeOptions } from './decode.js' */
/** @import { VectorParts } from './point-vector.js' */

/**
 * Points as a call found them: retained ones; copies, to be decoded; or the error of those that
 * could not be read.
 * @typedef {{ kept: VectorParts | undefined, copied: PointsRead | undefined, error: unknown }}
 *   PointsTaken
 */

/** Of points that a sum or a basis decodes. @type {DecodeOptions} */
export const BY_DEFAULT = { format: undefined, check: undefined };

/** Points that are looked at in a step: a few milliseconds by BigInts. */
const LOOKED_AT = 2;

/** Whether reading a list took milliseconds. @type {(points: PointsRead) => boolean} */
const isLong = ({ affine }) => affine !== undefined && affine.length > LONG_COPY / 2;

/**
 * Of several errors it names the one that `msm` does.
 * @param {GroupContext} context
 * @param {PointsTaken} points
 * @param {ScalarsRead} scalars one per point
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<Uint8Array>} the canonical sum
 * @throws {InputError} not as many scalars as points
 */
export async function sumAsync(context, { kept, copied, error }, scalars, options) {
  const { bytes, stored } = scalars;
  const { signal, onProgress } = readTask(options);
  const turnFirst = bytes.length > LONG_COPY;
  const silent = { signal, onProgress: undefined, lifetime: context.lifetime };
  await runSteps(finishSteps(scalars), { ...silent, turnFirst });
  if (kept) return sum(kept);
  if (!copied) throw error;
  const parts = lent(context, await decodeOrExplain(copied));
  try {
    return await sum(parts);
  } finally {
    parts.storage.release();
  }

  /** @param {VectorParts} parts */
  async function sum({ storage: { handle }, start, end }) {
    const { engine, lifetime } = context;
    const n = end - start;
    requireOneEach(scalars, n);
    if (n === 0) {
      onProgress?.({ phase: 'done', done: 1, total: 1 });
      return new Uint8Array(2 * context.field.bytes);
    }
    const control = { signal, onProgress, lifetime, turnFirst };
    if (!engine.parallel)
      return runSteps(engine.msmSteps(handle, start, end, stored ?? bytes), control);
    const all = stored ? await runSteps(bytesSteps(stored), silent) : bytes;
    return engine.parallel.msm(handle, start, end, all, control);
  }

  /** @param {PointsRead} copies */
  async function decodeOrExplain(copies) {
    // What it throws is the first of its kind already.
    if (copies.rest) await runSteps(copies.rest, { ...silent, turnFirst: isLong(copies) });
    try {
      return await decodeAsync(context, copies, BY_DEFAULT, { signal });
    } catch (bad) {
      if (!(bad instanceof PointError)) throw bad;
      throw await runSteps(firstFailure(context, copies, bad), silent);
    }
  }
}

/** Scalars that are written in a step. */
const WRITTEN = 2 ** 13;

/**
 * The bytes of scalars in memory, for other threads.
 * @type {(stored: StoredScalars) => Generator<Progress, Uint8Array, void>}
 */
function* bytesSteps({ count, bytes }) {
  const all = allocate(count * SCALAR_BYTES);
  const sizes = { phase: 'scalars', first: WRITTEN, most: WRITTEN };
  yield* inSteps(count, sizes, (start, end) => all.set(bytes(start, end), start * SCALAR_BYTES));
  return all;
}

/**
 * The error by which a list is refused at once: the first check that fails, of those that run over
 * the whole list one after the other. Decoding in parts finds the first bad point.
 * @param {GroupContext} context
 * @param {PointsRead} points
 * @param {PointError} error of the first bad point
 * @returns {Generator<Progress, PointError, void>}
 */
function* firstFailure(context, points, error) {
  // The length comes first, and the subgroup last.
  if (error.index === undefined) return error;
  const { length: n, part } = encodedOf(context, points, { check: false });
  let best = { rank: Infinity, error };
  for (let start = error.index; start < n; start += LOOKED_AT) {
    let isEncoded = true;
    let isLifted = false;
    try {
      const { source, checks } = part(start, Math.min(n, start + LOOKED_AT));
      [isEncoded, isLifted] = [false, source.signs !== undefined];
      context.engine.free(context.engine.decode(source, checks));
    } catch (own) {
      if (!(own instanceof PointError)) throw own;
      const checks = isLifted ? [['range', 'not-on-curve']] : [['range'], ['not-on-curve']];
      const rank = isEncoded
        ? -1
        : [...checks, ['flags']].findIndex((reasons) => reasons.includes(own.reason));
      if (rank < best.rank) best = { rank, error: atIndex(own, start + (own.index ?? 0)) };
    }
    yield { phase: 'points', done: start, total: n };
  }
  return best.error;
}

/**
 * @param {GroupContext} context
 * @param {PointsRead} points a copy
 * @param {DecodeOptions} how
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<VectorHandle>}
 */
export async function decodeAsync(context, points, how, options) {
  const { engine, lifetime } = context;
  const control = { ...readTask(options), lifetime };
  if (points.rest) {
    const turnFirst = isLong(points);
    await runSteps(points.rest, { ...control, onProgress: undefined, turnFirst });
  }
  if (!engine.parallel) return decodeHere(context, points, how, control);
  return engine.parallel.decode(encodedOf(context, points, how), control);
}

/**
 * Decodes bytes on this thread alone, whose workers are to do something else.
 * @param {GroupContext} context
 * @param {PointsRead} points a copy
 * @param {DecodeOptions} how
 * @param {Control} control
 * @returns {Promise<VectorHandle>}
 */
export async function decodeHere(context, points, how, control) {
  const { engine } = context;
  const { decodeSteps } = await engine.lists();
  return runFreeing(engine, decodeSteps(encodedOf(context, points, how)), control);
}

/**
 * Runs steps whose result is a vector, and frees it where the last report throws.
 * @type {(engine: GroupContext['engine'], steps: Generator<any, VectorHandle, void>,
 *   control: Parameters<typeof runSteps>[1]) => Promise<VectorHandle>}
 */
async function runFreeing(engine, steps, control) {
  /** @type {VectorHandle | undefined} */
  let handle;
  const keeping = (function* () {
    handle = yield* steps;
    return handle;
  })();
  try {
    return await runSteps(keeping, control);
  } catch (error) {
    if (handle && !control.lifetime.ended) engine.free(handle);
    throw error;
  }
}

/**
 * A list of points, to be decoded part by part.
 * @type {(context: GroupContext, points: PointsRead, options: DecodeOptions) => EncodedPoints}
 * @throws {PointError} the bytes are not whole encodings
 */
function encodedOf(context, { bytes, affine, known, each }, { format, check }) {
  if (bytes === undefined || (bytes.length === 0 && !each)) {
    const canonical = affine ?? new Uint8Array();
    const size = 2 * context.field.bytes;
    return {
      length: canonical.length / size,
      subgroup: check ?? !(known ?? true),
      part: (start, end) =>
        decodingOfCanonical(canonical.subarray(start * size, end * size), known ?? true, check),
    };
  }
  const { size, decode } = formatOf(context, bytes, each, format);
  return {
    length: bytes.length / size,
    subgroup: check ?? true,
    part: (start, end) =>
      decodingOfEncodings(decode(bytes.subarray(start * size, end * size)), check),
  };
}
