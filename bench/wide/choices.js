/**
 * The choices of kernels to compare in each engine.
 */

/** @import { Roles } from '../../src/engines/wasm/kernels/kernel.js' */

/** @type {Record<'bun' | 'chromium', Roles[]>} */
export const CHOICES = {
  bun: [
    { single: 'limbs30', batch: 'wide64' },
    { single: 'wide64', batch: 'wide64' },
    { single: 'limbs30', batch: 'limbs30' },
  ],
  chromium: [
    { single: 'limbs30', batch: 'fma' },
    { single: 'wide64', batch: 'fma' },
    { single: 'fma', batch: 'fma' },
    { single: 'limbs30', batch: 'limbs30' },
  ],
};
