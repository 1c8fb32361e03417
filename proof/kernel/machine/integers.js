/**
 * Rules of i32 and i64 (specification, §4.3.2), and of wide arithmetic (proposal
 * wide-arithmetic, §4.4). An i32 is congruent to its value modulo 2^32, an i64 modulo 2^64.
 */
import { TWO64, bitLength } from '../integers.js';
import { opaque } from '../number.js';
import { valuation, variablesOf } from '../polynomial.js';
import { Refused } from '../refused.js';
import { checkOrder, compare, isInside, isSameAddress } from './comparisons.js';

/**
 * @import { Value } from '../number.js'
 * @import { Comparison } from './comparisons.js'
 * @import { Machine, Rule } from './machine.js'
 */

/**
 * isub, iadd, imul (§4.3.2.3): of congruent numbers.
 * @param {(a: Value, b: Value) => Value} rule
 * @returns {Rule}
 */
const binary = (rule) => (machine) => {
  const [b, a] = [machine.popI64(), machine.popI64()];
  machine.pushI64(rule(a, b));
};
/** @param {(a: Value, b: Value) => Value} rule @returns {Rule} */
const binary32 = (rule) => (machine) => {
  const [b, a] = [machine.popI32(), machine.popI32()];
  machine.pushI32(rule(a, b));
};

/** @template T @param {T} a @param {T} b @returns {[T, T][]} */
export const inBothOrders = (a, b) => [
  [a, b],
  [b, a],
];

/** @param {Value} a @param {Value} b */
function divide(a, b) {
  const by = BigInt.asUintN(32, b.constant() ?? 0n);
  const whole = a.constant() === null && by ? a.windowOrNull(0n, 32) : null;
  const quotient = whole && by && whole.dividedBy(by);
  if (quotient) return quotient;
  const [c, d] = [a, b].map((one) => BigInt.asUintN(32, one.domain.decide(one)));
  if (d === 0n) throw new Refused('divides by zero');
  return a.domain.constant(c / d);
}

/** ishl (§4.3.2.16). @param {Value} a @param {bigint} k */
function shiftLeft(a, k) {
  const unit = 1n << k;
  // The upper bits are lost: those that a shift to the right keeps.
  const isLong = () => k > 0n && a.low >= 0n && a.high < TWO64 && a.high * unit >= TWO64;
  if (isLong()) a.refine();
  if (isLong()) return a.split(64 - Number(k)).low.times(unit);
  return a.times(unit);
}

/** ishr_u (§4.3.2.17). @param {Value} a @param {bigint} k */
export function shiftRight(a, k) {
  if (k !== 63n || a.windowOrNull(0n)) return a.unsigned().split(Number(k)).high;
  // The sign, of a word with a sign.
  const word = a.windowOrNull(-(1n << 63n));
  if (!word) return a.unsigned().split(63).high;
  return a.domain.constant(-a.domain.decide(word.split(63).high));
}

/**
 * ishr_s (§4.3.2.18); of 2^v·x the lowest bits of x that are left, as a signed number.
 * @param {Value} a @param {bigint} k @param {number} [size] bits of the word
 */
function shiftRightSigned(a, k, size = 64) {
  const { domain, polynomial } = a;
  const least = -1n << BigInt(size - 1);
  const shift = Number(k);
  let word = a.windowOrNull(least, size);
  if (!word && domain.isIntegral(polynomial)) {
    const v = Math.min(polynomial.valuation(), size - 1);
    const x = polynomial.shift(-v);
    const lowest = signed(domain.number(x), size - v);
    if (v >= shift) return lowest.times(1n << BigInt(v - shift));
    word = lowest.times(1n << BigInt(v));
  }
  const { high } = (word ?? a.window(least, size)).split(shift);
  return k === 63n ? domain.constant(domain.decide(high)) : high;
}

/**
 * The lowest bits, as a signed number: a case distinction if its sign is no bit of its own.
 * @param {Value} x @param {number} bits
 */
function signed(x, bits) {
  const { domain } = x;
  const { low } = x.split(bits);
  const half = 1n << BigInt(bits - 1);
  const sign = low.split(bits - 1).high;
  const rest = domain.number(low.polynomial.sub(sign.polynomial.scale(half)));
  if (rest.low >= 0n && rest.high < half && sign.low >= 0n && sign.high <= 1n)
    return domain.number(rest.polynomial.sub(sign.polynomial.scale(half)));
  const isNegative = compare('ge', low, domain.constant(half), 64, false);
  return low.plus(isNegative ? -2n * half : 0n).refine(1);
}

