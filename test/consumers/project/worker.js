/** A test of workerd, which compiles no bytes: `modules.js` holds what it compiled at its start. */
import { modules } from './modules.js';
import { tryToComputeSums } from './program.js';

const portable = Object.fromEntries(
  Object.entries(modules).filter(([name]) => /\.(limbs30|scalar)\.wasm$/.test(name)),
);

export default {
  async test() {
    const report = {
      all: await tryToComputeSums({ modules }),
      portable: await tryToComputeSums({ modules: portable }),
      none: await tryToComputeSums(),
      withFallback: await tryToComputeSums({ fallback: 'bigint' }),
    };
    console.log(`REPORT ${JSON.stringify(report)}`);
  },
};
