/**
 * A curve as its entry passes it to engines, with the capabilities that its traits name: for
 * measurements and tests below the public entries.
 */
import { createElementEngine } from '../../src/verkle/engine/engine.js';

/** @import { WasmCurve } from '../../src/engines/wasm/create.js' */

/**
 * @param {{ name: string }} config of the registry
 * @returns {Promise<WasmCurve>}
 */
export async function curvePage({ name }) {
  const [page] = Object.values(await import(`../../src/generated/curves/${name}.js`));
  const { traits, edwards } = page.data;
  return {
    ...page,
    ...(edwards && { createEngine: createElementEngine }),
    ...(traits.signatures && {
      signatures: async () => (await import('../../src/engines/wasm/signatures.js')).signatures,
    }),
  };
}
