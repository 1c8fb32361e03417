/**
 * Messages between the caller's thread and a worker. A call is `{ id, op, … }`; answers are
 * `{ id, share }` (progress, at least every 50 ms) and one of `{ id, result }`, `{ id, error }`.
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

/**
 * @typedef {{ id: number, share?: number, result?: any, error?: PackedError, scratch?: number }}
 *   Answer `scratch`: bytes of the worker's memory that hold no points and no tables
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

/**
 * @param {PackedError} packed
 * @returns {Error}
 */
export function unpackError({ name, message, code, reason, index, expected, got }) {
  if (code === 'ERR_POINT') return new PointError(reason, index, { expected, got });
  const Class = code === undefined ? undefined : CLASSES[code];
  return Class ? new Class(message) : Object.assign(new Error(message), { name });
}
