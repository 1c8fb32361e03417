/**
 * Constants, mostly of two equal lanes, in a table in linear memory: as immediates, each would cost
 * V8 three instructions, which made the 381-bit multiplication a third slower
 * (docs/decisions/06-fma-kernel.md).
 */

import { v128 } from '../../emit/instructions.js';
import { mod } from '../../../src/math/modular.js';
import { bitsOf, centred, digitsOf } from './parameters.js';

/** @import { ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaParameters } from './parameters.js' */

/** The table; equal constants share an entry. */
export class LaneConstants {
  /**
   * @param {ModuleBuilder} m
   * @param {(bytes: number) => number} reserve allocates static memory
   */
  constructor(m, reserve) {
    this.m = m;
    this.reserve = reserve;
    /** @type {Map<string, number>} by the patterns of the lanes */
    this.addresses = new Map();
  }

  /**
   * @param {bigint} pattern 64 bits for each lane
   * @returns {Expression}
   */
  bits(pattern) {
    return this.lanes([pattern, pattern]);
  }

  /** @type {(value: number) => Expression} */
  float(value) {
    return this.bits(bitsOf(value));
  }

  /**
   * A row of patterns, such as the digits of an element, the same in both lanes.
   * @param {bigint[]} patterns
   * @returns {number} its address
   */
  row(patterns) {
    const address = this.reserve(16 * patterns.length);
    patterns.forEach((pattern, i) => this.writeAt(address + 16 * i, pattern));
    return address;
  }

  /**
   * @param {number} address reserved
   * @param {bigint} pattern
   */
  writeAt(address, pattern) {
    this.writeLanes(address, [pattern, pattern]);
  }

  /**
   * @param {number} address reserved
   * @param {readonly bigint[]} patterns of the lanes
   */
  writeLanes(address, patterns) {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    patterns.forEach((pattern, i) => view.setBigUint64(8 * i, BigInt.asUintN(64, pattern), true));
    this.m.dataAt(address, bytes);
  }

  /**
   * A constant of two lanes.
   * @param {readonly bigint[]} patterns
   * @param {string} [use] equal constants of different uses have separate entries
   * @returns {Expression}
   */
  lanes(patterns, use = '') {
    const key = use + patterns.map((pattern) => BigInt.asUintN(64, pattern)).join(' ');
    let address = this.addresses.get(key);
    if (address === undefined) {
      address = this.reserve(16);
      this.writeLanes(address, patterns);
      this.addresses.set(key, address);
    }
    return v128.load(0, address);
  }
}

/**
 * An element as integers: of the prime field, or c0 + c1·u.
 * @typedef {bigint | { c0: bigint, c1: bigint }} Coefficients
 */

/** An integer multiple. @param {Coefficients} value @param {bigint} k @returns {Coefficients} */
export function scaled(value, k) {
  return typeof value === 'bigint' ? k * value : { c0: k * value.c0, c1: k * value.c1 };
}

/**
 * Rows of constants of a field, and the common ones.
 * @param {{ parameters: FmaParameters, constants: LaneConstants }} base
 * @param {number} degree over the prime field
 */
export function constantRows({ parameters, constants }, degree) {
  const { p, R } = parameters;
  const rowOf = (/** @type {(value: bigint) => bigint} */ form) => {
    return (/** @type {Coefficients} */ value) => {
      const given = typeof value === 'bigint' ? [value] : [value.c0, value.c1];
      const coefficients = Array.from({ length: degree }, (_, i) => form(given[i] ?? 0n));
      return constants.row(coefficients.flatMap((c) => digitsOf(c, parameters)).map(bitsOf));
    };
  };
  const integer = rowOf((value) => value);
  const element = rowOf((value) => mod(value * R, p));
  const centredElement = rowOf((value) => centred(value * R, p));
  const rows = {
    one: element(1n),
    plainOne: integer(1n),
    R2: integer((R * R) % p),
    zero: integer(0n),
  };
  return { element, centredElement, rows };
}
