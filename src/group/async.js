/**
 * The asynchronous calls of a group, on all threads or in slices on this one. Imported by the first
 * of them.
 */
import { readTask } from '../input/tasks.js';
import { runSteps } from '../port/slices.js';
import { decodingOfCanonical, decodingOfEncodings, lengthError } from './decode.js';

/** @import { PointsRead } from '../input/points.js' */
/** @import { PointPieces, VectorHandle } from '../port/engine.js' */
/** @import { GroupContext } from './context.js' */
/** @import { DecodeOptions } from './decode.js' */

/**
 * The points of a vector from `start` to `end`, retained, and as many scalars, 32 bytes
 * little-endian each.
 * @typedef {{ handle: VectorHandle, start: number, end: number, bytes: Uint8Array }} Summands
 */

/**
 * @param {GroupContext} context
 * @param {Summands} summands
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<Uint8Array>} the canonical sum
 */
export async function sumAsync(context, { handle, start, end, bytes }, options) {
  const task = readTask(options);
  const { engine, lifetime } = context;
  if (start === end) {
    task.onProgress?.({ phase: 'done', done: 1, total: 1 });
    return new Uint8Array(2 * context.field.bytes);
  }
  const control = { ...task, lifetime };
  return engine.parallel
    ? engine.parallel.msm(handle, start, end, bytes, control)
    : runSteps(engine.msmSteps(handle, start, end, bytes), control);
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
