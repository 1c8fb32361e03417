/** Elements in memory of which only the value is known, and not the digits. */
import { FULL_DIGIT } from './claims/layouts.js';
import { FieldPolynomial, inverse } from './domain/field-polynomial.js';
import { Refused } from './refused.js';

/**
 * @import { Place } from './claims/claim.js'
 * @import { Field } from './claims/fields.js'
 * @import { Layout, Range } from './claims/layouts.js'
 * @import { Machine } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 */

/**
 * An element in memory. `values` has one for each lane or coefficient.
 * @typedef {{ values: FieldPolynomial[], range: Range, shape: string, p: bigint, scale: bigint,
 *   digit?: { word: number, bits: number } }} Element
 * Elements by name, with one value, or one for each lane or coefficient.
 * @typedef {Map<string, any[]>} Elements
 * @typedef {{ region: Region, at: number }} Location
 */

/** @param {Layout} layout its parts in memory, and where they are */
export const partsOf = (layout) => ({
  base: layout.base ?? layout,
  offsets: layout.offsets ?? [0],
});

/**
 * Unknown elements.
 * @param {Field} field
 * @param {Place} place
 * @param {Location} location
 */
export function placeElement(field, { name, layout, range, scale }, { region, at }) {
  const { base, offsets } = partsOf(layout);
  const lanes = base.lanes ?? 1;
  return offsets.flatMap((offset, i) => {
    const values = Array.from({ length: lanes }, (_, lane) =>
      FieldPolynomial.variable(field.p, `${name}.${i * lanes + lane}`),
    );
    region.set(at + offset, base.bytes, elementOf(field, base, values, range, scale));
    return values;
  });
}

/**
 * @param {Field} field
 * @param {Layout} base
 * @param {FieldPolynomial[]} values
 * @param {Range} range
 * @param {bigint} [scale]
 */
export const elementOf = ({ p, R }, base, values, range, scale = R) => ({
  element: { values, range, shape: base.shape, p, scale, digit: base.digit },
  size: base.bytes,
});

/**
 * The values of an element, which must be in a range.
 * @param {Machine} machine
 * @param {Field} field
 * @param {Place} place
 * @param {Location} location
 * @returns {FieldPolynomial[]}
 */
export function readElement(machine, field, place, { region, at }) {
  const { name, layout, range, scale = field.R } = place;
  const { base, offsets } = partsOf(layout);
  return offsets.flatMap((offset) => {
    const known = machine.memory.readElement(region, at + offset, base.bytes);
    const element = /** @type {Element | null} */ (known?.element ?? null);
    if (!element)
      return constantAt(machine, { ...field, R: scale }, base, region, at + offset, range);
    if (element.shape !== base.shape || element.p !== field.p)
      throw new Refused(`${name} is an element of another form`);
    if (!isWithin(element.range, range))
      throw new Refused(`${name} may lie in ${element.range.least} to ${element.range.most}`);
    if (element.scale === scale) return element.values;
    const factor = element.scale * inverse(scale, field.p);
    return element.values.map((value) => value.scale(factor));
  });
}

/** @param {Range} inner @param {Range} outer */
export const isWithin = (inner, outer) =>
  inner.least >= outer.least &&
  inner.most <= outer.most &&
  (inner.digit ?? FULL_DIGIT) <= (outer.digit ?? FULL_DIGIT);

/**
 * Digits that are known, as those of data.
 * @param {Machine} machine
 * @param {Field} field
 * @param {Layout} base
 * @param {Region} region
 * @param {number} at
 * @param {Range} range
 * @returns {FieldPolynomial[]}
 */
function constantAt(machine, { p, R }, base, region, at, range) {
  return base.read(machine, region, at, range).map(({ number }) => {
    const constant = number.constant();
    if (constant === null) throw new Refused('an element of which only digits are known');
    if (constant < range.least || constant > range.most)
      throw new Refused(`a constant out of range, ${constant}`);
    return FieldPolynomial.constant(p, constant * inverse(R, p));
  });
}
