/** Members of Object.prototype are not members of an object that a caller passes. */
import { expect, it } from 'vitest';
import { readBatch, readFields } from '../../src/input/items.js';
import { readOptions } from '../../src/input/options.js';
import { readTask } from '../../src/input/tasks.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { isInputError, thrownBy } from '../support/errors.js';

/**
 * Runs a call while Object.prototype has a member.
 * @template Result
 * @param {string} name @param {unknown} value @param {() => Result} call @returns {Result}
 */
function inheriting(name, value, call) {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true });
  try {
    return call();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

it('fields of items', () => {
  const read = () => readFields({ signature: 1 }, ['signature', 'publicKey'], 'item');
  expect(inheriting('publicKey', 2, read)).toEqual({ signature: 1, publicKey: undefined });
  const error = inheriting('publicKey', 2, () =>
    thrownBy(() => readBatch([{ signature: 1 }], ['signature', 'publicKey'], () => 0)),
  );
  isInputError(error);
  expect(error.index).toBe(0);
});

it('options', () => {
  const read = () => readOptions({ strict: true }, ['strict', 'format'], 'msm');
  expect(Object.entries(inheriting('format', 'montgomery-le', read))).toEqual([['strict', true]]);
});

it('signals and reports of tasks', () => {
  const aborted = AbortSignal.abort(new Error('from the prototype'));
  const none = { signal: undefined, onProgress: undefined };
  expect(inheriting('signal', aborted, () => readTask({}))).toEqual(none);
  expect(
    inheriting(
      'onProgress',
      () => {},
      () => readTask({}),
    ),
  ).toEqual(none);
});

it.each([7, () => ({ createBigintEngine: () => 'no engine' })])(
  'engines of curves, %s',
  async (value) => {
    for (const backend of /** @type {const} */ (['bigint', 'portable'])) {
      Object.defineProperty(Object.prototype, 'bigint', { value, configurable: true });
      const created = await createSecp256k1({ backend }).catch((error) => error);
      Reflect.deleteProperty(Object.prototype, 'bigint');
      expect(created).not.toBeInstanceOf(Error);
      const { group, dispose } = created;
      expect(group.generator.add(group.generator).equals(group.generator.multiply(2n))).toBe(true);
      dispose();
    }
  },
);
