/**
 * Comparisons of doubles lane by lane (specification, §4.4.3.9), whose masks are combined, and
 * asked whether one is set. One that depends on numbers that are unknown is a case distinction
 * there, of which both cases are followed: that integers are the same is learnt, and else nothing.
 */
import { Lane } from '../double.js';
import { Refused } from '../refused.js';
import { compare } from './comparisons.js';

/**
 * @import { Value } from '../number.js'
 * @import { Machine, Rule } from './machine.js'
 *
 * All bits of a lane, or none: all unless these numbers are 0.
 * @typedef {boolean | 'unknown' | Value[]} Mask
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
 * fne (§4.3.3.16): NaN equals nothing.
 * @param {Lane} a @param {Lane} b @returns {Mask}
 */
export function differ(a, b) {
  if (a.isNaN || b.isNaN) return true;
  if (a === b && a.knownDouble) return false;
  const [c, d] = [a, b].map((one) => (one.isKnown ? one.double().constant() : null));
  if (c !== null && d !== null) return c !== d;
  if (a.zeros && d === 0n) return [...a.zeros];
  const [x, y] = [a.knownDouble, b.knownDouble];
  return x?.isInteger && y?.isInteger ? [x.sub(y)] : 'unknown';
}

/** feq (§4.3.3.15). @param {Lane} a @param {Lane} b @returns {Mask} */
function areEqual(a, b) {
  const mask = differ(a, b);
  return typeof mask === 'boolean' ? !mask : 'unknown';
}

/** @param {(a: Lane, b: Lane) => Mask} rule @returns {Rule} */
const comparison = (rule) => (machine) => {
  const [b, a] = [machine.popV128(), machine.popV128()];
  machine.pushV128(a.map((lane, i) => maskLane(machine, rule(lane, b[i]))));
};

/**
 * fabs (§4.3.3.22): of which is known when it is 0, of an integer; and whether it is NaN.
 * @param {Machine} machine @param {Lane} lane
 */
export const absolute = ({ domain }, { isNaN, knownDouble }) =>
  new Lane(domain, { isNaN, zeros: knownDouble?.isInteger ? [knownDouble] : undefined });

/** Whether any is set. @param {Mask[]} masks @returns {Mask} */
function anyOf(masks) {
  const left = masks.filter((one) => one !== false);
  if (left.length === 0 || left.includes(true)) return left.length > 0;
  const lists = left.filter((one) => Array.isArray(one));
  return lists.length === left.length ? lists.flat() : 'unknown';
}

/**
 * "Or" and "and" of masks; null if they are none that is unknown.
 * @param {Machine} machine @param {'any' | 'all'} op @param {Lane} a @param {Lane} b
 */
export function combined(machine, op, a, b) {
  const masks = [a, b].map(maskOf).filter((one) => one !== null);
  if (masks.length < 2 || (a.mask === null && b.mask === null)) return null;
  const all = masks.includes(false) ? false : 'unknown';
  return maskLane(machine, op === 'any' ? anyOf(masks) : all);
}

/** Whether a mask is set. @param {Machine} machine @param {Mask} mask @returns {boolean} */
export function decided({ domain }, mask) {
  if (Array.isArray(mask)) {
    const unknown = mask.filter((one) => one.constant() !== 0n);
    return unknown.length > 0 && !domain.areZero(unknown);
  }
  return mask === 'unknown' ? domain.choose([0n, 1n], () => 0n) === 1n : mask;
}

/** @type {[string, Rule][]} */
export const MASK_RULES = [
  ['f64x2.eq', comparison(areEqual)],
  ['f64x2.ne', comparison(differ)],
  [
    'f64x2.abs',
    (machine) => machine.pushV128(machine.popV128().map((lane) => absolute(machine, lane))),
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
        const isFirst =
          typeof mask === 'boolean' ? mask : lane.settle(() => decided(machine, mask));
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
      machine.pushFlag(decided(machine, anyOf(masks)));
    },
  ],
];
