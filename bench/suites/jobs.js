/**
 * The jobs of the README beside other libraries: a feed of signatures, blobs, a prover's sum, and
 * signatures of Ethereum's consensus layer. In Node and in browsers, one machine and one run.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { schnorr } from '@noble/curves/secp256k1.js';
import { createBls12381 } from 'curvemill/bls12-381';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { mainnet } from 'curvemill/trusted-setup';
import { toPrefixedHex } from '../../scripts/lib/bytes.js';
import { loadPeer } from '../../scripts/lib/peers/index.js';
import { createWorkload, prepareFor } from '../../scripts/lib/workload.js';

/** @import { Case, Opened, Settings } from '../harness/suite.js' */

export const title = 'The jobs of the README';

const OURS = 'curvemill';
const [FEED, SIGNATURES, LOG_POINTS] = [1024, 64, 14];
const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
/** Of the table of commitments: 10 MiB of it are used. */
const MEMORY = 2 ** 24;

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends: [backend], load }) {
  const options = { backend: /** @type {any} */ (backend) };
  const [secp, bls] = await Promise.all([createSecp256k1(options), createBls12381(options)]);
  const { single, batch } = bls.backend;
  const cases = [
    await feed(secp, load),
    ...(await blobs(bls, load)),
    await sum(bls),
    await consensus(bls, load),
  ];
  const table = {
    ...{ id: 'j', title: 'Jobs', head: 'job', unit: /** @type {const} */ ('ms'), cases },
    about: `In brackets the time over that of this library. Batches here, one by one elsewhere; a table of ${MEMORY / 2 ** 20} MiB at most for commitments, none of c-kzg and kzg-wasm. blst is @chainsafe/blst, whose weights of a batch have 64 bits, ours 128; it verifies a batch on all cores that it is given.`,
  };
  return {
    tables: [table],
    backend: `single ${single}, batch ${batch}`,
    end: () => [secp, bls].forEach((instance) => instance.dispose()),
  };
}

/** Those of some contestants whose library is there. @param {Record<string, any>} runs */
const present = (runs) => Object.fromEntries(Object.entries(runs).filter(([, run]) => run));

/** @param {any} secp @param {Settings['load']} load @returns {Promise<Case>} */
async function feed(secp, load) {
  const items = Array.from({ length: FEED }, (_, i) => {
    const secret = new Uint8Array(32).fill(1 + (i % 200), 1);
    const message = new Uint8Array(32).fill(i, i % 32);
    return {
      message,
      publicKey: schnorr.getPublicKey(secret),
      signature: schnorr.sign(message, secret, new Uint8Array(32)),
    };
  });
  const tiny = await load('tiny-secp256k1');
  const each = (/** @type {(item: any) => boolean} */ verify) => () => items.every(verify);
  return {
    ...{ name: `BIP-340, each of a batch of ${FEED}`, items: FEED, expected: 'true' },
    runs: present({
      [OURS]: () => secp.schnorr.verifyBatch(items),
      'tiny-secp256k1':
        tiny && each((t) => tiny.verifySchnorr(t.message, t.publicKey, t.signature)),
      noble: each((t) => schnorr.verify(t.signature, t.message, t.publicKey)),
    }),
  };
}

/** @param {any} bls @param {Settings['load']} load @returns {Promise<Case[]>} */
async function blobs(bls, load) {
  const kzg = await bls.kzg(mainnet, { memory: MEMORY });
  await kzg.prepare();
  const blob = bls.G1.randomScalars(4096, 1);
  const hex = toPrefixedHex(blob);
  const native = await load('c-kzg');
  native?.loadTrustedSetup(0);
  const wasm = await (await load('kzg-wasm'))?.loadKZG();
  const text = (/** @type {any} */ result) =>
    typeof result === 'string' ? result.toLowerCase() : toPrefixedHex(result);
  return [
    {
      ...{ name: 'KZG commitment to a blob, table of 10 MiB', text },
      runs: present({
        [OURS]: () => kzg.blobToKzgCommitment(blob),
        'c-kzg': native && (() => native.blobToKzgCommitment(blob)),
        'kzg-wasm': wasm && (() => wasm.blobToKZGCommitment(hex)),
      }),
    },
    {
      ...{ name: 'cells of a blob and their proofs', text },
      runs: present({
        [OURS]: () => kzg.computeCellsAndKzgProofs(blob)[1][127],
        'c-kzg': native && (() => native.computeCellsAndKzgProofs(blob)[1][127]),
        'kzg-wasm': wasm && (() => wasm.computeCellsAndKZGProofs(hex).proofs[127]),
      }),
    },
  ];
}

/** @param {any} bls @returns {Promise<Case>} */
async function sum({ G1 }) {
  const workload = createWorkload('bls12-381-g1', G1, 2 ** LOG_POINTS, 1);
  /** @type {Case['runs']} */
  const runs = {
    [OURS]: () => G1.msm(workload.points, workload.scalars).toAffine(),
  };
  for (const name of ['montgomery', 'noble']) {
    const peer = await loadPeer(name, 'bls12-381-g1');
    if (!peer) continue;
    const { run, read } = prepareFor(peer, workload);
    runs[name] = () => read(run());
  }
  const text = (/** @type {any} */ { x, y }) => `${x} ${y}`;
  return { name: `MSM, BLS12-381 G1, 2^${LOG_POINTS} points`, runs, text, isLong: true };
}

/** @param {any} bls @param {Settings['load']} load @returns {Promise<Case>} */
async function consensus({ G1, G2, minPk }, load) {
  const items = Array.from({ length: SIGNATURES }, (_, i) => {
    const message = new Uint8Array(32).fill(i);
    const secret = BigInt(i + 1) ** 29n;
    return {
      message,
      publicKey: G1.generator.multiply(secret).toBytes(),
      signature: G2.hashToCurve(message, { dst: TAG }).multiply(secret).toBytes(),
    };
  });
  const { longSignatures } = bls12_381;
  const blst = await load('@chainsafe/blst');
  const sets = () =>
    items.map(({ message, publicKey, signature }) => ({
      msg: message,
      pk: blst.PublicKey.fromBytes(publicKey, true),
      sig: blst.Signature.fromBytes(signature, true),
    }));
  return {
    ...{ name: `BLS signature, each of a batch of ${SIGNATURES}, from bytes` },
    ...{ items: SIGNATURES, expected: 'true', isLong: true },
    runs: present({
      [OURS]: () => minPk.verifyBatch(items),
      blst: blst && (() => blst.verifyMultipleAggregateSignatures(sets())),
      noble: () =>
        items.every(({ message, publicKey, signature }) =>
          longSignatures.verify(signature, longSignatures.hash(message, TAG), publicKey),
        ),
    }),
  };
}
