/** Rules of f64 (specification, §4.3.3 and §4.3.4), on exact numbers. */
import { Lane, round } from '../domain/double.js';
import { magnitude } from '../domain/integers.js';
import { Refused } from '../refused.js';
import { areZero, lowestDigit } from './digits.js';

/**
 * @import { Value } from '../domain/value.js'
 * @import { Machine, Operand, Rule } from './machine.js'
 * @import { Piece } from './memory.js'
 */

/** @param {Machine} machine @param {Value} double */
export const laneOf = (machine, double) => new Lane(machine.domain, { double });

/**
 * fadd, fsub, fmul (§4.3.3.3 to §4.3.3.5).
 * @param {(a: Value, b: Value) => Value} rule
 * @returns {Rule}
 */
const binary = (rule) => (machine) => {
  const [b, a] = [machine.popF64().double(), machine.popF64().double()];
  machine.pushF64(laneOf(machine, round(rule(a, b))));
};

/** A sum of magnitudes. @param {Machine} machine @param {Piece[]} digits */
export function magnitudesOf({ domain }, digits) {
  const lane = new Lane(domain, {});
  lane.magnitudes = digits;
  return lane;
}

/** @type {Rule} */
const SUM = binary((a, b) => a.add(b));

/** Magnitudes have a sum of 0, rounded or not, only if all are 0 (§4.3.3.3). @type {Rule} */
function add(machine, instruction) {
  const [b, a] = machine.stack
    .slice(-2)
    .map((one) => magnitudesAt(one))
    .reverse();
  if (!a.length || !b.length) return SUM(machine, instruction);
  machine.stack.length -= 2;
  machine.pushF64(magnitudesOf(machine, [...a, ...b]));
}

/** @param {Operand} operand @returns {Piece[]} */
const magnitudesAt = (operand) =>
  operand.type === 'f64' && operand.lane instanceof Lane ? operand.lane.magnitudes : [];

/**
 * feq (§4.3.3.15): NaN equals nothing. Of unknown doubles only whether one is itself, and whether
 * digits of an element are 0: the lowest, or the sum of magnitudes of all.
 * @param {Machine} machine @param {Lane | Piece} a @param {Lane | Piece} b
 */
function areEqual(machine, a, b) {
  if (a instanceof Lane && b instanceof Lane) {
    if (a.isNaN || b.isNaN) return false;
    if (a === b && a.knownDouble) return true;
    const [c, d] = [a, b].map((one) => (one.isKnown ? one.double().constant() : null));
    if (c !== null && d !== null) return c === d;
    if (d === 0n && a.magnitudes.length > 0) return areZero(machine, a.magnitudes);
    throw new Refused('compares unknown doubles');
  }
  if (a instanceof Lane) return areEqual(machine, b, a);
  if (!(b instanceof Lane)) {
    if (a.piece === b.piece && a.at === b.at) return true;
    throw new Refused('compares digits of elements');
  }
  const constant = b.isNaN || !b.isKnown ? null : b.double().constant();
  if (b.isNaN) return false;
  if (constant === null || a.at !== 0) throw new Refused('compares a digit');
  return lowestDigit(machine, a.piece).isOneOf([constant]);
}

/** @param {boolean} isEqual @returns {Rule} */
const comparison = (isEqual) => (machine) => {
  const [b, a] = [machine.pop('f64').lane, machine.pop('f64').lane];
  machine.pushFlag(areEqual(machine, a, b) === isEqual);
};

/** @type {[string, Rule][]} */
export const DOUBLE_RULES = [
  [
    'f64.const',
    (machine, one) =>
      machine.pushF64(new Lane(machine.domain, { word: machine.domain.constant(one.value ?? 0n) })),
  ],
  ['f64.add', add],
  ['f64.eq', comparison(true)],
  ['f64.ne', comparison(false)],
  [
    // fabs (§4.3.3.22), of a digit of which only matters whether it is 0.
    'f64.abs',
    (machine) => {
      const { lane } = machine.pop('f64');
      if (lane instanceof Lane) throw new Refused('the magnitude of a double');
      machine.pushF64(magnitudesOf(machine, [lane]));
    },
  ],
  ['f64.sub', binary((a, b) => a.sub(b))],
  ['f64.mul', binary((a, b) => a.mul(b))],
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
