/**
 * EIP-7594: cells, their proofs and recovery under the ceremony's setup (ethereum/c-kzg-4844, and
 * others). In the whole list, the fastest kernel makes the fixed points of proofs from the
 * published ones; otherwise they come from the package.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurvemillError } from '../../src/errors.js';
import { mainnet } from '../../src/trusted-setup.js';
import { expectInputError, rejectionOf, thrownBy } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { blobOf, ceremony, cellsOf } from '../support/kzg.js';
import { conformance } from '../support/vectors.js';
import { isWhole } from '../support/extent.js';

/** @param {Uint8Array[]} cells */
const hashOf = (cells) =>
  createHash('sha256')
    .update(concat(...cells))
    .digest('hex');

conformance('kzg/eip7594.json', (context, data, find) => {
  const hasTables = context.backend === 'fma';
  const hasProofs = hasTables || context.backend === 'portable';
  const read = cellsOf(data, find);
  /** @type {any} */
  let kzg;
  beforeAll(async () => {
    kzg = await context.bls.kzg(
      hasTables && isWhole
        ? ceremony()
        : hasProofs
          ? mainnet
          : { g1LagrangeBitReversed: context.G1.randomPoints(4096, 1) },
      { memory: hasProofs ? 2 ** 23 : 0 },
    );
  });
  afterAll(() => kzg?.dispose());

  const recovered = (/** @type {any} */ { cellIndices, cells }) =>
    kzg.recoverCellsAndKzgProofs(cellIndices, read.list(cells, cellIndices));
  const extended = (/** @type {any} */ { blob }) =>
    kzg.computeCellsAndKzgProofs(blobOf(data.blobs[blob], find));

  it('computeCells', () => {
    for (const { name, blob, expected } of data.computeCells) {
      const call = () => kzg.computeCells(blobOf(data.blobs[blob], find));
      if (expected) expect(hashOf(call()), name).toBe(expected.cellsSha256);
      else expect(thrownBy(call), name).toBeInstanceOf(CurvemillError);
    }
  });

  it('refuses malformed blobs and cells', () => {
    const refused = (/** @type {any} */ { expected }) => expected === null;
    for (const vector of data.computeCellsAndKzgProofs.filter(refused))
      expect(
        thrownBy(() => extended(vector)),
        vector.name,
      ).toBeInstanceOf(CurvemillError);
    for (const vector of data.recoverCellsAndKzgProofs.filter(refused))
      expect(
        thrownBy(() => recovered(vector)),
        vector.name,
      ).toBeInstanceOf(CurvemillError);
  });

  it.skipIf(hasProofs)('needs a whole setup for proofs', async () => {
    const vector = data.computeCellsAndKzgProofs.find((/** @type {any} */ v) => v.expected);
    expectInputError(() => extended(vector));
    await kzg.prepare();
    expect(kzg.bytes).toBe(0);
  });

  describe.skipIf(!hasProofs)('proofs', () => {
    const check = (/** @type {any} */ [cells, proofs], /** @type {any} */ { name, expected }) => {
      expect(hashOf(cells), name).toBe(expected.cellsSha256);
      expect(proofs.map(toHex), name).toEqual(read.proofs(expected.proofs).map(toHex));
    };
    const valid = (/** @type {any[]} */ vectors) => vectors.filter(({ expected }) => expected);

    it('without tables, synchronously: the first call makes the points', () => {
      for (const vector of valid(data.computeCellsAndKzgProofs).slice(0, 1))
        check(extended(vector), vector);
    });

    it.runIf(hasTables && isWhole)(
      'an abort leaves the setup usable, and tables change nothing',
      async () => {
        const controller = new AbortController();
        const aborted = kzg.prepare({ signal: controller.signal });
        controller.abort('enough');
        expect(await rejectionOf(aborted)).toBe('enough');
        /** @type {number[]} */
        const reports = [];
        // Yields: timers fire while it runs.
        let turns = 0;
        const timer = setInterval(() => turns++, 1);
        await kzg.prepare({
          onProgress: (/** @type {any} */ { done, total }) => reports.push(done / total),
        });
        clearInterval(timer);
        expect(turns).toBeGreaterThan(20);
        expect(kzg.bytes).toBeGreaterThan(0);
        expect(reports.at(-1)).toBe(1);
        expect(reports.filter((part) => part === 1)).toHaveLength(1);
        expect(reports.every((part, i) => i === 0 || part >= reports[i - 1])).toBe(true);
        for (const vector of valid(data.computeCellsAndKzgProofs).slice(5, 6)) {
          const blob = blobOf(data.blobs[vector.blob], find);
          check(await kzg.computeCellsAndKzgProofsAsync(blob), vector);
        }
      },
    );

    it('recoverCellsAndKzgProofs', () => {
      for (const vector of valid(data.recoverCellsAndKzgProofs).slice(1, hasTables ? 4 : 2))
        check(recovered(vector), vector);
    });

    it('refuses more than half of the cells with a wrong one', () => {
      const indices = Array.from({ length: 65 }, (_, i) => i + 20);
      const cells = read.list({ of: 'blob_2' }, indices).map((cell) => cell.slice());
      cells[7][31] ^= 1;
      expectInputError(() => kzg.recoverCellsAndKzgProofs(indices, cells));
    });
  });
});
