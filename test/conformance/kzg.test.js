/**
 * Commitments and an opening proof over the 4096 points of the Ethereum KZG ceremony
 * (ethereum/c-kzg-4844).
 */
import { afterAll, expect } from 'vitest';
import { expectInputError, expectScalarError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { scalarBytes, scalarsFromBytes } from '../support/oracle.js';
import { fileOf, reversedLagrange } from '../support/kzg.js';
import { conformance } from '../support/vectors.js';

const N = 4096;

/** The only case whose scalars are made here rather than read, by the rule in its `derived`. */
const SUM_OF_BLOBS = 'add blob-2.bin and blob-3.bin element by element as integers';

/** @param {any} vector a case @param {(name: string) => Uint8Array} read */
function scalarsOf({ scalars, constant, sparse, derived }, read) {
  if (scalars !== undefined) return read(scalars);
  if (constant !== undefined) return fromHex(constant.repeat(N));
  if (sparse !== undefined) {
    const bytes = new Uint8Array(32 * N);
    for (const [index, scalar] of sparse) bytes.set(fromHex(scalar), 32 * index);
    return bytes;
  }
  expect(derived).toBe(SUM_OF_BLOBS);
  const [a, b] = [2, 3].map((i) => scalarsFromBytes(read(`blob-${i}.bin`)));
  return concat(...a.map((scalar, i) => scalarBytes(scalar + b[i])));
}

conformance('kzg/cases.json', (context, { cases }, find) => {
  const onWasm = context.it(N);
  const setup = reversedLagrange();
  const read = (/** @type {string} */ name) => fileOf(name, find);
  let points;
  afterAll(() => points?.dispose());

  onWasm('the setup is 4096 valid points', () => {
    points = context.G1.points(setup);
    expect(points).toHaveLength(N);
    expect(toHex(points.toBytes())).toBe(toHex(setup));
  });

  for (const vector of cases) {
    onWasm(vector.name, () => {
      points ??= context.G1.points(setup, { format: 'compressed', check: false });
      const sum = context.G1.msm(points, scalarsOf(vector, read));
      expect(toHex(sum.toBytes())).toBe(vector.expected);
    });
  }

  onWasm('commitments to blobs, with and without a table; invalid blobs are refused', async () => {
    points ??= context.G1.points(setup, { format: 'compressed', check: false });
    for (const memory of [0, 2 ** 24]) {
      const kzg = await context.bls.kzg({ g1LagrangeBitReversed: points }, { memory });
      for (const vector of cases) {
        if (vector.derived) continue;
        expect(toHex(kzg.blobToCommitment(scalarsOf(vector, read)))).toBe(vector.expected);
      }
      const blob = read('blob-2.bin');
      const all = fromHex('ff'.repeat(32 * N));
      expectScalarError(() => kzg.blobToCommitment(all), 0);
      blob.set(
        fromHex('73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'),
        32 * 2111,
      );
      expectScalarError(() => kzg.blobToCommitment(blob), 2111);
      for (const wrong of [concat(blob, Uint8Array.of(0)), blob.subarray(1)]) {
        expectInputError(() => kzg.blobToCommitment(wrong));
      }
      kzg.dispose();
    }
  });
});
