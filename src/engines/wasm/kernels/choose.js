/**
 * Chooses the kernels of a backend: for each role, the first that this engine runs. faster.js,
 * which tests kernels other than the portable one, is imported only if the engine may support them.
 */

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, KernelName, Role, Roles, SingleKernel } from './kernel.js' */
/** @import { PointKernels } from './read.js' */

/**
 * WebAssembly backends as users name them: `'auto'` takes the best available kernels, the others
 * require one.
 * @typedef {'auto' | 'portable' | 'fma' | 'wide'} WasmBackend
 */

/**
 * A backend or, for measurements, a kernel for each role.
 * @typedef {{ backend: WasmBackend } | { roles: Roles }} KernelChoice
 */

/**
 * The kernels to choose from. `load` compiles and instantiates one.
 * @typedef {{ limbs30: PointKernels, load: (name: KernelName) => Promise<PointKernels>,
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} Candidates
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Chosen */

/**
 * Kernels of each backend, best first. On curves for which fma has no chains, the portable kernel
 * is the single kernel; as the batch kernel, it would be another backend.
 * @type {Record<WasmBackend, Record<Role, readonly KernelName[]>>}
 */
const BACKENDS = {
  auto: { single: ['wide64', 'fma', 'limbs30'], batch: ['fma', 'wide64', 'limbs30'] },
  portable: { single: ['limbs30'], batch: ['limbs30'] },
  fma: { single: ['fma', 'limbs30'], batch: ['fma'] },
  wide: { single: ['wide64'], batch: ['wide64'] },
};

/** Opcodes that reveal relaxed SIMD and wide arithmetic: f64x2.relaxed_madd and i64.mul_wide_u. */
const TELLING = [
  [0xfd, 0x87, 0x02],
  [0xfc, 0x16],
];

/**
 * @param {KernelChoice} choice
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError} if a required kernel cannot be used
 */
export async function chooseKernels(choice, candidates) {
  const wanted = wantedBy(choice);
  /** @type {Partial<Record<KernelName, PointKernels | null>>} */
  const usable = { limbs30: candidates.limbs30 };
  if (looksFurther(choice, candidates.modules)) {
    const { openFaster, openIfUsable } = await import('./faster.js');
    const isAuto = 'backend' in choice && choice.backend === 'auto';
    const open = isAuto ? openIfUsable : openFaster;
    for (const name of new Set([...wanted.batch, ...wanted.single])) {
      if (name !== 'limbs30') usable[name] = await open(name, candidates);
    }
  }
  return {
    batch: /** @type {BatchKernel} */ (firstOf(wanted.batch, (name) => usable[name]?.batch)),
    single: /** @type {SingleKernel} */ (firstOf(wanted.single, (name) => usable[name]?.single)),
  };
}

/**
 * Whether kernels other than the portable one may be available.
 * @param {KernelChoice} choice
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 */
export function looksFurther(choice, modules) {
  if ('backend' in choice && choice.backend === 'auto') {
    // The user may supply modules whatever this engine validates; faster.js examines them.
    return modules !== undefined || TELLING.some(isKnown);
  }
  const { single, batch } = wantedBy(choice);
  return single[0] !== 'limbs30' || batch[0] !== 'limbs30';
}

/**
 * @param {KernelChoice} choice
 * @returns {Record<Role, readonly KernelName[]>}
 */
function wantedBy(choice) {
  if ('backend' in choice) return BACKENDS[choice.backend];
  const { single, batch } = choice.roles;
  return { single: [single, 'limbs30'], batch: [batch] };
}

/**
 * @template T
 * @param {readonly KernelName[]} names
 * @param {(name: KernelName) => T | null | undefined} kernelOf
 */
function firstOf(names, kernelOf) {
  for (const name of names) {
    const kernel = kernelOf(name);
    if (kernel) return kernel;
  }
  return undefined;
}

/**
 * Whether the engine knows an instruction. Validates a module whose one function contains only this
 * instruction, after an `unreachable`, which supplies operands of any type.
 * @param {number[]} opcode
 */
function isKnown(opcode) {
  const { length } = opcode;
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const type = [1, 4, 1, 0x60, 0, 0];
  const code = [10, 6 + length, 1, 4 + length, 0, 0, ...opcode, 0, 0x0b];
  return WebAssembly.validate(Uint8Array.of(...header, ...type, 3, 2, 1, 0, ...code));
}
