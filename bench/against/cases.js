/**
 * The calls that two builds are compared by. Each is made on one build, with the same inputs on
 * both, and says whether its own result is right.
 */
import { areEqual } from '../../scripts/lib/bytes.js';
import { knownLog } from '../../scripts/lib/workload.js';
import { ecdsaItems } from '../../test/protocols/signing.js';
import { setup } from '../../test/support/groth16/setup.js';
import { circuitOf } from '../groth16/circuits.js';

/**
 * `result`: what both builds must agree on; `run`: the call that is timed.
 * @typedef {{ run: () => unknown, result: Uint8Array[], isRight: boolean,
 *   backend: { single: string, batch: string }, end: () => void }} Case
 */

/**
 * An entry of a build, by its public name.
 * @typedef {(name: string) => Promise<any>} Load
 */

/** @typedef {{ backend: string, threads: number }} Settings */

const SEED = 1;
const WIDTH = 256;

/** Cases by name. @type {Record<string, (load: Load, backend: string) => Promise<Case>>} */
export const cases = {
  ...sums('bls12-381', 'G1', [8, 12, 16]),
  ...sums('bls12-381', 'G2', [10]),
  ...sums('secp256k1', 'group', [1, 10]),
  'ECDSA verify': ecdsa,
  'Verkle 1': (load, backend) => verkle(load, backend, 1),
  'Verkle 4': (load, backend) => verkle(load, backend, 4),
  [`Verkle ${WIDTH}`]: (load, backend) => verkle(load, backend, WIDTH),
  verifyBlobKzgProof: blobProof,
  'cells with proofs': cells,
  'Groth16 2^13': (load, backend) => groth16(load, backend, 'chain13'),
  ...sums('bls12-381', 'G1', [12, 16], 2),
};

/** @type {Record<string, string>} */
const CREATORS = {
  'bls12-381': 'createBls12381',
  secp256k1: 'createSecp256k1',
  banderwagon: 'createBanderwagon',
  bn254: 'createBn254',
};

/**
 * @param {Load} load
 * @param {string} entry
 * @param {Settings} settings
 */
async function open(load, entry, settings) {
  const { [CREATORS[entry]]: create } = await load(entry);
  const instance = await create(settings);
  const { threads, threadsReason, backend } = instance;
  if (threads !== settings.threads) throw new Error(`${threads} threads: ${threadsReason}`);
  return { instance, backend, end: () => instance.dispose() };
}

/**
 * Sums of 2^logSize points, the same for each build.
 * @param {string} entry
 * @param {string} member the group
 * @param {readonly number[]} logSizes
 * @param {number} [threads]
 */
function sums(entry, member, logSizes, threads = 1) {
  const group = member === 'group' ? entry : member;
  return Object.fromEntries(
    logSizes.map((log) => {
      const n = log < 8 || entry === 'secp256k1' ? `${2 ** log}` : `2^${log}`;
      const name = threads > 1 ? `${group} ${n}, ${threads} threads` : `${group} ${n}`;
      return [
        name,
        (/** @type {Load} */ load, /** @type {string} */ backend) =>
          sum(load, entry, member, 2 ** log, { backend, threads }),
      ];
    }),
  );
}

/**
 * @param {Load} load
 * @param {string} entry
 * @param {string} member
 * @param {number} n
 * @param {Settings} settings
 * @returns {Promise<Case>}
 */
async function sum(load, entry, member, n, settings) {
  const { instance, ...opened } = await open(load, entry, settings);
  const group = instance[member];
  const [points, scalars] = [group.randomPoints(n, SEED), group.randomScalars(n, SEED)];
  const run =
    settings.threads > 1 ? () => group.msmAsync(points, scalars) : () => group.msm(points, scalars);
  const found = await run();
  const expected = group.generator.multiply(knownLog(scalars, SEED) % group.order);
  return { ...opened, run, result: [found.toBytes()], isRight: found.equals(expected) };
}