/** The word with all bits set. @param {number} size */
const largest = (size) => (1n << BigInt(size)) - 1n;

/**
 * iand (§4.3.2.11), with a mask of runs of bits, or of none or all.
 * @param {Value} a
 * @param {Value} b
 * @param {number} [size] bits of the words
 * @returns {Value}
 */
export function and(a, b, size = 64) {
  if (a.constant() !== null) [a, b] = [b, a];
  const { domain } = a;
  const constant = b.constant();
  if (constant !== null) {
    const mask = BigInt.asUintN(size, constant);
    const other = a.constant();
    if (other !== null) return domain.constant(mask & BigInt.asUintN(size, other));
    if (mask === 0n || mask === largest(size)) return mask ? a : domain.constant(0n);
    const first = valuation(mask);
    const run = mask >> BigInt(first);
    if ((run & (run + 1n)) !== 0n) {
      // The lowest bits that are consecutive, and the others.
      const lowest = mask & ~(mask + (mask & -mask));
      const parts = [lowest, mask ^ lowest].map((one) => and(a, domain.constant(one), size));
      return parts[0].add(parts[1]);
    }
    const bits = bitLength(run);
    if (first === 0) return (a.windowOrNull(0n, size) ?? a).split(bits).low;
    if (first + bits === size) return a.sub((a.windowOrNull(0n, size) ?? a).split(first).low);
    return a
      .unsigned()
      .split(first)
      .high.split(bits)
      .low.times(1n << BigInt(first));
  }
  for (const [mask, other] of inBothOrders(a, b)) {
    if (!mask.xorOf && mask.high - mask.low < 8n) mask.refine();
    if (mask.low < -1n || mask.high > 0n) continue;
    return domain.decide(mask) === 0n ? domain.constant(0n) : other;
  }
  if (isBit(a) && isBit(b)) return openBit('and', a, b);
  if (isBit(a) || isBit(b)) return opaque('and', [a, b], 1n);
  throw new Refused('an "and" of two unknown words');
}

/** @param {Value} value */
const isBit = ({ low, high, domain }) => domain.isLazy && low >= 0n && high <= 1n;

/**
 * A bit that is decided when it must be known: then the second one is, if it matters.
 * @param {'and' | 'or'} op @param {Value} a @param {Value} b
 */
function openBit(op, a, b) {
  const isSet = (/** @type {Value} */ bit) => bit.pending?.() ?? bit.domain.decide(bit) !== 0n;
  const pending = () => (op === 'or' ? isSet(a) || isSet(b) : isSet(a) && isSet(b));
  return opaque(op, [a, b], 1n, { pending });
}

/**
 * The bits that may be set in a sum of fields side by side, 2^s·v with v in [0, 2^k), or null.
 * @param {Value} value
 */
function bitsOf({ domain, polynomial, zeros }) {
  if (zeros || !domain.isIntegral(polynomial)) return null;
  let all = 0n;
  for (const [key, c] of polynomial.terms) {
    const [id, ...more] = variablesOf(key);
    const [low, high] = key === 0 ? [1n, 1n] : [domain.low(id), domain.high(id)];
    const isPower = (c & (c - 1n)) === 0n || key === 0;
    if (c < 0n || low < 0n || more.length > 0 || !isPower) return null;
    const bits = key === 0 ? c : c * ((1n << BigInt(bitLength(high))) - 1n);
    if ((all & bits) !== 0n) return null;
    all |= bits;
  }
  return all >> 64n ? null : all;
}

/**
 * ior (§4.3.2.13): of disjoint bits a sum; else only whether it is zero.
 * @param {Value} a
 * @param {Value} b
 * @param {number} [size] bits of the words
 */
export function or(a, b, size = 64) {
  const [c, d] = [a.constant(), b.constant()];
  if (c !== null && d !== null)
    return a.domain.constant(BigInt.asUintN(size, c) | BigInt.asUintN(size, d));
  if (c === 0n || d === 0n) return c === 0n ? b : a;
  for (const [high, low] of inBothOrders(a, b)) {
    if (low.low < 0n || low.zeros || high.zeros || !low.domain.isIntegral(high.polynomial))
      continue;
    if (high.polynomial.valuation() >= (low.high === 0n ? 0 : bitLength(low.high)))
      return high.add(low);
  }
  const [x, y] = [a, b].map(bitsOf);
  if (x !== null && y !== null && (x & y) === 0n) return a.add(b);
  if (isBit(a) && isBit(b)) return openBit('or', a, b);
  return opaque('or', [a, b], largest(size), { zeros: [...(a.zeros ?? [a]), ...(b.zeros ?? [b])] });
}

