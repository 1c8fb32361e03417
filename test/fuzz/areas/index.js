/** All areas. */
import { blsSignatures } from './bls-signatures.js';
import { eip2537 } from './eip2537.js';
import { encodings } from './encodings.js';
import { hostile } from './hostile.js';
import { kzg } from './kzg.js';
import { lifecycles } from './lifecycles.js';
import { ownCurves } from './own-curves.js';
import { pairings } from './pairings.js';
import { protocolLifecycles } from './protocol-lifecycles.js';
import { signatures } from './signatures.js';
import { sums } from './sums.js';
import { verkle } from './verkle.js';

/** @type {import('../fuzz.js').Area[]} */
export const areas = [
  ...[sums, encodings, signatures, blsSignatures, pairings, eip2537, kzg, verkle],
  ...[ownCurves, hostile, lifecycles, protocolLifecycles],
];
