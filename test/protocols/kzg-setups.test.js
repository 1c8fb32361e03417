/**
 * Trusted setups in all forms, and those that are refused: parts that do not fit each other or are
 * in another order. 6 seconds, on the fastest kernel.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { contextOf } from '../../src/group/group.js';
import { vectorParts } from '../../src/group/point-vector.js';
import { toBytesLE } from '../../src/math/integers.js';
import { power } from '../../src/math/modular.js';
import { runNow } from '../../src/port/steps.js';
import { bitReversed } from '../../src/protocols/kzg/setup/lagrange.js';
import { readSetup } from '../../src/protocols/kzg/setup/published.js';
import { elementsOf } from '../../src/protocols/kzg/scalars.js';
import { mainnet } from '../../src/trusted-setup.js';
import { expectInputError, isInputError, rejectionOf, thrownBy } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { order } from '../support/oracle.js';
import { isWhole, some } from '../support/extent.js';

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
    const partsOf = async (/** @type {any} */ setup) =>
      readSetup(setup, async (steps) => runNow(steps));
    const wanted = await partsOf({ given: parts, parts });
    for (const given of [text, JSON.stringify(json), json]) {
      const read = typeof given === 'string' ? {} : given;
      expect(await partsOf({ given, parts: read })).toEqual(wanted);
    }
    for (const setup of some([text, json], 1, 'setups')) {
      const kzg = await bls.kzg(setup, options);
      // L_1 belongs to ω, which stands at place 2048; L_0 to 1, at the first.
      const values = Array(4096).fill(0n);
      values[2048] = 1n;
      expect(toHex(blobOfX(kzg, values))).toBe(lagrange[1]);
      expect(toHex(blobOfX(kzg, Array(4096).fill(1n)))).toBe(monomial[0]);
      kzg.dispose();
    }
  });

  it('takes kzg-wasm’s object, c-kzg’s first text, and parts alone, for what they can do', async () => {
    const file = '../../node_modules/kzg-wasm/dist/esm/trustedSetup.js';
    const { default: trustedSetup } = await import(file);
    expect(trustedSetup.g1_lagrange).toBe(toHex(parts.g1Lagrange));
    const lines = (/** @type {any} */ bytes, /** @type {number} */ size) =>
      pointsOf(bytes, size).map(toHex);
    const [L, M, Q] = [
      lines(parts.g1Lagrange, 48),
      lines(parts.g1Monomial, 48),
      lines(parts.g2Monomial, 96),
    ];
    const { g1Lagrange, g1Monomial, g2Monomial } = parts;
    const whole = await bls.kzg(parts, options);
    const blob = new Uint8Array(131072).fill(3);
    const commitment = whole.blobToKzgCommitment(blob);
    const proof = whole.computeBlobKzgProof(blob, commitment);
    // The blob is a constant polynomial: its quotients are 0, and all cells are alike.
    const cells = Array(128).fill(new Uint8Array(2048).fill(3));
    const proofs = Array(128).fill(Uint8Array.of(0xc0, ...new Uint8Array(47)));
    const four = [0, 1, 2, 3];
    /** Calls, by the parts that they need. @type {Record<string, (kzg: any) => any>} */
    const needs = {
      g1Lagrange: (kzg) => kzg.computeBlobKzgProof(blob, kzg.blobToKzgCommitment(blob)),
      g2Monomial: (kzg) => kzg.verifyBlobKzgProof(blob, commitment, proof),
      'g1Monomial, g2Monomial': (kzg) =>
        kzg.verifyCellKzgProofBatch(
          four.map(() => commitment),
          four,
          cells.slice(0, 4),
          proofs.slice(0, 4),
        ),
      // Seconds, for fixed points.
      ...(isWhole && {
        g1Monomial: (/** @type {any} */ kzg) => kzg.computeCellsAndKzgProofs(blob)[1][5],
      }),
    };
    const answers = Object.values(needs).map((call) => call(whole));
    expect(answers).toEqual([proof, true, true, ...(isWhole ? [proofs[5]] : [])]);
    // Proofs of cells compute the fixed points of a setup for seconds: of one setup without others.
    const proves = (/** @type {string} */ name) => name === 'monomial, bytes';
    const forms = /** @type {[string, any, string[]][]} */ ([
      ['kzg-wasm', trustedSetup, ['g1Lagrange', 'g1Monomial', 'g2Monomial']],
      ['first text', ['4096', '65', ...L, ...Q].join('\n'), ['g1Lagrange', 'g2Monomial']],
      ['Lagrange, JSON', { g1_lagrange: L }, ['g1Lagrange']],
      ['Lagrange, JSON text', JSON.stringify({ g1_lagrange: L }), ['g1Lagrange']],
      ['Lagrange, bytes', { g1Lagrange }, ['g1Lagrange']],
      ['Lagrange, G2', { g1Lagrange, g2Monomial }, ['g1Lagrange', 'g2Monomial']],
      ['monomial, JSON', { g1_monomial: M, g2_monomial: Q }, ['g1Monomial', 'g2Monomial']],
      ['monomial, bytes', { g1Monomial, g2Monomial }, ['g1Monomial', 'g2Monomial']],
      ['both of G1', { g1Lagrange, g1Monomial }, ['g1Lagrange', 'g1Monomial']],
    ]);
    for (const [name, setup, given] of some(forms, 1, 'forms')) {
      const kzg = await bls.kzg(setup, options);
      for (const [i, [needed, call]] of Object.entries(needs).entries()) {
        const missing = needed.split(', ').filter((part) => !given.includes(part));
        if (missing.length === 0) {
          if (needed === 'g1Monomial' && !proves(name)) continue;
          expect(call(kzg), `${name}: ${needed}`).toEqual(answers[i]);
          continue;
        }
        const error = thrownBy(() => call(kzg));
        isInputError(error);
        expect(error.message, `${name}: ${needed}`).toMatch(new RegExp(missing.join('|')));
      }
      kzg.dispose();
    }
    whole.dispose();
  });

  it('refuses parts alone that are wrong, or of which nothing is known', async () => {
    const { g1Lagrange, g1Monomial, g2Monomial } = parts;
    const swapped = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) => {
      const points = pointsOf(bytes, size);
      [points[100], points[200]] = [points[200], points[100]];
      return concat(...points);
    };
    const reversed = bitReversed(g1Lagrange, 48);
    for (const [setup, words] of /** @type {[any, string][]} */ ([
      [{ g2Monomial }, 'g2Monomial alone'],
      [{ g1Monomial }, 'g1Monomial alone'],
      [{ g1Lagrange: g1Monomial }, 'got the monomial form'],
      [{ g1Lagrange: reversed, g2Monomial }, 'points that disagree'],
      [{ g1Lagrange: swapped(g1Lagrange, 48), g2Monomial }, 'points that disagree'],
      [{ g1Monomial: swapped(g1Monomial, 48), g2Monomial }, 'points that disagree'],
      [{ g1_lagrange: toHex(g1Lagrange).slice(2) }, `or ${2 * 48 * 4096} digits`],
      [{ g1_lagrange: ['00'] }, 'expected 4096 points, got 1'],
      [{ setup_G1_lagrange: [] }, 'expected the text of trusted_setup.txt'],
    ])) {
      const error = await rejectionOf(bls.kzg(setup, options));
      isInputError(error);
      expect(error.message).toContain(words);
    }
    const alone = await createBls12381({ groups: ['G1'] });
    const error = await rejectionOf(alone.kzg({ g1Monomial, g2Monomial }, options));
    expect(error.message).toContain('an instance with both groups and pairings');
    alone.dispose();
  });

  it('refuses parts that do not fit, or in another order', async () => {
    const swapped = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size, i = 1, j = 2) => {
      const points = pointsOf(bytes, size);
      [points[i], points[j]] = [points[j], points[i]];
      return Uint8Array.from(points.flatMap((point) => [...point]));
    };
    const all = [
      { ...parts, g1Monomial: parts.g1Lagrange, g1Lagrange: parts.g1Monomial },
      { ...parts, g1Lagrange: swapped(parts.g1Lagrange, 48, 1000, 3001) },
      { ...parts, g2Monomial: swapped(parts.g2Monomial, 96) },
      { ...parts, g2Monomial: swapped(parts.g2Monomial, 96, 0, 64) },
    ];
    for (const wrong of some(all, 1, 'wrong parts')) {
      const error = await rejectionOf(bls.kzg(wrong, options));
      isInputError(error);
      expect(error.message).toContain('one setup');
    }
  });

  it('the points that are ready for engines are those of the published parts', async () => {
    const { engine } = contextOf(bls.G1);
    const [lagrange, verification, cells] = await Promise.all(
      [mainnet.ready.lagrange, mainnet.ready.verification, mainnet.ready.cells].map((load) =>
        load(),
      ),
    );
    const affine = (/** @type {any} */ group, /** @type {Uint8Array} */ bytes) => {
      const points = group.points(bytes, { format: 'compressed', check: false });
      const { storage, start, end } = vectorParts(points);
      const canonical = contextOf(group).engine.toAffine(storage.handle, start, end);
      points.dispose();
      return canonical;
    };
    const same = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) =>
      expect(Buffer.compare(a, b)).toBe(0);
    same(lagrange, affine(bls.G1, bitReversed(parts.g1Lagrange, 48)));
    const monomial = affine(bls.G1, parts.g1Monomial);
    const places = [0, 1, 64].map((i) => parts.g2Monomial.subarray(96 * i, 96 * (i + 1)));
    const pairs = affine(bls.G2, concat(...places));
    same(verification, concat(monomial.subarray(0, 64 * 96), pairs));

    // B_i(a_k) = Σ_t [τ^(64t + i)]·a_k^(−t): equal sums with weights s_k·ρ^i, at random.
    const sum = (/** @type {Uint8Array} */ points, /** @type {bigint[]} */ scalars) => {
      const handle = engine.decode({ affine: points }, { curve: false, subgroup: false });
      const bytes = concat(...scalars.map((scalar) => toBytesLE(scalar, 32)));
      const result = runNow(engine.msmSteps(handle, 0, scalars.length, bytes));
      engine.free(handle);
      return result;
    };
    const random = bls.G1.randomScalars(129, 11);
    const [rho, ...s] = elementsOf(random).map((scalar) => scalar % order);
    const powers = [1n];
    while (powers.length < 64) powers.push((powers[powers.length - 1] * rho) % order);
    const root = power(7n, (order - 1n) / 128n, order);
    const inverses = s.map((_, k) => {
      const exponent = parseInt(k.toString(2).padStart(7, '0').split('').reverse().join(''), 2);
      return power(root, BigInt((128 - exponent) % 128), order);
    });
    /** @type {bigint[]} */
    const ofMonomial = [];
    let weights = s;
    for (let t = 0; t < 64; t++) {
      const total = weights.reduce((a, b) => a + b) % order;
      ofMonomial.push(...powers.map((p) => (p * total) % order));
      weights = weights.map((weight, k) => (weight * inverses[k]) % order);
    }
    const ofCells = s.flatMap((weight) => powers.map((p) => (p * weight) % order));
    same(sum(cells, ofCells), sum(monomial, ofMonomial));
  });

  it('takes ready points of the ceremony alone; without some, the others work', async () => {
    const lagrange = await mainnet.ready.lagrange();
    const wrong = lagrange.slice();
    wrong[100] ^= 1;
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const ready of [
      { lagrange: wrong },
      { ...mainnet.ready, cells: async () => lagrange },
      7,
      revoked.proxy,
    ]) {
      isInputError(await rejectionOf(bls.kzg(/** @type {any} */ ({ ready }))));
    }
    const kzg = await bls.kzg({ ready: { lagrange } });
    const blob = new Uint8Array(131072);
    const infinity = kzg.blobToKzgCommitment(blob);
    expect(kzg.bytes).toBe(0);
    expect(kzg.computeCells(blob)).toHaveLength(128);
    expectInputError(() => kzg.computeCellsAndKzgProofs(blob));
    expectInputError(() => kzg.verifyBlobKzgProof(blob, infinity, infinity));
    kzg.dispose();
    // Without a secure context.
    vi.stubGlobal('crypto', {});
    try {
      isInputError(await rejectionOf(bls.kzg(/** @type {any} */ ({ ready: { lagrange: wrong } }))));
      const other = await bls.kzg({ ready: { lagrange } });
      expect(other.blobToKzgCommitment(blob)).toEqual(infinity);
      other.dispose();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('a setup that is not the ceremony’s: that of −τ', async () => {
    // [(−τ)^i] has the sign of i; L_i at ω^i is that of τ at −ω^i, whose exponent is 2048 more.
    const flipped = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) =>
      concat(
        ...pointsOf(bytes, size).map((point, i) => {
          if (i % 2) point[0] ^= 0x20;
          return point;
        }),
      );
    const half = 2048 * 48;
    const other = {
      g1Lagrange: concat(parts.g1Lagrange.subarray(half), parts.g1Lagrange.subarray(0, half)),
      g1Monomial: flipped(parts.g1Monomial, 48),
      g2Monomial: flipped(parts.g2Monomial, 96),
    };
    const kzg = await bls.kzg(other, options);
    const blob = new Uint8Array(131072).fill(7);
    const commitment = kzg.blobToKzgCommitment(blob);
    const proof = kzg.computeBlobKzgProof(blob, commitment);
    expect(kzg.verifyBlobKzgProof(blob, commitment, proof)).toBe(true);
    kzg.dispose();
  });

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
    const bad2 = blob.slice().fill(255, 32, 64);
    const which = thrownBy(() =>
      kzg.verifyBlobKzgProofBatch([blob, bad2], [commitment, commitment], [infinity, infinity]),
    );
    expect(which).toMatchObject({ code: 'ERR_SCALAR', index: 1 });
    expect(which.message).toContain('blobs[1]');
    expect(verify(infinity, large, zero, infinity).message).toMatch(/^z: expected an integer/);
    expect(verify(infinity, zero, large, infinity).message).toMatch(/^y: expected an integer/);

    /** @type {any[]} */
    const reports = [];
    const proof = kzg.computeBlobKzgProof(blob, commitment);
    const onProgress = (/** @type {any} */ report) => reports.push(report);
    const blobs = Array(8).fill(blob);
    const [many, proofsOfMany] = [Array(8).fill(commitment), Array(8).fill(proof)];
    const verifying = kzg.verifyBlobKzgProofBatchAsync(blobs, many, proofsOfMany, { onProgress });
    kzg.dispose();
    isInputError(await rejectionOf(kzg.blobToKzgCommitmentAsync(blob)));
    expectInputError(() => commitToEvaluations([1n]));
    expect(await verifying).toBe(true);
    const { total } = reports[0];
    reports.forEach((report, i) => {
      expect(report.total).toBe(total);
      expect(report.done).toBeLessThanOrEqual(total);
      expect(report.done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
    });
    expect(reports.at(-1).done).toBe(total);
  });

  it('an abort or a disposal ends the wait for a part that never comes', async () => {
    const never = () => new Promise(() => {});
    const setups = [
      { ready: { lagrange: never, verification: never } },
      { g1Lagrange: never, g2Monomial: never },
    ];
    for (const setup of setups) {
      const controller = new AbortController();
      const reason = new Error('enough');
      const own = await createBls12381({ groups: ['G1'] });
      const aborted = rejectionOf(own.kzg(setup, { signal: controller.signal }));
      const ended = rejectionOf(own.kzg(setup));
      setTimeout(() => controller.abort(reason));
      expect(await aborted).toBe(reason);
      own.dispose();
      isInputError(await ended);
      const late = rejectionOf(bls.kzg(setup, { signal: AbortSignal.abort(reason) }));
      expect(await late).toBe(reason);
    }
  });

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
      expectInputError(() => kzg.hex.blobToKzgCommitment(wrong));
    }
    dispose();
    expectInputError(() => verifyKzgProof(infinity, zero, zero, infinity));
    expectInputError(() => computeCells(new Uint8Array(131072)));
  });
});
