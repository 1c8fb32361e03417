/** Rules of f64 (specification, §4.3.3 and §4.3.4), on exact numbers. */
import { Lane, round } from '../double.js';
import { magnitude } from '../integers.js';
import { Refused } from '../refused.js';
import { absolute, decided, differ } from './masks.js';

/**
 * @import { Value } from '../number.js'
 * @import { Machine, Rule } from './machine.js'
 */

/** @param {Machine} machine @param {Value} double */
export const laneOf = (machine, double) => new Lane(machine.domain, { double });

/**
 * fadd, fsub, fmul (§4.3.3.3 to §4.3.3.5), of numbers that are known; NaN if one is NaN.
 * @param {(a: Value, b: Value) => Value} rule
 * @returns {(machine: Machine, a: Lane, b: Lane) => Lane}
 */
export const exact = (rule) => (machine, a, b) => {
  const isNaN = a.isNaN || b.isNaN;
  if (!a.isKnown || !b.isKnown || isNaN) return new Lane(machine.domain, { isNaN });
  return laneOf(machine, round(rule(a.double(), b.double())));
};

/**
 * Also of magnitudes: the sum, which may be rounded, is 0 if all of them are, and only then.
 * @param {Machine} machine @param {Lane} a @param {Lane} b
 */
export function add(machine, a, b) {
  if (a.zeros && b.zeros) return new Lane(machine.domain, { zeros: [...a.zeros, ...b.zeros] });
  return exact((x, y) => x.add(y))(machine, a, b);
}

/** @param {(machine: Machine, a: Lane, b: Lane) => Lane} rule @returns {Rule} */
const binary = (rule) => (machine) => {
  const [b, a] = [machine.popF64(), machine.popF64()];
  machine.pushF64(rule(machine, a, b));
};

/** @param {boolean} isWanted of whether they differ @returns {Rule} */
const comparison = (isWanted) => (machine) => {
  const [b, a] = [machine.popF64(), machine.popF64()];
  machine.pushFlag(decided(machine, differ(a, b)) === isWanted);
};

/** @type {[string, Rule][]} */
export const DOUBLE_RULES = [
  [
    'f64.const',
    (machine, one) =>
      machine.pushF64(new Lane(machine.domain, { word: machine.domain.constant(one.value ?? 0n) })),
  ],
  ['f64.add', binary(add)],
  ['f64.eq', comparison(false)],
  ['f64.ne', comparison(true)],
  ['f64.abs', (machine) => machine.pushF64(absolute(machine, machine.popF64()))],
  ['f64.sub', binary(exact((a, b) => a.sub(b)))],
  ['f64.mul', binary(exact((a, b) => a.mul(b)))],
  [
    // A signed integer, rounded (§4.3.4.14).
    'f64.convert_i64_s',
    (machine) => machine.pushF64(laneOf(machine, round(machine.popI64().signed()))),
  ],
  [
    // Truncation of an integer is the integer, if it has 63 bits (§4.3.4.8).
    'i64.trunc_sat_f64_s',
    (machine) => {
      const double = machine.popF64().double();
      if (!double.isInteger || magnitude(double.low) >> 63n || magnitude(double.high) >> 63n)
        double.refine();
      if (!double.isInteger || magnitude(double.low) >> 63n || magnitude(double.high) >> 63n)
        throw new Refused(`truncates a number from ${double.low} to ${double.high}`);
      machine.pushI64(double);
    },
  ],
  ['i64.reinterpret_f64', (machine) => machine.pushI64(machine.popF64().word())],
  [
    'f64.reinterpret_i64',
    (machine) => machine.pushF64(new Lane(machine.domain, { word: machine.popI64() })),
  ],
];
