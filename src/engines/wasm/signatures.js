/**
 * Signature support of a WebAssembly engine, loaded only if signatures are verified.
 */

import { WasmDoubleMultiplication } from './double-multiplication.js';
import { WasmScalarField } from './order.js';

/** @import { EngineParts } from './engine.js' */
/** @import { SignatureKernels } from './double-multiplication.js' */
/** @import { EngineSignatures, GeneratorMultiples } from '../../port/engine.js' */

/** @typedef {{ create: (parts: EngineParts) => EngineSignatures }} SignatureCapability */

/** Supplied to the engine by the entry of a curve. @type {SignatureCapability} */
export const signatures = {
  // Created on first use, since each keeps memory.
  create({ data, arena, ...kernels }) {
    const { single, batch, scalar: scalarKernel } = kernels;
    const own = /** @type {SignatureKernels} */ ({ arena, single, scalarKernel });
    /** @type {WasmDoubleMultiplication | undefined} */
    let double;
    /** @type {WasmScalarField | undefined} */
    let order;
    /** @type {Promise<GeneratorMultiples> | undefined} */
    let multiples;
    return {
      doubleMultiplication: () => (double ??= new WasmDoubleMultiplication(data, own)),
      scalarField: () => (order ??= new WasmScalarField(arena, own.scalarKernel.signatures.order)),
      generatorMultiples: () =>
        (multiples ??= import('./generator-multiples.js').then(({ generatorMultiples }) =>
          generatorMultiples({ data, arena, batch }),
        )),
    };
  },
};
