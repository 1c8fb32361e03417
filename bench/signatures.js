/**
 * Signatures over secp256k1: this library beside tiny-secp256k1 (libsecp256k1 in WebAssembly)
 * and @noble/curves, and batches beside single verification.
 *
 *   node bench/signatures.js [--backend auto] [--rounds 15] [--json | --markdown]
 *
 * Every result is checked before it is timed. The candidates take turns in one process, each over
 * the same 256 signatures by different keys; the output is medians of the rounds in microseconds
 * per signature, and ratios to this library.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import * as tiny from 'tiny-secp256k1';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { createSecp256k1 } from '../src/secp256k1.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { renderSignatures } from './signatures/report.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const SIZE = 256;
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Reproducible test keys and hashes. @param {string} text */
const bytesOf = (text) => Uint8Array.from(createHash('sha256').update(text).digest());

const items = Array.from({ length: BATCHES[BATCHES.length - 1] }, (_, i) => {
  const secret = bytesOf(`key ${i}`);
  const hash = bytesOf(`hash ${i}`);
  const publicKey = secp256k1.getPublicKey(secret);
  const { signature, recoveryId } = tiny.signRecoverable(hash, secret);
  const xOnly = publicKey.subarray(1);
  const full = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return {
    hash,
    publicKey,
    full,
    xOnly,
    signature,
    recoveryId,
    bip340: tiny.signSchnorr(hash, secret),
  };
});

const secp = await createSecp256k1({ backend: /** @type {any} */ (values.backend) });
const { ecdsa, schnorr: ours } = secp;
const noble = { prehash: false, lowS: true };

/** @typedef {typeof items[number]} Item */

/**
 * The subjects: for each candidate, a call that returns whether the signature is valid.
 * @type {Record<string, Record<string, (t: Item) => boolean>>}
 */
const subjects = {
  'ECDSA, compressed key': {
    curvemill: (t) => ecdsa.verify(t.signature, t.hash, t.publicKey),
    'tiny-secp256k1': (t) => tiny.verify(t.hash, t.publicKey, t.signature),
    '@noble/curves': (t) => secp256k1.verify(t.signature, t.hash, t.publicKey, noble),
  },
  'ECDSA, uncompressed key': {
    curvemill: (t) => ecdsa.verify(t.signature, t.hash, t.full),
    'tiny-secp256k1': (t) => tiny.verify(t.hash, t.full, t.signature),
    '@noble/curves': (t) => secp256k1.verify(t.signature, t.hash, t.full, noble),
  },
  'ECDSA, recovery': {
    curvemill: (t) => same(ecdsa.recover(t.signature, t.recoveryId, t.hash)?.toBytes(), t),
    'tiny-secp256k1': (t) => same(tiny.recover(t.hash, t.signature, t.recoveryId, true), t),
    '@noble/curves': (t) =>
      same(
        secp256k1.Signature.fromBytes(t.signature)
          .addRecoveryBit(t.recoveryId)
          .recoverPublicKey(t.hash)
          .toBytes(),
        t,
      ),
  },
  'BIP-340': {
    curvemill: (t) => ours.verify(t.bip340, t.hash, t.xOnly),
    'tiny-secp256k1': (t) => tiny.verifySchnorr(t.hash, t.xOnly, t.bip340),
    '@noble/curves': (t) => schnorr.verify(t.bip340, t.hash, t.xOnly),
  },
};

/**
 * @param {Uint8Array | null | undefined} key
 * @param {Item} item
 */
function same(key, { publicKey }) {
  return key?.every((byte, i) => byte === publicKey[i]) ?? false;
}

/** @param {number[]} samples */
function median(samples) {
  return [...samples].sort((a, b) => a - b)[samples.length >> 1];
}

/**
 * Times the calls in turns.
 * @param {Record<string, { count: number, run: () => void }>} calls `count`: signatures in a run
 * @returns {Record<string, number>} microseconds per signature
 */
function inTurns(calls) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, { count, run }] of Object.entries(calls)) {
      const start = performance.now();
      run();
      if (round >= 0) samples[name].push(((performance.now() - start) * 1000) / count);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
}

const sample = items.slice(0, SIZE);
/** @type {Record<string, Record<string, number>>} */
const single = {};
for (const [subject, candidates] of Object.entries(subjects)) {
  /** @type {Record<string, { count: number, run: () => void }>} */
  const calls = {};
  for (const [name, call] of Object.entries(candidates)) {
    // The slow candidate gets fewer signatures; otherwise its turns would dominate.
    const list = name === '@noble/curves' ? sample.slice(0, SIZE / 8) : sample;
    if (!list.every((t) => call(t) === true)) throw new Error(`${name}: ${subject} is wrong`);
    calls[name] = { count: list.length, run: () => list.forEach(call) };
  }
  single[subject] = inTurns(calls);
}

/**
 * @type {Record<string, { list: any[], one: (t: any) => boolean, all: (list: any[]) => boolean,
 *   spoil: (t: any) => any }>}
 */
const batches = {
  ECDSA: {
    list: items,
    one: (t) => ecdsa.verify(t.signature, t.hash, t.publicKey),
    all: (list) => ecdsa.verifyBatch(list),
    spoil: (t) => ({ ...t, hash: t.xOnly }),
  },
  'BIP-340': {
    list: items.map((t) => ({ signature: t.bip340, message: t.hash, publicKey: t.xOnly })),
    one: (t) => ours.verify(t.signature, t.message, t.publicKey),
    all: (list) => ours.verifyBatch(list),
    spoil: (t) => ({ ...t, message: t.publicKey }),
  },
};
/** @type {Record<string, Array<{ size: number, us: number, gain: number }>>} */
const curves = {};
for (const [subject, { list, one, all, spoil }] of Object.entries(batches)) {
  curves[subject] = BATCHES.map((size) => {
    const batch = list.slice(0, size);
    if (!all(batch) || all([...batch.slice(1), spoil(batch[0])]))
      throw new Error(`batch of ${size}: ${subject} is wrong`);
    const repeats = Math.ceil(SIZE / size);
    const run = () => {
      for (let i = 0; i < repeats; i++) all(batch);
    };
    const ones = sample.map((_, i) => list[i]);
    const us = inTurns({
      batch: { count: size * repeats, run },
      single: { count: SIZE, run: () => ones.forEach(one) },
    });
    return { size, us: us.batch, gain: us.single / us.batch };
  });
}

const measured = {
  device: describeDevice(),
  engine: describeEngine(),
  commit: describeCommit(),
  date: new Date().toISOString(),
  backend: secp.backend,
  rounds: ROUNDS,
  single,
  batches: curves,
};
if (values.json) console.log(JSON.stringify(measured, null, 2));
else if (values.markdown) console.log(renderSignatures(measured));
else {
  console.log(
    `Node ${process.versions.node}, kernels ${Object.values(secp.backend).join(' and ')}`,
  );
  for (const [subject, us] of Object.entries(single)) {
    console.log(`\n${subject}`);
    for (const [name, time] of Object.entries(us)) {
      const ratio = (time / us.curvemill).toFixed(2);
      console.log(`  ${name.padEnd(16)} ${time.toFixed(1).padStart(8)} µs  ${ratio.padStart(6)}`);
    }
  }
  for (const [subject, rows] of Object.entries(curves)) {
    console.log(`\n${subject} in batches: µs per signature, gain over one by one`);
    for (const { size, us, gain } of rows) {
      console.log(
        `  ${String(size).padStart(5)} ${us.toFixed(1).padStart(8)}  ${gain.toFixed(2).padStart(5)}`,
      );
    }
  }
}
secp.dispose();