/**
 * ixor (§4.3.2.14): a complement, a difference that is tested, a selection.
 * @param {Value} a
 * @param {Value} b
 * @param {number} [size] bits of the words
 */
export function xor(a, b, size = 64) {
  if (a.constant() !== null) [a, b] = [b, a];
  const { domain } = a;
  const constant = b.constant();
  if (constant !== null) {
    const mask = BigInt.asUintN(size, constant);
    const other = a.constant();
    if (other !== null) return domain.constant(mask ^ BigInt.asUintN(size, other));
    if (mask === 0n) return a;
    if (mask === largest(size)) return a.times(-1n).plus(-1n);
    if (!a.xorOf) {
      // One representative of each word, so that equal words are equal integers.
      const unsigned = a.windowOrNull(0n, size);
      const difference =
        unsigned?.plus(-mask) ??
        a.window(-1n << BigInt(size - 1), size).plus(-BigInt.asIntN(size, mask));
      return opaque('xor', [a, b], largest(size), { zeros: [difference] });
    }
  }
  for (const [x, y] of inBothOrders(a, b))
    for (const [i, u] of (y.xorOf ?? []).entries())
      if (y.xorOf && u.polynomial.equals(x.polynomial)) return y.xorOf[1 - i];
  return opaque('xor', [a, b], largest(size), { xorOf: [a, b] });
}

/** iclz (§4.3.2.22): of an unknown word, any count. @param {Value} a */
function leadingZeros(a) {
  const constant = a.constant();
  if (constant !== null) {
    const word = BigInt.asUintN(64, constant);
    return a.domain.constant(BigInt(64 - (word === 0n ? 0 : bitLength(word))));
  }
  return a.domain.input(0n, 64n);
}

/** Both words of a number modulo 2^128. @param {Machine} machine @param {Value} number */
function pushWide(machine, number) {
  const { low, high } = number.split(64);
  machine.pushI64(low);
  machine.pushI64(high);
}

/** A number that is congruent to two words modulo 2^128. @param {Value} low @param {Value} high */
function wide(low, high) {
  const { split: both = null, isLow = false } = low.part ?? {};
  if (both?.bits === 64 && isLow && high.part && !high.part.isLow && high.part.split === both)
    return low.domain.factCount ? both.of.refine(1) : both.of;
  // A word 0 or −1, extended by its sign.
  if (high.low >= -1n && high.high <= 0n && high.polynomial.equals(low.polynomial)) return high;
  const word = low.unsigned();
  return high.constant() === 0n ? word : word.add(high.times(TWO64));
}

/** @param {(a: Value, b: Value) => Value} rule @returns {Rule} */
const wideBinary = (rule) => (machine) => {
  const [bh, bl, ah, al] = [machine.popI64(), machine.popI64(), machine.popI64(), machine.popI64()];
  pushWide(machine, rule(wide(al, ah), wide(bl, bh)));
};

/** @type {[string, Rule][]} */
export const INTEGER_RULES = [
  ['i64.const', (machine, one) => machine.pushI64(machine.domain.constant(one.value ?? 0n))],
  ['i32.const', (machine, one) => machine.pushI32(machine.domain.constant(one.value ?? 0n))],
  ['i64.add', binary((a, b) => a.add(b))],
  ['i64.sub', binary((a, b) => a.sub(b))],
  ['i64.mul', binary((a, b) => a.mul(b))],
  ['i64.and', binary(and)],
  ['i64.or', binary(or)],
  ['i64.xor', binary(xor)],
  ['i64.clz', (machine) => machine.pushI64(leadingZeros(machine.popI64()))],
  [
    'i32.ctz',
    (machine) => {
      const word = BigInt.asUintN(32, machine.domain.decide(machine.popI32()));
      machine.pushI32(machine.domain.constant(BigInt(word === 0n ? 32 : valuation(word))));
    },
  ],
  ...shifts(),
  ['i32.mul', binary32((a, b) => a.mul(b))],
  // idiv_u (§4.3.2.6), of numbers that are known, or multiples of the divisor.
  ['i32.div_u', binary32(divide)],
  ['i32.or', binary32((a, b) => or(unsigned32(a), unsigned32(b), 32))],
  // wrap and extend (§4.3.4.1 to §4.3.4.3).
  // What is known of 64 bits, that they are 0, is not known of 32.
  ['i32.wrap_i64', (machine) => machine.pushI32(machine.popI64().times(1n))],
  ['i64.extend_i32_s', (machine) => machine.pushI64(machine.popI32().window(-(1n << 31n), 32))],
  [
    'i64.mul_wide_u',
    (machine) => {
      const [b, a] = [machine.popI64().unsigned(), machine.popI64().unsigned()];
      pushWide(machine, a.mul(b));
    },
  ],
  ['i64.add128', wideBinary((a, b) => a.add(b))],
  ['i64.sub128', wideBinary((a, b) => a.sub(b))],
  ...comparisons(),
];

