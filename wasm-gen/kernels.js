/**
 * The registry of kernels: how each is named, what it needs of an engine, and what emits its
 * modules. The build writes the part that instances need to src/generated/kernels.js. Whoever works
 * with kernels takes them from one of the two; no name is written anywhere else.
 */

import { emitEdwardsFmaKernel } from './curve/edwards/fma/index.js';
import { emitEdwardsKernel } from './curve/edwards/index.js';
import { emitFmaKernel } from './curve/fma/index.js';
import { emitKernel } from './curve/index.js';
import { emitMapModule } from './map/index.js';
import { emitPairingKernel } from './pairing/index.js';
import { emitFieldListModule, emitPolynomialModule } from './polynomial/index.js';
import { emitFmaProbe, emitWideProbe } from './probe.js';

/** @import { ModuleBuilder } from './emit/module.js' */
/** @import { KernelOptions } from './curve/index.js' */

/** @typedef {(config: any, options: KernelOptions) => { module: ModuleBuilder }} Emit */

/**
 * An arithmetic. `backend`: what users call it. `feature`: what it needs of an engine, in words,
 * and the module that tests for it (probe.js); null for the portable kernel. `emit`: its modules by
 * kind: points of a curve by its model, the map that hashes to it, pairings, and polynomials and
 * lists of scalars, which not every kernel has.
 * @typedef {object} Kernel
 * @property {string} name
 * @property {string} backend
 * @property {{ needs: string, emitProbe: () => ModuleBuilder } | null} feature
 * @property {Record<'weierstrass' | 'edwards' | 'map' | 'pairing', Emit> &
 *   { polynomials?: Emit, lists?: Emit }} emit
 */

/** @type {Kernel} */
const limbs30 = {
  name: 'limbs30',
  backend: 'portable',
  feature: null,
  emit: {
    weierstrass: (config, options) => emitKernel(config, 'limbs30', options),
    edwards: (config, options) => emitEdwardsKernel(config, 'limbs30', options),
    map: (config, options) => emitMapModule(config, 'limbs30', options),
    pairing: (config, options) => emitPairingKernel(config, 'limbs30', options),
    polynomials: (config, options) => emitPolynomialModule(config, 'limbs30', options),
    lists: (config, options) => emitFieldListModule(config, 'limbs30', options),
  },
};

/** @type {Kernel} */
const fma = {
  name: 'fma',
  backend: 'fma',
  feature: { needs: 'fused relaxed SIMD', emitProbe: emitFmaProbe },
  emit: {
    weierstrass: emitFmaKernel,
    edwards: emitEdwardsFmaKernel,
    map: (config, options) => emitMapModule(config, 'fma', options),
    pairing: (config, options) => emitPairingKernel(config, 'fma', options),
    polynomials: (config, options) => emitPolynomialModule(config, 'fma', options),
    lists: (config, options) => emitFieldListModule(config, 'fma', options),
  },
};

/** @type {Kernel} */
const wide64 = {
  name: 'wide64',
  backend: 'wide',
  feature: { needs: 'wide arithmetic', emitProbe: emitWideProbe },
  emit: {
    weierstrass: (config, options) => emitKernel(config, 'wide64', options),
    edwards: (config, options) => emitEdwardsKernel(config, 'wide64', options),
    map: (config, options) => emitMapModule(config, 'wide64', options),
    pairing: (config, options) => emitPairingKernel(config, 'wide64', options),
  },
};

/** The portable kernel first. */
export const kernels = [limbs30, fma, wide64];
