/** secp256k1 without WebAssembly: its engine, and what only that needs to know of the curve. */
import { secp256k1 } from '../wasm-gen/curves/secp256k1.js';
import { createBigintEngine } from './engines/bigint.js';

/** The engine. */
export const createEngine = () => createBigintEngine(secp256k1);
