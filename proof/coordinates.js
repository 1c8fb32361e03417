/**
 * Points that are known as multiples of others, where code reads their coordinates: then these are
 * unknowns that are named by the point, the same wherever it is found. Only affine points have
 * them, as others may stand for one point in several ways; and only finite ones.
 */
import { FieldPolynomial } from './domain/field-polynomial.js';
import { partsOf } from './elements.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Field } from './claims/fields.js'
 * @import { Layout } from './layouts.js'
 * @import { Element, Elements } from './elements.js'
 * @import { Machine } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 */

/** @param {string} name @param {FieldPolynomial} point @param {number} i its coefficient */
function nameOf(name, { terms }, i) {
  const text = [...terms].map(([key, c]) => `${c}*${key}`).sort();
  if (text.some((one) => /[ ^]/.test(one))) throw new Refused('a product of points');
  return `${name}(${text.join('+')}).${i}`;
}

/**
 * The point that is there, from a place that is inside of it.
 * @param {Region} region @param {number} at
 * @returns {{ point: Element, offset: number, layout: NonNullable<Layout['coordinates']> } | null}
 */
function pointAt(region, at) {
  for (const start of region.overlapping(at, 1)) {
    const content = region.cells.get(start)?.content;
    const point = content && 'element' in content ? /** @type {Element} */ (content.element) : null;
    const layout = point?.base.coordinates;
    if (point && layout) return { point, offset: at - start, layout };
  }
  return null;
}

/** A word that says whether a point is infinity: a case distinction, unless it is known.
 * @param {Machine} machine @param {Region} region @param {number} at @returns {bigint | null}
 */
export function flagInPoint(machine, region, at) {
  const { point, offset, layout } = pointAt(region, at) ?? {};
  if (!point || layout?.flag === undefined || offset !== layout.flag) return null;
  machine.memory.noteRead(region, at, 4);
  return machine.isZero([point.value], true) ? 1n : 0n;
}

/**
 * A number of a coordinate of the point that is there.
 * @param {Machine} machine @param {Region} region @param {number} at @param {Layout} base
 * @returns {Element | null}
 */
export function coordinateAt(machine, region, at, base) {
  const { point, offset = 0, layout } = pointAt(region, at) ?? {};
  for (const { name, offset: start = 0, layout: whole, range } of layout?.places ?? []) {
    const parts = partsOf(whole);
    const i = parts.offsets.findIndex((one) => start + one === offset);
    if (!point || !layout || i < 0 || parts.base.shape !== base.shape) continue;
    if (layout.flag !== undefined && machine.isZero([point.value], false) !== false)
      throw new Refused('a coordinate of what may be infinity');
    const { p, R } = layout.field;
    const value = FieldPolynomial.variable(p, nameOf(name, point.value, i));
    return { value, range, base, p, scale: R };
  }
  return null;
}

/** Of what a place is. @param {Claim} claim @param {Place} place @returns {Field} */
export const fieldOf = ({ coordinates, field, inputs: [first] }, { layout }) =>
  (coordinates && !layout.coordinates && first.layout.coordinates?.field) || field;

/**
 * The coordinates of points that a claim names: of `S` they are xS and yS.
 * @param {Claim} claim @param {Elements} elements @returns {Elements}
 */
function coordinatesOf(claim, elements) {
  const [{ layout }] = claim.inputs;
  const { places, field } = layout.coordinates ?? { places: [], field: claim.field };
  return new Map(
    [...(claim.coordinates ?? [])].flatMap(([point, formula]) => {
      const [value] = valuesOf(formula, layout, elements, claim);
      return places.map(({ name, layout: { offsets = [0] } }) => [
        name + point,
        offsets.map((_, i) => FieldPolynomial.variable(field.p, nameOf(name, value, i))),
      ]);
    }),
  );
}

/**
 * Values of a condition, which may be about coordinates of points.
 * @param {string} formula @param {Elements} elements @param {Claim} claim
 */
export function conditionOf(formula, elements, claim) {
  const [{ layout }] = claim.inputs;
  const coordinates = claim.coordinates ? coordinatesOf(claim, elements) : new Map();
  const [place] = layout.coordinates?.places ?? [];
  const isIn = [...formula.matchAll(/[A-Za-z]\w*/g)].some(([name]) =>
    coordinates.has(name.replace(/(Re|Im)$/, '')),
  );
  if (!isIn || !layout.coordinates) return valuesOf(formula, layout, elements, claim);
  const { field } = layout.coordinates;
  return valuesOf(formula, place.layout, coordinates, { ...claim, field });
}

/**
 * Values that are not 0, of the elements that are there.
 * @param {Claim} claim @param {Elements} elements @returns {[string, FieldPolynomial[]][]}
 */
export const nonZeroOf = (claim, elements) =>
  (claim.nonZero ?? [])
    .filter((formula) => {
      const names = [...formula.matchAll(/[A-Za-z]\w*/g)].map(([one]) =>
        one.replace(/(Re|Im)$/, ''),
      );
      return claim.inputs.every(({ name }) => !names.includes(name) || elements.has(name));
    })
    .map((formula) => [formula, conditionOf(formula, elements, claim)]);
