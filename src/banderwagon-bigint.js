/** Banderwagon without WebAssembly: its engine, and what only that needs to know of the group. */
import { banderwagon } from './curves/banderwagon.js';
import { createBigintEdwardsEngine } from './engines/bigint/edwards.js';

/** The engine. */
export const createEngine = () => createBigintEdwardsEngine(banderwagon);
