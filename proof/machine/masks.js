/**
 * Comparisons of doubles lane by lane (specification, §4.4.3.9), whose masks are combined and only
 * asked whether one is set. What they say of elements is decided there: whether the lowest digit is
 * a constant, in magnitude, or whether all digits are those of another element.
 */
import { Lane } from '../domain/double.js';
import { Refused } from '../refused.js';
import { compare } from './comparisons.js';
import { areZero, hasOneZero, lowestDigit } from './digits.js';

/**
 * @import { Element } from '../elements.js'
 * @import { Machine, Rule } from './machine.js'
 * @import { Opaque, Piece } from './memory.js'
 *
 * A digit of an element, or its negative.
 * @typedef {Piece & { isNegative: boolean }} Digit
 * A condition: the lowest digit of an element is one of some constants; digits differ.
 * @typedef {{ lowest: Opaque, constants: bigint[] }} Lowest
 * @typedef {{ digits: [Digit, Digit] }} Differing
 * All of some digits are 0.
 * @typedef {{ zeros: Piece[] }} Zeros
 * @typedef {boolean | 'unknown' | Lowest | Zeros | Differing | { any: Mask[] } |
 *   { all: Mask[] }} Mask
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
  const lane = new Lane(domain, {});
  lane.mask = mask;
  return lane;
}

/** A mask that is all or no bits. @param {Lane} lane @returns {Mask | null} */
function maskOf({ mask, knownWord }) {
  const word = knownWord?.constant() ?? null;
  if (mask || word === null) return mask;
  return word === 0n ? false : BigInt.asIntN(64, word) === -1n || null;
}

/**
 * fne (§4.3.3.16): NaN differs from itself.
 * @param {Lane} a @param {Lane} b @returns {Mask}
 */
function differ(a, b) {
  if (a.isNaN || b.isNaN) return true;
  if (a === b && (a.knownDouble || a.magnitudes.length > 0)) return false;
  const [c, d] = [a, b].map((one) => (one.isKnown ? one.double().constant() : null));
  if (c !== null && d !== null) return c !== d;
  if (a.origin && b.origin?.at === a.origin.at) return { digits: [a.origin, b.origin] };
  throw new Refused('compares unknown doubles');
}

/** feq (§4.3.3.15). @param {Lane} a @param {Lane} b @returns {Mask} */
function isEqual(a, b) {
  if (a.isNaN || b.isNaN) return false;
  const constant = b.isKnown ? b.double().constant() : null;
  const [digit, ...more] = a.magnitudes;
  if (!a.isKnown && a.magnitudes.length === 0) return 'unknown';
  if (constant === 0n && more.length > 0) return { zeros: a.magnitudes };
  if (constant === null || digit?.at !== 0 || more.length > 0)
    throw new Refused('compares unknown doubles');
  return { lowest: digit.piece, constants: [constant, -constant] };
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
  const [first, second] = [maskOf(a), maskOf(b)];
  if (first === null || second === null || (!a.mask && !b.mask)) return null;
  return maskLane(machine, op === 'any' ? { any: [first, second] } : { all: [first, second] });
}

/** @param {Mask} mask @returns {Exclude<Mask, { any: Mask[] }>[]} */
const alternatives = (mask) =>
  typeof mask === 'object' && 'any' in mask ? mask.any.flatMap(alternatives) : [mask];

/** Whether a mask is set. @param {Machine} machine @param {Mask[]} masks @returns {boolean} */
function isSet(machine, masks) {
  const all = masks.flatMap(alternatives);
  if (all.includes(true)) return true;
  /** @type {Map<Opaque, bigint[]>} */
  const lowest = new Map();
  /** @type {[Digit, Digit][]} */
  const digits = [];
  for (const one of all) {
    if (typeof one === 'boolean') continue;
    if (one === 'unknown') throw new Refused('compares unknown doubles');
    if ('lowest' in one)
      lowest.set(one.lowest, [...(lowest.get(one.lowest) ?? []), ...one.constants]);
    else if ('digits' in one) digits.push(one.digits);
    else if ('zeros' in one && areZero(machine, one.zeros)) return true;
    else if ('zeros' in one) continue;
    else if (one.all.every((part) => isSet(machine, [part]))) return true;
  }
  for (const [whole, constants] of lowest)
    if (lowestDigit(machine, whole).isOneOf(constants)) return true;
  return digits.length > 0 && doDiffer(machine, digits);
}

/**
 * Whether some digits differ. If all digits of elements are the same, so are these.
 * @param {Machine} machine @param {[Digit, Digit][]} digits
 */
function doDiffer(machine, digits) {
  /** @type {Map<Opaque, [Digit, Digit][]>} */
  const pairs = new Map();
  for (const pair of digits) pairs.set(pair[0].piece, [...(pairs.get(pair[0].piece) ?? []), pair]);
  const values = [...pairs.values()].map((those) => {
    const [[a, b]] = those;
    const isSame = those.every(
      ([c, d]) =>
        d.piece === b.piece && c.isNegative === a.isNegative && d.isNegative === b.isNegative,
    );
    const [x, y] = [a, b].map((one) => {
      const { value, base, scale } = /** @type {Element} */ (one.piece.element);
      return { value: value.scale(one.isNegative ? -1n : 1n), base, scale };
    });
    const isWhole = new Set(those.map(([c]) => c.at)).size === x.base.places?.length;
    if (!isSame || !isWhole || x.base.shape !== y.base.shape || x.scale !== y.scale)
      throw new Refused('compares some digits of elements');
    return x.value.sub(y.value);
  });
  if (machine.isZero(values, false) === false) return true;
  const all = digits.flat().map(({ piece }) => /** @type {Element} */ (piece.element));
  const firsts = digits.map(([{ piece }]) => /** @type {Element} */ (piece.element).value);
  // If these are 0, and their difference to the others is, both have no digits but 0.
  const areZero = machine.isZero(values, false) && machine.isZero(firsts, false);
  if (areZero && all.every(hasOneZero)) return false;
  const isSame = machine.domain.choose([0n, 1n], () => 0n) === 1n;
  if (isSame) machine.tests.push({ values, isZero: true });
  return !isSame;
}

/** @type {[string, Rule][]} */
export const MASK_RULES = [
  ['f64x2.eq', comparison(isEqual)],
  ['f64x2.ne', comparison(differ)],
  [
    // fabs (§4.3.3.22): of a digit, its magnitude.
    'f64x2.abs',
    (machine) => {
      const { domain } = machine;
      const lanes = machine.pop('v128').lanes.map((lane) => {
        const digit = lane instanceof Lane ? lane.origin : lane;
        if (lane instanceof Lane && !digit) return new Lane(domain, { isNaN: lane.isNaN });
        const result = new Lane(domain, {});
        if (digit) result.magnitudes = [digit];
        return result;
      });
      machine.pushV128(lanes);
    },
  ],
  [
    // A choice bit by bit (§4.4.3.4): of whole lanes. A comparison is decided here, once for all
    // choices by it.
    'v128.bitselect',
    (machine) => {
      const masks = machine.popV128();
      const [b, a] = [machine.pop('v128').lanes, machine.pop('v128').lanes];
      const lanes = masks.map((lane, i) => {
        const mask = maskOf(lane) ?? maskByCases(machine, lane);
        if (mask === null) throw new Refused('a choice of unknown bits');
        if (mask === 'unknown') return new Lane(machine.domain, {});
        if (typeof mask !== 'boolean') lane.mask = isSet(machine, [mask]);
        return (lane.mask ?? mask) ? a[i] : b[i];
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
      machine.pushFlag(isSet(machine, masks));
    },
  ],
];
