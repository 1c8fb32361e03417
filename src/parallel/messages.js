/**
 * Messages between the caller's thread and a worker. A call is `{ id, op, … }`: `open`, the first,
 * creates the engines; `run` runs a task, or only brings points; `free`, without an id, has no
 * answer. Answers are `{ id, progress }`, each 50 ms, and one of `{ id, result }`, `{ id, error }`.
 * `{ cancel: id }` asks to stop a call, which is answered all the same.
 */
import {
  CurvemillError,
  EnvironmentError,
  InputError,
  PointError,
  ResourceError,
} from '../errors.js';

/** The version of the package: a worker of another one is refused. */
export const VERSION = '0.1.0';

/** The first message of a worker. */
export const READY = `curvemill ${VERSION}`;

/**
 * An error as it is cloned: classes and own fields of errors do not survive.
 * @typedef {{ name: string, message: string, code?: string, reason?: any, index?: number,
 *   expected?: string, got?: string }} PackedError
 */

/** @typedef {{ id: number, progress?: number, result?: any, error?: PackedError }} Answer */

/**
 * Points of a list, as a worker gets them: `id` of what it keeps, or undefined for this call alone;
 * `length` of that; `fill`: points that it lacks, in the kernel's form; and the range that a task
 * works on, from the beginning of the list.
 * @typedef {{ id?: number, length: number, start: number, end: number,
 *   fill: Array<{ at: number, bytes: Uint8Array<ArrayBuffer> }> }} List
 */

/**
 * @param {unknown} error anything that was thrown
 * @returns {PackedError}
 */
export function packError(error) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof PointError) {
    const { code, reason, index, expected, got } = error;
    return { name, message, code, reason, index, expected, got };
  }
  return error instanceof CurvemillError ? { name, message, code: error.code } : { name, message };
}

/** @type {Record<string, new (message: string) => CurvemillError>} */
const CLASSES = {
  ERR_INPUT: InputError,
  ERR_ENVIRONMENT: EnvironmentError,
  ERR_RESOURCE: ResourceError,
};

/** @type {(packed: PackedError) => Error} */
export function unpackError({ name, message, code, reason, index, expected, got }) {
  if (code === 'ERR_POINT') return new PointError(reason, index, { expected, got });
  const Class = code === undefined ? undefined : CLASSES[code];
  return Class ? new Class(message) : Object.assign(new Error(message), { name });
}
