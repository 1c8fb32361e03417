/**
 * Reads a trusted setup, before the call returns. The rest of KZG is imported with the first
 * setup, as most programs have none.
 */
import { contextOf } from '../../group/group.js';
import { borrowPoints } from '../../group/point-vector.js';
import { readOptions } from '../../input/options.js';

/** @import { Group, MsmPoints, TaskOptions } from '../../group/group.js' */
/** @import { Kzg } from './kzg.js' */

/** @typedef {{ memory?: number } & TaskOptions} KzgOptions */

/**
 * Implements `Bls12381.kzg`.
 * @param {Group} group
 * @param {MsmPoints} setup 4096 points in Lagrange form, bit-reversed
 * @param {KzgOptions} [options]
 * @returns {Promise<Kzg>}
 */
export async function createKzg(group, setup, options) {
  const task = { ...readOptions(options, ['memory', 'signal', 'onProgress'], 'kzg') };
  const context = contextOf(group);
  context.lifetime.check();
  const borrowed = borrowPoints(context, setup);
  try {
    const { kzgOf } = await import('./kzg.js');
    return await kzgOf(context, borrowed, task);
  } finally {
    borrowed.storage.release();
  }
}
