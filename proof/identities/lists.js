/** The last row of a list of two elements a row, where the second one is missing. */

import { paramOf } from '../inputs.js';

/**
 * @import { Claim } from '../claims/claim.js'
 * @import { Located } from '../inputs.js'
 */

/** Of a second element that is missing, the place of the first. @param {Claim} claim */
const firstOf = ({ list }, /** @type {Located} */ place) => {
  const { address, offset = 0 } = place;
  const shift = (address === undefined && list?.second?.get(paramOf(place))) || Infinity;
  return { address, offset: offset < shift ? offset : offset - shift };
};

/**
 * Of a row with one element: it stands in for the second one, of which nothing is left.
 * @param {Claim} claim
 */
export function alone(claim) {
  /** @template {Located} T @param {T} place @returns {T} */
  const first = (place) => ({ ...place, ...firstOf(claim, place) });
  /** @param {Located} place @returns {boolean} */
  const isSecond = (place) => firstOf(claim, place).offset !== (place.offset ?? 0);
  return {
    ...claim,
    inputs: claim.inputs.map(first),
    outputs: claim.outputs.filter((place) => !isSecond(place)),
    flags: claim.flags?.filter((flag) => !flag.isOutput || !isSecond(flag)).map(first),
    list: claim.list && { ...claim.list, perRow: 1n },
  };
}
