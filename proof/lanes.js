/**
 * Functions on two lanes of rows that are independent: a claim about both is proven as two, of one
 * lane each, where nothing is known of the other one; and with nothing known of both it ends, and
 * writes nothing else. So a call leaves what is said in one lane
 * also where the other one holds anything at all, as what is computed for a point that is infinite.
 */

import { sizesOf } from './calls.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 *
 * @typedef {Claim['outputs'][number]} Output
 */

/** Lanes of rows are every second double. */
const STRIDE = 16;
const NONE = -1;

/**
 * A place by its lanes, or null if it is no lane.
 * @template {Place} T @param {T} place @returns {T[] | null}
 */
function lanesOf(place) {
  const { layout, offset = 0, address } = place;
  const { base = layout, kind, lanes } = layout;
  const at = address ?? offset;
  if (base.places?.[1] !== STRIDE || at % 8 !== 0) return null;
  if (lanes !== 2 || kind !== 'each') return lanes === 2 ? null : [place];
  return [0, 8].map((lane) => ({
    ...place,
    layout: base,
    ...(address === undefined ? { offset: offset + lane } : { address: address + lane }),
  }));
}

/** @param {Place} place @param {number} lane */
const isIn = ({ address, offset = 0 }, lane) => ((address ?? offset) / 8) % 2 === lane;

/** @param {string} formula */
const namesIn = (formula) =>
  [...formula.matchAll(/[A-Za-z]\w*/g)].flatMap(([name]) => [name, name.replace(/(Re|Im)$/, '')]);

/**
 * Claims about each lane, and about none, of which together a claim consists; that itself if its
 * lanes are not independent. Outputs of other lanes have no formula.
 * @param {Claim} claim @returns {Claim[]}
 */
export function byLane(claim) {
  const { cases, isZero, list, repeats, result, inputs, outputs } = claim;
  if (cases || isZero || list || repeats || result !== undefined) return [claim];
  const all = [inputs.map(lanesOf), outputs.map(lanesOf)].map((places) =>
    places.includes(null) ? null : places.flatMap((found) => found ?? []),
  );
  const [ins, outs] = /** @type {[Place[] | null, Output[] | null]} */ (all);
  if (!ins || !outs) return [claim];
  const [none, ...parts] = [NONE, 0, 1].map((lane) => ({
    ...claim,
    room: sizesOf(claim),
    inputs: ins.filter((place) => isIn(place, lane)),
    outputs: outs.map((place) => (isIn(place, lane) ? place : { ...place, formula: '' })),
  }));
  const areApart = parts.every(
    ({ inputs: mine, outputs: left }) =>
      left.some(({ formula }) => formula) &&
      left.every(({ formula }) =>
        namesIn(formula).every((name) => isNamed(mine, name) || !isNamed(inputs, name)),
      ),
  );
  return areApart ? [...parts, none] : [claim];
}

/** @param {Place[]} places @param {string} name */
const isNamed = (places, name) => places.some((one) => one.name === name);
