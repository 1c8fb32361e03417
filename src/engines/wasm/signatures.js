/** What signatures need of an engine on WebAssembly. Who verifies none does not load it. */

import { WasmCombination } from './double-multiplication.js';
import { WasmOrderArithmetic } from './order.js';

/** @import { EngineParts } from './engine.js' */

/** Members of the engine, each made at the first call. @param {EngineParts} parts */
export function signatureMembers({ config, arena, single, scalar }) {
  /** @type {WasmCombination | undefined} */
  let combination;
  /** @type {WasmOrderArithmetic | undefined} */
  let order;
  return {
    combination: () => (combination ??= new WasmCombination(config, arena, { single, scalar })),
    orderArithmetic: () => (order ??= new WasmOrderArithmetic(arena, scalar)),
  };
}
