/**
 * The backends that this machine can run. What is said about the interface must hold on each of them, so the tests of
 * the interface are written once and run on all.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { EnvironmentError } from '../../src/errors.js';

const WASM_BACKENDS = ['portable', 'fma', 'wide'];

/** Points that the bigint backend multiplies within a test's patience. */
export const BIGINT_LIMIT = 600;

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

/** Names of the backends to run. */
export const backends = await available();

/**
 * Defines the same tests for every backend. `context.bls` and `context.G1` stand ready inside tests; `context.it` is
 * `it` unless there are too many points for the backend, then the test is skipped.
 * @param {string} title
 * @param {(context: any) => void} define
 */
export function forEachBackend(title, define) {
  for (const backend of backends) {
    describe(`${title} [${backend}]`, () => {
      const context = {
        backend,
        it: (n) => (backend === 'bigint' && n > BIGINT_LIMIT ? it.skip : it),
      };
      beforeAll(async () => {
        context.bls = await createBls12381({ backend });
        context.G1 = context.bls.G1;
      });
      afterAll(() => context.bls.dispose());
      define(context);
    });
  }
}
