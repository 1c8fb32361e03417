/** Comparisons: decided by intervals, else both cases, each with what it says about the numbers. */
import { TWO64 } from '../integers.js';
import { Refused } from '../refused.js';

/**
 * @import { Value } from '../number.js'
 * @import { I32, Machine } from './machine.js'
 */

const TWO32 = 1n << 32n;

/** @typedef {'eq' | 'ne' | 'lt' | 'gt' | 'le' | 'ge'} Comparison */

/** Of the sign of a − b. @type {Record<Comparison, (d: bigint) => boolean>} */
const HOLDS = {
  eq: (d) => d === 0n,
  ne: (d) => d !== 0n,
  lt: (d) => d < 0n,
  gt: (d) => d > 0n,
  le: (d) => d <= 0n,
  ge: (d) => d >= 0n,
};

/**
 * @param {Comparison} name
 * @param {Value} first
 * @param {Value | null} second null for zero
 * @param {number} bits of the words
 * @param {boolean} isSigned
 * @returns {boolean}
 */
export function compare(name, first, second, bits, isSigned) {
  if (first.zeros && (name === 'eq' || name === 'ne') && (!second || second.constant() === 0n))
    return allZero(first.zeros) === (name === 'eq');
  /** @param {Value} value */
  const word = (value) => {
    if (isSigned) return value.window(-(1n << BigInt(bits - 1)), bits);
    return bits === 64 ? value.unsigned() : value.window(0n, bits);
  };
  return decideSign(name, second === null ? word(first) : word(first).sub(word(second)));
}

/** @param {Value[]} words */
function allZero(words) {
  const { domain } = words[0];
  /** @param {Value} word */
  const isPlain = ({ low, high }) => low > -TWO64 && high < TWO64;
  if (domain.isLazy && !words.every(isPlain))
    return (
      domain.choose([0n, 1n], (evaluate) =>
        words.every(({ polynomial }) => BigInt.asUintN(64, evaluate(polynomial)) === 0n) ? 1n : 0n,
      ) === 1n
    );
  // Below 2^64 in magnitude an integer is zero exactly if its word is.
  const integers = words.map((word) => (isPlain(word) ? word : word.unsigned()));
  return domain.areZero(integers);
}

/** @param {Comparison} name @param {Value} difference @returns {boolean} */
function decideSign(name, difference) {
  const holds = HOLDS[name];
  const decided = () => {
    const { low, high } = difference;
    // Of all signs that the interval allows.
    const signs = [-1n, 0n, 1n].filter((s) =>
      s < 0n ? low < 0n : s > 0n ? high > 0n : low <= 0n && high >= 0n,
    );
    return signs.every(holds) ? true : signs.some(holds) ? null : false;
  };
  const known = decided() ?? (difference.refine(), decided());
  if (known !== null) return known;
  const { low, high } = difference;
  /** @type {[bigint, bigint][]} */
  const signs = [
    [low, -1n],
    [0n, 0n],
    [1n, high],
  ];
  const those = [false, true].map((wanted) =>
    signs.filter(([a, b], i) => a <= b && holds(BigInt(i - 1)) === wanted),
  );
  return difference.cases(those) === 1;
}

/**
 * An address of a region, or of its end, is not 0, and it is that of its offset, as memory
 * ends below 2^32; any other may have wrapped.
 * @param {Machine} machine @param {Pick<I32, 'region' | 'value'>} address @returns {true}
 */
export function isInside({ memory }, { region, value }) {
  const { low, high } = value.constant() === null ? value : value.refine();
  if (low >= 0n && high <= BigInt(memory.named(region).size)) return true;
  throw new Refused('an address that may lie outside');
}

/**
 * Whether two addresses are the same: those of different regions are not, if both lie inside.
 * @param {Machine} machine @param {I32} a @param {I32} b
 */
export function isSameAddress({ memory }, a, b) {
  if (a.region === b.region) {
    const distance = a.value.sub(b.value).refine();
    if (distance.low <= -TWO32 || distance.high >= TWO32)
      throw new Refused('compares addresses that may have wrapped');
    return compare('eq', distance, null, 64, true);
  }
  const [c, d] = [a.value.constant(), b.value.constant()];
  if (c === null || d === null) throw new Refused('compares addresses that are not constant');
  const result = memory.result?.name ?? '';
  const others = [a, b].flatMap(({ region }) => (region && region !== result ? [region] : []));
  // They differ here: that an operand is the result is a run of its own, and so are all cases of
  // what addresses in memory point to.
  if (others.length < 2) for (const region of others) memory.readLate.add(region);
  else if (!others.every((region) => memory.distinct.has(region)))
    throw new Refused('compares addresses that may be the same');
  for (const [at, { region }] of /** @type {const} */ ([
    [c, a],
    [d, b],
  ]))
    if (region === null || at < 0n || at >= BigInt(memory.named(region).size))
      throw new Refused('compares addresses that may lie outside');
  return false;
}

/**
 * Addresses are in the order of their offsets if they are of one region, or its end: none
 * ends at 2^32 or beyond. With a sign there is no order: a region may lie across 2^31.
 * @param {Machine} machine
 * @param {I32} a
 * @param {I32} b
 * @param {boolean} isSigned
 */
export function checkOrder(machine, a, b, isSigned) {
  if (isSigned || a.region !== b.region) throw new Refused('compares addresses');
  for (const one of [a, b]) isInside(machine, one);
}
