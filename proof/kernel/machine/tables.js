/**
 * Loads of 8 bytes of data (specification, §4.4.7.1) at an address that depends on one unknown v of
 * few values, as rows of a table of multiples: the words of c·v, the least first. Word after word,
 * the table is compared with c·v for every v that is possible, so that words need no cases: word i
 * is the remainder of c_i·v + d_i + q modulo 2^64, with the quotient q that the word before left.
 */
import { Polynomial } from '../polynomial.js';
import { Refused } from '../refused.js';

/**
 * @import { Value } from '../number.js'
 * @import { Machine } from './machine.js'
 *
 * A number that is congruent to a word, and its value for each v.
 * @typedef {{ number: Value, values: bigint[] }} Entry
 */

const MOST_ROWS = 80n;

/**
 * @param {Machine} machine @param {Value} address @param {number} offset @returns {Value | null}
 *   null of an address with few values, which are cases
 */
export function readTable({ domain, memory }, address, offset) {
  if (address.constant() !== null) return null;
  address.refine();
  const single = domain.single(address.polynomial);
  if (!single) return null;
  const { id, c, k } = single;
  const [low, high] = [domain.low(id), domain.high(id)];
  if (high - low < 2n || high - low > MOST_ROWS) return null;
  const rows = Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i));
  const key = (/** @type {number} */ at) => `${low} ${high} ${at} ${address.polynomial.key()}`;
  const known = memory.tables.get(key(offset));
  if (known) return known.number.split(64).low;
  const places = rows.map((v) => Number(BigInt.asUintN(32, c * v + k)) + offset);
  if (!places.every((at) => memory.isOnlyData(at))) throw new Refused('a table that is no data');
  const words = places.map((at) => memory.dataWord(at));
  const before = memory.tables.get(key(offset - 8));
  const carries = rows.map((_, i) => (before ? before.values[i] >> 64n : 0n));
  const rest = words.map((word, i) => word - carries[i]);
  const slope = BigInt.asIntN(64, rest[1] - rest[0]);
  const start = BigInt.asIntN(64, rest[0] - slope * low);
  if (rest.some((r, i) => BigInt.asUintN(64, r - slope * rows[i] - start) !== 0n))
    throw new Refused('a table that holds no multiples');
  const values = rows.map((v, i) => slope * v + start + carries[i]);
  const affine = Polynomial.variable(id).scale(slope).add(Polynomial.constant(start));
  const sum = before ? affine.add(before.number.split(64).high.polynomial) : affine;
  const number = domain.number(sum).refineByRows(id);
  memory.tables.set(key(offset), { number, values });
  return number.split(64, true).low;
}