/** @param {Load} load @param {string} backend @returns {Promise<Case>} */
async function ecdsa(load, backend) {
  const { instance, ...opened } = await open(load, 'secp256k1', { backend, threads: 1 });
  const items = ecdsaItems(WIDTH);
  const verify = (/** @type {typeof items[number]} */ { signature, hash, publicKey }) =>
    instance.ecdsa.verify(signature, hash, publicKey);
  const isRight = items.every(
    (item, i) => verify(item) && !verify({ ...item, hash: items[(i + 1) % WIDTH].hash }),
  );
  let at = 0;
  return { ...opened, run: () => verify(items[at++ % WIDTH]), result: [], isRight };
}

/**
 * A commitment to the given number of scalars among 256.
 * @param {Load} load
 * @param {string} backend
 * @param {number} count
 * @returns {Promise<Case>}
 */
async function verkle(load, backend, count) {
  const { instance: bw, ...opened } = await open(load, 'banderwagon', { backend, threads: 1 });
  const all = bw.group.randomScalars(WIDTH, SEED);
  const isGiven = (/** @type {number} */ i) => i % (WIDTH / count) === (WIDTH / count) >> 1;
  const bytes = all.map((/** @type {number} */ byte, /** @type {number} */ i) =>
    isGiven(i >> 5) ? byte : 0,
  );
  const scalars = Array.from({ length: WIDTH }, (_, i) =>
    bytes.slice(32 * i, 32 * (i + 1)).reverse(),
  );
  const tree = await bw.verkle();
  const run = () => tree.commitToScalars(scalars);
  const result = tree.serializeCommitment(run());
  const expected = bw.group.msm(bw.crs, bytes).toBytes('compressed');
  return { ...opened, run, result: [result], isRight: areEqual(result, expected) };
}

/**
 * A proof of a circuit, by an open key.
 * @param {Load} load
 * @param {string} backend
 * @param {string} name of the circuit
 * @returns {Promise<Case>}
 */
async function groth16(load, backend, name) {
  const { instance, ...opened } = await open(load, 'bn254', { backend, threads: 1 });
  const { circuit, curve } = circuitOf(name);
  const { zkey, vkey } = await setup({ instance, ...curve }, circuit, 'bench');
  const prover = await instance.groth16();
  const key = await prover.provingKey(zkey);
  const run = () => key.prove(circuit.values);
  const { proof, publicSignals } = await run();
  const isRight = prover.verify(vkey, publicSignals, proof) && !prover.verify(vkey, [1n], proof);
  return { ...opened, run, result: [], isRight };
}

/** @param {Load} load @param {string} backend */
async function openKzg(load, backend) {
  const opened = await open(load, 'bls12-381', { backend, threads: 1 });
  const { mainnet } = await load('trusted-setup');
  const kzg = await opened.instance.kzg(mainnet);
  return { ...opened, kzg, blob: opened.instance.G1.randomScalars(4096, SEED) };
}

/** @param {Load} load @param {string} backend @returns {Promise<Case>} */
async function blobProof(load, backend) {
  const { kzg, blob, end, ...opened } = await openKzg(load, backend);
  const commitment = kzg.blobToKzgCommitment(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  const run = () => kzg.verifyBlobKzgProof(blob, commitment, proof);
  const isRight = run() && !kzg.verifyBlobKzgProof(blob, commitment, commitment);
  return { backend: opened.backend, end, run, result: [commitment, proof], isRight };
}

/** @param {Load} load @param {string} backend @returns {Promise<Case>} */
async function cells(load, backend) {
  const { kzg, blob, end, ...opened } = await openKzg(load, backend);
  const commitment = kzg.blobToKzgCommitment(blob);
  const run = () => kzg.computeCellsAndKzgProofs(blob);
  // The first call, in a page, downloads points.
  const [list, proofs] = await kzg.computeCellsAndKzgProofsAsync(blob);
  const verify = (/** @type {Uint8Array[]} */ given) =>
    kzg.verifyCellKzgProofBatch(
      list.map(() => commitment),
      [...list.keys()],
      list,
      given,
    );
  const isRight = verify(proofs) && !verify([...proofs].reverse());
  return { backend: opened.backend, end, run, result: [...list, ...proofs], isRight };
}
