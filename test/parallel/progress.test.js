/**
 * Progress of every call that reports it, on one thread and on two: it rises from 0 to 1 once, with
 * one total, and its end comes once, when the call is done. Short feeds do not leap to their end.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mainnet } from '../../src/trusted-setup.js';
import { creators } from '../support/creators.js';
import { madeBySnarkjs } from '../support/ceremony/files.js';
import { isWhole } from '../support/extent.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { witnessFile } from '../support/groth16/files.js';
import { setup } from '../support/groth16/setup.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';

/** Members that take `onProgress` and whose names do not say so. */
const OTHERS = [
  ...['fixedBasis', 'kzg', 'prepare', 'verkle', 'provingKey', 'prove', 'fullProve'],
  ...['verifyPtau', 'verifyZkey', 'verifyContribution'],
];

/** Calls by the objects and the names of members. @type {Map<string, (how: object) => any>} */
const calls = new Map();
/** @type {any[]} */
let instances = [];
/** @type {Map<string, any>} */
let objects = new Map();

/** @param {number} threads */
async function open(threads) {
  const options = { threads };
  const [bls, bn, secp, bw] = /** @type {any[]} */ (
    await Promise.all(
      ['bls12-381', 'bn254', 'secp256k1', 'banderwagon'].map((path) => creators[path](options)),
    )
  );
  instances = [bls, bn, secp, bw];
  const { G1 } = bls;
  const Fr = await G1.scalarField();
  const basis = await G1.fixedBasis(G1.randomPoints(40, 1), { memory: 2 ** 18 });
  const kzg = await bls.kzg(mainnet);
  const verkle = await bw.verkle({ memory: 2 ** 18 });
  const groth16 = await bn.groth16();
  const [bn254] = groth16Curves.filter(({ name }) => name === 'bn128');
  const circuit = moduleCircuit(bn254.r, 3n);
  const { zkey, vkey } = await setup({ instance: bn, ...bn254 }, circuit, 'progress');
  const wtns = witnessFile(circuit);
  const key = await groth16.provingKey(zkey);
  const vk = groth16.verifyingKey(vkey);
  const proved = await key.prove(wtns);
  const code = await circuitModule({ r: bn254.r });
  const { r1cs, ptau, initial, zkey: last } = madeBySnarkjs();
  const made = { r1cs, ptau, initial, zkey: last };
  objects = new Map(
    Object.entries({
      ...{ bls, bn, secp, bw, G1, Fr, basis, kzg, verkle, groth16, key, vk },
      ...{ ecdsa: secp.ecdsa, schnorr: secp.schnorr, minPk: bls.minPk, minSig: bls.minSig },
    }),
  );
  const points = G1.randomPoints(2000, 1);
  const bytes = points.toBytes();
  const scalars = G1.randomScalars(2000, 2);
  const blob = new Uint8Array(131072).fill(1);
  const commitment = kzg.blobToKzgCommitment(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  const [z, [, y]] = [new Uint8Array(32), kzg.computeKzgProof(blob, new Uint8Array(32))];
  const zProof = kzg.computeKzgProof(blob, z)[0];
  const [cells, proofs] = await kzg.computeCellsAndKzgProofsAsync(blob);
  const half = Array.from({ length: 64 }, (_, i) => i);
  const twice = (/** @type {any} */ item) => [item, item];
  const define = (/** @type {Record<string, (how: object) => any>} */ own) =>
    Object.entries(own).forEach(([name, call]) => calls.set(name, call));
  define({
    'G1.pointsAsync': (how) => G1.pointsAsync(bytes, how),
    'G1.msmAsync': (how) => G1.msmAsync(points, scalars, how),
    'G1.fixedBasis': (how) => G1.fixedBasis(points, { ...how, memory: 2 ** 21 }),
    'basis.msmAsync': (how) => basis.msmAsync(scalars.subarray(0, 1280), how),
    'Fr.nttAsync': (how) => Fr.nttAsync(Fr.zeros(2 ** 14), how),
    'bls.kzg': (how) => bls.kzg(mainnet, how),
    'kzg.prepare': (how) => kzg.prepare(how),
    'kzg.blobToKzgCommitmentAsync': (how) => kzg.blobToKzgCommitmentAsync(blob, how),
    'kzg.computeKzgProofAsync': (how) => kzg.computeKzgProofAsync(blob, z, how),
    'kzg.computeBlobKzgProofAsync': (how) => kzg.computeBlobKzgProofAsync(blob, commitment, how),
    'kzg.computeCellsAsync': (how) => kzg.computeCellsAsync(blob, how),
    'kzg.computeCellsAndKzgProofsAsync': (how) => kzg.computeCellsAndKzgProofsAsync(blob, how),
    'kzg.recoverCellsAndKzgProofsAsync': (how) =>
      kzg.recoverCellsAndKzgProofsAsync(half, cells.slice(0, 64), how),
    'kzg.verifyKzgProofAsync': (how) => kzg.verifyKzgProofAsync(commitment, z, y, zProof, how),
    'kzg.verifyBlobKzgProofAsync': (how) =>
      kzg.verifyBlobKzgProofAsync(blob, commitment, proof, how),
    'kzg.verifyBlobKzgProofBatchAsync': (how) =>
      kzg.verifyBlobKzgProofBatchAsync(twice(blob), twice(commitment), twice(proof), how),
    'kzg.verifyCellKzgProofBatchAsync': (how) =>
      kzg.verifyCellKzgProofBatchAsync(cells.map(() => commitment), cells.map((_, i) => i), cells, proofs, how), // prettier-ignore
    'bw.verkle': (how) => bw.verkle({ ...how, memory: 2 ** 20 }),
    'groth16.provingKey': (how) => groth16.provingKey(zkey, how),
    'groth16.prove': (how) => groth16.prove(zkey, wtns, how),
    'groth16.fullProve': (how) => groth16.fullProve(inputsOf(3n), code, zkey, how),
    'groth16.verifyPtau': (how) => groth16.verifyPtau(made.ptau, how),
    'groth16.verifyZkey': (how) => groth16.verifyZkey(made, how),
    'groth16.verifyContribution': (how) => groth16.verifyContribution(made.initial, made.zkey, how),
    'key.prove': (how) => key.prove(wtns, how),
    'vk.verifyAsync': (how) => vk.verifyAsync(proved.publicSignals, proved.proof, how),
  });
  const feeds = new Map([
    ['ecdsa', ecdsaItems(60)],
    ['schnorr', schnorrItems(600)],
    ['minPk', blsItems(bls, 'minPk', 12)],
    ['minSig', blsItems(bls, 'minSig', 12)],
    ['vk', Array.from({ length: 12 }, () => proved)],
  ]);
  for (const [name, items] of feeds) {
    for (const member of ['verifyBatchAsync', 'findInvalidAsync', 'verifyFeedAsync']) {
      calls.set(`${name}.${member}`, (how) => objects.get(name)[member](items, how));
    }
  }
  const vector = Array.from({ length: 256 }, () => new Uint8Array(32));
  vector[0][0] = 1;
  const serializedCommitment = verkle.serializeCommitment(verkle.commitToScalars(vector));
  const inputs = [{ serializedCommitment, vector, indices: [3, 5] }];
  const opened = verkle.createProof(inputs);
  const indexValuePairs = [3, 5].map((index) => ({ index, value: vector[index] }));
  const claims = [{ serializedCommitment, indexValuePairs }];
  define({
    'verkle.createProofAsync': (how) => verkle.createProofAsync(inputs, how),
    'verkle.verifyProofAsync': (how) => verkle.verifyProofAsync(opened, claims, how),
  });
}

/** @param {Array<{ phase: string, done: number, total: number }>} reports @param {string} name */
function expectOneRise(reports, name) {
  const shares = reports.map(({ done, total }) => done / total);
  const text = `${name}: ${shares.map((share) => share.toFixed(3)).join(' ')}`;
  expect(reports.length, text).toBeGreaterThan(0);
  for (const [i, share] of shares.entries()) {
    expect(share, text).toBeGreaterThanOrEqual(shares[i - 1] ?? 0);
    expect(share, text).toBeLessThanOrEqual(1);
    expect(reports[i].total, text).toBe(reports[0].total);
  }
  const phases = reports.map(({ phase }) => phase);
  expect(phases.indexOf('done'), `${text} ${phases}`).toBe(reports.length - 1);
  expect(shares.at(-1), text).toBe(1);
  return { shares, text };
}

/**
 * Reports of a call. On one thread, by a clock that each look at it moves: they come often on any
 * machine.
 * @param {string} name
 * @param {(how: object) => any} call
 * @param {number} threads
 */
async function riseOf(name, call, threads) {
  /** @type {any[]} */
  const reports = [];
  let clock = 0;
  if (threads === 1) vi.spyOn(performance, 'now').mockImplementation(() => (clock += 9));
  try {
    await call({ onProgress: (/** @type {any} */ report) => reports.push(report) });
  } finally {
    vi.restoreAllMocks();
  }
  return expectOneRise(reports, name);
}

for (const threads of isWhole ? [1, 2] : [1]) {
  describe(`progress, threads: ${threads}`, () => {
    beforeAll(() => open(threads));
    afterAll(() => instances.forEach((instance) => instance.dispose()));

    it('of every call rises from 0 to 1, once', async () => {
      const members = [...objects].flatMap(([name, object]) =>
        Object.keys(object)
          .filter((key) => /Async$/.test(key) || OTHERS.includes(key))
          // Its steps are those of `verifyProofAsync`; test/verkle/json has witnesses.
          .filter((key) => key !== 'verifyExecutionWitnessPreStateAsync')
          .map((key) => `${name}.${key}`),
      );
      expect([...calls.keys()].sort()).toEqual(members.sort());
      for (const [name, call] of calls) {
        const { shares, text } = await riseOf(name, call, threads);
        // Parts together are the whole: by that clock, it is not complete half way.
        if (threads === 1 && shares.length > 8)
          expect(shares[(shares.length - 1) >> 1], text).toBeLessThan(1);
      }
    });

    it('of short feeds does not leap, and an abort during one rejects', async () => {
      let feeds = 0;
      for (const [name, call] of calls) {
        if (!name.endsWith('.verifyFeedAsync')) continue;
        const { shares, text } = await riseOf(name, call, threads);
        // With workers, reports come when they come: two may lie in one look at the clock.
        if (threads === 1) {
          shares.forEach((share, i) =>
            expect(share - (shares[i - 1] ?? 0), text).toBeLessThanOrEqual(0.6),
          );
        }
        for (const isLast of [false, true]) {
          const controller = new AbortController();
          const onProgress = (/** @type {any} */ { phase }) => {
            if (!isLast || phase === 'done') controller.abort(new Error(`of ${name}`));
          };
          const running = call({ signal: controller.signal, onProgress });
          await expect(running, `${name}, last: ${isLast}`).rejects.toThrow(`of ${name}`);
        }
        feeds++;
      }
      expect(feeds).toBe(5);
    });
  });
}
