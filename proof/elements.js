/** Elements in memory: unknown digits in a range, and whether digits are in one. */
import { Lane } from './kernel/double.js';
import { FULL_DIGIT } from './kernel/layouts.js';
import { nameDigits, passNumber } from './passed.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Location } from './calls.js'
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Layout, Range } from './kernel/layouts.js'
 * @import { Machine } from './kernel/machine/machine.js'
 * @import { Region } from './kernel/machine/memory.js'
 * @import { Value } from './kernel/number.js'
 */

/** @param {Layout} layout its parts in memory, of one number each, and where they are */
export const partsOf = (layout) => ({
  base: layout.base ?? layout,
  offsets: layout.offsets ?? [0],
});

/** @param {Range} inner @param {Range} outer */
function isDigitWithin(inner, outer) {
  const [a, b] = [inner.digit ?? FULL_DIGIT, outer.digit ?? FULL_DIGIT];
  const isEnd = (!outer.isBelow || inner.isBelow) && (!outer.isAbove || inner.isAbove);
  return a < b || (a === b && !!isEnd);
}

/** @param {Range} inner @param {Range} outer */
export const isWithin = (inner, outer) =>
  inner.least >= outer.least &&
  inner.most <= outer.most &&
  isDigitWithin(inner, outer) &&
  (!outer.isEven || inner.isEven === true);

/**
 * Unknown digits of an element, of which the range is remembered.
 * @param {Machine} machine @param {Place} place @param {Location} location
 */
export function placeUnknown(machine, { layout, range }, { region, at }) {
  const { base, offsets } = partsOf(layout);
  const numbers = layout.place(machine, region, at, range);
  for (const [i, offset] of offsets.entries()) {
    const digits = digitsAt(base, region, at + offset);
    const number = numbers[i];
    if (digits) machine.placed.set(digits[0], { digits, number, range, shape: base.shape });
    nameDigits(machine, number);
  }
  return numbers;
}

/**
 * Contents of the digits of a number, if there is something at each.
 * @param {Layout} base @param {Region} region @param {number} at
 */
function digitsAt({ bytes, digit, places }, region, at) {
  const { word = bytes } = digit ?? {};
  const all = places ?? Array.from({ length: bytes / word }, (_, i) => word * i);
  const found = all.map((place) => region.cells.get(at + place)?.content);
  const isKnown = found.every((one) => one && (!(one instanceof Lane) || one.isKnown));
  return isKnown ? found : null;
}

/**
 * Whether a number is below p by what is known of its range.
 * @param {Machine} machine @param {Place} place @param {Location} location @param {Claim} claim
 */
export function isCanonical(machine, { layout }, { region, at }, { field }) {
  const { base, offsets } = partsOf(layout);
  return offsets.every((offset) => {
    const digits = digitsAt(base, region, at + offset);
    const { range, digits: before } = machine.placed.get(digits?.[0]) ?? {};
    const isSame = before?.every((one, i) => one === digits?.[i]);
    return isSame && range && range.least >= 0n && range.most < field.p;
  });
}

/** Whether all digits of an element are there. @param {Place} place @param {Location} location */
export function isThere({ layout }, { region, at }) {
  const { base, offsets } = partsOf(layout);
  return offsets.every((offset) => digitsAt(base, region, at + offset));
}

/**
 * Refuses a number that must be even and may be odd.
 * @param {string} name @param {Range} range @param {Value} number
 */
export function checkEven(name, { isEven }, number) {
  if (isEven && number.split(1).low.refine().high !== 0n) throw new Refused(`${name} may be odd`);
}

/**
 * Refuses a place whose digits may be out of its range, or whose numbers are no polynomials in
 * elements modulo p.
 * @param {Machine} machine @param {Place} place @param {Location} location @param {bigint} p
 */
export function checkPlace(machine, { name, layout, range }, { region, at }, p) {
  const { memory } = machine;
  const { base, offsets } = partsOf(layout);
  for (const offset of offsets) {
    const digits = digitsAt(base, region, at + offset);
    const known = digits && machine.placed.get(digits[0]);
    const isSame =
      known?.shape === base.shape && known.digits.every((one, i) => one === digits?.[i]);
    if (isSame && isWithin(known.range, range)) {
      memory.noteRead(region, at + offset, base.bytes);
      passNumber(machine, name, known.number, p);
      continue;
    }
    const [{ number, isChecked }] = base.read(machine, region, at + offset, range);
    checkEven(name, range, number);
    passNumber(machine, name, number.polynomial, p);
    if (isChecked || (number.low >= range.least && number.high <= range.most)) continue;
    const { low, high } = number.refineFor(range);
    if (low < range.least || high > range.most)
      throw new Refused(`${name} may lie in ${low} to ${high}`);
  }
}
