/** The curves whose instances verify and prove, with snarkjs's names. */
import { curves } from '../../../src/curves/index.js';

const NAMES = new Map([
  ['bls12-381', 'bls12381'],
  ['bn254', 'bn128'],
]);

/**
 * `cofactors`: of G1 and G2.
 * @type {ReadonlyArray<{ group: string, name: string, q: bigint, r: bigint,
 *   cofactors: readonly [bigint, bigint] }>}
 */
export const groth16Curves = curves
  .filter(({ entry }) => entry.member === 'G1' && NAMES.has(entry.path))
  .map(({ name: group, entry, p: q, order: r }) => ({
    ...{ group, q, r },
    name: /** @type {string} */ (NAMES.get(entry.path)),
    cofactors: /** @type {[bigint, bigint]} */ (
      curves.filter((other) => other.entry.path === entry.path).map(({ cofactor }) => cofactor)
    ),
  }));
