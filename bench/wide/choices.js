/** The choices of kernels that an engine is asked for: limbs30 and wide64 beside one kernel for lists, and what else there is. */

/** @import { Roles } from '../../src/engines/wasm/kernels/choose.js' */

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
