/**
 * The registry of kernels. Whoever works with kernels takes them from here; a curve's config names
 * those with chains. wasm-gen/kernels.js adds what the build knows of each: emitters and costs.
 */

import { fromHex } from '../../../math/text.js';

/** @import { Role } from './kernel.js' */

/** A kernel, named after its arithmetic. @typedef {'limbs30' | 'fma' | 'wide64'} KernelName */

/** A kernel that not every engine runs. @typedef {Exclude<KernelName, 'limbs30'>} FurtherKernel */

/** A kernel as users call it. @typedef {'portable' | 'fma' | 'wide'} BackendName */

/**
 * A kernel. `backend`: what users call it. `feature`: what it needs of an engine, in words and by
 * the sections of a module; `isIn` tests that, if more than its validity decides. `lanes`: products
 * at a time.
 * @typedef {{ backend: BackendName, lanes: number, feature: { needs: string, sections: string,
 *   isIn: (module: BufferSource) => boolean } | null }} Kernel
 */

/** The kernel that every engine runs. */
export const PORTABLE = 'limbs30';

/** @type {Readonly<Record<KernelName, Kernel>>} */
export const KERNELS = {
  limbs30: { backend: 'portable', lanes: 1, feature: null },
  fma: {
    backend: 'fma',
    lanes: 2,
    feature: {
      needs: 'fused relaxed SIMD',
      // f64x2.relaxed_madd(x, x, y) in both lanes, as an exported function of x and y.
      sections:
        '01070160027c7c017c030201000704010000000a16011400' +
        '2000fd142000fd142001fd14fd8702fd21000b',
      isIn: isFused,
    },
  },
  wide64: {
    backend: 'wide',
    lanes: 1,
    feature: {
      needs: 'wide arithmetic',
      // i64.mul_wide_u between two `unreachable`, which give and take any operands.
      sections: '010401600000030201000a0801060000fc16000b',
      isIn: (module) => WebAssembly.validate(module),
    },
  },
};

/** The kernels for each role, best first. @type {Readonly<Record<Role, readonly KernelName[]>>} */
export const BEST = {
  single: ['wide64', 'fma', PORTABLE],
  batch: ['fma', 'wide64', PORTABLE],
};

/** The kernels whose features were found; a failure may pass. @type {Set<KernelName>} */
const found = new Set();

/**
 * Whether the engine has the features that a kernel needs: found out at once and without a request,
 * so that everything which an instance may use is requested together. Before a kernel is used, its
 * answers are compared with known ones, too (faster.js).
 * @param {KernelName} name
 */
export function mayRun(name) {
  const { feature } = KERNELS[name];
  if (!feature || found.has(name)) return true;
  const may = feature.isIn(fromHex(`0061736d01000000${feature.sections}`));
  if (may) found.add(name);
  return may;
}

/**
 * Whether relaxed multiply-adds are there and round once: JavaScriptCore's round twice. The square
 * of x = 1 + 2^−27 has a last bit that a double has no room for.
 * @param {BufferSource} module
 */
function isFused(module) {
  const x = 1 + 2 ** -27;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
    return /** @type {any} */ (exports)[''](x, -x * x) !== 0;
  } catch {
    return false;
  }
}

/**
 * The better of an instance's kernels for work that is not in lists, such as a square root.
 * @template {{ name: KernelName }} Single
 * @template {{ name: KernelName }} Batch
 * @param {{ single: Single, batch: Batch }} kernels
 */
export const betterOf = ({ single, batch }) => (single.name === PORTABLE ? batch : single);
