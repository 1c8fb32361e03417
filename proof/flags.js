/**
 * Flags in memory: an i32, or whether the lowest digit of an element is NaN, which is no number.
 */
import { Lane } from './kernel/double.js';

/**
 * @import { Flag, Place } from './claims/claim.js'
 * @import { Machine } from './kernel/machine/machine.js'
 */

/**
 * Whether something is there, by the flags that are known.
 * @param {Flag | Place} one @param {ReadonlyMap<string, bigint>} words
 */
export function holdsOf({ only, unless }, words) {
  /** @param {string} name */
  const isSet = (name) => words.get(name) === 1n;
  return (!only || isSet(only)) && ![unless ?? []].flat().some(isSet);
}

/** Knows a flag. @param {Map<string, bigint>} words @param {Flag} flag @param {bigint} value */
export function setFlag(words, { name, values }, value) {
  for (const one of values ?? []) words.set(`${name} is ${one}`, one === value ? 1n : 0n);
  if (!values) words.set(name, value);
}

/** @param {{ offset: number, isNaN?: boolean, bytes?: number }} flag */
export const bytesOfFlag = ({ isNaN, bytes = 4 }) => (isNaN ? 8 : bytes);

/**
 * The flag that memory holds there; null of an element, which is no NaN.
 * @param {Machine} machine @param {Flag} flag @param {bigint} value
 */
export function contentOf({ domain }, { isNaN }, value) {
  if (!isNaN) return domain.constant(value);
  return value ? new Lane(domain, { isNaN: true }) : null;
}
