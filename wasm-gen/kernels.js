/**
 * The registry of kernels (src/engines/wasm/kernels/registry.js) with what the build knows of each:
 * what emits its modules, and what its products cost.
 */

import { KERNELS, PORTABLE } from '../src/engines/wasm/kernels/registry.js';
import { emitEdwardsFmaKernel } from './verkle/fma/index.js';
import { emitEdwardsKernel } from './verkle/index.js';
import { emitFmaKernel } from './curve/fma/index.js';
import { emitKernel } from './curve/index.js';
import { emitMapModule } from './map/index.js';
import { emitPairingKernel } from './pairing/index.js';
import { emitFieldListModule, emitPolynomialModule } from './polynomial/index.js';

/** @import { ModuleBuilder } from './emit/module.js' */
/** @import { KernelOptions } from './curve/index.js' */

/** @typedef {(config: any, options: KernelOptions) => { module: ModuleBuilder }} Emit */

/**
 * Modules by kind: points of a curve by its model, the map that hashes to it, pairings, and
 * polynomials and lists of scalars, which not every kernel has.
 * @typedef {Record<'weierstrass' | 'edwards' | 'map' | 'pairing', Emit> &
 *   { polynomials?: Emit, lists?: Emit }} Emitters
 */

/** Those of which a kernel has the same for every field, by its name. */
const forName = (/** @type {'limbs30' | 'fma' | 'wide64'} */ name) => ({
  /** @type {Emit} */
  map: (config, options) => emitMapModule(config, name, options),
  /** @type {Emit} */
  pairing: (config, options) => emitPairingKernel(config, name, options),
});

/** Modules of scalars. */
const ofScalars = (/** @type {'limbs30' | 'fma'} */ name) => ({
  /** @type {Emit} */
  polynomials: (config, options) => emitPolynomialModule(config, name, options),
  /** @type {Emit} */
  lists: (config, options) => emitFieldListModule(config, name, options),
});

/** Points on one lane. */
const ofPoints = (/** @type {'limbs30' | 'wide64'} */ name) => ({
  /** @type {Emit} */
  weierstrass: (config, options) => emitKernel(config, name, options),
  /** @type {Emit} */
  edwards: (config, options) => emitEdwardsKernel(config, name, options),
});

/** @type {Record<keyof typeof KERNELS, Emitters>} */
const EMITTERS = {
  limbs30: { ...ofPoints('limbs30'), ...forName('limbs30'), ...ofScalars('limbs30') },
  fma: {
    ...{ weierstrass: emitFmaKernel, edwards: emitEdwardsFmaKernel },
    ...{ ...forName('fma'), ...ofScalars('fma') },
  },
  wide64: { ...ofPoints('wide64'), ...forName('wide64') },
};

/**
 * `width`: bits of a limb. Nanoseconds: `limb` of a product of limbs, `product` of what else a
 * field product takes. `mixed`: products of an addition in a chain; the lanes of fma idle in some.
 * @typedef {{ width: number, limb: number, product: number, mixed: number }} KernelCost
 */

/**
 * Measured on an AMD EPYC, in Node 26, 2026-11-24; wide64 in Chromium, as Node has no wide
 * arithmetic.
 * @type {Readonly<Record<string, KernelCost>>}
 */
export const COSTS = {
  limbs30: { width: 30, limb: 0.39, product: 5, mixed: 10 },
  fma: { width: 52, limb: 0.37, product: 4.4, mixed: 14.5 },
  wide64: { width: 64, limb: 0.82, product: 1, mixed: 10 },
};

/** The portable kernel first. */
export const kernels = /** @type {Array<keyof typeof KERNELS>} */ (Object.keys(KERNELS)).map(
  (name) => ({ name, emit: EMITTERS[name] }),
);

/** The kernels that an instance loads if its engine has the features they need. */
export const FASTER = kernels.map(({ name }) => name).filter((name) => name !== PORTABLE);

/**
 * The kernels with modules of a kind.
 * @param {keyof Emitters} kind
 */
export const kernelsWith = (kind) =>
  kernels.filter(({ emit }) => emit[kind]).map(({ name }) => name);
