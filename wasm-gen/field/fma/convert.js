/**
 * Conversions between rows of signed digits and integers: canonical bytes, and the limbs of the
 * inversion.
 *
 * One element is handled at a time, in scalar code; rows have two lanes, so a lane is an address
 * and a stride of 16.
 */

import { f64, i64 } from '../../emit/instructions.js';
import { reversedWord } from '../byte-order.js';
import { refuseBitsAbove } from '../limbs30/bytes.js';
import { limbsOf } from '../limbs30/parameters.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaParameters } from './parameters.js' */

/** Bytes from one digit to the next of the same lane. */
const LANE_STRIDE = 16;

/**
 * The bits [from, from + count) of an integer given as unsigned limbs of w bits, the last of which
 * holds the rest.
 * @param {Expression[]} limbs
 * @param {number} w
 * @param {number} from
 * @param {number} count at most 64
 * @returns {Expression}
 */
function bitsFrom(limbs, w, from, count) {
  /** @type {Expression | null} */
  let value = null;
  limbs.forEach((limb, j) => {
    const shift = w * j - from;
    const end = j === limbs.length - 1 ? 64 : w;
    if (shift + end <= 0 || shift >= count) return;
    const part = shift >= 0 ? i64.shl(limb, shift) : i64.shr_u(limb, -shift);
    value = value ? i64.or(value, part) : part;
  });
  const found = value ?? i64.const(0);
  return count === 64 ? found : i64.and(found, (1n << BigInt(count)) - 1n);
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaParameters} parameters
 * @param {{ w: number, n: number }} limbShape of the inversion's operands
 */
export function emitConversions(m, parameters, limbShape) {
  return {
    laneFromBytes: emitLaneFromBytes(m, parameters),
    laneToBytes: emitLaneToBytes(m, parameters, { name: 'lane_to_bytes' }),
    limbsFromLane: emitLimbsFromLane(m, parameters, limbShape),
    rowFromLimbs: emitRowFromLimbs(m, parameters, limbShape),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaParameters} parameters
 */
function emitLaneFromBytes(m, parameters) {
  const { w, n, bytes } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const doc =
    'Digits in [0, 2^w) of canonical bytes, not in Montgomery form. 1 if they are below p, else 0.';
  const signature = /** @type {const} */ ({
    params: { lane: 'i32', source: 'i32' },
    result: 'i32',
    doc,
  });
  return m.func('lane_from_bytes', signature, (f, { lane, source }) => {
    const words = f.localArray('word', 'i64', bytes / 8);
    words.forEach((word, i) => f.set(word, i64.load(source, 8 * i)));
    refuseBitsAbove(f, words, parameters.bits);
    const digit = f.local('digit', 'i64');
    const borrow = f.local('borrow', 'i64', 0);
    for (let j = 0; j < n; j++) {
      f.set(digit, bitsFrom(words, 64, w * j, j === n - 1 ? 64 : w));
      f.emit(f64.store(lane, f64.convert_i64_s(digit), LANE_STRIDE * j));
      f.set(borrow, i64.shr_s(i64.add(i64.sub(digit, p[j]), borrow), w));
    }
    f.result(i64.lt_s(borrow, 0));
  });
}

/**
 * The integer value + p of a lane, which is positive, as unsigned digits of w bits in locals.
 * @type {(f: FunctionBuilder, parameters: FmaParameters, lane: Local) => Local[]}
 */
function unsignedDigits(f, parameters, lane) {
  const { w, n } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const digits = f.localArray('digit', 'i64', n);
  digits.forEach((digit, j) => {
    const value = i64.add(i64.trunc_sat_f64_s(f64.load(lane, LANE_STRIDE * j)), p[j]);
    f.set(digit, j === 0 ? value : i64.add(value, i64.shr_s(digits[j - 1], w)));
  });
  const mask = (1n << BigInt(w)) - 1n;
  digits.slice(0, -1).forEach((digit) => f.set(digit, i64.and(digit, mask)));
  return digits;
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaParameters} parameters
 * @param {{ name: string, bigEndian?: boolean }} options
 */
export function emitLaneToBytes(m, parameters, { name, bigEndian = false }) {
  const { w, n, bytes } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const order = bigEndian ? 'big-endian' : 'little-endian';
  const doc = `Canonical bytes of an integer |value| < p, ${order}.`;
  return m.func(name, { params: { target: 'i32', lane: 'i32' }, doc }, (f, { target, lane }) => {
    const digits = unsignedDigits(f, parameters, lane);
    const reduced = f.localArray('reduced', 'i64', n);
    const mask = (1n << BigInt(w)) - 1n;
    reduced.forEach((digit, j) => {
      const value = i64.sub(digits[j], p[j]);
      f.set(digit, j === 0 ? value : i64.add(value, i64.shr_s(reduced[j - 1], w)));
    });
    // value + p is in (0, 2p): all ones if p must not be subtracted again.
    const keep = f.local('keep', 'i64', i64.shr_s(reduced[n - 1], 63));
    reduced.forEach((digit, j) => {
      const masked = j < n - 1 ? i64.and(digit, mask) : digit;
      f.set(digit, i64.xor(masked, i64.and(i64.xor(masked, digits[j]), keep)));
    });
    for (let i = 0; i < bytes / 8; i++) {
      const word = bitsFrom(reduced, w, 64 * i, 64);
      if (bigEndian) f.emit(i64.store(target, reversedWord(f, word), bytes - 8 - 8 * i));
      else f.emit(i64.store(target, word, 8 * i));
    }
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaParameters} parameters
 * @param {{ w: number, n: number }} shape
 * @param {string} [name]
 */
export function emitLimbsFromLane(m, parameters, shape, name = 'limbs_from_lane') {
  const doc = 'Limbs of value + p in (0, 2p), for a value |value| < p.';
  return m.func(name, { params: { limbs: 'i32', lane: 'i32' }, doc }, (f, { limbs, lane }) => {
    const digits = unsignedDigits(f, parameters, lane);
    for (let j = 0; j < shape.n; j++) {
      f.emit(i64.store32(limbs, bitsFrom(digits, parameters.w, shape.w * j, shape.w), 4 * j));
    }
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaParameters} parameters
 * @param {{ w: number, n: number }} shape
 */
function emitRowFromLimbs(m, parameters, shape) {
  const { w, n } = parameters;
  const doc = 'Both lanes of a row, digits in [0, 2^w), from limbs below 2p.';
  return m.func(
    'row_from_limbs',
    { params: { row: 'i32', limbs: 'i32' }, doc },
    (f, { row, limbs }) => {
      const loaded = f.localArray('limb', 'i64', shape.n);
      loaded.forEach((limb, j) => f.set(limb, i64.load32_u(limbs, 4 * j)));
      const digit = f.local('digit', 'f64');
      for (let j = 0; j < n; j++) {
        f.set(digit, f64.convert_i64_s(bitsFrom(loaded, shape.w, w * j, j === n - 1 ? 64 : w)));
        for (const lane of [0, 8]) f.emit(f64.store(row, digit, LANE_STRIDE * j + lane));
      }
    },
  );
}
