/** Sums and differences of two vectors, point by point. */
import { InputError } from '../errors.js';
import { readOptions } from '../input/options.js';
import { PointVector, VectorStorage, readVector } from './point-vector.js';

/** @import { ListPlace } from '../port/engine.js' */
/** @import { GroupContext } from './context.js' */
/** @import { VectorParts } from './point-vector.js' */

/**
 * @type {(context: GroupContext, given: readonly [a: unknown, b: unknown], options: unknown,
 *   name: 'add' | 'subtract') => PointVector<any, any>}
 */
export function combined(context, [first, second], options, name) {
  // To read options runs the caller's code, which may dispose of the vectors.
  const { out } = readOptions(options, ['out'], name);
  const a = readVector(first, context, 'a');
  const length = a.end - a.start;
  const read = (/** @type {unknown} */ vector, /** @type {string} */ what) => {
    const parts = readVector(vector, context, what);
    const { start, end } = parts;
    if (end - start === length) return parts;
    throw new InputError(`${what}: expected ${length} points, as many as a, got ${end - start}`);
  };
  const b = read(second, 'b');
  const target = out === undefined ? undefined : read(out, 'out');
  if (target?.storage.isRetained)
    throw new InputError('out: expected a vector that no other call uses, got one in use');
  const { engine } = context;
  const lists = [a, b].map(placeOf);
  const areMembers = a.storage.areMembers && b.storage.areMembers;
  const sums = engine.combine(lists, length, name === 'subtract');
  const storage = new VectorStorage(context, sums, areMembers);
  if (!target) return new PointVector({ context, storage, start: 0, end: length });
  engine.copy(placeOf(target), sums);
  target.storage.changed(areMembers);
  storage.dispose();
  return /** @type {PointVector<any, any>} */ (out);
}

/** @type {(parts: VectorParts) => ListPlace} */
const placeOf = ({ storage: { handle }, start }) => ({ handle, start });
