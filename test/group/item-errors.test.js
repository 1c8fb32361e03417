/** Errors about an element of a list have its `index`: of every member that takes a list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanderwagon } from '../../src/banderwagon.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createBn254 } from '../../src/bn254.js';
import { CurvemillError } from '../../src/errors.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { mainnet } from '../../src/trusted-setup.js';
import { cubic } from '../support/groth16/circuits.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { setup } from '../support/groth16/setup.js';

/** Calls with a bad element, by what they are given. @type {Map<string, () => any>} */
const calls = new Map();
/** @type {any[]} */
let instances = [];

/** Five elements, of which the third is bad. @param {any} good @param {any} bad */
const spoiled = (good, bad) => [good, good, bad, good, good];

/** @param {any} pk of a curve @param {any} good items of it */
const batchCalls = (/** @type {string} */ name, /** @type {any} */ pk, /** @type {any} */ good) => {
  for (const member of [
    'verifyBatch',
    'findInvalid',
    'verifyBatchAsync',
    'findInvalidAsync',
    'verifyFeedAsync',
  ]) {
    calls.set(`${name}.${member}, no item`, () => pk[member](spoiled(good, 7)));
    for (const field of Object.keys(good)) {
      const bad = { ...good, [field]: Symbol(field) };
      calls.set(`${name}.${member}, ${field}`, () => pk[member](spoiled(good, bad)));
      const lacking = { ...good };
      delete lacking[field];
      calls.set(`${name}.${member}, no ${field}`, () => pk[member](spoiled(good, lacking)));
    }
  }
};

