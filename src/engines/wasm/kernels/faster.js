/**
 * Kernels that need more of an engine than the portable one. They are used if the engine computes
 * correctly with them; its name does not matter.
 *
 * The fma kernel must pass three tests: its module validates (relaxed SIMD is supported); the probe
 * shows that relaxed multiply-adds are fused (JavaScriptCore validates them but rounds twice, and
 * the kernel would compute garbage); and its sums in both lanes and its chains are those that the
 * portable kernel had when the package was built. The wide64 kernel must pass the same tests: its
 * probe validates and computes correctly, and its answers are right.
 *
 * Nothing is timed: code that runs first runs in the engine's slowest tier, which says nothing
 * about the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../../../errors.js';
import { text as fmaProbe } from '../../../generated/probe.fma.js';
import { text as wideProbe } from '../../../generated/probe.wide.js';
import { isAuto, wantedBy } from './choose.js';
import { mayRun } from './features.js';
import { bytesOf, loadKernel, suppliedIn } from './load.js';
import { chainAnswer, sumsAnswer } from './self-test.js';

/** @import { Arena } from './arena.js' */
/** @import { FurtherKernel, KernelChoice } from './choose.js' */
/** @import { BatchKernel, KernelName, Role, SingleKernel, WasmFunction } from './kernel.js' */
/** @import { KernelTexts } from './load.js' */
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
 * The kernels to choose from. `open` compiles and instantiates one, once; `names`: those that may
 * be used beside the portable one, examined by the answers in their texts.
 * @typedef {{ open: (name: KernelName) => Promise<PointKernels>,
 *   textsOf: (name: KernelName) => Promise<KernelTexts>, names: readonly FurtherKernel[],
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} Candidates
 */

/**
 * For each role, the first kernel that this engine runs.
 * @param {KernelChoice} choice
 * @param {Candidates} candidates
 * @returns {Promise<{ batch: BatchKernel, single: SingleKernel }>}
 * @throws {EnvironmentError} if a required kernel cannot be used
 */
export async function chooseKernels(choice, candidates) {
  const wanted = wantedBy(choice);
  const open = isAuto(choice) ? openIfUsable : openFaster;
  /** @type {Partial<Record<KernelName, PointKernels | null>>} */
  const usable = Object.create(null);
  for (const name of candidates.names) usable[name] = await open(name, candidates);
  const first = async (/** @type {Role} */ role) => {
    for (const name of wanted[role]) {
      if (name === 'limbs30') usable[name] = await candidates.open(name);
      const kernel = usable[name]?.[role];
      if (kernel) return /** @type {any} */ (kernel);
    }
  };
  return { batch: await first('batch'), single: await first('single') };
}

/**
 * @param {FurtherKernel} name
 * @param {Candidates} candidates
 * @returns {Promise<PointKernels>}
 * @throws {EnvironmentError} if the kernel cannot be used
 */
async function openFaster(name, { open, textsOf, modules, arena }) {
  const { backend, needs, whyNot } = NEEDS[name];
  let refusal = await whyNot(modules, arena);
  if (refusal === null) {
    const kernels = await open(name);
    if (isRight(kernels, await textsOf(name), arena)) return kernels;
    refusal = 'that computes wrong sums';
  }
  throw new EnvironmentError(
    `backend '${backend}': expected an engine with ${needs}, got one ${refusal}`,
  );
}

/**
 * As `openFaster`, but null if this engine lacks the kernel or may not compile it: others remain.
 * @param {FurtherKernel} name
 * @param {Candidates} candidates
 * @returns {Promise<PointKernels | null>}
 */
async function openIfUsable(name, candidates) {
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
  if (!suppliedIn(modules, 'probe.wide.wasm')) {
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
  // The answer without a request is the same; the tests of the kernel concern both lanes.
  if (mayRun('fma')) return null;
  if (!suppliedIn(modules, 'probe.fma.wasm')) {
    if (!WebAssembly.validate(await bytesOf(FMA_PROBE))) return 'without relaxed SIMD';
  }
  const probe = await loadKernel(FMA_PROBE, modules, arena.memory);
  const isFused = /** @type {WasmFunction} */ (probe.is_fused);
  return isFused(1) === 1 ? null : 'that rounds relaxed multiply-adds twice';
}

/**
 * Whether kernels give the right answers.
 * @param {PointKernels} kernels
 * @param {KernelTexts} answers
 * @param {Arena} arena
 */
const isRight = ({ batch, single }, { sums, chain }, arena) =>
  sumsAnswer(batch, arena) === sums && (!single || chainAnswer(single, arena) === chain);
