/** Instances with workers, for the tests of this folder. */
import { bundleWorker } from '../../scripts/lib/worker-bundle.js';
import { InputError } from '../../src/errors.js';
import { contextOf } from '../../src/group/group.js';
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

/** @type {Promise<string> | undefined} */
let misbehaving;

/** The script of test-worker.js. */
export const misbehavingSource = () =>
  (misbehaving ??= bundleWorker('test/parallel/test-worker.js').then(({ text }) => text));

/**
 * A pool whose workers misbehave where asked to, a list of points in it, and its sum. Sums of any
 * length run on all workers.
 * @param {number} n
 * @param {{ options?: object, internals?: object }} [how]
 */
export async function scene(n, { options, internals } = {}) {
  const source = await misbehavingSource();
  const cutOf = (/** @type {number} */ points, /** @type {number} */ workers) => ({
    workers: Math.min(points, workers),
    byWindows: false,
  });
  const { instance, pool } = await createWithPool(
    'bls12-381',
    { groups: ['G1'], ...options },
    { source, cutOf, ...internals },
  );
  const { G1 } = instance;
  const points = G1.randomPoints(n, 1);
  const scalars = G1.randomScalars(n, 2);
  const expected = G1.msm(points, scalars);
  /** @type {any} */
  const { engine, lifetime } = contextOf(G1);
  return {
    ...{ instance, pool, G1, points, scalars, expected, engine, lifetime },
    isRight: async (/** @type {object} */ task = {}) =>
      (await G1.msmAsync(points, scalars, task)).equals(expected),
    /** Runs a task of test-worker.js for each input; `here` computes on this thread. */
    run: (
      /** @type {string} */ task,
      /** @type {object[]} */ inputs,
      /** @type {any} */ { here = () => 'here', signal, onProgress, isSilent } = {},
    ) =>
      engine.parallel?.run(
        task,
        inputs.map((input) => ({
          weight: 1,
          message: () => {
            if (input === null) throw new InputError('no message');
            return { input, transfer: [] };
          },
          here,
          isSilent,
        })),
        { signal, onProgress, lifetime },
      ),
  };
}

/** @param {number} ms */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until something holds. What never does, the test's own limit ends.
 * @param {() => unknown} holds
 */
export async function until(holds) {
  while (!holds()) await wait(5);
}
