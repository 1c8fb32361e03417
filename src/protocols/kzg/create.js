/**
 * Sets KZG up: reads and checks a trusted setup, and builds its table. The commitments themselves
 * are imported with the first setup, as most programs have none.
 */
import { InputError } from '../../errors.js';
import { readTableTask } from '../../input/tasks.js';
import { PointVector } from '../../group/point-vector.js';

/** @import { Group, MsmPoints, TaskOptions } from '../../group/group.js' */
/** @import { Kzg } from './kzg.js' */

/** Points of the setup. */
const POINTS = 4096;

/**
 * Default memory for the table, 32 MiB: twice as much saves another 5 %
 * (docs/algorithms/fixed-basis.md).
 */
const DEFAULT_MEMORY = 2 ** 25;

/** @typedef {{ memory?: number } & TaskOptions} KzgOptions */

/**
 * Implements `Bls12381.kzg`. The setup is read before the call returns.
 * @param {Group} group
 * @param {MsmPoints} setup 4096 points in Lagrange form, bit-reversed
 * @param {KzgOptions} [options]
 * @returns {Promise<Kzg>}
 */
export async function createKzg(group, setup, options) {
  const task = readTableTask(options, 'kzg', DEFAULT_MEMORY);
  const isVector = setup instanceof PointVector;
  const points = isVector ? setup : group.points(setup);
  try {
    if (points.length !== POINTS) {
      throw new InputError(`setup: expected ${POINTS} points, got ${points.length}`);
    }
    const building = group.fixedBasis(points, task);
    const [basis, { Kzg }] = await Promise.all([building, import('./kzg.js')]);
    return new Kzg(basis);
  } finally {
    if (!isVector) points.dispose();
  }
}
