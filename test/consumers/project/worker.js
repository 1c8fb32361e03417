/** A test of workerd, which compiles no bytes: `modules.js` holds what it compiled at its start. */
import { createBls12381 } from 'curvemill/bls12-381';
import { modules } from './modules.js';
import { tryToComputeSums } from './program.js';
import { sumOnThreads } from './threads.js';

const portable = Object.fromEntries(
  Object.entries(modules).filter(([name]) => /\.(limbs30|scalar)\.wasm$|^sha256/.test(name)),
);

export default {
  async test() {
    const report = {
      all: await tryToComputeSums({ modules }),
      portable: await tryToComputeSums({ modules: portable }),
      none: await tryToComputeSums(),
      withFallback: await tryToComputeSums({ fallback: 'bigint' }),
      threads: await sumOnThreads(createBls12381, { modules }),
    };
    console.log(`REPORT ${JSON.stringify(report)}`);
  },
};
