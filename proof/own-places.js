/**
 * Elements in memory of the module of which claims do not say where they are: they are where a
 * function is found to leave them, and its other paths, and other functions, must agree.
 */
import { inverse } from './domain/field-polynomial.js';
import { isWithin, partsOf } from './elements.js';
import { STATIC } from './machine/memory.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Element } from './elements.js'
 * @import { Machine } from './machine/machine.js'
 */

/** The address of an output that is somewhere in the module's memory. */
export const ANYWHERE = -1;

/**
 * Where a run has left some element in the module's own memory: all places.
 * @param {Machine} machine
 * @param {Claim} claim
 * @param {Place} output
 * @param {any[]} wanted
 */
export function placesOf(machine, { field }, output, wanted) {
  const { base, offsets } = partsOf(output.layout);
  const region = machine.memory.named(STATIC);
  const { scale = field.R } = output;
  /** @param {Element} element */
  const factor = (element) =>
    element.scale === scale ? 1n : element.scale * inverse(scale, field.p);
  const isThere = (/** @type {number} */ at) =>
    offsets.every((offset, part) => {
      const known = machine.memory.readElement(region, at + offset, base);
      const element = /** @type {Element | null} */ (known?.element ?? null);
      return (
        element !== null &&
        element.base.shape === base.shape &&
        isWithin(element.range, output.range) &&
        element.value.scale(factor(element)).equals(wanted[part])
      );
    });
  return [...region.written.keys()].filter(isThere);
}
