/**
 * The backends that this machine can run. The contract of the interface holds on each of them, so
 * its tests are written once and run on all, and on the groups of all curves where they do not
 * depend on the curve.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { EnvironmentError } from '../../src/errors.js';
import { loweredWideModules } from './built-modules.js';
import { creators } from './creators.js';
import { isWhole, some } from './extent.js';
import { oracles } from './oracle.js';

const WASM_BACKENDS = ['portable', 'fma', 'wide'];

/**
 * Points of G1 that the bigint backend multiplies within a test's patience; of other groups fewer,
 * by their weight.
 */
const BIGINT_LIMIT = 300;

/**
 * The same for wide arithmetic lowered to plain instructions; the engines that have it do
 * all (test/engines).
 */
const LOWERED_LIMIT = 1000;

/** Short names of instances in tests, by entry. */
const SHORT_NAMES = {
  'bls12-381': 'bls',
  bn254: 'bn',
  pasta: 'pasta',
  secp256k1: 'secp',
  banderwagon: 'bw',
};

/**
 * How instances of a group's curve are made, and what tests call their parts. `weight`: what an
 * addition takes without the kernels, next to one of G1.
 */
const GROUPS = Object.fromEntries(
  curves.map((curve) => {
    const { path, member } = curve.entry;
    const group = {
      create: creators[path],
      weight: 'extension' in curve || 'edwards' in curve ? 4 : 1,
      parts: (instance) => ({
        [SHORT_NAMES[path] ?? path]: instance,
        [member]: instance[member],
        group: instance[member],
      }),
    };
    return [curve.name, group];
  }),
);

/** @returns {Promise<string[]>} */
async function available() {
  const found = ['bigint'];
  for (const backend of WASM_BACKENDS) {
    try {
      (await GROUPS[curves[0].name].create({ backend })).dispose();
      found.push(backend);
    } catch (error) {
      // A backend that this engine lacks is no failure; one that breaks is.
      if (!(error instanceof EnvironmentError)) throw error;
    }
  }
  return found;
}

/** Names of the backends that this engine has. */
export const backends = await available();

/**
 * The kernels for wide arithmetic run in every engine: where it lacks the instructions, as modules
 * in which they are lowered to plain ones.
 */
const stands = backends.includes('wide')
  ? { modules: undefined }
  : { modules: await loweredWideModules() };

/** @param {string} backend @param {number} weight of the group @returns {number} points */
function limitOf(backend, weight) {
  if (backend === 'bigint') return BIGINT_LIMIT / weight;
  return backend === 'wide' && !backends.includes('wide') ? LOWERED_LIMIT / weight : Infinity;
}

/**
 * The group on which the short list runs all backends. On others it takes the portable kernels and
 * those that the engine has; BigInt arithmetic and lowered wide instructions take most of the time.
 */
const PRIMARY = 'secp256k1';

/** @param {string} backend @param {string} group @param {boolean | undefined} withBigint */
function isTaken(backend, group, withBigint) {
  if (isWhole || group === PRIMARY) return true;
  return backend === 'bigint' ? withBigint : backend !== 'wide' || !stands.modules;
}

/**
 * In the short list: `withBigint`: there, too; `isDrawn`: on one backend, drawn from the seed.
 * @typedef {{ withBigint?: boolean, isDrawn?: boolean }} How
 */

/** @type {Array<{ backend: string, options: object }>} */
export const choices = [
  ...backends
    .filter((backend) => backend !== 'wide')
    .map((backend) => ({ backend, options: { backend } })),
  { backend: 'wide', options: { backend: 'wide', ...stands } },
];

/**
 * Defines the same tests for every backend. `context.instance` and `context.group` stand ready
 * inside tests, also as `bls` and `G1` or `G2`, or as `secp`; `context.createOther()` makes another
 * instance like it, `context.groupOf(instance)` is its group. `context.oracle` knows the answers.
 * `context.it` is `it` unless there are too many points for the backend, then the test is skipped.
 * @param {string} title
 * @param {(context: any) => void} define
 * @param {string} [name] of the group
 * @param {How} [how]
 */
export function forEachBackend(title, define, name = 'bls12-381-g1', { withBigint, isDrawn } = {}) {
  const { create, weight, parts } = GROUPS[name];
  const taken = choices.filter(({ backend }) => isTaken(backend, name, withBigint));
  for (const { backend, options } of isDrawn ? some(taken, 1, title) : taken) {
    describe(`${title} [${backend}]`, () => {
      const context = {
        backend,
        oracle: oracles[name],
        it: (n) => (n > limitOf(backend, weight) ? it.skip : it),
        createOther: () => create(options),
        groupOf: (instance) => parts(instance).group,
      };
      beforeAll(async () => {
        context.instance = await create(options);
        Object.assign(context, parts(context.instance));
      });
      afterAll(() => context.instance?.dispose());
      define(context);
    });
  }
}

/** The groups that the short list takes on every backend it has for them. */
const THOROUGH = [PRIMARY, 'bls12-381-g1'];

/**
 * Defines the same tests for every group and every backend.
 * @param {string} title
 * @param {(context: any) => void} define
 * @param {How} [how]
 */
export function forEachGroup(title, define, how) {
  for (const { name } of curves) {
    const isDrawn = !THOROUGH.includes(name);
    forEachBackend(`${title}, ${name}`, define, name, { isDrawn, ...how });
  }
}
