/** Constant elements of Fp²: two constants of the base field back to back. */

/** @import { Constants } from '../limbs30/constants.js' */

/** An element, as in configs. @typedef {{ c0: bigint, c1: bigint }} Fp2 */

/** The part of the base field's table that holds elements of Fp². */
export class ExtensionConstants {
  /** @param {Constants} base */
  constructor(base) {
    this.base = base;
    this.add('1', { c0: 1n, c1: 0n });
  }

  /**
   * Adds an element, in Montgomery form.
   * @param {string} name
   * @param {Fp2} value
   * @returns {number} its address
   */
  add(name, { c0, c1 }) {
    const address = this.base.add(`${name}, coefficient 0`, c0);
    const second = this.base.add(`${name}, coefficient 1`, c1);
    if (second !== address + this.base.parameters.slotBytes)
      throw new RangeError(`${name}: its coefficients are not back to back`);
    return address;
  }

  /** @type {(name: string) => number} */
  address(name) {
    return this.base.address(`${name}, coefficient 0`);
  }
}
