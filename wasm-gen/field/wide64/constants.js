/** Constant field elements, in a table in linear memory. */

import { Constants } from '../limbs30/constants.js';
import { limbsOf } from '../limbs30/parameters.js';

/** The table, with limbs of 8 bytes. */
export class WideConstants extends Constants {
  /** @override @param {bigint} integer @returns {Uint8Array} */
  encode(integer) {
    const bytes = new Uint8Array(this.parameters.slotBytes);
    const view = new DataView(bytes.buffer);
    limbsOf(integer, this.parameters).forEach((limb, j) => view.setBigUint64(8 * j, limb, true));
    return bytes;
  }
}
