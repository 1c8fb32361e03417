/**
 * The backends that this machine can run. What is said about the interface must hold on each of them, so the tests of
 * the interface are written once and run on all, and on the groups of all curves where they do not depend on the curve.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createBanderwagon } from '../../src/banderwagon.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { EnvironmentError } from '../../src/errors.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { modules } from '../../wasm-gen/modules.js';
import { loweredWideModules } from './lower-wide.js';
import { oracles } from './oracle.js';

const WASM_BACKENDS = ['portable', 'fma', 'wide'];

/** Groups that have a kernel for wide arithmetic. */
const hasWide = (/** @type {string} */ group) =>
  modules.some(({ name }) => name === `${group}.wide64`);

/** Points of G1 that the bigint backend multiplies within a test's patience; of other groups fewer, by their weight. */
const BIGINT_LIMIT = 600;

/** The same for wide arithmetic lowered to plain instructions; the engines that have it do all (test/engines). */
const LOWERED_LIMIT = 1500;

/**
 * How instances of a group's curve are made, and what tests call their parts. `weight`: what an addition takes without the
 * kernels, next to one of G1.
 */
const GROUPS = {
  'bls12-381-g1': {
    create: createBls12381,
    weight: 1,
    parts: (instance) => ({ bls: instance, G1: instance.G1, group: instance.G1 }),
  },
  'bls12-381-g2': {
    create: createBls12381,
    weight: 4,
    parts: (instance) => ({ bls: instance, G2: instance.G2, group: instance.G2 }),
  },
  secp256k1: {
    create: createSecp256k1,
    weight: 1,
    parts: (instance) => ({ secp: instance, group: instance.group }),
  },
  banderwagon: {
    create: createBanderwagon,
    weight: 4,
    parts: (instance) => ({ bw: instance, group: instance.group }),
  },
};

/** @returns {Promise<string[]>} */
async function available() {
  const found = ['bigint'];
  for (const backend of WASM_BACKENDS) {
    try {
      (await createBls12381({ backend })).dispose();
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
 * The kernels for wide arithmetic run in every engine: where it lacks the instructions, as modules in which they are lowered to
 * plain ones.
 */
const stands = backends.includes('wide') ? {} : { modules: await loweredWideModules(modules) };

/** @param {string} backend @param {number} weight of the group @returns {number} points */
function limitOf(backend, weight) {
  if (backend === 'bigint') return BIGINT_LIMIT / weight;
  return backend === 'wide' && !backends.includes('wide') ? LOWERED_LIMIT / weight : Infinity;
}

/** @param {string} name of a group @returns {Array<{ backend: string, options: object }>} */
function backendsOf(name) {
  const rest = backends.filter((backend) => backend !== 'wide');
  const plain = rest.map((backend) => ({ backend, options: { backend } }));
  return hasWide(name)
    ? [...plain, { backend: 'wide', options: { backend: 'wide', ...stands } }]
    : plain;
}

/**
 * Defines the same tests for every backend. `context.instance` and `context.group` stand ready inside tests, also as
 * `bls` and `G1` or `G2`, or as `secp`; `context.createOther()` makes another instance like it, `context.groupOf(instance)` is
 * its group. `context.oracle` knows the answers. `context.it` is `it` unless there are too many points for the backend,
 * then the test is skipped.
 * @param {string} title
 * @param {(context: any) => void} define
 * @param {keyof typeof GROUPS} [name] of the group
 */
export function forEachBackend(title, define, name = 'bls12-381-g1') {
  const { create, weight, parts } = GROUPS[name];
  for (const { backend, options } of backendsOf(name)) {
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

/**
 * Defines the same tests for every group and every backend.
 * @param {string} title
 * @param {(context: any) => void} define
 */
export function forEachGroup(title, define) {
  for (const name of Object.keys(oracles)) forEachBackend(`${title}, ${name}`, define, name);
}
