/**
 * A program of an app, with `data.json` of the test beside it: prints the answers, and the median
 * time of each in ms.
 */
/* global print -- of Hermes */
import './globals.js';
import { createBls12381 } from 'curvemill/bls12-381';
import { createBn254 } from 'curvemill/bn254';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { createSecp256k1 as createEagerly } from 'curvemill/secp256k1/eager';
import { EnvironmentError } from 'curvemill/errors';
import { mainnet } from 'curvemill/trusted-setup';
import { nostrTools } from 'curvemill/adapters/nostr-tools';
import * as library from 'curvemill';
import data from './data.json';

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const toHex = (list) => Array.from(list, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The class and the message of an error. @param {() => unknown} call */
async function refusal(call) {
  try {
    return await call();
  } catch (error) {
    return [error instanceof EnvironmentError, error.message];
  }
}

const answers = {};
const times = {};

/** @param {string} name @param {() => unknown} call */
async function answer(name, call) {
  const taken = [];
  for (let i = 0; i < data.runs; i++) {
    const began = Date.now();
    answers[name] = await call();
    taken.push(Date.now() - began);
  }
  times[name] = taken.sort((a, b) => a - b)[data.runs >> 1];
}

async function signatures() {
  const secp = await createSecp256k1({ threads: 'auto' });
  answers.instance = [secp.backend.single, secp.threads, secp.threadsReason];
  const { schnorr, ecdsa, group } = secp;
  const [valid, forged] = ['valid', 'forged'].map((name) =>
    data.schnorr[name].map(({ signature, message, publicKey }) => ({
      signature: bytes(signature),
      message: bytes(message),
      publicKey: bytes(publicKey),
    })),
  );
  const verify = ({ signature, message, publicKey }) =>
    schnorr.verify(signature, message, publicKey);
  await answer('schnorr.verify', () => verify(valid[0]));
  answers['schnorr.verify, forged'] = verify(forged[1]);
  await answer('schnorr.verifyBatch', () => schnorr.verifyBatch(valid));
  answers['schnorr.verifyBatch, forged'] = schnorr.verifyBatch(forged);
  answers['schnorr.findInvalid'] = await schnorr.findInvalidAsync(forged);
  const { signature, hash, publicKey, recoveryId } = data.ecdsa;
  const [r, h, key] = [signature, hash, publicKey].map(bytes);
  await answer('ecdsa.verify', () => ecdsa.verify(r, h, key));
  answers['ecdsa.verify, another hash'] = ecdsa.verify(r, bytes(data.otherHash), key);
  await answer('ecdsa.recover', () => toHex(ecdsa.recover(r, recoveryId, h).toBytes()));
  const points = group.points(data.points.map(bytes));
  await answer('group.msm', () => toHex(group.msm(points, data.scalars.map(BigInt)).toBytes()));
  const { queue } = nostrTools(secp);
  answers.nostr = await Promise.all(data.events.map((event) => queue.verify(event)));
  secp.dispose();
}

async function pairings() {
  const bls = await createBls12381();
  const { message, signature, publicKey } = data.bls;
  const [m, s, k] = [message, signature, publicKey].map(bytes);
  await answer('minPk.verify', () => bls.minPk.verify(s, m, k));
  answers['minPk.verify, another message'] = bls.minPk.verify(s, bytes(data.otherHash), k);
  const { verification } = mainnet.ready;
  const kzg = await bls.kzg({ ready: { verification } });
  const { commitment, z, y, proof } = data.kzg;
  const [c, at, value, p] = [commitment, z, y, proof].map(bytes);
  await answer('kzg.verifyKzgProof', () => kzg.verifyKzgProof(c, at, value, p));
  answers['kzg.verifyKzgProof, another value'] = kzg.verifyKzgProof(c, at, at, p);
  const bn = await createBn254();
  const groth16 = await bn.groth16();
  const { key, publicSignals, proof: proved } = data.groth16;
  await answer('groth16.verify', () => groth16.verify(key, publicSignals, proved));
  answers['groth16.verify, another signal'] = groth16.verify(key, ['1'], proved);
}

async function refusals() {
  answers['a kernel'] = await refusal(() => createSecp256k1({ backend: 'fma' }));
  const fallback = await createEagerly({ fallback: 'bigint' });
  answers.fallback = fallback.backend.batch;
  const list = data.schnorr.valid.map(({ signature, message, publicKey }) => ({
    signature: bytes(signature),
    message: bytes(message),
    publicKey: bytes(publicKey),
  }));
  const { crypto } = globalThis;
  delete globalThis.crypto;
  answers['no crypto'] = await refusal(() => fallback.schnorr.verifyBatch(list));
  globalThis.crypto = crypto;
  const bn = await createBn254();
  const groth16 = await bn.groth16();
  const module = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  answers['a circuit'] = await refusal(() => groth16.witness(module, {}));
  answers.sums = [];
  for (const name of Object.keys(library).filter((name) => name.startsWith('create'))) {
    const instance = await library[name]();
    for (const group of Object.values(instance).filter((member) => member?.randomPoints)) {
      const sum = await group.msmAsync(group.randomPoints(5, 1), group.randomScalars(5, 2));
      answers.sums.push([group.name, toHex(sum.toBytes())]);
    }
  }
}

signatures()
  .then(pairings)
  .then(refusals)
  .then(() => print(JSON.stringify({ answers, times })))
  .catch((error) => print(JSON.stringify({ error: `${error}\n${error.stack}` })));
