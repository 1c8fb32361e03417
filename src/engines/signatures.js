/** What signatures need of an engine on WebAssembly. Who verifies none does not load it. */

import { WasmCombination } from './combination.js';
import { WasmOrderArithmetic } from './order.js';

/** @typedef {{ Combination: typeof WasmCombination, OrderArithmetic: typeof WasmOrderArithmetic }} SignatureParts */

/** @type {SignatureParts} */
export const signatureParts = {
  Combination: WasmCombination,
  OrderArithmetic: WasmOrderArithmetic,
};
