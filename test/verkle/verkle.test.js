/**
 * Verkle commitments: agreement with msm, arguments and errors. Public vectors:
 * test/verkle/conformance.test.js.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { forEachBackend } from '../support/backends.js';
import {
  isInputError,
  isPointError,
  isScalarError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { assertProperty, fc } from '../support/property.js';

const scalar = (/** @type {bigint} */ k) => toBytesLE(k, 32);

forEachBackend(
  'verkle',
  (context) => {
    const { order } = banderwagon;
    let verkle;
    beforeAll(async () => {
      verkle = await context.bw.verkle({ memory: 2 ** 22 });
    });
    afterAll(() => verkle?.dispose());

    /** The commitment by msm. @param {[number, bigint][]} entries */
    const wanted = (entries) => {
      const { group, crs } = context.bw;
      const points = entries.map(([i]) => crs.at(i));
      const sum = group.msm(
        points,
        entries.map(([, k]) => k),
      );
      return toHex(sum.toBytes('uncompressed-le'));
    };
    const sparse = (entries) => entries.map(([i, k]) => [i, scalar(k)]);

    it('commits to entries at any positions', () => {
      const value = fc.oneof(
        fc.bigInt({ min: 0n, max: order - 1n }),
        fc.constantFrom(0n, 1n, 2n, order - 1n, order >> 1n, (order >> 1n) + 1n),
      );
      const index = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 255 }));
      const entries = fc.uniqueArray(fc.tuple(index, value), { selector: ([i]) => i });
      assertProperty(
        fc.property(entries, (list) => {
          expect(toHex(verkle.commitSparse(sparse(list)))).toBe(wanted(list));
        }),
        20,
      );
    });

    it('commits to vectors of every length', () => {
      for (const n of [0, 1, 4, 5, 6, 64, 256]) {
        /** @type {[number, bigint][]} */
        const list = Array.from({ length: n }, (_, i) => [i, (order - 1n) / BigInt(i + 1)]);
        expect(toHex(verkle.commitToScalars(list.map(([, k]) => scalar(k))))).toBe(wanted(list));
      }
    });

    it('the zero commitment is its own value every time', () => {
      const { zeroCommitment } = verkle;
      expect(toHex(zeroCommitment)).toBe(`${'00'.repeat(32)}01${'00'.repeat(31)}`);
      zeroCommitment.fill(7);
      expect(toHex(verkle.commitToScalars([]))).toBe(toHex(verkle.zeroCommitment));
      expect(toHex(verkle.hashCommitment(verkle.zeroCommitment))).toBe('00'.repeat(32));
      expect(verkle.hashCommitments([])).toEqual([]);
    });

    it('updates: back to where it was, and one index twice', () => {
      const [a, b, c] = [scalar(5n), scalar(order - 1n), scalar(0n)];
      const start = verkle.commitSparse([
        [3, a],
        [200, b],
      ]);
      const there = verkle.updateCommitment(start, 200, b, c);
      expect(toHex(there)).toBe(wanted([[3, 5n]]));
      expect(toHex(verkle.updateCommitment(there, 200, c, b))).toBe(toHex(start));
      const twice = verkle.updateCommitmentSparse(start, [
        { index: 200, oldScalar: b, newScalar: a },
        { index: 200, oldScalar: a, newScalar: c },
      ]);
      expect(toHex(twice)).toBe(toHex(there));
      expect(toHex(verkle.updateCommitmentSparse(start, []))).toBe(toHex(start));
      expect(toHex(verkle.addCommitments(there, verkle.zeroCommitment))).toBe(toHex(there));
    });

    it('keys of many addresses, known and forgotten', () => {
      const index = scalar(9n);
      const key = verkle.getTreeKey(scalar(1n), index, 7);
      // The hash, whose last byte is the index in the node.
      const hash = verkle.getTreeKeyHash(scalar(1n), index);
      expect(toHex(key)).toBe(`${toHex(hash.subarray(0, 31))}07`);
      const rounds = context.backend === 'bigint' ? 3 : 1100;
      for (let i = 2; i < rounds; i++) verkle.getTreeKeyHash(scalar(BigInt(i)), index);
      expect(verkle.getTreeKey(scalar(1n), index, 7)).toEqual(key);
      const ones = new Uint8Array(32).fill(0xff);
      const { bw } = context;
      const half = 2n ** 128n - 1n;
      const sum = bw.group.msm(
        [0, 1, 2, 3, 4].map((i) => bw.crs.at(i)),
        [16386n, half, half, half, half],
      );
      expect(toHex(verkle.getTreeKeyHash(ones, ones))).toBe(
        toHex(scalar(bw.mapToScalarField(sum))),
      );
    });

    it('refuses scalars that are not below the order, with the index', () => {
      const good = scalar(order - 1n);
      const { zeroCommitment } = verkle;
      for (const bad of [scalar(order), new Uint8Array(32).fill(0xff)]) {
        for (const [call, at] of /** @type {[() => unknown, number][]} */ ([
          [() => verkle.commitToScalars([good, bad]), 1],
          [() => verkle.commitSparse([[7, bad]]), 0],
          [() => verkle.updateCommitment(zeroCommitment, 3, bad, good), 0],
          [() => verkle.updateCommitment(zeroCommitment, 3, good, bad), 0],
        ])) {
          isScalarError(thrownBy(call), at);
        }
      }
    });

    it('refuses wrong arguments with typed errors', () => {
      const good = scalar(1n);
      const { zeroCommitment } = verkle;
      for (const call of [
        () => verkle.commitToScalars('vector'),
        () => verkle.commitToScalars(new Array(257).fill(good)),
        () => verkle.commitToScalars([good.subarray(1)]),
        () => verkle.commitSparse([[256, good]]),
        () => verkle.commitSparse([[-1, good]]),
        () =>
          verkle.commitSparse([
            [1, good],
            [1, good],
          ]),
        () => verkle.commitSparse([[1]]),
        () => verkle.commitSparse([{ index: 1 }]),
        () => verkle.updateCommitment(zeroCommitment, 256, good, good),
        () => verkle.updateCommitment(zeroCommitment.subarray(1), 0, good, good),
        () => verkle.updateCommitmentSparse(zeroCommitment, [1]),
        () => verkle.addCommitments(zeroCommitment, good),
        () => verkle.hashCommitment(good),
        () => verkle.hashCommitments(zeroCommitment),
        () => verkle.commitToScalars(new Array(2)),
        () => verkle.commitSparse(new Array(1)),
        () => verkle.updateCommitmentSparse(zeroCommitment, new Array(1)),
        () => verkle.hashCommitments(new Array(1)),
        () => verkle.serializeCommitment(null),
        () => verkle.deserializeCommitment(zeroCommitment),
        () => verkle.getTreeKey(good, good, 256),
        () => verkle.getTreeKey(good, good, -1),
        () => verkle.getTreeKeyHash(good, zeroCommitment),
        () => verkle.getTreeKeyHash('0x', good),
      ]) {
        isInputError(thrownBy(call));
      }
      const bad = new Uint8Array(64).fill(3);
      isPointError(
        thrownBy(() => verkle.hashCommitment(bad)),
        'not-on-curve',
      );
      isPointError(
        thrownBy(() => verkle.addCommitments(zeroCommitment, bad)),
        'not-on-curve',
      );
      isPointError(
        thrownBy(() => verkle.deserializeCommitment(new Uint8Array(32).fill(0xff))),
        'range',
      );
    });

    it('refuses wrong options, aborts, and is unusable after its disposal', async () => {
      const { bw, createOther } = context;
      isInputError(await rejectionOf(bw.verkle({ memory: -1 })));
      isInputError(await rejectionOf(bw.verkle({ window: 8 })));
      isInputError(await rejectionOf(bw.verkle({ onProgress: 1 })));
      const reason = new Error('enough');
      expect(await rejectionOf(bw.verkle({ signal: AbortSignal.abort(reason) }))).toBe(reason);
      const reports = [];
      const other = await bw.verkle({
        memory: 2 ** 21,
        onProgress: (report) => reports.push(report),
      });
      reports.forEach(({ done, total }, i) => {
        expect(total).toBe(reports[0].total);
        expect(done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
      });
      expect(reports.at(-1).done).toBe(reports.at(-1).total);
      other.dispose();
      other.dispose();
      const error = thrownBy(() => other.commitToScalars([scalar(1n)]));
      isInputError(error);
      expect(error.message).toContain('Verkle');
      const instance = await createOther();
      const gone = await instance.verkle({ memory: 2 ** 20 });
      instance.dispose();
      isInputError(thrownBy(() => gone.commitToScalars([scalar(1n)])));
      gone.dispose();
    });
  },
  'banderwagon',
);
