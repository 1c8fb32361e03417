/**
 * The asynchronous calls of a group, on all threads or in slices on this one. Imported by the first
 * of them.
 */
import { InputError } from '../errors.js';
import { SCALAR_BYTES } from '../input/scalars.js';
import { readTask } from '../input/tasks.js';
import { LONG_COPY, runSteps } from '../port/slices.js';
import { decodingOfCanonical, decodingOfEncodings, lengthError } from './decode.js';
import { lent } from './point-vector.js';

/** @import { PointsRead } from '../input/points.js' */
/** @import { ScalarsRead } from '../input/scalars.js' */
/** @import { PointPieces, VectorHandle } from '../port/engine.js' */
/** @import { GroupContext } from './context.js' */
/** @import { DecodeOptions } from './decode.js' */
/** @import { VectorParts } from './point-vector.js' */

/** Of points that a sum decodes. @type {DecodeOptions} */
const BY_DEFAULT = { format: undefined, check: undefined };

/**
 * @param {GroupContext} context
 * @param {VectorParts | PointsRead} points retained ones, or copies, to be decoded
 * @param {ScalarsRead} scalars one per point
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<Uint8Array>} the canonical sum
 * @throws {InputError} not as many scalars as points
 */
export async function sumAsync(context, points, { bytes, rest }, options) {
  const { signal, onProgress } = readTask(options);
  if ('storage' in points) return sum(points);
  const parts = lent(context, await decodeAsync(context, points, BY_DEFAULT, { signal }));
  try {
    return await sum(parts);
  } finally {
    parts.storage.release();
  }

  /** @param {VectorParts} parts */
  async function sum({ storage: { handle }, start, end }) {
    const { engine, lifetime } = context;
    const [n, count] = [end - start, bytes.length / SCALAR_BYTES];
    if (count !== n) {
      throw new InputError(`scalars: expected one per point (${n}), got ${count}`);
    }
    const turnFirst = bytes.length > LONG_COPY;
    await runSteps(rest, { signal, onProgress: undefined, lifetime, turnFirst });
    if (n === 0) {
      onProgress?.({ phase: 'done', done: 1, total: 1 });
      return new Uint8Array(2 * context.field.bytes);
    }
    const control = { signal, onProgress, lifetime, turnFirst };
    return engine.parallel
      ? engine.parallel.msm(handle, start, end, bytes, control)
      : runSteps(engine.msmSteps(handle, start, end, bytes), control);
  }
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
  const pieces = piecesOf(context, points, how);
  if (engine.parallel) return engine.parallel.decode(pieces, control);
  return runFreeing(engine, (await engine.lists()).decodeSteps(pieces), control);
}

/**
 * Runs steps whose result is a vector, and frees it where the last report throws.
 * @param {GroupContext['engine']} engine
 * @param {Generator<any, VectorHandle, void>} steps
 * @param {Parameters<typeof runSteps>[1]} control
 * @returns {Promise<VectorHandle>}
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
 * A list of points, to be decoded piece by piece.
 * @param {GroupContext} context
 * @param {PointsRead} points
 * @param {DecodeOptions} options
 * @returns {PointPieces}
 * @throws {PointError} the bytes are not whole encodings
 */
function piecesOf({ encoding, formats, field }, { bytes, affine, known }, { format, check }) {
  if (bytes === undefined || bytes.length === 0) {
    const canonical = affine ?? new Uint8Array();
    const size = 2 * field.bytes;
    return {
      length: canonical.length / size,
      subgroup: check ?? !(known ?? true),
      piece: (start, end) =>
        decodingOfCanonical(canonical.subarray(start * size, end * size), known ?? true, check),
    };
  }
  const name = format ?? encoding.formatOf(bytes);
  const { size, decode } = formats[name];
  if (bytes.length % size !== 0) throw lengthError(name, `a multiple of ${size}`, bytes.length);
  return {
    length: bytes.length / size,
    subgroup: check ?? true,
    piece: (start, end) =>
      decodingOfEncodings(decode(bytes.subarray(start * size, end * size)), check),
  };
}
