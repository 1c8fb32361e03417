/**
 * Field multiplications of each phase of a sum: the operations that its plan counts for random
 * scalars (src/engines/wasm/msm/work.js), each times the products of coordinates that the cost
 * model has for it (wasm-gen/cost-model.js). A square counts as a multiplication. An inversion is
 * no product there, so inversions are counted beside multiplications; the one that makes the result
 * affine belongs to the fixed cost of a call, and is not counted.
 */
import { curveNamed } from '../../src/curves/index.js';
import { productsOn } from '../../wasm-gen/cost-model.js';

/** @import { Plan } from '../../src/engines/wasm/msm/work.js' */
/** @import { KernelNames } from '../../src/port/engine.js' */

/** @typedef {{ multiplications: number, inversions: number }} Products */

/** The phases of work that is not in a plan's part. @type {ReadonlyMap<string, string>} */
const PHASES = new Map([
  ['points', 'endomorphism'],
  ['images', 'endomorphism'],
  ['additions', 'accumulate'],
  ['batches', 'accumulate'],
  ['bits', 'sum'],
  ['combinationAdditions', 'sum'],
  ['chainAdditions', 'sum'],
]);

/**
 * @param {{ plan: Plan | null, curve: string, kernels: KernelNames }} sum a plan made for a whole
 *   sum
 * @returns {Record<string, Products> | null} the phases that have multiplications, not rounded;
 *   null without a plan
 */
export function productsOf({ plan, curve, kernels }) {
  if (!plan) return null;
  const products = productsOn(curveNamed(curve), kernels);
  /** @type {Map<string, Products>} */
  const phases = new Map();
  const add = (
    /** @type {string} */ phase,
    /** @type {string} */ kind,
    /** @type {number} */ n,
  ) => {
    if (n <= 0) return;
    const { multiplications, inversions } = phases.get(phase) ?? {
      ...{ multiplications: 0, inversions: 0 },
    };
    phases.set(phase, {
      multiplications: multiplications + n * (products.get(kind) ?? 0),
      inversions: inversions + (kind === 'batches' ? n : 0),
    });
  };
  const inner = plan.strategy === 'buckets' ? 'reduce' : 'tables';
  const apart = new Map(Object.entries(plan.part));
  for (const [kind, phase] of PHASES) {
    const all = new Map(Object.entries(plan.work)).get(kind) ?? 0;
    const some = apart.get(kind) ?? 0;
    add(phase, kind, all - some);
    add(inner, kind, some);
  }
  return Object.fromEntries([...phases].filter(([, { multiplications }]) => multiplications > 0));
}
