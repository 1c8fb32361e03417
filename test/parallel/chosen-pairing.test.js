/** The pairing of an instance on the engines of a worker, for groups that do not hash. */
import { expect, it } from 'vitest';
import { createChosenEngines } from '../../src/engines/wasm/chosen.js';
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { createEngine } from '../../src/engines/wasm/engine.js';
import { bls12381G1 } from '../../src/generated/curves/bls12-381-g1.js';
import { bls12381G2 } from '../../src/generated/curves/bls12-381-g2.js';
import { coordinatesOf } from '../../src/math/coordinates.js';

it('opens without hashing, and checks products', async () => {
  /** @type {Record<string, WebAssembly.Module>} */
  const used = {};
  const pages = [bls12381G1, bls12381G2];
  const { engines } = await createWasmEngines(pages, {
    backend: 'portable',
    used,
    pairings: () => import('../../src/generated/curves/bls12-381.pairing.js'),
  });
  const chosen = pages.map(({ data }, i) => ({
    data,
    prices: /** @type {any} */ (engines[i].prices),
    kernels: { ...engines[i].kernels },
    hasSignatures: false,
    hasHashing: false,
  }));
  const created = await createChosenEngines(chosen, used, 2 ** 28, () => createEngine);
  const pairings = await created.pairings();
  expect(await created.pairings()).toBe(pairings);
  const [first] = created.engines;
  expect(created.engines.map(({ hashing }) => hashing)).toEqual([null, null]);
  const [P, Q] = pages.map(({ data }) => {
    const { toBytes } = /** @type {any} */ (coordinatesOf(data));
    const { x, y } = data.generator;
    return new Uint8Array([...toBytes(x), ...toBytes(y)]);
  });
  const minus = first.multiply(P, bls12381G1.data.order - 1n);
  expect(
    pairings.check([
      [P, Q],
      [minus, Q],
    ]),
  ).toBe(true);
  expect(pairings.check([[P, Q]])).toBe(false);
});
