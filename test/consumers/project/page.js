/** A page: the driver waits for `report`. */
import { createBls12381 } from 'curvemill/bls12-381';
import { tryToComputeSums } from './program.js';
import { sumOnThreads } from './threads.js';

globalThis.report = (async () => ({
  isolated: globalThis.crossOriginIsolated,
  sums: await tryToComputeSums(),
  withFallback: await tryToComputeSums({ fallback: 'bigint' }),
  threads: await sumOnThreads(createBls12381),
}))();
