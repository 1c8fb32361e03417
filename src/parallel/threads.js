/**
 * Gives an instance workers: how many, started how, and the capability of each engine. Imported
 * only by instances that ask for more than one thread.
 */
import { InputError } from '../errors.js';
import { describe } from '../input/describe.js';
import { ownOption, readInteger } from '../input/options.js';
import { readFunction } from '../input/tasks.js';
import { readUrl } from '../input/urls.js';
import { createParallel } from './parallel-engine.js';
import { LIMITS, Pool } from './pool.js';
import { processors } from './runtime.js';

/** @import { CurveData } from '../curves/config.js' */
/** @import { Pairings } from '../port/pairings.js' */
/** @import { Engine } from '../port/engine.js' */
/** @import { Lifetime } from '../port/lifetime.js' */
/** @import { Cut } from './plan.js' */
/** @import { Limits } from './pool.js' */

/**
 * The threads of an instance: workers that compute, or 1, the caller's thread; and the reason why
 * there are fewer than asked for.
 * @typedef {{ readonly threads: number, readonly reason: string | undefined }} Threads
 */

/**
 * For tests: limits, another script, the memory of each worker in bytes, who gets the pool, and how
 * sums of n points are cut. Not part of the public interface.
 * @typedef {Partial<Limits> & { source?: string, memoryLimit?: number,
 *   onPool?: (pool: Pool) => void, cutOf?: (n: number, workers: number) => Cut }}
 *   Internals
 */

/**
 * The options of an instance for its workers, read.
 * @typedef {{ threads: number | 'auto', workerUrl?: string | URL, createWorker?: () => any,
 *   internals: Internals }} Wanted
 */

/**
 * The instance: its engines, in order, their pairing, if it has one, their curves, and the modules
 * that these use.
 * @typedef {{ engines: readonly Engine[], pairings?: Pairings,
 *   modules: Record<string, WebAssembly.Module>, curves: ReadonlyArray<{ data: CurveData }>,
 *   lifetime: Lifetime }} Parts
 */

/** Key of `Internals` among the options of a creator. */
const INTERNALS = Symbol.for('curvemill.workers');

const MAX_THREADS = 1024;

/** With `'auto'`, at most: each worker takes memory, and what pages compute ends sooner. */
const MOST = 16;

/** Memory of a worker, at most: some engines reserve as much address space at once. */
const MEMORY_LIMIT = 2 ** 29;

/**
 * Validates the options for workers.
 * @param {Record<string, unknown>} workers
 * @param {object} options of the creator
 * @returns {Wanted}
 * @throws {InputError} wrong options
 */
export function readWanted({ threads = 1, workerUrl, createWorker }, options) {
  if (threads !== 'auto') readInteger(threads, 1, MAX_THREADS, 'threads');
  if (workerUrl !== undefined && readUrl(workerUrl, 'workerUrl') === undefined) {
    throw new InputError(`workerUrl: expected a string or a URL, got ${describe(workerUrl)}`);
  }
  readFunction(createWorker, 'createWorker');
  const internals = ownOption(options, INTERNALS) ?? {};
  return /** @type {Wanted} */ ({ threads, workerUrl, createWorker, internals });
}

/**
 * Starts the workers of an instance. Never rejects: where there are none, the reason tells why.
 * @type {(wanted: Wanted, parts: Parts) => Promise<Threads>}
 */
export async function addWorkers({ threads, internals, ...start }, parts) {
  const { engines, pairings, curves, modules, lifetime } = { pairings: undefined, ...parts };
  if (threads === 1) return alone(undefined);
  if ('bigint' === engines[0].kernels.batch) {
    return alone("backend 'bigint' computes on one thread");
  }
  const count = threads === 'auto' ? Math.min(MOST, processors()) : threads;
  if (count < 2) return alone('there is one processor');
  const { source, memoryLimit = MEMORY_LIMIT, onPool, cutOf, ...limits } = internals;
  const open = {
    curves: curves.map(({ data }, i) => ({
      ...{ data, prices: engines[i].prices, kernels: { ...engines[i].kernels } },
      hasSignatures: engines[i].signatures !== null,
      hasHashing: engines[i].hashing !== null,
      lambda: pairings?.lambda,
    })),
    modules,
    memoryLimit,
  };
  const text = async () => source ?? (await import('../generated/worker-source.js')).source;
  const pool = new Pool(count, { ...start, source: text }, open, { ...LIMITS, ...limits });
  onPool?.(pool);
  await pool.start();
  if (pool.living.length < 2) {
    pool.dispose();
    return alone(pool.reason);
  }
  for (const [index, engine] of engines.entries()) {
    const lists = await engine.lists();
    const { transfer } = lists;
    if (transfer) engine.parallel = createParallel({ pool, engine, index, lists, transfer, cutOf });
  }
  lifetime.onEnd(() => pool.dispose());
  return {
    get threads() {
      return Math.max(1, pool.living.length);
    },
    get reason() {
      return pool.reason;
    },
  };
}

/** @type {(reason: string | undefined) => Threads} */
const alone = (reason) => ({ threads: 1, reason });
