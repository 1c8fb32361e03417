/**
 * Kernels that need more of an engine than the portable one. They are used if the engine computes
 * correctly with them; its name does not matter: it has the features (registry.js), or compiled the
 * kernel for the user; and the kernel's sums in both lanes and its chains are those that the
 * portable kernel had when the package was built.
 *
 * Nothing is timed: code that runs first runs in the engine's slowest tier, which says nothing
 * about the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../../../errors.js';
import { isAuto, wantedBy } from './choose.js';
import { KERNELS, PORTABLE } from './registry.js';
import { chainAnswer, sumsAnswer } from './self-test.js';

/** @import { Arena } from './arena.js' */
/** @import { KernelChoice } from './choose.js' */
/** @import { BatchKernel, Role, SingleKernel } from './kernel.js' */
/** @import { KernelTexts } from './load.js' */
/** @import { PointKernels } from './read.js' */
/** @import { FurtherKernel, KernelName } from './registry.js' */

/**
 * The kernels to choose from. `open` compiles and instantiates one, once; `names`: those that may
 * be used beside the portable one, examined by the answers in their texts; `has`: whether the
 * engine has the features of one, or the user supplied it.
 * @typedef {{ open: (name: KernelName) => Promise<PointKernels>,
 *   textsOf: (name: KernelName) => Promise<KernelTexts>, names: readonly FurtherKernel[],
 *   has: (name: FurtherKernel) => boolean, arena: Arena }} Candidates
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
  /** @type {Map<KernelName, PointKernels | null>} */
  const usable = new Map();
  for (const name of candidates.names) usable.set(name, await open(name, candidates));
  const first = async (/** @type {Role} */ role) => {
    for (const name of wanted[role]) {
      if (name === PORTABLE) usable.set(name, await candidates.open(name));
      const kernel = usable.get(name)?.[role];
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
async function openFaster(name, { open, textsOf, has, arena }) {
  let refusal = 'without';
  if (has(name)) {
    const kernels = await open(name);
    if (isRight(kernels, await textsOf(name), arena)) return kernels;
    refusal = 'that computes wrong sums';
  }
  const { backend, feature } = KERNELS[name];
  throw new EnvironmentError(
    `backend '${backend}': expected an engine with ${feature?.needs}, got one ${refusal}`,
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
 * Whether kernels give the right answers.
 * @param {PointKernels} kernels
 * @param {KernelTexts} answers
 * @param {Arena} arena
 */
const isRight = ({ batch, single }, { sums, chain }, arena) =>
  sumsAnswer(batch, arena) === sums && (!single || chainAnswer(single, arena) === chain);
