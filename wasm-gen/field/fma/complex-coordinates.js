/**
 * The field of complex.js with the operations that emitters of points expect: chains of one point
 * over Fp², with both coefficients of an element in the lanes of one vector.
 *
 * Every operand and result is stored, but for factors of products: `difference` and `factorSum`
 * give summed ones. A slot is a row, and 16 bytes for the flag of a point.
 */

import { emitComplexField } from './complex.js';

/** @import { ModuleBuilder } from '../../emit/module.js' */
/** @import { Fp2 } from './complex.js' */

const FLAG_BYTES = 16;

/** @typedef {ReturnType<typeof emitComplexCoordinates>} ComplexCoordinates */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p a prime, 3 mod 4
 * @param {{ reserve: (bytes: number) => number, debug?: boolean }} options
 */
export function emitComplexCoordinates(m, p, options) {
  const complex = emitComplexField(m, p, options);
  const { elementBytes, bytes, reserve, sum } = complex;
  const combination = (/** @type {number[]} */ ...coefficients) =>
    sum(coefficients.map((c) => ({ c0: BigInt(c), c1: 0n })));
  /** @type {Map<string, number>} */
  const addresses = new Map();
  const constants = {
    /** @param {string} name @param {Fp2} value @returns {number} its address, a slot */
    add: (name, value) => {
      const known = addresses.get(name);
      if (known !== undefined) return known;
      const address = complex.constant(value);
      reserve(FLAG_BYTES);
      addresses.set(name, address);
      return address;
    },
    address: (/** @type {string} */ name) => {
      const address = addresses.get(name);
      if (address === undefined) throw new RangeError(`no constant ${name}`);
      return address;
    },
  };
  constants.add('1', { c0: 1n, c1: 0n });
  return {
    ...complex,
    parameters: { slotBytes: elementBytes + FLAG_BYTES, flagOffset: elementBytes, bytes },
    constants,
    combination,
    add: combination(1, 1),
    subtract: combination(1, -1),
    negate: combination(-1),
    difference: complex.looseDifference,
    looseSum: combination(1, 1),
    factorSum: complex.looseSum,
    subtractTwo: combination(1, -1, -1),
  };
}
