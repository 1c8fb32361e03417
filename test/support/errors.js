/**
 * Expectations about errors: class, code and details, not the words of the message.
 */
import { expect } from 'vitest';
import {
  CurvemillError,
  EnvironmentError,
  InputError,
  PointError,
  ScalarError,
} from '../../src/errors.js';

/**
 * The error that a call throws.
 * @param {() => unknown} call
 */
export function thrownBy(call) {
  let result;
  try {
    result = call();
  } catch (error) {
    return error;
  }
  return expect.fail(`expected an error, got ${String(result)}`);
}

/**
 * The error that a promise rejects with.
 * @param {Promise<unknown>} promise
 */
export const rejectionOf = (promise) =>
  promise.then(
    (value) => expect.fail(`expected a rejection, got ${String(value)}`),
    (error) => error,
  );

/** @param {unknown} error */
export function isInputError(error) {
  expect(error).toBeInstanceOf(InputError);
  expect(error).toBeInstanceOf(CurvemillError);
  expect(error).toMatchObject({ code: 'ERR_INPUT', name: 'InputError' });
}

/**
 * @param {unknown} error
 * @param {string} reason
 * @param {number} [index]
 */
export function isPointError(error, reason, index) {
  expect(error).toBeInstanceOf(PointError);
  expect(error).toMatchObject({ code: 'ERR_POINT', name: 'PointError', reason, index });
}

/**
 * @param {unknown} error
 * @param {number} index
 */
export function isScalarError(error, index) {
  expect(error).toBeInstanceOf(ScalarError);
  expect(error).toMatchObject({ code: 'ERR_SCALAR', name: 'ScalarError', index });
}

/** @param {unknown} error */
export function isEnvironmentError(error) {
  expect(error).toBeInstanceOf(EnvironmentError);
  expect(error).toMatchObject({ code: 'ERR_ENVIRONMENT', name: 'EnvironmentError' });
}

/**
 * @param {() => unknown} call throws an `InputError`
 * @returns {InputError}
 */
export function expectInputError(call) {
  const error = thrownBy(call);
  isInputError(error);
  return error;
}

/**
 * @param {() => unknown} call throws a `PointError`
 * @param {string} reason
 * @param {number} [index]
 */
export const expectPointError = (call, reason, index) =>
  isPointError(thrownBy(call), reason, index);

/**
 * @param {() => unknown} call throws a `ScalarError`
 * @param {number} index
 */
export const expectScalarError = (call, index) => isScalarError(thrownBy(call), index);
