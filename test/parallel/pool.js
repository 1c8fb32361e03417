/** Instances with workers, for the tests of this folder. */
import { creators } from '../support/creators.js';

const KEY = Symbol.for('curvemill.workers');

/**
 * An instance with workers, and its pool.
 * @param {string} path of the entry
 * @param {object} [options] of the creator
 * @param {object} [internals] limits and other options of the pool
 */
export async function createWithPool(path, options = {}, internals = {}) {
  /** @type {any} */
  let pool;
  const onPool = (/** @type {any} */ own) => (pool = own);
  const instance = await creators[path]({
    ...{ threads: 2, ...options },
    [KEY]: { ...internals, onPool },
  });
  return { instance, pool };
}
