/** The curves of these tests: all but BN254 are none of the library's, or not like this. */

import { bn254G1, bn254G2 } from '../../../src/curves/bn254.js';
import { p256 } from './p256.js';
import { pallas } from './pallas.js';
import { tiny } from './tiny.js';
import { wei25519 } from './wei25519.js';

export const testCurves = [bn254G1, bn254G2, pallas, p256, wei25519, tiny];
