/**
 * Trusted setups in all forms, and those that are refused: parts that do not fit each other or are
 * in another order. 6 seconds, on the fastest kernel.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { readSetup } from '../../src/protocols/kzg/read-setup.js';
import { mainnet } from '../../src/trusted-setup.js';
import { isInputError, rejectionOf, thrownBy } from '../support/errors.js';
import { toHex } from '../support/hex.js';

/** The commitment to the polynomial X: [τ]G1, the second point of the monomial form. */
const blobOfX = (/** @type {any} */ kzg, /** @type {any} */ values) =>
  kzg.commitToEvaluations(values);

const pointsOf = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.slice(size * i, size * (i + 1)));

describe('trusted setups', () => {
  /** @type {any} */
  let bls;
  /** @type {any} */
  let parts;
  beforeAll(async () => {
    bls = await createBls12381();
    parts = {
      g1Lagrange: await mainnet.g1Lagrange(),
      g1Monomial: await mainnet.g1Monomial(),
      g2Monomial: await mainnet.g2Monomial(),
    };
  });
  afterAll(() => bls.dispose());

  const options = { memory: 2 ** 20 };

  it('text, JSON and names give the same parts', async () => {
    const lines = (/** @type {any} */ bytes, /** @type {number} */ size) =>
      pointsOf(bytes, size).map(toHex);
    const [lagrange, monomial] = [parts.g1Lagrange, parts.g1Monomial].map((b) => lines(b, 48));
    const g2 = lines(parts.g2Monomial, 96);
    const text = ['4096', '65', ...lagrange, ...g2, ...monomial, ''].join('\n');
    const prefixed = (/** @type {string[]} */ list) => list.map((hex) => `0x${hex}`);
    const json = {
      g1_lagrange: prefixed(lagrange),
      g1_monomial: prefixed(monomial),
      g2_monomial: prefixed(g2),
    };
    const wanted = await readSetup({ given: parts, parts });
    for (const given of [text, JSON.stringify(json), json]) {
      const read = typeof given === 'string' ? {} : given;
      expect(await readSetup({ given, parts: read })).toEqual(wanted);
    }
    for (const setup of [text, json]) {
      const kzg = await bls.kzg(setup, options);
      // L_1 belongs to ω, which stands at place 2048; L_0 to 1, at the first.
      const values = Array(4096).fill(0n);
      values[2048] = 1n;
      expect(toHex(blobOfX(kzg, values))).toBe(lagrange[1]);
      expect(toHex(blobOfX(kzg, Array(4096).fill(1n)))).toBe(monomial[0]);
      kzg.dispose();
    }
  }, 60_000);

  it('refuses parts that do not fit, or in another order', async () => {
    const swapped = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size, i = 1, j = 2) => {
      const points = pointsOf(bytes, size);
      [points[i], points[j]] = [points[j], points[i]];
      return Uint8Array.from(points.flatMap((point) => [...point]));
    };
    for (const wrong of [
      { ...parts, g1Monomial: parts.g1Lagrange, g1Lagrange: parts.g1Monomial },
      { ...parts, g1Lagrange: swapped(parts.g1Lagrange, 48, 1000, 3001) },
      { ...parts, g2Monomial: swapped(parts.g2Monomial, 96) },
      { ...parts, g2Monomial: swapped(parts.g2Monomial, 96, 0, 64) },
    ]) {
      const error = await rejectionOf(bls.kzg(wrong, options));
      isInputError(error);
      expect(error.message).toContain('one setup');
    }
  }, 60_000);

  it('refuses bare points and what is no setup, and names the forms', async () => {
    const vector = bls.G1.randomPoints(4, 1);
    for (const setup of [parts.g1Lagrange, vector, [bls.G1.generator], {}, null, undefined, 7]) {
      const error = await rejectionOf(bls.kzg(setup));
      isInputError(error);
      expect(error.message).toContain('g1LagrangeBitReversed');
    }
    for (const setup of ['', '4096\n65\n', '{"g1_lagrange": 1', 'x', { g1_lagrange: ['0x'] }]) {
      isInputError(await rejectionOf(bls.kzg(setup)));
    }
    const reversed = { g1LagrangeBitReversed: parts.g1Monomial };
    for (const setup of [reversed, { ...reversed, ...parts }])
      isInputError(await rejectionOf(bls.kzg(setup)));
    for (const name of Object.keys(parts)) {
      isInputError(await rejectionOf(bls.kzg({ ...parts, [name]: undefined })));
      isInputError(await rejectionOf(bls.kzg({ ...parts, [name]: parts[name].subarray(1) })));
    }
  });

  it('calls: bound, errors that name their place, progress, disposal while others run', async () => {
    const kzg = await bls.kzg(parts, options);
    const { blobToCommitment, commitToEvaluations } = kzg;
    const blob = new Uint8Array(131072);
    blob[31] = 5;
    const commitment = kzg.blobToKzgCommitment(blob);
    expect(blobToCommitment(blob)).toEqual(commitment);
    expect(commitToEvaluations([5n])).toEqual(commitment);

    const infinity = new Uint8Array(48);
    infinity[0] = 0xc0;
    const cells = Array(4).fill(new Uint8Array(2048));
    const proofs = Array(4).fill(infinity);
    const commitments = [infinity, infinity, infinity, new Uint8Array(48)];
    const bad = thrownBy(() =>
      kzg.verifyCellKzgProofBatch(commitments, [0, 1, 2, 3], cells, proofs),
    );
    expect(bad).toMatchObject({ code: 'ERR_POINT', index: 3 });
    const short = thrownBy(() => kzg.verifyBlobKzgProof(blob.subarray(1), infinity, infinity));
    expect(short.message).toMatch(/^blob: expected 131072 bytes/);
    const [zero, large] = [new Uint8Array(32), new Uint8Array(32).fill(255)];
    const verify = (/** @type {any[]} */ ...given) => thrownBy(() => kzg.verifyKzgProof(...given));
    expect(verify(infinity, large, zero, infinity).message).toMatch(/got a z outside/);
    expect(verify(infinity, zero, large, infinity).message).toMatch(/got a y outside/);

    /** @type {any[]} */
    const reports = [];
    const proof = kzg.computeBlobKzgProof(blob, commitment);
    const onProgress = (/** @type {any} */ report) => reports.push(report);
    const blobs = Array(8).fill(blob);
    const [many, proofsOfMany] = [Array(8).fill(commitment), Array(8).fill(proof)];
    const verifying = kzg.verifyBlobKzgProofBatchAsync(blobs, many, proofsOfMany, { onProgress });
    kzg.dispose();
    isInputError(await rejectionOf(kzg.blobToKzgCommitmentAsync(blob)));
    isInputError(thrownBy(() => commitToEvaluations([1n])));
    expect(await verifying).toBe(true);
    const { total } = reports[0];
    reports.forEach((report, i) => {
      expect(report.total).toBe(total);
      expect(report.done).toBeLessThanOrEqual(total);
      expect(report.done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
    });
    expect(reports.at(-1).done).toBe(total);
  }, 60_000);

  it('copies its parts, and a disposed setup refuses', async () => {
    const own = { ...parts, g1Lagrange: parts.g1Lagrange.slice() };
    const promise = bls.kzg(own, options);
    own.g1Lagrange.fill(0);
    const { verifyKzgProof, computeCells, dispose, ...kzg } = await promise;
    expect(kzg).toHaveProperty('blobToKzgCommitment');
    const infinity = new Uint8Array(48);
    infinity[0] = 0xc0;
    const zero = new Uint8Array(32);
    expect(verifyKzgProof(infinity, zero, zero, infinity)).toBe(true);
    const one = zero.slice();
    one[31] = 1;
    expect(verifyKzgProof(infinity, zero, one, infinity)).toBe(false);
    const hex = [infinity, zero, one, infinity].map((bytes) => `0x${toHex(bytes)}`);
    expect(kzg.hex.verifyProof(...hex)).toBe(false);
    expect(kzg.hex.blobToKzgCommitment(`0x${'00'.repeat(131072)}`)).toBe(hex[0]);
    for (const wrong of ['0x0', '0xzz', 7, '']) {
      isInputError(thrownBy(() => kzg.hex.blobToKzgCommitment(wrong)));
    }
    dispose();
    isInputError(thrownBy(() => verifyKzgProof(infinity, zero, zero, infinity)));
    isInputError(thrownBy(() => computeCells(new Uint8Array(131072))));
  }, 60_000);
});
