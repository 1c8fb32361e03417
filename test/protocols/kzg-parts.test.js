/**
 * Parts of the package's own setup where importing one is a download, as in a page: which are
 * requested when, and what calls do without one. 10 seconds, most of them of the points that a
 * synchronous call computes.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { EnvironmentError } from '../../src/errors.js';
import { mainnet } from '../../src/trusted-setup.js';
import { isInputError, rejectionOf, thrownBy } from '../support/errors.js';

const blob = new Uint8Array(131072).map((_, i) => (i % 32 ? (7 * i) & 255 : 0));

/** The package's parts, and how often each was asked for. */
function counted() {
  /** @type {Record<string, number>} */
  const calls = { lagrange: 0, verification: 0, cells: 0 };
  const ready = Object.fromEntries(
    Object.entries(mainnet.ready).map(([name, load]) => [
      name,
      () => {
        calls[name]++;
        return load();
      },
    ]),
  );
  return { calls, ready };
}

/** A download that ends when it is told to. */
function held() {
  const { ready, calls } = counted();
  /** @type {() => void} */
  let go = () => {};
  const gate = new Promise((resolve) => (go = () => resolve(undefined)));
  const cells = async () => {
    calls.cells++;
    await gate;
    return mainnet.ready.cells();
  };
  return { calls, ready: { ...ready, cells }, go: () => go() };
}

/** A runtime without files. */
const asPage = () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);

