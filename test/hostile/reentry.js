/** The parts that tests of code that runs in the middle of a call share. */
import { expect, it } from 'vitest';
import { isInputError } from '../support/errors.js';

/**
 * A call that reads objects of the caller's, one of which runs code: of its two kinds, and what it
 * gives.
 * @typedef {{ of: () => any, async: () => Promise<any>, expected: any }} Call
 */

/** Of the instances that it needs. @typedef {(all: any) => (code: () => void) => Call} MakeCall */

/**
 * A copy of an object that runs code, once, when a property is read.
 * @param {any} object @param {string} name @param {() => void} code
 */
export function running(object, name, code) {
  let isFirst = true;
  return Object.defineProperty({ ...object }, name, {
    enumerable: true,
    get() {
      if (isFirst) {
        isFirst = false;
        code();
      }
      return object[name];
    },
  });
}

/** @param {any} protocol @param {any[]} items @param {string} field */
export const batchOf = (protocol, items, field) => (/** @type {() => void} */ code) => {
  const given = items.map((item, i) => (i === 1 ? running(item, field, code) : item));
  return {
    of: () => protocol.verifyBatch(given),
    async: () => protocol.verifyBatchAsync(given),
    expected: true,
  };
};

/** @param {() => any} call of one kind @param {any} expected */
export const twice = (call, expected) => ({ of: call, async: async () => call(), expected });

/** @param {() => any} call @returns {Promise<any>} what it gives, or the error */
export async function attempt(call) {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

/**
 * Each call with code that calls the instances, and with code that disposes of them.
 * @param {Record<string, MakeCall>} calls
 * @param {() => Promise<{ dispose: () => void }>} open the instances
 * @param {(all: any) => { sync: () => void, async: () => Promise<void> }} workOf questions to them
 */
export function testReentry(calls, open, workOf) {
  it.each(Object.keys(calls))('%s: calls the instance', async (name) => {
    const all = await open();
    const work = workOf(all);
    const make = calls[name](all);
    /** @type {Promise<void>[]} */
    const begun = [];
    for (const code of [work.sync, () => void begun.push(work.async())]) {
      const call = make(code);
      expect(await call.of()).toEqual(call.expected);
      const later = make(code);
      expect(await later.async()).toEqual(later.expected);
    }
    expect(begun).toHaveLength(2);
    await Promise.all(begun);
    work.sync();
    all.dispose();
  });

  it.each(Object.keys(calls))('%s: disposes of the instance', async (name) => {
    for (const kind of /** @type {const} */ (['of', 'async'])) {
      const all = await open();
      const call = calls[name](all)(all.dispose);
      isInputError(await attempt(() => call[kind]()));
      isInputError(await attempt(() => call[kind]()));
    }
  });
}
