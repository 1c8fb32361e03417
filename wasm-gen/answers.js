/**
 * The answers that kernels beside the portable one must give before they are used
 * (src/engines/wasm/kernels/known-answers.js): those of the portable kernel, computed here.
 */

import { Arena } from '../src/engines/wasm/kernels/arena.js';
import { readPointKernels } from '../src/engines/wasm/kernels/kernel.js';
import { PORTABLE } from '../src/engines/wasm/kernels/registry.js';
import { chainAnswer, sumsAnswer } from '../src/engines/wasm/kernels/known-answers.js';

/** @import { CoordinateConfig } from '../src/math/coordinates.js' */
/** @import { SingleKernel } from '../src/engines/wasm/kernels/kernel.js' */

/**
 * @param {CoordinateConfig} curve
 * @param {Uint8Array} wasm its portable kernel
 * @returns {{ sums: number, chain: number }}
 */
export function answersOf(curve, wasm) {
  const arena = new Arena();
  const module = new WebAssembly.Module(/** @type {BufferSource} */ (wasm));
  const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } });
  const { batch, single } = readPointKernels(PORTABLE, exports);
  const chains = /** @type {SingleKernel} */ (single);
  return { sums: sumsAnswer(batch, arena, curve), chain: chainAnswer(chains, arena, curve) };
}
