/**
 * The input signals of a circuit, as users of circom write them: an object of numbers, of arrays
 * and of objects, nested as signals and buses are. A signal's values stand in one row, whatever the
 * nesting of its arrays; a member of a bus is named `bus.member`, or `bus[2].member` in an array.
 */
import { InputError } from '../../errors.js';
import { elementsOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { isList, readingOf } from '../../input/lists.js';
import { mod } from '../../math/integers.js';

/**
 * A value of a signal, or a typed array of them: numbers are integers; text is decimal, or
 * hexadecimal after 0x; negative values count from the order of the field.
 * @typedef {string | number | bigint | boolean | ArrayLike<number>} SignalValue
 */

/**
 * Values of a signal that is an array, or of an array of buses.
 * @typedef {ReadonlyArray<SignalValue | SignalValues | CircuitInputs>} SignalValues
 */

/**
 * Values by name: of all input signals, or of the members of a bus.
 * @typedef {{ readonly [signal: string]: SignalValue | SignalValues | CircuitInputs }}
 *   CircuitInputs
 */

/** Values and lists of an input at most, and how deep these are. */
const [MOST_VALUES, MOST_DEPTH] = [2 ** 22, 32];

/** Characters of a number at most: more take long to read. */
const MOST_DIGITS = 1000;

/**
 * @param {unknown} input
 * @param {bigint} r the order of the field
 * @returns {Map<string, bigint[]>} values by name of their signal, reduced modulo the order, as
 *   circom's own code does it
 * @throws {InputError} no object, no integers, one that is nested in itself, or too many of them
 */
export function readInputs(input, r) {
  if (typeof input !== 'object' || input === null || lengthOf(input) !== undefined) {
    throw new InputError(`input: expected an object of signals, got ${describe(input)}`);
  }
  /** @type {Map<string, bigint[]>} */
  const signals = new Map();
  let left = MOST_VALUES;
  /**
   * @param {unknown} value
   * @param {string} name of the signal, without the places in its own arrays
   * @param {string} place in these
   * @param {number} depth
   */
  const walk = (value, name, place, depth) => {
    const where = `input: signal '${`${name}${place}`.slice(0, 100)}'`;
    if (left-- === 0) {
      throw new InputError(`input: expected at most ${MOST_VALUES} values, got more`);
    }
    if (typeof value !== 'object' || value === null) {
      const values = signals.get(name) ?? [];
      values.push(mod(readValue(value, where, values.length), r));
      signals.set(name, values);
      return;
    }
    if (depth === MOST_DEPTH) {
      throw new InputError(`${where}: expected at most ${depth} levels, got more`);
    }
    const length = lengthOf(value);
    if (length !== undefined) {
      for (let i = 0; i < length; i++) {
        const item = readingOf(where, i, () => /** @type {any} */ (value)[i]);
        walk(item, name, `${place}[${i}]`, depth + 1);
      }
      return;
    }
    for (const [member, own] of readingOf(where, undefined, () => Object.entries(value))) {
      walk(own, name ? `${name}${place}.${member}` : member, '', depth + 1);
    }
  };
  walk(input, '', '', 0);
  return signals;
}

/** Number of items of an array, undefined for another value. @param {object} value */
function lengthOf(value) {
  const length = isList(value)
    ? readingOf('input', undefined, () => value.length)
    : elementsOf(value);
  if (length === undefined || Number.isSafeInteger(length)) return length;
  throw new InputError(`input: expected an array, got ${describe(value)}`);
}

/**
 * @param {unknown} value
 * @param {string} where for messages
 * @param {number} index among the values of its signal
 * @returns {bigint}
 */
function readValue(value, where, index) {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) {
    return BigInt(/** @type {number | boolean} */ (value));
  }
  if (typeof value === 'string' && value.length <= MOST_DIGITS) {
    if (/^0x[0-9a-f]+$/i.test(value) || /^[0-9]+$/.test(value)) return BigInt(value);
    if (/^-[0-9]+$/.test(value)) return -BigInt(value.slice(1));
  }
  // Such a number may have lost its last digits before it came here.
  const isLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  const hint = isLarge ? ', above 2^53: pass text or a bigint' : '';
  throw new InputError(`${where}: expected an integer, got ${describe(value)}${hint}`, { index });
}
