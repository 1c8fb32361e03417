/** A page: the driver waits for `report`. */
import { tryToComputeSums } from './program.js';

globalThis.report = (async () => ({
  isolated: globalThis.crossOriginIsolated,
  sums: await tryToComputeSums(),
  withFallback: await tryToComputeSums({ fallback: 'bigint' }),
}))();
