/**
 * Members that a program gets into `Object.prototype` by merging somebody's JSON, with values that
 * look like those of the library: no verdict changes. Each attack once made a forgery pass, or a
 * call wrong for good.
 */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { mainnet } from '../../src/trusted-setup.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';

const features = new URL('../../src/engines/wasm/kernels/registry.js', import.meta.url).href;

/**
 * The result of a call while `Object.prototype` has these members.
 * @param {Record<string, unknown>} json
 * @param {() => any} call
 */
async function merged(json, call) {
  Object.assign(Object.prototype, json);
  try {
    return await call();
  } finally {
    for (const name of Object.keys(json)) delete Object.prototype[name];
  }
}

describe.each(/** @type {const} */ (['portable', 'auto', 'bigint']))('proofs [%s]', (backend) => {
  const empty = { point: [] };
  const json = { one: empty, tau: empty, cells: empty };
  const blob = new Uint8Array(2 ** 17).fill(1);
  const value = new Uint8Array(32).fill(7);
  /** @type {any} */
  let bls, kzg, commitment;

  beforeAll(async () => {
    bls = await createBls12381({ backend });
    kzg = await bls.kzg(mainnet);
    commitment = bls.G1.generator.multiply(5n).toBytes();
  }, 120_000);

  it.each(
    /** @type {Array<[string, () => boolean]>} */ ([
      ['verifyKzgProof', () => kzg.verifyKzgProof(commitment, value, value, commitment)],
      ['verifyBlobKzgProof', () => kzg.verifyBlobKzgProof(blob, commitment, commitment)],
      [
        'verifyCellKzgProofBatch',
        () => kzg.verifyCellKzgProofBatch([commitment], [0], [blob.slice(0, 2048)], [commitment]),
      ],
    ]),
  )('%s is false for a forgery, whatever was merged before its first call', async (_, call) => {
    kzg = await bls.kzg(mainnet);
    expect(await merged(json, call)).toBe(false);
    expect(call()).toBe(false);
  });
});

const hex = (/** @type {Uint8Array[][]} */ lists) => Buffer.concat(lists.flat()).toString('hex');

describe.each(/** @type {const} */ (['portable', 'auto']))('lists [%s]', (backend) => {
  it('a batch of signatures has no messages of another one', async () => {
    const secp = await createSecp256k1({ backend });
    const [schnorr, ecdsa] = [schnorrItems(4), ecdsaItems(4)];
    const field = () => ({ bytes: new Uint8Array(4096), ends: [] });
    const json = { 0: field(), 1: field(), 2: field(), 3: field(), '-1': 64 };
    const forged = schnorr.map((item) => ({ ...item, message: new Uint8Array(32) }));
    const outcomes = await merged(json, async () => [
      secp.schnorr.verifyBatch(schnorr),
      secp.schnorr.verifyBatch(forged),
      await secp.schnorr.verifyBatchAsync(forged),
      secp.schnorr.findInvalid(forged),
      secp.ecdsa.verifyBatch(ecdsa),
    ]);
    expect(outcomes).toEqual([true, false, false, [0, 1, 2, 3], true]);
    secp.dispose();
  });

  it('cells and their proofs are the same', async () => {
    const bls = await createBls12381({ backend, groups: ['G1', 'G2'] });
    const blob = new Uint8Array(2 ** 17).fill(1);
    const expected = (await bls.kzg(mainnet)).computeCellsAndKzgProofs(blob);
    const json = { 4: [4], 65: 7n, msm: () => new Uint8Array(96) };
    const kzg = await bls.kzg(mainnet);
    const [cells, recovered] = await merged(json, () => [
      kzg.computeCellsAndKzgProofs(blob),
      kzg.recoverCellsAndKzgProofs(
        Array.from({ length: 64 }, (_, i) => i),
        expected[0].slice(0, 64),
      ),
    ]);
    expect(hex(cells)).toBe(hex(expected));
    expect(hex(recovered)).toBe(hex(expected));
    bls.dispose();
  });
});

describe('features of the engine', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are found, not inherited', async () => {
    // A module of its own: the others have looked already.
    const { mayRun } = await import(`${features}?cold`);
    vi.stubGlobal('WebAssembly', { validate: () => false });
    const found = await merged({ fma: true, wide64: true }, () => [
      mayRun('fma'),
      mayRun('wide64'),
    ]);
    expect(found).toEqual([false, false]);
  });
});
