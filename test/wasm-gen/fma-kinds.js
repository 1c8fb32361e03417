/** Rows of the two-lane kernel as operands of exports, of one coefficient or of two. */
import { mod } from '../../src/math/modular.js';
import { digitsOf } from '../../wasm-gen/field/fma/parameters.js';
import { checksOf } from '../support/exports.js';
import { integerKind, shifted } from '../support/kinds.js';

/** @import { FmaParameters } from '../../wasm-gen/field/fma/parameters.js' */
/** @import { Kind } from '../support/exports.js' */
/** @import { Range } from './fma-rows.js' */

/**
 * An operation: `value` is R times its result, from the values of its operands; `apart`: which must
 * not be written over one of them.
 * @template Value
 * @typedef {{ ranges: Range[], value: (...v: Value[]) => Value, centred: boolean,
 *   apart?: boolean }} Shape
 */

/** The digits of all coefficients of each lane. @typedef {number[][]} Lanes */

/**
 * @param {{ wasm: Record<string, any>, memory: WebAssembly.Memory, parameters: FmaParameters,
 *   slot: (i: number) => number, degree?: 1 | 2 }} module
 */
export function fmaKinds({ wasm, memory, parameters, slot, degree = 1 }) {
  const { p, w, n, bytes } = parameters;
  const f64 = new Float64Array(memory.buffer);
  const u8 = () => new Uint8Array(memory.buffer);
  const half = 2 ** (w - 1);
  const length = n * degree;

  const writeLane = (/** @type {number} */ address, /** @type {number[]} */ digits) =>
    digits.forEach((digit, i) => (f64[address / 8 + 2 * i] = digit));
  const readLane = (/** @type {number} */ address) =>
    Array.from({ length }, (_, i) => f64[address / 8 + 2 * i]);
  const valueOf = (/** @type {number[]} */ digits) =>
    digits.reduceRight((value, digit) => (value << BigInt(w)) + BigInt(digit), 0n);
  const valuesOf = (/** @type {number[]} */ lane) =>
    Array.from({ length: degree }, (_, i) => valueOf(lane.slice(n * i, n * (i + 1))));
  const digitsOfAll = (/** @type {bigint[]} */ values) =>
    values.flatMap((value) => digitsOf(value, parameters));

  /** @type {Kind} */
  const row = {
    ...{ layout: 'row', bytes: 16 * length },
    blanks: [[0, 1].map(() => Array(length).fill(NaN))],
    write: (address, lanes) =>
      lanes.forEach((/** @type {number[]} */ digits, /** @type {number} */ lane) =>
        writeLane(address + 8 * lane, digits),
      ),
    read: (address) => [0, 8].map((lane) => readLane(address + lane)),
    // Residues, digits in [−h, h), and the bound on the value of each coefficient.
    isRight: (/** @type {Lanes} */ lanes, expected) =>
      lanes.every((digits, lane) => {
        const { values, most } = expected[lane];
        return valuesOf(digits).every((z, i) => {
          const low = digits.slice(n * i, n * (i + 1) - 1);
          return (
            mod(z * parameters.R - values[i], p) === 0n &&
            low.every((digit) => digit >= -half && digit < half) &&
            (z < 0n ? -z : z) <= most
          );
        });
      }),
    isSame: (/** @type {Lanes} */ found, /** @type {Lanes} */ other) =>
      found.every((digits, lane) => digits.every((digit, i) => Object.is(digit, other[lane][i]))),
  };
  /** Rows as the values of both lanes, a list of coefficients each. @type {Kind} */
  const values = {
    ...{ layout: 'row', bytes: row.bytes, blanks: [[0, 1].map(() => Array(degree).fill(5n))] },
    write: (address, lanes) => row.write(address, lanes.map(digitsOfAll)),
    read: (address) => row.read(address).map(valuesOf),
    isRight: (/** @type {bigint[][]} */ found, /** @type {bigint[][]} */ expected) =>
      found.every((lane, i) => lane.every((value, j) => value === expected[i][j])),
  };
  /** A lane with other values beside it. */
  const lanes = [0, 1].map((lane) => {
    const beside = lane ? -8 : 8;
    return shifted(
      {
        ...{ layout: 'lane', bytes: row.bytes, blanks: [Array(degree).fill(5n)] },
        write(address, /** @type {bigint[]} */ coefficients) {
          writeLane(address, digitsOfAll(coefficients));
          writeLane(address + beside, digitsOfAll(coefficients.map((value) => 1n - value)));
        },
        read: readLane,
        // What is read from bytes has digits in [0, 2^w).
        isRight: (/** @type {number[]} */ digits, /** @type {bigint[]} */ expected) =>
          valuesOf(digits).every((value, i) => value === expected[i]) &&
          digits.every((digit) => digit >= 0 && digit < 2 ** w),
      },
      8 * lane,
    );
  });
  return {
    ...{ row, values, lanes, valueOf, valuesOf, digitsOfAll },
    coefficient: integerKind(u8, bytes),
    check: checksOf(wasm, u8, slot),
  };
}
