/**
 * The registry of kernels, which all code that names kernels reads; a curve's config names those
 * with chains. wasm-gen/kernels.js adds what the build knows of each: emitters and costs.
 */

import { fromHex } from '../../../math/text.js';

/** @import { Role, Roles } from './kernel.js' */

/** A kernel, named after its arithmetic. @typedef {'limbs30' | 'fma' | 'wide64'} KernelName */

/** A kernel that not every engine runs. @typedef {Exclude<KernelName, 'limbs30'>} FurtherKernel */

/** A kernel as users call it. @typedef {'portable' | 'fma' | 'wide'} BackendName */

/**
 * A kernel. `backend`: what users call it. `feature`: what it needs of an engine, in words and by
 * the sections of a module; `isIn` tests that.
 * @typedef {{ backend: BackendName, feature: { needs: string, sections: string,
 *   isIn: (module: Uint8Array<ArrayBuffer>) => boolean } | null }} Kernel
 */

/** The kernel that every engine runs. */
export const PORTABLE = 'limbs30';

/** @type {Readonly<Record<KernelName, Kernel>>} */
export const KERNELS = {
  limbs30: { backend: 'portable', feature: null },
  fma: {
    backend: 'fma',
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
 * answers are compared with known ones, too (known-answers.js).
 * @type {(name: KernelName) => boolean}
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
 * @type {(module: Uint8Array<ArrayBuffer>) => boolean}
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

// The kernels that a backend may use: for each role, best first. known-answers.js, which tests
// those other than the portable one and chooses, is imported only if the engine may support any.

/**
 * A backend, `'auto'` for the best available kernels, or, for measurements, a kernel for each role.
 * @typedef {{ backend: 'auto' | BackendName } | { roles: Roles }} KernelChoice
 */

/** Whether what this engine lacks is left out. @param {KernelChoice} choice */
export const isAuto = (choice) => 'backend' in choice && choice.backend === 'auto';

/**
 * The kernels of each role, best first. On curves for which a kernel has no chains, the portable
 * one is the single kernel; as the batch kernel, it would be another backend.
 * @type {(choice: KernelChoice) => Readonly<Record<Role, readonly KernelName[]>>}
 */
export function wantedBy(choice) {
  if (isAuto(choice)) return BEST;
  const named = (/** @type {Role} */ role) =>
    // Users' choices have a backend of their own; nothing is looked up in their prototypes.
    'backend' in choice
      ? /** @type {KernelName} */ (
          BEST[role].find((name) => KERNELS[name].backend === choice.backend)
        )
      : choice.roles[role];
  return { single: [named('single'), PORTABLE], batch: [named('batch')] };
}

/**
 * The kernels other than the portable one that may be used, to be examined in this order.
 * @param {KernelChoice} choice
 * @param {(name: FurtherKernel) => boolean} isSupplied whether the user supplies one, whatever this
 *   engine compiles
 * @param {(name: FurtherKernel) => unknown} request called for each that this engine has the
 *   features for, before those of the next are found out
 * @returns {FurtherKernel[]}
 */
export function furtherKernels(choice, isSupplied, request) {
  const { batch, single } = wantedBy(choice);
  const names = [...new Set([...batch, ...single])].filter((name) => name !== PORTABLE);
  return names.filter((name) => {
    const may = mayRun(name);
    if (may) request(name);
    return may || !isAuto(choice) || isSupplied(name);
  });
}

/**
 * The single kernel, if those which this engine has the features for leave no role to the portable
 * one; else the portable one.
 * @param {KernelChoice} choice
 * @param {readonly KernelName[]} names of kernels with these features
 * @param {readonly string[]} chains the trait of the curve
 * @returns {KernelName}
 */
export function singleOf(choice, names, chains) {
  const { batch, single } = wantedBy(choice);
  const found = single.find((name) => names.includes(name) && chains.includes(name));
  return (batch.some((name) => names.includes(name)) && found) || PORTABLE;
}
