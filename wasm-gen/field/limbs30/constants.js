/** Constant field elements, in a table in linear memory. */

import { limbsOf } from './parameters.js';

/** @import { ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * The field parameters on which the table depends.
 * @typedef {Pick<FieldParameters, 'p' | 'R' | 'w' | 'n' | 'slotBytes'>} ElementShape
 */

/**
 * A slot that holds an integer.
 * @param {bigint} integer
 * @param {Pick<FieldParameters, 'w' | 'n' | 'slotBytes'>} parameters
 */
function encodeLimbs(integer, parameters) {
  const bytes = new Uint8Array(parameters.slotBytes);
  const view = new DataView(bytes.buffer);
  limbsOf(integer, parameters).forEach((limb, j) => view.setUint32(4 * j, Number(limb), true));
  return bytes;
}

/**
 * A separate slot.
 * @param {ModuleBuilder} m
 * @param {bigint} integer
 * @param {Pick<FieldParameters, 'w' | 'n' | 'slotBytes'>} parameters
 * @param {(bytes: number) => number} reserve allocates static memory
 * @returns {number} its address
 */
export function placeLimbs(m, integer, parameters, reserve) {
  const address = reserve(parameters.slotBytes);
  m.dataAt(address, encodeLimbs(integer, parameters));
  return address;
}

/** The table under construction. */
export class Constants {
  /**
   * @param {ModuleBuilder} m
   * @param {ElementShape} parameters
   * @param {(bytes: number) => number} reserve allocates static memory
   */
  constructor(m, parameters, reserve) {
    this.m = m;
    this.parameters = parameters;
    this.reserve = reserve;
    /** @type {Map<string, number>} */
    this.addresses = new Map();
    const { R, p } = parameters;
    this.addRaw('1 outside Montgomery form', 1n);
    this.addRaw('R²', (R * R) % p);
    this.add('1', 1n);
  }

  /**
   * Adds a field element, in Montgomery form.
   * @param {string} name
   * @param {bigint} value in [0, p)
   * @returns {number} its address
   */
  add(name, value) {
    return this.addRaw(name, (value * this.parameters.R) % this.parameters.p);
  }

  /**
   * Adds an integer, not in Montgomery form.
   * @param {string} name
   * @param {bigint} integer
   * @returns {number} its address
   */
  addRaw(name, integer) {
    const known = this.addresses.get(name);
    if (known !== undefined) return known;
    const address = this.reserve(this.parameters.slotBytes);
    this.m.dataAt(address, this.encode(integer));
    this.addresses.set(name, address);
    return address;
  }

  /** A slot that holds an integer. @type {(integer: bigint) => Uint8Array} */
  encode(integer) {
    return encodeLimbs(integer, this.parameters);
  }

  /** @type {(name: string) => number} */
  address(name) {
    const address = this.addresses.get(name);
    if (address === undefined) throw new RangeError(`no constant ${name}`);
    return address;
  }
}
