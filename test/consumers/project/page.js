/** A page: the driver waits for `report`, with another fallback at #fallback. */
import { createBls12381 } from 'curvemill/bls12-381';
import { tryToComputeSums } from './program.js';
import { sumOnThreads } from './threads.js';

globalThis.report = (async () => ({
  isolated: globalThis.crossOriginIsolated,
  sums: await tryToComputeSums(),
  withFallback:
    globalThis.location.hash === '#fallback'
      ? await tryToComputeSums({ fallback: 'bigint' })
      : undefined,
  threads: await sumOnThreads(createBls12381),
}))();
