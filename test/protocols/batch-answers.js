/** The answers of all four calls of a protocol to a batch whose second item is wrong. */
import { expect } from 'vitest';
import { isInputError, rejectionOf, thrownBy } from '../support/errors.js';

/**
 * An error of the program, with the index.
 * @param {any} protocol
 * @param {readonly unknown[]} batch
 */
export async function throwsAt1(protocol, batch) {
  for (const error of [
    thrownBy(() => protocol.verifyBatch(batch)),
    thrownBy(() => protocol.findInvalid(batch)),
    await rejectionOf(protocol.verifyBatchAsync(batch)),
    await rejectionOf(protocol.findInvalidAsync(batch)),
  ]) {
    isInputError(error);
    expect(error.index).toBe(1);
  }
}

/**
 * An invalid signature.
 * @param {any} protocol
 * @param {readonly unknown[]} batch
 */
export async function isInvalidAt1(protocol, batch) {
  expect(protocol.verifyBatch(batch)).toBe(false);
  expect(protocol.findInvalid(batch)).toEqual([1]);
  expect(await protocol.verifyBatchAsync(batch)).toBe(false);
  expect(await protocol.findInvalidAsync(batch)).toEqual([1]);
}
