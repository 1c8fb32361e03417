/**
 * Comparisons of doubles lane by lane (specification, §4.4.3.9), whose masks are combined, and
 * asked whether one is set. One that depends on numbers that are unknown is a case distinction
 * there, of which both cases are followed and nothing is learnt.
 */
import { Lane } from '../double.js';
import { Refused } from '../refused.js';
import { compare } from './comparisons.js';

/**
 * @import { Machine, Rule } from './machine.js'
 *
 * @typedef {boolean | 'unknown'} Mask all bits of a lane, or none
 */

/** Of a word that is 0 or −1. @param {Machine} machine @param {Lane} lane @returns {Mask | null} */
function maskByCases({ domain }, { knownWord }) {
  if (!knownWord) return null;
  const { low, high } = knownWord.refine();
  return low >= -1n && high <= 0n ? domain.decide(knownWord) !== 0n : null;
}

/** @param {Machine} machine @param {Mask} mask */
function maskLane({ domain }, mask) {
  if (typeof mask === 'boolean')
    return new Lane(domain, { word: domain.constant(mask ? -1n : 0n) });
  return new Lane(domain, { mask });
}

/** A mask that is all or no bits. @param {Lane} lane @returns {Mask | null} */
function maskOf({ mask, knownWord }) {
  const word = knownWord?.constant() ?? null;
  if (mask !== null || word === null) return mask;
  return word === 0n ? false : BigInt.asIntN(64, word) === -1n || null;
}

/**
 * feq (§4.3.3.15): NaN equals nothing.
 * @param {Lane} a @param {Lane} b @returns {Mask}
 */
export function areEqual(a, b) {
  if (a.isNaN || b.isNaN) return false;
  if (a === b && a.knownDouble) return true;
  const [c, d] = [a, b].map((one) => (one.isKnown ? one.double().constant() : null));
  return c === null || d === null ? 'unknown' : c === d;
}

/** fne (§4.3.3.16). @param {Lane} a @param {Lane} b @returns {Mask} */
function differ(a, b) {
  const mask = areEqual(a, b);
  return mask === 'unknown' ? mask : !mask;
}

/** @param {(a: Lane, b: Lane) => Mask} rule @returns {Rule} */
const comparison = (rule) => (machine) => {
  const [b, a] = [machine.popV128(), machine.popV128()];
  machine.pushV128(a.map((lane, i) => maskLane(machine, rule(lane, b[i]))));
};

/**
 * "Or" and "and" of masks; null if they are none that is unknown.
 * @param {Machine} machine @param {'any' | 'all'} op @param {Lane} a @param {Lane} b
 */
export function combined(machine, op, a, b) {
  const masks = [maskOf(a), maskOf(b)];
  if (masks.includes(null) || (a.mask === null && b.mask === null)) return null;
  const decisive = op === 'any';
  return maskLane(machine, masks.includes(decisive) ? decisive : 'unknown');
}

/** Whether a mask is set. @param {Machine} machine @param {Mask} mask @returns {boolean} */
export const decided = ({ domain }, mask) =>
  mask === 'unknown' ? domain.choose([0n, 1n], () => 0n) === 1n : mask;

/** @type {[string, Rule][]} */
export const MASK_RULES = [
  ['f64x2.eq', comparison(areEqual)],
  ['f64x2.ne', comparison(differ)],
  [
    // fabs (§4.3.3.22): of which nothing is known but whether it is NaN.
    'f64x2.abs',
    (machine) =>
      machine.pushV128(machine.popV128().map(({ isNaN }) => new Lane(machine.domain, { isNaN }))),
  ],
  [
    // A choice bit by bit (§4.4.3.4): of whole lanes. A comparison is decided here, once for all
    // choices by it.
    'v128.bitselect',
    (machine) => {
      const masks = machine.popV128();
      const [b, a] = [machine.popV128(), machine.popV128()];
      const lanes = masks.map((lane, i) => {
        const mask = maskOf(lane) ?? maskByCases(machine, lane);
        if (mask === null) throw new Refused('a choice of unknown bits');
        const isFirst = mask === 'unknown' ? lane.settle(() => decided(machine, mask)) : mask;
        return isFirst ? a[i] : b[i];
      });
      machine.pushV128(lanes);
    },
  ],
  [
    // Whether a bit is set (§4.4.3.6).
    'v128.any_true',
    (machine) => {
      const masks = machine.popV128().map((lane) => {
        const mask = maskOf(lane);
        if (mask !== null) return mask;
        if (!lane.isKnown) throw new Refused('bits of which nothing is known');
        return compare('ne', lane.word(), null, 64, false);
      });
      const isSet =
        masks.includes(true) || (masks.includes('unknown') && decided(machine, 'unknown'));
      machine.pushFlag(isSet);
    },
  ],
];
