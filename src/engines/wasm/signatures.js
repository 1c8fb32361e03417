/** Signature support of a WebAssembly engine, loaded only if signatures are verified. */

import { WasmDoubleMultiplication } from './double-multiplication.js';
import { WasmOrderArithmetic } from './order.js';

/** @import { EngineParts } from './engine.js' */
/** @import { SignatureKernels } from './double-multiplication.js' */
/** @import { EngineSignatures } from '../../port/engine.js' */

/** @typedef {{ create: (parts: EngineParts) => EngineSignatures }} SignatureCapability */

/** Supplied to the engine by the entry of a curve. @type {SignatureCapability} */
export const signatures = {
  // Created on first use, since each keeps memory.
  create({ data, arena, ...kernels }) {
    const { single, scalar: scalarKernel } = kernels;
    const own = /** @type {SignatureKernels} */ ({ arena, single, scalarKernel });
    /** @type {WasmDoubleMultiplication | undefined} */
    let double;
    /** @type {WasmOrderArithmetic | undefined} */
    let order;
    return {
      doubleMultiplication: () => (double ??= new WasmDoubleMultiplication(data, own)),
      orderArithmetic: () =>
        (order ??= new WasmOrderArithmetic(arena, own.scalarKernel.signatures.order)),
    };
  },
};
