/**
 * Kernels that need more of an engine than the portable one. They are used if the engine computes
 * correctly with them; its name does not matter.
 *
 * The fma kernel must pass three tests: its module validates (relaxed SIMD is supported); the probe
 * shows that relaxed multiply-adds are fused (JavaScriptCore validates them but rounds twice, and
 * the kernel would compute garbage); and it adds two points like the portable kernel, in both
 * lanes. The wide64 kernel must pass the same tests: its probe validates and computes correctly,
 * and it agrees with the portable kernel.
 *
 * Nothing is timed: code that runs first runs in the engine's slowest tier, which says nothing
 * about the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../../../errors.js';
import { text as fmaProbe } from '../../../generated/probe.fma.js';
import { text as wideProbe } from '../../../generated/probe.wide.js';
import { bytesOf, loadKernel } from './load.js';
import { addsLike, chainsLike } from './self-test.js';

/** @import { Arena } from './arena.js' */
/** @import { Candidates } from './choose.js' */
/** @import { KernelName, SingleKernel, WasmFunction } from './kernel.js' */
/** @import { PointKernels } from './read.js' */

/** Tiny probe modules (wasm-gen/probe.js). */
const FMA_PROBE = { name: 'probe.fma', source: async () => ({ text: fmaProbe }) };
const WIDE_PROBE = { name: 'probe.wide', source: async () => ({ text: wideProbe }) };

/**
 * Per kernel: the backend that requires it, the engine feature it needs, and why that is missing.
 */
const NEEDS = {
  fma: { backend: 'fma', needs: 'fused relaxed SIMD', whyNot: whyNotFused },
  wide64: { backend: 'wide', needs: 'wide arithmetic', whyNot: whyNotWide },
};

/**
 * @param {Exclude<KernelName, 'limbs30'>} name
 * @param {Candidates} candidates
 * @returns {Promise<PointKernels>}
 * @throws {EnvironmentError} if the kernel cannot be used
 */
export async function openFaster(name, { limbs30, load, modules, arena }) {
  const { backend, needs, whyNot } = NEEDS[name];
  let refusal = await whyNot(modules, arena);
  if (refusal === null) {
    const kernels = await load(name);
    if (isRight(kernels, limbs30, arena)) return kernels;
    refusal = 'that computes wrong sums';
  }
  throw new EnvironmentError(
    `backend '${backend}': expected an engine with ${needs}, got one ${refusal}`,
  );
}

/**
 * As `openFaster`, but null if this engine lacks the kernel or may not compile it: others remain.
 * @param {Exclude<KernelName, 'limbs30'>} name
 * @param {Candidates} candidates
 * @returns {Promise<PointKernels | null>}
 */
export async function openIfUsable(name, candidates) {
  try {
    return await openFaster(name, candidates);
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if wide arithmetic is supported and correct
 */
async function whyNotWide(modules, arena) {
  if (!modules?.['probe.wide.wasm']) {
    if (!WebAssembly.validate(await bytesOf(WIDE_PROBE))) return 'without it';
  }
  const probe = await loadKernel(WIDE_PROBE, modules, arena.memory);
  const carriesRight = /** @type {(ones: bigint) => number} */ (probe.is_right);
  return carriesRight(-1n) === 1 ? null : 'that carries incorrectly';
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if relaxed multiply-adds are supported and fused
 */
async function whyNotFused(modules, arena) {
  if (!modules?.['probe.fma.wasm']) {
    if (!WebAssembly.validate(await bytesOf(FMA_PROBE))) return 'without relaxed SIMD';
  }
  const probe = await loadKernel(FMA_PROBE, modules, arena.memory);
  const isFused = /** @type {WasmFunction} */ (probe.is_fused);
  return isFused(1) === 1 ? null : 'that rounds relaxed multiply-adds twice';
}

/**
 * Whether kernels compute the same as the portable ones.
 * @param {PointKernels} kernels
 * @param {PointKernels} portable
 * @param {Arena} arena
 */
function isRight({ batch, single }, portable, arena) {
  if (!addsLike(portable.batch, batch, arena)) return false;
  return (
    single === null || chainsLike(/** @type {SingleKernel} */ (portable.single), single, arena)
  );
}
