/**
 * Chooses the kernels. What other kernels than the portable one need, faster.js, is loaded where an engine may have it.
 */

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, SingleKernel } from './kernel.js' */

/**
 * What kernels are chosen from. `load` compiles and instantiates one, unless the group has none of that name; `loadFaster` imports
 * `chooseFaster`, and what else goes with it.
 * @typedef {{ limbs30: BatchKernel, load: (name: 'fma' | 'wide64') => Promise<BatchKernel | undefined>,
 *   loadFaster: () => Promise<typeof import('./faster.js').chooseFaster>,
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} Candidates
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Chosen */

/**
 * A kernel by name for each role, which measurements compare; users name backends. `single: 'fma'` is limbs30 for a curve
 * whose fma kernel has no chains.
 * @typedef {{ single: 'limbs30' | 'fma' | 'wide64', batch: 'limbs30' | 'fma' | 'wide64' }} Roles
 */

/** Opcodes that tell relaxed SIMD and wide arithmetic: f64x2.relaxed_madd and i64.mul_wide_u. */
const TELLING = [
  [0xfd, 0x87, 0x02],
  [0xfc, 0x16],
];

/**
 * @param {'auto' | 'portable' | 'fma' | 'wide' | Roles} backend
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError} for kernels asked for that cannot be used
 */
export async function chooseKernels(backend, candidates) {
  const { limbs30, modules } = candidates;
  const portable = { single: limbs30, batch: limbs30 };
  // Modules of the user's own may be there whatever this engine validates: faster.js looks at them.
  const isPlain = backend === 'auto' && !modules && !TELLING.some(isKnown);
  if (backend === 'portable' || isPlain) return portable;
  const chooseFaster = await candidates.loadFaster();
  return chooseFaster(backend, portable, candidates);
}

/**
 * Whether the engine knows an instruction: validates a module with a function of it alone, behind an `unreachable`, which
 * gives it operands of any type.
 * @param {number[]} opcode
 */
function isKnown(opcode) {
  const { length } = opcode;
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const type = [1, 4, 1, 0x60, 0, 0];
  const code = [10, 6 + length, 1, 4 + length, 0, 0, ...opcode, 0, 0x0b];
  return WebAssembly.validate(Uint8Array.of(...header, ...type, 3, 2, 1, 0, ...code));
}
