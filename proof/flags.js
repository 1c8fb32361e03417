/**
 * Flags in memory: an i32, or whether the lowest digit of an element is NaN, which is no number.
 */
import { Lane } from './domain/double.js';
import { flagInPoint } from './coordinates.js';
import { Refused } from './refused.js';

/**
 * @import { Flag, Place } from './claims/claim.js'
 * @import { Element, Location } from './elements.js'
 * @import { Machine } from './machine/machine.js'
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

/** Whether it is known that a double is NaN. @param {Machine} machine @param {Location} location */
export function isNaNAt(machine, { region, at }) {
  const content = region.cells.get(at)?.content;
  return content instanceof Lane && content.isNaN;
}

/** Knows a flag. @param {Map<string, bigint>} words @param {Flag} flag @param {bigint} value */
export function setFlag(words, { name, values }, value) {
  for (const one of values ?? []) words.set(`${name} is ${one}`, one === value ? 1n : 0n);
  if (!values) words.set(name, value);
}

/** @param {{ offset: number, isNaN?: boolean, bytes?: number }} flag */
export const bytesOfFlag = ({ isNaN, bytes = 4 }) => (isNaN ? 8 : bytes);

/** @param {Machine} machine @param {Flag} flag @param {Location} location */
export function flagAt(machine, flag, { region, at }) {
  const { memory } = machine;
  if (!flag.isNaN)
    return (
      flagInPoint(machine, region, at) ?? memory.read(region, at, bytesOfFlag(flag)).constant()
    );
  const lane = memory.readLane(region, at);
  // The digits of an element are numbers.
  if (!(lane instanceof Lane)) {
    const { p } = /** @type {Element} */ (lane.piece.element);
    if (p === 0n) throw new Refused('a point, as a number');
    return 0n;
  }
  const isNumber = lane.knownDouble ?? lane.knownWord?.constant() ?? null;
  if (isNumber === null && !lane.isNaN) throw new Refused('what may be NaN or not');
  return lane.isNaN ? 1n : 0n;
}

/**
 * @param {Machine} machine
 * @param {Flag} flag
 * @param {Location} location
 * @param {bigint} [value] unknown if none
 */
export function writeFlag(machine, flag, location, value) {
  const { region, at } = location;
  const size = bytesOfFlag(flag);
  const content = value === undefined ? null : contentOf(machine, flag, value);
  if (content) machine.memory.write(region, at, size, content);
  else if (value === undefined) machine.memory.forget(region, at, size);
}

/**
 * The flag that memory holds there; null of an element, which is no NaN.
 * @param {Machine} machine @param {Flag} flag @param {bigint} value
 */
export function contentOf({ domain }, { isNaN }, value) {
  if (!isNaN) return domain.constant(value);
  return value ? new Lane(domain, { isNaN: true }) : null;
}
