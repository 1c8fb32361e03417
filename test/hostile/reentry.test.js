/**
 * The caller's code that runs in the middle of a call, and calls the same instance: getters of
 * items, `toString` and `valueOf`, `onProgress`, signals. What it calls is right, and so is the
 * call around it, unless the instance was disposed of: then both are `InputError`s.
 */
import { describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { isInputError, rejectionOf } from '../support/errors.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { attempt, batchOf, running, testReentry } from './reentry.js';
import { isWhole } from '../support/extent.js';

/** Reports of one test in which the instance is called. */
const MOST_REPORTS = 12;

const BACKENDS = /** @type {const} */ (['portable', 'bigint']).slice(0, isWhole ? 2 : 1);

/** Questions to an instance at work. @param {any} bls @param {number} n */
function workOf({ G1, G2, minPk, pairingCheck }, n) {
  const points = G1.randomPoints(n, 7);
  const [bytes, scalars] = [points.toBytes(), G1.randomScalars(n, 8)];
  const sum = G1.msm(points, scalars);
  const items = blsItems({ G1, G2 }, 'minPk', 2);
  return {
    sync() {
      expect(G1.msm(G1.points(bytes), scalars).equals(sum)).toBe(true);
      expect(pairingCheck([[G1.generator, G2.identity]])).toBe(true);
      expect(minPk.verifyBatch(items)).toBe(true);
    },
    async async() {
      const decoded = await G1.pointsAsync(bytes);
      expect((await G1.msmAsync(decoded, scalars)).equals(sum)).toBe(true);
      decoded.dispose();
    },
  };
}

/** Calls that read objects: what each needs, and what runs the caller's code. */
const CALLS = {
  'points of coordinates': ({ bls }) => {
    const { G1 } = bls;
    const list = [5n, 6n, 7n].map((k) => G1.generator.multiply(k).toAffine());
    const expected = G1.points(list).toBytes();
    return (code) => {
      const given = [list[0], running(list[1], 'y', code), list[2]];
      return {
        of: () => G1.points(given).toBytes(),
        async: async () => (await G1.pointsAsync(given)).toBytes(),
        expected,
      };
    };
  },
  'a sum': ({ bls }) => {
    const { G1 } = bls;
    const list = [5n, 6n].map((k) => G1.generator.multiply(k).toAffine());
    const expected = G1.generator.multiply(5n * 3n + 6n * 4n).toBytes();
    return (code) => {
      const given = [list[0], running(list[1], 'x', code)];
      return {
        of: () => G1.msm(given, [3n, 4n]).toBytes(),
        async: async () => (await G1.msmAsync(given, [3n, 4n])).toBytes(),
        expected,
      };
    };
  },
  options: ({ bls }) => {
    const { G1 } = bls;
    const [points, scalars] = [G1.randomPoints(40, 1), G1.randomScalars(40, 2)];
    const expected = G1.msm(points, scalars).toBytes();
    return (code) => {
      const how = running({ endian: 'be' }, 'endian', code);
      return {
        of: () => G1.msm(points, scalars, how).toBytes(),
        async: async () => (await G1.msmAsync(points, scalars, how)).toBytes(),
        expected,
      };
    };
  },
  'a batch of BIP-340': ({ secp }) => batchOf(secp.schnorr, schnorrItems(5), 'message'),
  'a batch of ECDSA': ({ secp }) => batchOf(secp.ecdsa, ecdsaItems(5), 'hash'),
  'a batch of BLS signatures': ({ bls }) =>
    batchOf(bls.minPk, blsItems(bls, 'minPk', 3), 'message'),
  'a Verkle proof': ({ tree }) => {
    const vector = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
    const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
    const proof = tree.createProof([{ serializedCommitment, vector, indices: [0, 2] }]);
    const pair = { index: 2, value: vector[2] };
    return (code) => {
      const indexValuePairs = [{ index: 0, value: vector[0] }, running(pair, 'value', code)];
      const claims = [{ serializedCommitment, indexValuePairs }];
      return {
        of: () => tree.verifyProof(proof, claims),
        async: () => tree.verifyProofAsync(proof, claims),
        expected: true,
      };
    };
  },
};

/** @param {any} backend */
async function opened(backend, more = {}) {
  const [bls, secp, bw] = await Promise.all([
    createBls12381({ backend, ...more }),
    createSecp256k1({ backend, ...more }),
    createBanderwagon({ backend, ...more }),
  ]);
  const tree = await bw.verkle({ memory: 2 ** 14 });
  const dispose = () => [bls, secp, bw].forEach((instance) => instance.dispose());
  return { bls, secp, bw, tree, dispose };
}

describe.each(BACKENDS)("the caller's code in the middle of a call [%s]", (backend) => {
  const n = backend === 'bigint' ? 3 : 200;

  testReentry(
    CALLS,
    () => opened(backend),
    ({ bls }) => workOf(bls, n),
  );

  it('toString, valueOf and toPrimitive are never asked', async () => {
    const all = await opened(backend);
    const { G1 } = all.bls;
    const loud = () => expect.fail('asked');
    /** @type {any} */
    const object = { toString: loud, valueOf: loud, [Symbol.toPrimitive]: loud, toJSON: loud };
    for (const call of [
      () => G1.points(object),
      () => G1.msm([G1.generator], [object]),
      () => G1.randomPoints(object, 1),
      () => G1.point({ x: object, y: 1n }),
      () => G1.generator.multiply(object),
      () => G1.points(new Uint8Array(48), { format: object }),
      () => G1.points(new Uint8Array(48), { check: object }),
      () => G1.hashToCurve(new Uint8Array(3), { dst: object }),
      () => all.tree.commitSparse([[object, new Uint8Array(32)]]),
      () => all.secp.ecdsa.recover(new Uint8Array(64), object, new Uint8Array(32)),
      () => createSecp256k1({ backend: object }),
      () => createSecp256k1({ threads: object }),
    ]) {
      isInputError(await attempt(call));
    }
    all.dispose();
  });

  it('progress and signals: call the instance, and dispose of it', async () => {
    const all = await opened(backend);
    const { G1 } = all.bls;
    const work = workOf(all.bls, n);
    const points = G1.randomPoints(2 * n, 1);
    const [bytes, scalars] = [points.toBytes(), G1.randomScalars(2 * n, 2)];
    const expected = G1.msm(points, scalars);
    /** @type {Promise<void>[]} */
    const begun = [];
    let reports = 0;
    const onProgress = () => {
      // Work in the middle of a call makes it slower, so that there are more reports.
      if (++reports > MOST_REPORTS) return;
      work.sync();
      begun.push(work.async());
    };
    const signal = /** @type {any} */ ({
      get aborted() {
        if (begun.length < 6) begun.push(work.async());
        return false;
      },
      addEventListener() {},
      removeEventListener() {},
    });
    const options = { onProgress, signal };
    expect((await G1.msmAsync(points, scalars, options)).equals(expected)).toBe(true);
    const decoded = await G1.pointsAsync(bytes, options);
    expect(decoded.toBytes()).toEqual(bytes);
    const basis = await G1.fixedBasis(points, { memory: 2 ** 20, ...options });
    expect(basis.msm(scalars).equals(expected)).toBe(true);
    expect(reports).toBeGreaterThanOrEqual(3);
    await Promise.all(begun);
    work.sync();
    all.dispose();

    for (const start of [
      ({ G1: own }, how) => own.msmAsync(own.randomPoints(n, 1), own.randomScalars(n, 2), how),
      ({ G1: own }, how) => own.pointsAsync(own.randomPoints(n, 1).toBytes(), how),
      ({ G1: own }, how) => own.fixedBasis(own.randomPoints(n, 1), { memory: 2 ** 20, ...how }),
    ]) {
      const bls = await createBls12381({ backend });
      const { G1: own } = bls;
      isInputError(await rejectionOf(start(bls, { onProgress: () => bls.dispose() })));
      isInputError(await attempt(() => own.msm([], [])));
    }
  });
});
