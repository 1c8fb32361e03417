/** The weights of KZG's batches: a second, most of it for the setup. */
import { expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';

import { toBytesBE } from '../../src/math/integers.js';
import { weightsOf } from '../../src/protocols/kzg/challenges.js';
import { mainnet } from '../../src/trusted-setup.js';
import { order } from '../support/oracle.js';

it('a key gives distinct weights of two halves each', () => {
  const lambda = 2n ** 100n;
  const weights = weightsOf(7n, 9, lambda);
  expect(weights[0]).toBe(1n);
  expect(new Set(weights).size).toBe(9);
  for (const weight of weights) {
    expect(weight % lambda < 2n ** 64n && weight / lambda < 2n ** 64n).toBe(true);
  }
  expect(weightsOf(7n, 4, lambda)).toEqual(weights.slice(0, 4));
  expect(
    weightsOf(8n, 9, lambda)
      .slice(1)
      .some((weight) => weights.includes(weight)),
  ).toBe(false);
  expect(weightsOf(7n, 1, lambda)).toEqual([1n]);
});

it('errors in one column that would cancel without weights', async () => {
  const bls = await createBls12381();
  const kzg = await bls.kzg(mainnet);
  const infinity = Uint8Array.of(0xc0, ...new Uint8Array(47));
  const cells = [0n, 1n, order - 1n].map((first) => {
    const cell = new Uint8Array(2048);
    cell.set(toBytesBE(first, 32));
    return cell;
  });
  const verify = (/** @type {number[]} */ ...of) =>
    kzg.verifyCellKzgProofBatch(
      of.map(() => infinity),
      of.map(() => 5),
      of.map((i) => cells[i]),
      of.map(() => infinity),
    );
  expect(verify(0, 0)).toBe(true);
  expect(verify(1, 2)).toBe(false);
  bls.dispose();
});
