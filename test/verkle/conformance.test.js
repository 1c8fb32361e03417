/** Verkle commitments and tree keys of go-ipa, rust-verkle and verkle-cryptography-wasm. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromHex, toHex } from '../support/hex.js';
import { toBytesLE } from '../../src/math/modular.js';
import { conformance } from '../support/vectors.js';

const MEMORIES = [0, 2 ** 20, 2 ** 22, 2 ** 24];

conformance('banderwagon.json', (context, data) => {
  /** Commitments with tables of several sizes. */
  const sizes = [];
  beforeAll(async () => {
    for (const memory of context.backend === 'bigint' ? [0] : MEMORIES) {
      const verkle = await context.bw.verkle({ memory });
      expect(verkle.bytes).toBeLessThanOrEqual(memory);
      sizes.push(verkle);
    }
  });
  afterAll(() => sizes.forEach((verkle) => verkle.dispose()));

  it('commitments, dense and sparse, and their hashes', () => {
    sizes.forEach((verkle) => {
      for (const { scalarsLE, compressed, hashLE } of data.commitments) {
        const sum = verkle.commitToScalars(scalarsLE.map(fromHex));
        if (compressed) expect(toHex(verkle.serializeCommitment(sum))).toBe(compressed);
        if (hashLE) expect(toHex(verkle.hashCommitment(sum))).toBe(hashLE);
      }
      for (const { indexScalarLE, compressed, hashLE } of data.sparseCommitments) {
        const sum = verkle.commitSparse(indexScalarLE.map(([i, hex]) => [i, fromHex(hex)]));
        expect(toHex(verkle.serializeCommitment(sum))).toBe(compressed);
        expect(toHex(verkle.hashCommitments([sum, sum])[1])).toBe(hashLE);
        expect(toHex(verkle.deserializeCommitment(fromHex(compressed)))).toBe(toHex(sum));
      }
      for (const { indices, scalarLE, compressed } of data.signedWindowEdges) {
        const sum = verkle.commitSparse(indices.map((i) => [i, fromHex(scalarLE)]));
        expect(toHex(verkle.serializeCommitment(sum))).toBe(compressed);
      }
    });
  });

  it('tree keys', () => {
    sizes.forEach((verkle) => {
      for (const { address32, treeIndexDecimal, subIndex, currentHashLE } of data.treeKeyLegacy) {
        const index = toBytesLE(BigInt(treeIndexDecimal), 32);
        const key = verkle.getTreeKey(fromHex(address32), index, subIndex);
        expect(toHex(key.subarray(0, 31))).toBe(currentHashLE.slice(0, 62));
        expect(key[31]).toBe(subIndex);
        // The second time the address is known.
        expect(verkle.getTreeKey(fromHex(address32), index, subIndex)).toEqual(key);
      }
      for (const { address32, treeIndexLE, fullHashLE } of data.treeKeyHash) {
        const hash = verkle.getTreeKeyHash(fromHex(address32), fromHex(treeIndexLE));
        expect(toHex(hash)).toBe(fullHashLE);
      }
    });
  });

  it('sums and updates', () => {
    sizes.forEach((verkle) => {
      const encoded = (bytes) => toHex(verkle.serializeCommitment(bytes));
      for (const { lhsLE, rhsLE, outLE } of data.addCommitments) {
        const sum = verkle.addCommitments(fromHex(lhsLE), fromHex(rhsLE));
        expect(encoded(sum)).toBe(encoded(fromHex(outLE)));
      }
      for (const { oldLE, updates, newLE } of data.updateCommitments) {
        const list = updates.map(({ index, old, new: after }) => ({
          index,
          oldScalar: fromHex(old),
          newScalar: fromHex(after),
        }));
        const together = verkle.updateCommitmentSparse(fromHex(oldLE), list);
        expect(encoded(together)).toBe(encoded(fromHex(newLE)));
        const oneByOne = list.reduce(
          (sum, { index, oldScalar, newScalar }) =>
            verkle.updateCommitment(sum, index, oldScalar, newScalar),
          fromHex(oldLE),
        );
        expect(encoded(oneByOne)).toBe(encoded(fromHex(newLE)));
      }
    });
  });
});
