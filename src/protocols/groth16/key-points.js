/**
 * Points of a key: finite ones alone, as a third of them is infinity in most keys, with the places
 * that they have in their piece.
 */
import { PointError } from '../../errors.js';
import { decodeAsync, decodeHere } from '../../group/async.js';
import { VectorStorage } from '../../group/point-vector.js';
import { BYTES } from '../../input/points.js';
import { inSteps } from '../../port/steps.js';
import { ContentError } from './content-error.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { Task } from '../../input/tasks.js' */

/**
 * Points in the memory of the engine. `places`: in the piece, of those that are finite; null: all.
 * @typedef {{ storage: VectorStorage, places: Uint32Array | null, length: number }} KeyPoints
 */

/** The form of points in files. */
export const FORMAT = 'montgomery-le';

/** Points looked at in a step, a millisecond or less. */
const STEP = 2 ** 14;

/**
 * Moves the finite points to the front.
 * @param {Uint8Array<ArrayBuffer>} bytes a buffer of its own, which changes
 * @param {number} size bytes of a point
 * @returns {Generator<Progress, Uint32Array | null, void>} their places; null: all are finite
 */
export function* keepFinite(bytes, size) {
  const count = bytes.length / size;
  const step = size / 4;
  const words = new Uint32Array(bytes.buffer, 0, count * step);
  const places = new Uint32Array(count);
  let kept = 0;
  yield* inSteps(count, { phase: 'points', first: STEP, most: STEP }, (start, end) => {
    for (let i = start; i < end; i++) {
      const from = i * step;
      let j = 0;
      while (j < step && words[from + j] === 0) j++;
      if (j === step) continue;
      if (kept < i) words.copyWithin(kept * step, from, from + step);
      places[kept++] = i;
    }
  });
  return kept === count ? null : places.slice(0, kept);
}

/**
 * Decodes points, and checks that they are on the curve.
 * @param {GroupContext} context
 * @param {{ bytes: Uint8Array, places: Uint32Array | null }} points finite ones
 * @param {{ section: string, from: number, check: boolean, task: Task,
 *   isHere: boolean }} how `section`: of which file, and `from`: the place of the first there, for
 *   messages; `check`: the subgroup, too, which workers look at, unless `isHere`: the rest takes no
 *   longer than sending them the bytes
 * @returns {Promise<KeyPoints>}
 * @throws {ContentError} with the section and the place
 */
export async function decodeKeyPoints(context, { bytes, places }, how) {
  const { section, from, check, task, isHere } = how;
  const { size } = context.formats[FORMAT];
  const length = places ? places.length : bytes.length / size;
  const points = { ...BYTES, bytes: bytes.subarray(0, length * size) };
  /** @type {import('../../group/decode.js').DecodeOptions} */
  const form = { format: FORMAT, check };
  const { engine, lifetime } = context;
  try {
    const handle = await (isHere
      ? decodeHere(context, points, form, { ...task, lifetime })
      : decodeAsync(context, points, form, task));
    // Parts of a piece stay with those that decoded them; a sum takes it whole.
    engine.parallel?.forget(handle);
    return { storage: new VectorStorage(context, handle), places, length };
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const place = error.index ?? 0;
    throw wrongPoint(error, section, from + (places ? places[place] : place));
  }
}

/**
 * A file with a wrong point is a wrong file.
 * @param {PointError} cause
 * @param {string} where
 * @param {number} [index]
 */
export function wrongPoint(cause, where, index) {
  const place = index === undefined ? where : `${where}: point at index ${index}`;
  const { expected, got } = cause;
  return new ContentError(`${place}: expected ${expected}, got ${got}`, { cause, index });
}
