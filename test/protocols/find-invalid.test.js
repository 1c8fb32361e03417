/** The search for invalid items: the same answer as looking at each, whatever is invalid. */
import { describe, expect, it } from 'vitest';
import { findInvalid } from '../../src/protocols/signatures/batch.js';

/** @param {readonly boolean[]} list of valid items @param {number} smallest batch */
function search(list, smallest) {
  const items = list.map((isValid, i) => ({ isValid, i }));
  return findInvalid(
    items,
    smallest,
    ({ isValid }) => isValid,
    (part) => part.every(({ isValid }) => isValid),
  );
}

/** @param {readonly boolean[]} list */
const invalidOf = (list) => list.flatMap((isValid, i) => (isValid ? [] : i));

describe('the search for invalid items', () => {
  it.each([1, 2, 4])('finds every subset of short lists, batches of %i and more', (smallest) => {
    for (let n = 0; n <= 9; n++) {
      for (let bits = 0; bits < 2 ** n; bits++) {
        const list = Array.from({ length: n }, (_, i) => ((bits >> i) & 1) === 0);
        expect(search(list, smallest), `${n} items, ${bits.toString(2)}`).toEqual(invalidOf(list));
      }
    }
  });

  it.each([1, 8, 65, 200, 1000])('finds one, several and all of %i', (n) => {
    for (const step of [1, 2, 3, 7, 64, n]) {
      for (const first of [0, 1, Math.floor(n / 2), n - 1]) {
        const list = Array.from({ length: n }, (_, i) => i < first || (i - first) % step !== 0);
        expect(search(list, 4)).toEqual(invalidOf(list));
      }
    }
  });
});
