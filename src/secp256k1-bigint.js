/** secp256k1 without WebAssembly: its engine, and what only that needs to know of the curve. */
import { secp256k1 } from './curves/secp256k1.js';
import { createBigintEngine } from './engines/bigint/weierstrass.js';

/** The engine. */
export const createEngine = () => createBigintEngine(secp256k1);
