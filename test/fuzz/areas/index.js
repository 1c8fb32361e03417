/** All areas. */
import { eip2537 } from './eip2537.js';
import { encodings } from './encodings.js';
import { hostile } from './hostile.js';
import { lifecycles } from './lifecycles.js';
import { signatures } from './signatures.js';
import { sums } from './sums.js';
import { verkle } from './verkle.js';

/** @type {import('../fuzz.js').Area[]} */
export const areas = [sums, encodings, signatures, eip2537, verkle, hostile, lifecycles];
