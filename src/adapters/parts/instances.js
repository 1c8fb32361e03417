/** Adapters check the instance that they take, so that a mistake is named. */
import { InputError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readingOf } from '../../input/lists.js';

/**
 * The instance itself.
 * @template Instance
 * @param {Instance} instance
 * @param {readonly string[]} members that the adapter needs
 * @param {string} creator of such an instance, for messages
 * @returns {Instance}
 * @throws {InputError} another value, or an instance without these members, which are options of
 *   its creator
 */
export function readInstance(instance, members, creator) {
  const missing = members.find((name) =>
    readingOf('instance', undefined, () => Object(instance)[name] === undefined),
  );
  if (missing === undefined) return instance;
  const expected = `an instance of ${creator} with ${members.join(', ')}`;
  const got =
    typeof instance === 'object' && instance ? `one without ${missing}` : describe(instance);
  throw new InputError(`instance: expected ${expected}, got ${got}`);
}
