/**
 * The lists of points of a key: finite ones alone, as a third of them is infinity in most keys,
 * with the wires they belong to.
 */
import { InputError, PointError } from '../../errors.js';
import { decodeAsync } from '../../group/async.js';
import { VectorStorage } from '../../group/point-vector.js';
import { BYTES } from '../../input/points.js';
import { inSteps } from '../../port/steps.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { Task } from '../../input/tasks.js' */

/**
 * Points in the memory of the engine. `places`: in the section, of those that are kept; null: all.
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
 * Copies points to other places.
 * @param {Uint8Array<ArrayBuffer>} source a buffer of its own
 * @param {(i: number) => number} placeOf
 * @param {Uint8Array<ArrayBuffer>} target
 * @param {number} size bytes of a point
 * @returns {Generator<Progress, void, void>}
 */
export function* scatter(source, placeOf, target, size) {
  const step = size / 4;
  const from = new Uint32Array(source.buffer, 0, source.length / 4);
  const to = new Uint32Array(target.buffer);
  const sizes = { phase: 'points', first: STEP, most: STEP };
  yield* inSteps(source.length / size, sizes, (start, end) => {
    for (let i = start; i < end; i++) {
      const [read, write] = [i * step, placeOf(i) * step];
      for (let j = 0; j < step; j++) to[write + j] = from[read + j];
    }
  });
}

/**
 * Decodes points, and checks that they are on the curve.
 * @param {GroupContext} context
 * @param {{ bytes: Uint8Array, places: Uint32Array | null }} points finite ones
 * @param {{ whereIs: (place: number) => { section: string, index: number }, check: boolean,
 *   task: Task }} how `check`: the subgroup, too
 * @returns {Promise<KeyPoints>}
 * @throws {InputError} with the section and the place
 */
export async function decodeKeyPoints(context, { bytes, places }, { whereIs, check, task }) {
  const { size } = context.formats[FORMAT];
  const length = places ? places.length : bytes.length / size;
  const own = bytes.subarray(0, length * size);
  /** @type {import('../../group/decode.js').DecodeOptions} */
  const how = { format: FORMAT, check };
  try {
    const handle = await decodeAsync(context, { ...BYTES, bytes: own }, how, task);
    return { storage: new VectorStorage(context, handle), places, length };
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const place = error.index ?? 0;
    const { section, index } = whereIs(places ? places[place] : place);
    throw wrongPoint(error, section, index);
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
  return new InputError(`zkey: ${place}: expected ${expected}, got ${got}`, { cause, index });
}