describe('parts of the package’s setup', () => {
  /** @type {any} */
  let bls;
  /** @type {[Uint8Array[], Uint8Array[]]} */
  let expected;
  beforeAll(async () => {
    bls = await createBls12381();
    const kzg = await bls.kzg({ ready: { cells: await mainnet.ready.cells() } });
    expected = kzg.computeCellsAndKzgProofs(blob);
    kzg.dispose();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => bls.dispose());

  it('files are read when a setup opens', async () => {
    const { calls, ready } = counted();
    const kzg = await bls.kzg({ ready });
    expect(calls).toEqual({ lagrange: 1, verification: 1, cells: 1 });
    expect(kzg.computeCellsAndKzgProofs(blob)).toEqual(expected);
    kzg.dispose();
  });

  it('points of cells are downloaded with their first use, once', async () => {
    asPage();
    const { calls, ready } = counted();
    const kzg = await bls.kzg({ ready });
    const commitment = await kzg.blobToKzgCommitmentAsync(blob);
    const proof = await kzg.computeBlobKzgProofAsync(blob, commitment);
    expect(await kzg.verifyBlobKzgProofAsync(blob, commitment, proof)).toBe(true);
    await kzg.computeCellsAsync(blob);
    expect(calls).toEqual({ lagrange: 1, verification: 1, cells: 0 });
    const half = Array.from({ length: 64 }, (_, i) => 2 * i);
    const both = await Promise.all([
      kzg.computeCellsAndKzgProofsAsync(blob),
      kzg.recoverCellsAndKzgProofsAsync(
        half,
        half.map((i) => expected[0][i]),
      ),
    ]);
    expect(both).toEqual([expected, expected]);
    expect(kzg.computeCellsAndKzgProofs(blob)).toEqual(expected);
    expect(calls).toEqual({ lagrange: 1, verification: 1, cells: 1 });
    kzg.dispose();
  });

  it('tables need them, too', async () => {
    asPage();
    const { calls, ready } = counted();
    const kzg = await bls.kzg({ ready }, { memory: 2 ** 20 });
    await kzg.prepare();
    expect(calls.cells).toBe(1);
    expect(kzg.computeCellsAndKzgProofs(blob)).toEqual(expected);
    expect(calls.cells).toBe(1);
    kzg.dispose();
  });

  it('a synchronous call computes them', async () => {
    asPage();
    const { calls, ready } = counted();
    const kzg = await bls.kzg({ ready });
    expect(kzg.computeCellsAndKzgProofs(blob)).toEqual(expected);
    expect(await kzg.computeCellsAndKzgProofsAsync(blob)).toEqual(expected);
    expect(calls.cells).toBe(0);
    kzg.dispose();
  });

  it('a download that fails, or gives other bytes, is tried again', async () => {
    asPage();
    const answers = [
      async () => {
        throw new TypeError('Failed to fetch');
      },
      () => {
        throw new TypeError('Failed to fetch');
      },
      async () => new Uint8Array(786_432),
      mainnet.ready.cells,
    ];
    const ready = { ...mainnet.ready, cells: () => /** @type {any} */ (answers.shift())() };
    const kzg = await bls.kzg({ ready });
    for (const call of [kzg.computeCellsAndKzgProofsAsync, kzg.computeCellsAndKzgProofsAsync]) {
      const error = await rejectionOf(call(blob));
      expect(error).toBeInstanceOf(EnvironmentError);
      expect(error.message).toMatch(/^setup\.ready\.cells: expected .* got .*Failed to fetch/);
      expect(error.cause).toBeInstanceOf(TypeError);
    }
    isInputError(await rejectionOf(kzg.prepare()));
    expect(await kzg.computeCellsAndKzgProofsAsync(blob)).toEqual(expected);
    kzg.dispose();
    const lagrange = async () => {
      throw new TypeError('Failed to fetch');
    };
    for (const setup of [{ ready: { lagrange } }, { g1Lagrange: lagrange }]) {
      expect(await rejectionOf(bls.kzg(setup))).toBeInstanceOf(EnvironmentError);
    }
  });

  it('an abort ends the wait of one call, not the download', async () => {
    asPage();
    const { calls, ready, go } = held();
    const kzg = await bls.kzg({ ready });
    const controller = new AbortController();
    const aborted = [
      kzg.computeCellsAndKzgProofsAsync(blob, { signal: controller.signal }),
      kzg.prepare({ signal: controller.signal }),
    ].map(rejectionOf); // both are handled before either rejects
    const other = kzg.computeCellsAndKzgProofsAsync(blob);
    await vi.waitFor(() => expect(calls.cells).toBe(1));
    const reason = new Error('enough');
    controller.abort(reason);
    for (const found of await Promise.all(aborted)) expect(found).toBe(reason);
    go();
    expect(await other).toEqual(expected);
    expect(calls.cells).toBe(1);
    kzg.dispose();
  });

  it('disposal during a download', async () => {
    asPage();
    const { calls, ready, go } = held();
    const own = await createBls12381({ groups: ['G1'] });
    const [kzg, lasting] = await Promise.all([own.kzg({ ready }), own.kzg({ ready })]);
    const running = kzg.computeCellsAndKzgProofsAsync(blob);
    const ended = lasting.computeCellsAndKzgProofsAsync(blob);
    await vi.waitFor(() => expect(calls.cells).toBe(2));
    // What runs goes on, as ever; the end of the instance is the end of all.
    kzg.dispose();
    isInputError(await rejectionOf(kzg.computeCellsAndKzgProofsAsync(blob)));
    own.dispose();
    for (const error of await Promise.all([running, ended].map(rejectionOf))) isInputError(error);
    go();
    const { ready: others, go: letGo } = held();
    const alone = await bls.kzg({ ready: others });
    const last = alone.computeCellsAndKzgProofsAsync(blob);
    alone.dispose();
    letGo();
    expect(await last).toEqual(expected);
  });

  it('one part is enough for what needs no other', async () => {
    const { calls, ready } = counted();
    const whole = await bls.kzg({ ready: { lagrange: mainnet.ready.lagrange } });
    const commitment = whole.blobToKzgCommitment(blob);
    const proof = whole.computeBlobKzgProof(blob, commitment);
    whole.dispose();
    const kzg = await bls.kzg({ ready: { verification: ready.verification } });
    expect(calls).toEqual({ lagrange: 0, verification: 1, cells: 0 });
    expect(kzg.bytes).toBe(0);
    expect(kzg.verifyBlobKzgProof(blob, commitment, proof)).toBe(true);
    expect(kzg.verifyBlobKzgProof(blob, commitment, commitment)).toBe(false);
    const [cells, proofs] = expected;
    const commitments = [commitment, commitment];
    expect(
      kzg.verifyCellKzgProofBatch(
        commitments,
        [3, 99],
        [cells[3], cells[99]],
        [proofs[3], proofs[99]],
      ),
    ).toBe(true);
    for (const call of [
      () => kzg.blobToKzgCommitment(blob),
      () => kzg.commitToEvaluations([1n]),
      () => kzg.computeBlobKzgProof(blob, commitment),
      () => kzg.computeCellsAndKzgProofs(blob),
    ]) {
      const error = thrownBy(call);
      isInputError(error);
      expect(error.message).toMatch(/expected a setup with the (Lagrange|monomial) points/);
    }
    await kzg.prepare();
    kzg.dispose();
    isInputError(await rejectionOf(bls.kzg({ ready: {} })));
  });
});
