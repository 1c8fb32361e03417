/** From WAT to wasm bytes: wabt assembles and validates, binaryen optimises. */

import binaryen from 'binaryen';
import createWabt from 'wabt';

/**
 * Binaryen passes that a measurement keeps; docs/decisions/02-binaryen.md has the numbers.
 * @type {string[]}
 */
const PASSES = [];

/**
 * @param {string} name used in wabt's messages, as the file's name
 * @param {string} wat
 * @param {{ passes?: string[] }} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function assemble(name, wat, { passes = PASSES } = {}) {
  const wabt = await createWabt();
  const parsed = wabt.parseWat(`${name}.wat`, wat, {
    simd: true,
    relaxed_simd: true,
    bulk_memory: true,
  });
  try {
    parsed.validate();
    const bytes = parsed.toBinary({}).buffer;
    return passes.length ? optimise(name, bytes, passes) : bytes;
  } finally {
    parsed.destroy();
  }
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string[]} passes
 */
function optimise(name, bytes, passes) {
  const module = binaryen.readBinary(bytes);
  try {
    module.setFeatures(
      binaryen.Features.MVP | binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD,
    );
    module.runPasses(passes);
    if (!module.validate()) throw new Error(`${name}: binaryen's output does not validate`);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
