/** Shared by the cases of a backend: instances, points with known logarithms. */
import { curves } from '../../src/curves/index.js';
import { CurvemillError, EnvironmentError } from '../../src/errors.js';
import { loweredWideModules } from '../support/built-modules.js';
import { creators } from '../support/creators.js';
import { oracles } from '../support/oracle.js';

/** Logarithms of the points that sums are made of. */
const SMALL_LOGS = [1n, -1n, 2n, -2n, 3n, 5n, 7n, 11n];

/** @param {string} backend */
async function isAvailable(backend) {
  try {
    (await creators.secp256k1({ backend })).dispose();
    return true;
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return false;
  }
}

/** Backends of this engine; wide arithmetic is lowered where it is missing. */
export async function backendNames() {
  const names = ['portable', 'bigint', 'wide'];
  return (await isAvailable('fma')) ? ['fma', ...names] : names;
}

/** @typedef {Awaited<ReturnType<typeof createContext>>} Context */

/** @param {string} backend */
export async function createContext(backend) {
  const options = { backend };
  if (backend === 'wide' && !(await isAvailable('wide')))
    Object.assign(options, { modules: await loweredWideModules() });
  /** @type {Map<string, Promise<any>>} */
  const instances = new Map();
  const pools = new Map();
  /** An instance of an entry, kept. @param {string} path */
  const instance = (path) => {
    const kept = instances.get(path) ?? creators[path](options);
    instances.set(path, kept);
    return kept;
  };
  return {
    backend,
    options,
    isSlow: backend === 'bigint',
    instance,
    /** @param {string} path */
    create: (path, more = {}) => creators[path]({ ...options, ...more }),
    /** A group by the name of its curve. @param {string} name */
    async group(name) {
      const { path, member } = curveNamed(name).entry;
      return (await instance(path))[member];
    },
    /**
     * Points with known logarithms: encodings that lists take, coordinates, logarithms.
     * @param {string} name of the curve
     */
    pool(name) {
      const kept = pools.get(name) ?? poolOf(name);
      pools.set(name, kept);
      return kept;
    },
    /** Drops an instance that may be broken. @param {string} path */
    async renew(path) {
      (await instances.get(path))?.dispose();
      instances.delete(path);
    },
  };
}

/** @param {string} name */
export const curveNamed = (name) => {
  const curve = curves.find((candidate) => candidate.name === name);
  if (!curve) throw new Error(`no curve ${name}`);
  return curve;
};

export const curveNames = curves.map(({ name }) => name);

/** @param {string} name */
function poolOf(name) {
  const oracle = oracles[name];
  const { order, lambda } = oracle;
  const far = [order / 2n, lambda, 3n ** 150n, 5n ** 99n, 7n ** 70n].map((log) =>
    oracle.reduce(log),
  );
  const logs = [...SMALL_LOGS, ...far, ...(oracle.infinityInLists ? [0n] : [])];
  const bytes = oracle.pointsWithLogs(logs);
  const size = bytes.length / logs.length;
  const encodings = logs.map((_, i) => bytes.slice(i * size, (i + 1) * size));
  return { oracle, logs, encodings, size };
}

/** The error, unless it has no type of the library. @param {unknown} error */
export function typed(error) {
  if (error instanceof CurvemillError) return error;
  throw new Error(`an error without a type: ${error}`, { cause: error });
}

/** The result of a call, or the typed error that it throws. @param {() => any} call */
export async function outcomeOf(call) {
  try {
    return { value: await call() };
  } catch (error) {
    return { error: typed(error) };
  }
}

/** @param {boolean} condition @param {string} message */
export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export const same = (a, b) => Buffer.compare(a, b) === 0;