/** The word, or a mask of no or all bits with its sign. @param {Value} value */
export function unsigned32(value) {
  return value.low >= -1n && value.high <= 0n ? value : value.window(0n, 32);
}

/** @param {Value} a @param {bigint} k */
function rotateLeft(a, k) {
  if (k === 0n) return a;
  const { low, high } = a.unsigned().split(Number(64n - k));
  return low.times(1n << k).add(high);
}

/** Counts are taken modulo the width (§4.3.2.16). @returns {[string, Rule][]} */
function shifts() {
  /** @param {(a: Value, k: bigint) => Value} rule @returns {Rule} */
  const shift64 = (rule) => (machine) => {
    const count = machine.popI64();
    const a = machine.popI64();
    machine.pushI64(rule(a, BigInt.asUintN(6, machine.count(count))));
  };
  /** @param {(a: Value, k: bigint) => Value} rule @returns {Rule} */
  const shift32 = (rule) => (machine) => {
    const k = machine.count(machine.popI32());
    machine.pushI32(rule(machine.popI32(), BigInt.asUintN(5, k)));
  };
  return [
    ['i64.shl', shift64(shiftLeft)],
    ['i64.shr_u', shift64(shiftRight)],
    ['i64.shr_s', shift64((a, k) => shiftRightSigned(a, k))],
    // irotl (§4.3.2.19)
    ['i64.rotl', shift64(rotateLeft)],
    ['i32.shl', shift32((a, k) => a.times(1n << k))],
    ['i32.shr_u', shift32((a, k) => a.window(0n, 32).split(Number(k)).high)],
    ['i32.shr_s', shift32((a, k) => shiftRightSigned(a, k, 32))],
  ];
}

/**
 * Of 64 bits, at once or when a branch depends on it.
 * @param {Machine} machine
 * @param {Comparison} name
 * @param {Value} a
 * @param {Value | null} b
 * @param {boolean} isSigned
 */
function compareWords(machine, name, a, b, isSigned) {
  const test = () => compare(name, a, b, 64, isSigned);
  if (!machine.domain.isLazy || isSigned) return machine.pushFlag(test());
  /** @type {boolean | null} */
  let answer = null;
  machine.pushI32(opaque(name, [a, b], 1n, { pending: () => (answer ??= test()) }));
}

/** ieqz to ige_s (§4.3.2.21 to §4.3.2.31). @returns {[string, Rule][]} */
function comparisons() {
  /** @type {[string, Rule][]} */
  const rules = [
    ['i64.eqz', (machine) => compareWords(machine, 'eq', machine.popI64(), null, false)],
    [
      'i32.eqz',
      (machine) => {
        const { region, value } = machine.pop('i32');
        const isZero = () => compare('eq', value, null, 32, false);
        machine.pushFlag(region === null ? isZero() : !isInside(machine, { region, value }));
      },
    ],
  ];
  for (const name of /** @type {const} */ (['eq', 'ne', 'lt', 'gt', 'le', 'ge']))
    for (const suffix of name === 'eq' || name === 'ne' ? [''] : ['_u', '_s']) {
      const isSigned = suffix === '_s';
      rules.push([
        `i64.${name}${suffix}`,
        (machine) => {
          const [b, a] = [machine.popI64(), machine.popI64()];
          compareWords(machine, name, a, b, isSigned);
        },
      ]);
      rules.push([
        `i32.${name}${suffix}`,
        (machine) => {
          const [b, a] = [machine.pop('i32'), machine.pop('i32')];
          if ((a.region ?? b.region) === null)
            return machine.pushFlag(compare(name, a.value, b.value, 32, isSigned));
          if (suffix === '')
            return machine.pushFlag(isSameAddress(machine, a, b) === (name === 'eq'));
          checkOrder(machine, a, b, isSigned);
          machine.pushFlag(compare(name, a.value, b.value, 64, true));
        },
      ]);
    }
  return rules;
}