beforeAll(async () => {
  const options = { backend: 'portable' };
  const [bls, bn, secp, bw] = /** @type {any[]} */ (
    await Promise.all([
      ...[createBls12381, createBn254].map((create) => /** @type {any} */ (create)(options)),
      ...[createSecp256k1, createBanderwagon].map((create) => /** @type {any} */ (create)(options)),
    ])
  );
  instances = [bls, bn, secp, bw];
  const define = (/** @type {Record<string, () => any>} */ own) =>
    Object.entries(own).forEach(([name, call]) => calls.set(name, call));
  const groups = { G1: bls.G1, G2: bls.G2, 'bn.G2': bn.G2, secp: secp.group, bw: bw.group };
  for (const [name, group] of Object.entries(groups)) {
    const G = group.generator;
    const bytes = G.toBytes();
    const off = bytes.slice();
    off.fill(255, 1);
    const basis = await group.fixedBasis([G, G, G, G, G]);
    const five = [1n, 1n, 1n, 1n, 1n];
    for (const [kind, list] of Object.entries({
      points: spoiled(G, 7),
      encodings: spoiled(bytes, off),
      'flat bytes': Uint8Array.from(spoiled([...bytes], [...off]).flat()),
      coordinates: spoiled(G.toAffine(), { x: 1n, y: 'y' }),
    })) {
      define({
        [`${name}.points, ${kind}`]: () => group.points(list),
        [`${name}.pointsAsync, ${kind}`]: () => group.pointsAsync(list),
        [`${name}.msm, ${kind}`]: () => group.msm(list, five),
        [`${name}.msmAsync, ${kind}`]: () => group.msmAsync(list, five),
        [`${name}.fixedBasis, ${kind}`]: () => group.fixedBasis(list),
      });
    }
    for (const [kind, scalars, strict] of /** @type {[string, any, boolean][]} */ ([
      ['another type', spoiled(1n, 'one'), false],
      ['strict', spoiled(1n, group.order), true],
    ])) {
      define({
        [`${name}.msm, scalars, ${kind}`]: () => group.msm(spoiled(G, G), scalars, { strict }),
        [`${name}.msmAsync, scalars, ${kind}`]: () =>
          group.msmAsync(spoiled(G, G), scalars, { strict }),
        [`${name}.basis.msm, scalars, ${kind}`]: () => basis.msm(scalars, { strict }),
        [`${name}.basis.msmAsync, scalars, ${kind}`]: () => basis.msmAsync(scalars, { strict }),
      });
    }
    define({
      [`${name}.basis.msm, indices`]: () => basis.msm(five, { indices: [0, 1, 9, 3, 4] }),
    });
  }
  const Fr = await bls.G1.scalarField();
  define({
    'Fr.vector': () => Fr.vector(spoiled(1n, '1')),
    'Fr.vector, strict': () => Fr.vector(spoiled(1n, Fr.order), { strict: true }),
    'Fr.inverse': () => Fr.inverse(Fr.vector(spoiled(1n, 0n))),
    pairingCheck: () => bls.pairingCheck(spoiled([bls.G1.generator, bls.G2.generator], [1, 2])),
    'pairingCheck, one point': () =>
      bls.pairingCheck(spoiled([bls.G1.generator, bls.G2.generator], [bls.G1.generator])),
  });
  for (const name of ['minPk', 'minSig']) {
    const pk = bls[name];
    const [keys, signatures] = name === 'minPk' ? [bls.G1, bls.G2] : [bls.G2, bls.G1];
    const [key, signature] = [keys.generator.toBytes(), signatures.generator.toBytes()];
    const message = new Uint8Array(32);
    batchCalls(name, pk, { signature, message, publicKey: key });
    define({
      [`${name}.aggregateSignatures`]: () => pk.aggregateSignatures(spoiled(signature, key)),
      [`${name}.aggregateSignatures, type`]: () => pk.aggregateSignatures(spoiled(signature, 7)),
      [`${name}.aggregatePublicKeys`]: () => pk.aggregatePublicKeys(spoiled(key, 7)),
      [`${name}.aggregatePublicKeys, infinity`]: () =>
        pk.aggregatePublicKeys(spoiled(key, keys.identity)),
      [`${name}.aggregateVerify, messages`]: () =>
        pk.aggregateVerify(signature, spoiled(message, 7), spoiled(key, key)),
      [`${name}.aggregateVerify, keys`]: () =>
        pk.aggregateVerify(signature, spoiled(message, message), spoiled(key, 7)),
      [`${name}.fastAggregateVerify`]: () =>
        pk.fastAggregateVerify(signature, message, spoiled(key, 7)),
      [`${name}.fastAggregateVerify, bits`]: () =>
        pk.fastAggregateVerify(signature, message, spoiled(key, key), { bits: spoiled(true, 1) }),
      [`${name}.fastAggregateVerify, indices`]: () =>
        pk.fastAggregateVerify(signature, message, spoiled(key, key), { indices: [0, 1, 9] }),
    });
  }
  const zeros = (/** @type {number} */ n) => new Uint8Array(n);
  const key33 = secp.group.generator.toBytes();
  batchCalls('ecdsa', secp.ecdsa, { signature: zeros(64), recoveryId: 0, hash: zeros(32), publicKey: key33 }); // prettier-ignore
  batchCalls('schnorr', secp.schnorr, { signature: zeros(64), message: zeros(32), publicKey: key33.subarray(1) }); // prettier-ignore
  const xOnly = await secp.xOnly();
  define({
    'xOnly.tweakMany, keys': () =>
      xOnly.tweakMany(spoiled(key33, 7), spoiled(zeros(32), zeros(32))),
    'xOnly.tweakMany, no point': () =>
      xOnly.tweakMany(spoiled(key33, zeros(33)), spoiled(zeros(32), zeros(32))),
    'xOnly.tweakMany, tweaks': () => xOnly.tweakMany(key33, spoiled(zeros(32), zeros(31))),
  });
  const kzg = await bls.kzg(mainnet);
  const [infinity, blob, cell] = [zeros(48), zeros(131072), zeros(2048)];
  infinity[0] = 0xc0;
  const some = (/** @type {any} */ good) => spoiled(good, good);
  const [points, indices] = [some(infinity), [0, 1, 2, 3, 4]];
  for (const suffix of ['', 'Async']) {
    const batch = kzg[`verifyBlobKzgProofBatch${suffix}`];
    const cells = kzg[`verifyCellKzgProofBatch${suffix}`];
    const recover = kzg[`recoverCellsAndKzgProofs${suffix}`];
    const half = Array.from({ length: 64 }, (_, i) => i);
    const given = half.map((i) => (i === 2 ? zeros(2047) : cell));
    define({
      [`kzg.blobs${suffix}`]: () => batch(spoiled(blob, zeros(5)), points, points),
      [`kzg.blobs, commitments${suffix}`]: () => batch(some(blob), spoiled(infinity, zeros(48)), points), // prettier-ignore
      [`kzg.blobs, proofs${suffix}`]: () => batch(some(blob), points, spoiled(infinity, 'x')),
      [`kzg.cells${suffix}`]: () => cells(points, indices, spoiled(cell, zeros(5)), points),
      [`kzg.cells, indices${suffix}`]: () => cells(points, spoiled(0, 128), some(cell), points),
      [`kzg.cells, commitments${suffix}`]: () => cells(spoiled(infinity, zeros(48)), indices, some(cell), points), // prettier-ignore
      [`kzg.cells, proofs${suffix}`]: () => cells(points, indices, some(cell), spoiled(infinity, zeros(48))), // prettier-ignore
      [`kzg.recover, cells${suffix}`]: () => recover(half, given),
      [`kzg.recover, indices${suffix}`]: () => recover([0, 1, 1, ...half.slice(3)], half.map(() => cell)), // prettier-ignore
    });
  }
  define({
    'kzg.hex': () => kzg.hex.verifyBlobProofBatch(spoiled('0x00', 'no hex'), [], []),
    'kzg.commitToEvaluations': () => kzg.commitToEvaluations(spoiled(1n, -1n)),
  });
  const verkle = await bw.verkle({ memory: 2 ** 16 });
  const commitment = verkle.zeroCommitment;
  const vector = Array.from({ length: 256 }, () => zeros(32));
  const opening = { serializedCommitment: zeros(32), vector, indices: [1] };
  const pair = { index: 1, value: zeros(32) };
  const claim = { serializedCommitment: zeros(32), indexValuePairs: [pair] };
  const update = { index: 1, oldScalar: zeros(32), newScalar: zeros(32) };
  define({
    'verkle.commitToScalars': () => verkle.commitToScalars(spoiled(zeros(32), zeros(31))),
    'verkle.commitSparse': () => verkle.commitSparse(spoiled([0, zeros(32)], 7)),
    'verkle.commitSparse, half': () => verkle.commitSparse(spoiled([0, zeros(32)], [1])),
    'verkle.commitSparse, index': () => verkle.commitSparse(spoiled([0, zeros(32)], [256, zeros(32)])), // prettier-ignore
    'verkle.updateCommitmentSparse': () =>
      verkle.updateCommitmentSparse(commitment, spoiled(update, { ...update, index: -1 })),
    'verkle.hashCommitments': () => verkle.hashCommitments(spoiled(commitment, zeros(5))),
    'verkle.createProof': () => verkle.createProof(spoiled(opening, { ...opening, vector: 7 })),
    'verkle.createProof, index': () =>
      verkle.createProof([{ ...opening, indices: [0, 1, 256, 3, 4] }]),
    'verkle.createProof, value': () =>
      verkle.createProof([{ ...opening, vector: vector.map((v, i) => (i === 2 ? 7 : v)) }]),
    'verkle.verifyProof': () =>
      verkle.verifyProof(zeros(576), spoiled(claim, { ...claim, indexValuePairs: 7 })),
    'verkle.verifyProof, pair': () =>
      verkle.verifyProof(zeros(576), [{ ...claim, indexValuePairs: spoiled(pair, 7) }]),
  });
  const groth16 = await bn.groth16();
  const [bn254] = groth16Curves.filter(({ name }) => name === 'bn128');
  const { zkey, vkey } = await setup({ instance: bn, ...bn254 }, cubic(bn254.r), 'indices');
  const provingKey = await groth16.provingKey(zkey);
  const vk = groth16.verifyingKey(vkey);
  const values = cubic(bn254.r).values;
  const wtns = Uint8Array.from(values.flatMap((_, i) => Array(32).fill(i === 2 ? 255 : Number(i === 0)).map((byte, j) => (i !== 2 && j > 0 ? 0 : byte)))); // prettier-ignore
  const proof = { pi_a: ['0', '1', '0'], pi_b: [['0', '0'], ['1', '0'], ['0', '0']], pi_c: ['0', '1', '0'] }; // prettier-ignore
  batchCalls('vk', vk, { publicSignals: ['1'], proof });
  const longKey = (/** @type {any} */ bad) => ({
    ...vkey,
    nPublic: 4,
    IC: spoiled(vkey.IC[0], bad),
  });
  define({
    'vk.verify': () => vk.verify(spoiled('1', 7), proof),
    'vk.verifyAsync': () => vk.verifyAsync(spoiled('1', 7), proof),
    'key.IC': () => groth16.verifyingKey(longKey(7)),
    'key.IC, coordinates': () => groth16.verifyingKey(longKey(['1', 2, '1'])),
    'key.IC, off the curve': () => groth16.verifyingKey(longKey(['1', '1', '1'])),
    'key.IC, out of range': () => groth16.verifyingKey(longKey(['-1', '1', '1'])),
    'prove, bytes': () => provingKey.prove(wtns),
    'prove, bigints': () => provingKey.prove(values.map((v, i) => (i === 2 ? bn254.r : v))),
    'prove, another type': () => provingKey.prove(values.map((v, i) => (i === 2 ? 7 : v))),
    'witness, values': () => groth16.witness(new Uint8Array(), { a: [1, 2, 'x', 4] }),
    'witness, a large number': () => groth16.witness(new Uint8Array(), { a: [1, 2, 2 ** 60] }),
    'toSolidity, signals': () => groth16.toSolidity(proof, spoiled('1', 7)),
  });
});
afterAll(() => instances.forEach((instance) => instance.dispose()));

describe('an error about an element', () => {
  it('has its index, in every member that takes a list', async () => {
    /** @type {string[]} */
    const wrong = [];
    for (const [name, call] of calls) {
      try {
        const value = await call();
        wrong.push(`${name}: no error, got ${value}`);
      } catch (error) {
        const { index, message } = /** @type {any} */ (error);
        if (!(error instanceof CurvemillError)) wrong.push(`${name}: ${error}`);
        else if (index !== 2) wrong.push(`${name}: index ${index}: ${message}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(calls.size).toBeGreaterThan(200);
  });
});
