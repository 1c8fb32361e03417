/**
 * KZG commitments: arguments and errors, over a setup with known logarithms. Public vectors:
 * test/conformance/kzg.test.js.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import {
  expectInputError,
  expectScalarError,
  isInputError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { order, scalarBytes } from '../support/oracle.js';

const N = 4096;

/** @param {any} points */
const reversed = (points) => ({ g1LagrangeBitReversed: points });

forEachBackend('kzg', (context) => {
  // The BigInt engine takes seconds for 4096 points: only what is refused before any work.
  const onWasm = context.it(N);
  let setup;
  let kzg;
  beforeAll(async () => {
    setup = context.G1.randomPoints(N, 7);
    kzg = await context.bls.kzg(reversed(setup), { memory: 2 ** 23 });
  });
  afterAll(() => {
    kzg?.dispose();
    setup?.dispose();
  });

  /** A blob of few elements. @param {Record<number, bigint>} elements */
  const blobOf = (elements) => {
    const blob = new Uint8Array(32 * N);
    for (const [i, value] of Object.entries(elements)) blob.set(scalarBytes(value), 32 * Number(i));
    return blob;
  };

  onWasm('commits as msm does', () => {
    const blob = context.G1.randomScalars(N, 8);
    const wanted = toHex(context.G1.msm(setup, blob).toBytes('compressed'));
    expect(toHex(kzg.blobToCommitment(blob))).toBe(wanted);
    expect(toHex(kzg.commitToEvaluations(blob))).toBe(wanted);
    expect(kzg.bytes).toBeLessThanOrEqual(2 ** 23);
  });

  onWasm('commits to bigints, and to fewer than all', () => {
    const wanted = setup.at(0).multiply(5n).add(setup.at(2).negate()).toBytes();
    expect(toHex(kzg.commitToEvaluations([5n, 0n, order - 1n]))).toBe(toHex(wanted));
    expect(toHex(kzg.blobToCommitment(blobOf({ 0: 5n, 2: order - 1n })))).toBe(toHex(wanted));
    const last = setup.at(N - 1).toBytes();
    expect(toHex(kzg.blobToCommitment(blobOf({ [N - 1]: 1n })))).toBe(toHex(last));
    expect(toHex(kzg.blobToCommitment(blobOf({})))).toBe(`c0${'00'.repeat(47)}`);
  });

  it('refuses elements that are not below the order, with the index', () => {
    for (const bad of [order, order + 1n, 2n ** 256n - 1n]) {
      const wrong = blobOf({ 0: order - 1n, 2111: bad });
      expectScalarError(() => kzg.blobToCommitment(wrong), 2111);
      const spoken = /^blob: field element at index 2111: expected an integer from 0 to the order/;
      expect(() => kzg.blobToKzgCommitment(wrong)).toThrow(spoken);
      expect(() => kzg.computeCells(wrong)).toThrow(spoken);
      expectScalarError(() => kzg.commitToEvaluations([1n, bad]), 1);
    }
    expectScalarError(() => kzg.commitToEvaluations([-1n]), 0);
  });

  it('refuses blobs of another length or type, and too many scalars', () => {
    for (const blob of [new Uint8Array(32 * N - 1), new Uint8Array(32 * N + 1), [], 'blob', null]) {
      expectInputError(() => kzg.blobToCommitment(blob));
    }
    expectInputError(() => kzg.commitToEvaluations(new Array(N + 1).fill(0n)));
  });

  it('refuses a blob that is detached while other lists are read', () => {
    const blob = new Uint8Array(32 * N);
    const commitments = Object.defineProperty([null], 0, {
      get() {
        structuredClone(blob.buffer, { transfer: [blob.buffer] });
        return new Uint8Array(48);
      },
    });
    const verify = () => kzg.verifyBlobKzgProofBatch([blob], commitments, [new Uint8Array(48)]);
    expect(thrownBy(verify).message).toMatch(/^blobs at index 0: expected bytes, got .* detached/);
  });

  it('refuses a setup of another length, and wrong options', async () => {
    const { bls } = context;
    isInputError(await rejectionOf(bls.kzg(reversed(setup.slice(0, N - 1)))));
    isInputError(await rejectionOf(bls.kzg(reversed([]))));
    isInputError(await rejectionOf(bls.kzg(reversed(concat(bls.G1.generator.toBytes())))));
    isInputError(await rejectionOf(bls.kzg(reversed(setup), { memory: -1 })));
    isInputError(await rejectionOf(bls.kzg(reversed(setup), { table: 1 })));
  });

  it('reads the setup before it returns: a vector may be disposed of immediately', async () => {
    const vector = setup.slice(0, N);
    const own = context.G1.points(setup.toBytes('uncompressed'), { check: false });
    const both = [vector, own].map((points) => {
      const promise = context.bls.kzg(reversed(points), { memory: 2 ** 20 });
      points.dispose();
      return promise;
    });
    const wanted = setup.at(1).toBytes();
    for (const other of await Promise.all(both)) {
      expect(toHex(other.commitToEvaluations([0n, 1n]))).toBe(toHex(wanted));
      other.dispose();
    }
  });

  onWasm('calls under way go on while `prepare` replaces the points', async () => {
    const blob = context.G1.randomScalars(N, 9);
    const z = scalarBytes(3n);
    const other = await context.bls.kzg(reversed(setup), { memory: 2 ** 20 });
    const wanted = other.computeKzgProof(blob, z);
    let isPrepared = false;
    const preparing = other.prepare().finally(() => (isPrepared = true));
    const calls = [];
    while (!isPrepared) {
      calls.push(
        other.computeKzgProofAsync(blob, z).catch((/** @type {unknown} */ error) => error),
      );
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await preparing;
    for (const found of await Promise.all(calls)) expect(found).toEqual(wanted);
    other.dispose();
  });

  it('is refused after its disposal', async () => {
    const other = await context.bls.kzg(reversed(setup), { memory: 0 });
    other.dispose();
    other.dispose();
    const error = thrownBy(() => other.commitToEvaluations([1n]));
    isInputError(error);
    expect(error.message).toContain('Kzg');
  });
});
