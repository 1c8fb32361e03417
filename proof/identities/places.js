/** Elements in the memory of an engine. */
import { Residue } from './residue.js';
import { inverse } from '../kernel/integers.js';
import { partsOf } from '../elements.js';
import { bytesOfFlag } from '../flags.js';
import { digitBounds } from '../kernel/layouts.js';
import { Refused } from '../kernel/refused.js';

/**
 * @import { Flag, Place } from '../claims/claim.js'
 * @import { Field } from '../claims/fields.js'
 * @import { Layout, Range } from '../kernel/layouts.js'
 * @import { Randomness } from './residue.js'
 *
 * @typedef {{ at: number, size: number, bits: number, isSigned: boolean }} Digit
 */

/** Digits of one number, the least first. @param {Layout} base @returns {Digit[]} */
function digitsOf({ bytes, shape, digit, places, w = 0 }) {
  if (places) return places.map((at) => ({ at, size: 8, bits: w, isSigned: true }));
  if (!digit) throw new Refused(`no element: ${shape}`);
  const isReversed = shape.endsWith('big-endian');
  const { word, bits } = isReversed ? { word: 1, bits: 8 } : digit;
  const n = bytes / word;
  return Array.from({ length: n }, (_, i) => ({
    ...{ at: word * (isReversed ? n - 1 - i : i), size: word, bits, isSigned: false },
  }));
}

/** @param {DataView} view @param {Layout} base @param {number} at */
export function readNumber(view, base, at) {
  return digitsOf(base).reduceRight((sum, digit) => {
    const address = at + digit.at;
    const double = digit.isSigned ? view.getFloat64(address, true) : 0;
    if (!Number.isInteger(double)) throw new Refused(`a digit is ${double}`);
    const value = digit.isSigned
      ? BigInt(double)
      : digit.size === 8
        ? view.getBigUint64(address, true)
        : BigInt(digit.size === 4 ? view.getUint32(address, true) : view.getUint8(address));
    return (sum << BigInt(digit.bits)) + value;
  }, 0n);
}

/** @param {DataView} view @param {Layout} base @param {number} at @param {bigint} number */
function writeNumber(view, base, at, number) {
  const digits = digitsOf(base);
  let rest = number;
  digits.forEach(({ at: offset, size, bits, isSigned }, i) => {
    const address = at + offset;
    const isLast = i === digits.length - 1;
    const form = isSigned ? BigInt.asIntN : BigInt.asUintN;
    const digit = isLast ? rest : form(bits, rest);
    if (isSigned) view.setFloat64(address, Number(digit), true);
    else if (size === 8) view.setBigUint64(address, digit, true);
    else if (size === 4) view.setUint32(address, Number(digit), true);
    else view.setUint8(address, Number(digit));
    rest = (rest - digit) >> BigInt(bits);
  });
  // What is unused behind them may be anything, the same for the same number.
  const { places, writes = [] } = base;
  for (const [offset, size] of places ? writes.slice(places.length) : [])
    for (let o = offset; o < offset + size; o += 8)
      view.setFloat64(at + o, Number(BigInt.asIntN(20, number)), true);
}

/** Whether signed digits, as they are written, are in their range. */
function hasDigits(
  /** @type {Layout} */ base,
  /** @type {Range} */ range,
  /** @type {bigint} */ n,
) {
  const { w = 0 } = base;
  const [least, most] = digitBounds(w, range);
  let rest = n;
  return digitsOf(base)
    .slice(1)
    .every(() => {
      const digit = BigInt.asIntN(w, rest);
      rest = (rest - digit) >> BigInt(w);
      return digit >= least && digit <= most;
    });
}

/**
 * A number in a range that stands for a value, at its ends more often than elsewhere; null if there
 * is none.
 * @param {Field} field
 * @param {Place} place
 * @param {Residue} value
 * @param {Randomness} random
 * @returns {bigint | null}
 */
export function numberOf({ p, R }, { layout, range, scale = R }, value, random) {
  const { base } = partsOf(layout);
  const rest = (value.value * scale) % p;
  const mod = (/** @type {bigint} */ x) => ((x % p) + p) % p;
  const first = range.least + mod(rest - range.least);
  const count = (range.most - first) / p + 1n;
  if (first > range.most) return null;
  for (let i = 0; i < 8; i++) {
    const kind = random.below(4n);
    const k = kind === 0n ? 0n : kind === 1n ? count - 1n : random.below(count);
    const number = first + k * p;
    if (range.isEven && number & 1n) continue;
    if (!base.places || hasDigits(base, range, number)) return number;
  }
  return null;
}

/** Numbers of an element. @param {DataView} view @param {Place} place @param {number} at */
export function readPlace(view, { layout }, at) {
  const { base, offsets } = partsOf(layout);
  return offsets.map((offset) => readNumber(view, base, at + offset));
}

/**
 * @param {DataView} view
 * @param {Place} place
 * @param {number} at
 * @param {bigint[]} numbers
 */
export function writePlace(view, { layout }, at, numbers) {
  const { base, offsets } = partsOf(layout);
  offsets.forEach((offset, i) => writeNumber(view, base, at + offset, numbers[i]));
}

/** @param {Field} field @param {Place} place @param {bigint} number */
export const valueOf = ({ p, R }, { scale = R }, number) =>
  new Residue(p, number * (scale === 1n ? 1n : inverse(scale, p)));

/** The remainders that leave a quotient are at most so many hundredths of p. */
const REMAINDER = 101n;

/**
 * A quotient of a number w: (wR − r)/p for some r.
 * @param {Field} field @param {bigint} w @param {Randomness} random
 */
export function quotientFor({ p, R }, w, random) {
  const most = (REMAINDER * p) / 100n;
  const rest = (((w * R + most) % p) + p) % p;
  const k = random.below((2n * most - rest) / p + 1n);
  return (w * R + most - rest) / p - k;
}

/** @param {Field} field @param {bigint} w @param {bigint} quotient */
export function isQuotient({ p, R }, w, quotient) {
  const rest = 100n * (w * R - quotient * p);
  return rest <= REMAINDER * p && -rest <= REMAINDER * p;
}

/** Whether a number is in a range. @param {Range} range @param {bigint} number */
export const isIn = ({ least, most, isEven }, number) =>
  number >= least && number <= most && !(isEven && number & 1n);

/** The bytes that an element takes. @param {Layout} layout @returns {[number, number][]} */
export const spansOf = ({ base, offsets = [0], writes, bytes, ...layout }) =>
  base && layout.lanes === undefined
    ? offsets.flatMap((offset) =>
        spansOf(base).map(([at, size]) => /** @type {[number, number]} */ ([at + offset, size])),
      )
    : (writes ?? [[0, bytes]]);

/** @param {DataView} view @param {Flag} flag @param {number} at */
export function readFlag(view, flag, at) {
  if (flag.isNaN) return BigInt(Number.isNaN(view.getFloat64(at, true)));
  return BigInt(bytesOfFlag(flag) === 1 ? view.getUint8(at) : view.getUint32(at, true));
}

/** @param {DataView} view @param {Flag} flag @param {number} at @param {bigint} value */
export function writeFlag(view, flag, at, value) {
  if (flag.isNaN && value) view.setFloat64(at, NaN, true);
  else if (flag.isNaN) return;
  else if (bytesOfFlag(flag) === 1) view.setUint8(at, Number(value));
  else view.setUint32(at, Number(value), true);
}
