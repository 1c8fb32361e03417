/** Parts of the proofs of cells in a worker. */
import { partSteps, tableSteps } from './proof-steps.js';

/** @import { Engine } from '../../port/engine.js' */
/** @import { PointTransforms } from '../../port/point-transforms.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { FixedPoints, ProofPart } from './proof-steps.js' */

/** A worker's engine is there as long as the worker. */
const lifetime = { ended: false };

/**
 * The transforms of each engine, which keep the digits of roots: 140 of them in the three parts of
 * a blob on one of two workers, in 2 ms.
 * @type {WeakMap<Engine, PointTransforms>}
 */
const opened = new WeakMap();

/** @param {Engine} engine */
async function transformsOf(engine) {
  const { pointTransforms } = engine;
  const transforms =
    opened.get(engine) ??
    (await /** @type {NonNullable<typeof pointTransforms>} */ (pointTransforms)());
  opened.set(engine, transforms);
  return transforms;
}

/**
 * The task of a worker.
 * @param {{ engine: Engine, points?: FixedPoints & { isKept: boolean } }} place
 * @param {{ part: ProofPart | null, memory: number }} input `memory`: of the table of each cell,
 *   which is made first where the points stay; 0: none. No part: tables alone
 * @param {{ run: <Result>(steps: Steps<Result>) => Promise<Result> }} call
 * @returns {Promise<Uint8Array | null>}
 */
export async function cellTask({ engine, points }, { part, memory }, call) {
  if (points?.isKept && memory > 0) await call.run(await tableSteps(engine, points, memory));
  if (part === null) return null;
  const transforms = await transformsOf(engine);
  return call.run(partSteps({ engine, transforms, lifetime }, part, points));
}
