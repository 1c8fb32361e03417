/** Elements in memory of which only the value is known, and not the digits. */
import { FULL_DIGIT } from './layouts.js';
import { coordinateAt } from './coordinates.js';
import { bestBounds } from './domain/bounds.js';
import { FieldPolynomial, inverse } from './domain/field-polynomial.js';
import { isEven, valueOf } from './opened.js';
import { Refused } from './refused.js';

/**
 * @import { Place } from './claims/claim.js'
 * @import { Field } from './claims/fields.js'
 * @import { Layout, Range } from './layouts.js'
 * @import { Machine } from './machine/machine.js'
 * @import { Opaque, Region } from './machine/memory.js'
 */

/**
 * An element in memory.
 * @typedef {{ value: FieldPolynomial, range: Range, base: Layout, p: bigint,
 *   scale: bigint }} Element
 * Elements by name, with one value, or one for each lane or coefficient.
 * @typedef {Map<string, any[]>} Elements
 * @typedef {{ region: Region, at: number }} Location
 */

/** @param {Layout} layout its parts in memory, of one number each, and where they are */
export const partsOf = (layout) => ({
  base: layout.base ?? layout,
  offsets: layout.offsets ?? [0],
});

/** @param {Place} place @returns {number} of numbers */
const countOf = ({ layout }) => partsOf(layout).offsets.length;

/**
 * Elements, unknown ones if no values are given.
 * @param {Field} field
 * @param {Place} place
 * @param {Location} location
 * @param {FieldPolynomial[]} [values]
 */
export function placeElement(field, place, { region, at }, values = unknowns(field, place)) {
  const { layout, range, scale } = place;
  const { base, offsets } = partsOf(layout);
  offsets.forEach((offset, i) => {
    for (const [o, size, content] of cellsOf(elementOf(field, base, values[i], range, scale)))
      region.set(at + offset + o, size, content);
  });
  return values;
}

/** @param {Field} field @param {Place} place @param {string} [name] */
export const unknowns = ({ p }, place, name = place.name) =>
  Array.from({ length: countOf(place) }, (_, i) => FieldPolynomial.variable(p, `${name}.${i}`));

/**
 * @param {Field} field
 * @param {Layout} base
 * @param {FieldPolynomial} value
 * @param {Range} range
 * @param {bigint} [scale]
 * @returns {Opaque}
 */
export const elementOf = ({ p, R }, base, value, range, scale = R) => ({
  element: { value, range, base, p, scale },
  size: base.places ? 8 * base.places.length : base.bytes,
});

/**
 * How an element stands in memory: signed digits are pieces, which may be moved one by one.
 * @param {Opaque} whole
 * @returns {[at: number, size: number, content: Opaque | { piece: Opaque, at: number }][]}
 */
export function cellsOf(whole) {
  const { base } = /** @type {Element} */ (whole.element);
  if (!base.places) return [[0, base.bytes, whole]];
  return base.places.map((place, i) => [place, 8, { piece: whole, at: 8 * i }]);
}

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
  return offsets.map((offset) => {
    const known = machine.memory.readElement(region, at + offset, base);
    const element =
      /** @type {Element | undefined} */ (known?.element) ??
      coordinateAt(machine, region, at + offset, base);
    if (!element) return valueAt(machine, field, { ...place, scale }, base, region, at + offset);
    if (element.base.shape !== base.shape || element.p !== field.p)
      throw new Refused(`${name} is an element of another form`);
    if (!isWithin(element.range, range))
      throw new Refused(`${name} may lie in ${element.range.least} to ${element.range.most}`);
    if (element.scale === scale) return element.value;
    return element.value.scale(element.scale * inverse(scale, field.p));
  });
}

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
 * Of digits that are known, as those of data, or are made of the digits of other elements.
 * @param {Machine} machine
 * @param {Field} field
 * @param {Place & { scale: bigint }} place
 * @param {Layout} base
 * @param {Region} region
 * @param {number} at
 * @returns {FieldPolynomial}
 */
function valueAt(machine, { p }, { name, range, scale }, base, region, at) {
  const [{ number }] = base.read(machine, region, at, range);
  const constant = number.constant();
  if (constant !== null) {
    if (constant < range.least || constant > range.most)
      throw new Refused(`a constant out of range, ${constant}`);
    return FieldPolynomial.constant(p, constant * inverse(scale, p));
  }
  const value = valueOf(machine, p, number, scale);
  if (!value) throw new Refused(`${name} is an element of which only digits are known`);
  const { domain } = machine;
  const [least, most] = bestBounds(domain, domain.resolve(domain.closed(number)), range);
  if (least < range.least || most > range.most)
    throw new Refused(`${name} may lie in ${least} to ${most}`);
  if (range.isEven && !isEven(domain, number)) throw new Refused(`${name} may be odd`);
  return value;
}
