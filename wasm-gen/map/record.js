/** The memory of a map under way: elements, and what its square root needs in the prime field. */

import { i32 } from '../emit/instructions.js';

/** @import { Operand } from '../emit/expression.js' */

/**
 * Offsets. `u`, `v`, `t`: of swu.js, `value`: g(x), later Z·g(x), `root` of it: elements. `base`
 * and `power`: an argument and its power, of the prime field; `flag`: a word, 1 if g(x) is a
 * square.
 * @typedef {ReturnType<typeof mapRecord>} MapRecord
 */

/**
 * @param {number} slotBytes of a prime field element
 * @param {number} degree
 */
export function mapRecord(slotBytes, degree) {
  const size = slotBytes * degree;
  const offsets = { u: 0, v: size, t: 2 * size, value: 3 * size, root: 4 * size };
  const base = 5 * size;
  return {
    ...offsets,
    base,
    power: base + slotBytes,
    flag: base + 2 * slotBytes,
    bytes: base + 2 * slotBytes + 16,
  };
}

/** The places of a record at an address. @param {MapRecord} record @param {Operand} at */
export const placesOf = (record, at) => ({
  u: at,
  v: i32.add(at, record.v),
  t: i32.add(at, record.t),
  value: i32.add(at, record.value),
  root: i32.add(at, record.root),
  base: i32.add(at, record.base),
  power: i32.add(at, record.power),
});
