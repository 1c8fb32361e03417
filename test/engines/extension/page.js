/** A page of the extension: the test waits for `report`. */
import { createBls12381 } from './dist/bls12-381.js';
import { sumOnThreads } from './threads.js';

globalThis.report = sumOnThreads(createBls12381);
