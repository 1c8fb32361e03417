/* global Worker */
/** A page that starts a worker file of its own: the driver waits for `report`. */
import { createBls12381 } from 'curvemill/bls12-381';
import { sumOnThreads } from './threads.js';

globalThis.report = sumOnThreads(createBls12381, {
  createWorker: () => new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' }),
});
