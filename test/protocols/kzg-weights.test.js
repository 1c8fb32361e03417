/** The weights of KZG's batches: a second, most of it for the setup. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';

import { fromBytesBE, toBytesBE } from '../../src/math/integers.js';
import { batchChallenge, cellsChallenge, weightsOf } from '../../src/protocols/kzg/challenges.js';
import { mainnet } from '../../src/trusted-setup.js';
import { outsiderOf } from '../hostile/outsider.js';
import { expectPointError } from '../support/errors.js';
import { order } from '../support/oracle.js';

/** One digest of all parts, by the runtime. */
const sha256 = (/** @type {readonly Uint8Array[]} */ parts) =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());
const hash = /** @type {any} */ ({ stepBytes: Infinity, digest: sha256 });

/** The hash of the specifications' input, in order: texts, numbers of eight bytes and bytes. */
const specified = (/** @type {(string | number | Uint8Array)[]} */ ...parts) => {
  const bytes = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(part);
    return typeof part === 'number' ? toBytesBE(BigInt(part), 8) : part;
  });
  return fromBytesBE(sha256(bytes)) % order;
};

const numbered = (/** @type {number} */ length, /** @type {number} */ seed) =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + seed) % 251);

it('the key of openings is the hash of verify_kzg_proof_batch', () => {
  const openings = Array.from({ length: 8 }, (_, i) => numbered(i % 4 === 1 ? 32 : 48, i));
  for (const count of [0, 1, 2]) {
    const given = openings.slice(0, 4 * count);
    expect(batchChallenge(hash, given, count, order).next().value).toBe(
      specified('RCKZGBATCH___V1_', 4096, count, ...given),
    );
  }
});

it('the key of cells is the hash of verify_cell_kzg_proof_batch', () => {
  const distinct = [numbered(48, 1), numbered(48, 2), numbered(48, 3)];
  const [places, indices] = [
    [0, 2, 1, 2],
    [127, 0, 5, 64],
  ];
  const cells = places.map((_, i) => numbered(2048, 10 + i));
  const proofs = places.map((_, i) => numbered(48, 20 + i));
  const batch = { distinct, places, indices, cells, proofs };
  const each = cells.flatMap((cell, i) => [places[i], indices[i], cell, proofs[i]]);
  expect(cellsChallenge(hash, batch, order).next().value).toBe(
    specified('RCKZGCBATCH__V1_', 4096, 64, 3, 4, ...distinct, ...each),
  );
});

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

it('an error of a point names its place in its own list', async () => {
  const bls = await createBls12381();
  const kzg = await bls.kzg(mainnet);
  const infinity = Uint8Array.of(0xc0, ...new Uint8Array(47));
  const outside = outsiderOf(bls.G1).toBytes();
  const [blob, cell] = [new Uint8Array(131072), new Uint8Array(2048)];
  const three = (/** @type {any} */ value) => [value, value, value];
  const all = three(infinity);
  const bad = [infinity, infinity, outside];
  for (const [commitments, proofs] of [
    [bad, all],
    [all, bad],
  ]) {
    for (const call of [
      () => kzg.verifyBlobKzgProofBatch(three(blob), commitments, proofs),
      () => kzg.verifyCellKzgProofBatch(commitments, [1, 2, 3], three(cell), proofs),
    ])
      expectPointError(call, 'not-in-subgroup', 2);
  }
  bls.dispose();
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
