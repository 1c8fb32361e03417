/**
 * Members that a program adds to `Object.prototype`, or that somebody's JSON adds to it: no record
 * of the library takes them for its own. A getter stands there for each word of the sources and for
 * indices, and notes who reads it in the middle of calls of every kind, the first ones of instances
 * included, which fill caches; and values of all kinds stand there, and change no result.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { mainnet } from '../../src/trusted-setup.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Members that a program is trusted with: how promises, iterators and descriptors work. */
const LANGUAGE = [
  'then',
  'return',
  'get',
  'set',
  'value',
  'writable',
  'enumerable',
  'configurable',
];

/** Members looked for on an object of the caller's. */
const ASKED = ['Fp'];

/** Words of the sources, but for those that every object has. */
function wordsOfSources() {
  const words = new Set();
  const files = readdirSync(sources, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files) {
    if (!name.endsWith('.js') || /generated|reference/.test(parentPath)) continue;
    const text = readFileSync(`${parentPath}/${name}`, 'utf8');
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
  }
  for (const own of [...Object.getOwnPropertyNames(Object.prototype), ...LANGUAGE, ...ASKED])
    words.delete(own);
  return words;
}

/** Indices: of lists that end before, or that have holes; and what else is made of numbers. */
const INDICES = [
  ...Array.from({ length: 604 }, (_, i) => String(i - 3)),
  ...['NaN', 'undefined', 'null', 'true', 'false', 'Infinity', ''],
];

const words = [...wordsOfSources(), ...INDICES];

/** Values that look like something of the library. @type {Record<string, () => unknown>} */
const VALUES = {
  'lines of nothing': () => ({ point: [] }),
  'an empty field': () => ({ bytes: [], ends: [] }),
  'a number': () => 7,
  'a bigint': () => 7n,
  'a function': () => () => true,
  bytes: () => new Uint8Array(96),
  true: () => true,
};

/**
 * The result of a call while all words have a value, as merged JSON would set it. What it awaits
 * goes on without them: the runtime itself does not work with them.
 * @param {unknown} value
 * @param {() => any} call
 */
function merged(value, call) {
  const { prototype } = Object;
  // Node reads this one for each listener.
  const names = words.filter((word) => word !== 'signal');
  for (const word of names) {
    const member = { value, writable: true, enumerable: true, configurable: true };
    /** @type {PropertyDescriptor} */
    const bare = Object.assign(Object.create(null), member);
    Object.defineProperty(prototype, word, bare);
  }
  try {
    return call();
  } finally {
    for (const word of names) delete prototype[word];
  }
}

/**
 * Who reads what while a call runs.
 * @param {() => any} call
 * @returns {Promise<{ result: any, reads: string[] }>}
 */
async function watched(call) {
  const reads = new Set();
  let isBusy = false;
  const limit = Error.stackTraceLimit;
  const note = (/** @type {string} */ word) => {
    if (isBusy) return;
    isBusy = true;
    Error.stackTraceLimit = 5;
    const frames = /** @type {string} */ (new Error().stack).split('\n').slice(3);
    Error.stackTraceLimit = limit;
    // A method of the language reads for whoever calls it.
    const line = frames.find((frame) => !frame.includes('<anonymous>')) ?? '';
    // It reads `{ length }`, for a function that ignores what it read.
    const isCount = frames[0]?.includes('Function.from (<anonymous>)');
    if (line.includes('/src/') && !isCount) reads.add(`${word} ${line.replace(/.*\/src\//, '')}`);
    isBusy = false;
  };
  const { prototype } = Object;
  for (const word of words) {
    Object.defineProperty(prototype, word, {
      configurable: true,
      get: () => void note(word),
      set(value) {
        Object.defineProperty(this, word, {
          ...{ __proto__: null, value },
          ...{ writable: true, enumerable: true, configurable: true },
        });
      },
    });
  }
  try {
    return { result: await call(), reads: [...reads] };
  } finally {
    for (const word of words) delete prototype[word];
  }
}

const word = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
const hex = (/** @type {any} */ value) =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : Array.isArray(value)
      ? value.map(hex)
      : (value?.toHex?.() ?? value);

/** @param {any} all instances */
async function callsOf({ bls, secp, bw }) {
  const { G1, G2, minPk, eip2537 } = bls;
  const points = G1.randomPoints(300, 1);
  const scalars = G1.randomScalars(300, 2);
  const [bytes, coordinates] = [points.toBytes(), [points.at(3).toAffine(), G1.generator]];
  const prover = points.toBytes('montgomery-le');
  const others = [G2, secp.group, bw.group];
  const kzg = await bls.kzg(mainnet);
  const tree = await bw.verkle({ memory: 2 ** 18 });
  const blob = new Uint8Array(2 ** 17).fill(1);
  const vector = [1, 2, 3].map(word);
  const commitment = tree.commitToScalars(vector);
  const serializedCommitment = tree.serializeCommitment(commitment);
  const inputs = [{ serializedCommitment, vector, indices: [0] }];
  const claims = [{ serializedCommitment, indexValuePairs: [{ index: 0, value: vector[0] }] }];
  const proof = tree.createProof(inputs);
  const [schnorr, ecdsa] = [schnorrItems(20), ecdsaItems(20)];
  const items = blsItems(bls, 'minPk', 4);
  const forged = (/** @type {any[]} */ list, /** @type {string} */ name) =>
    list.map((item, i) => (i === 3 ? { ...item, [name]: word(9) } : item));
  const [first] = items;
  const pairs = [
    [G1.generator, G2.generator],
    [G1.generator.negate(), G2.generator],
  ];
  return {
    'sums of points': () => [
      ...[G1.msm(points, scalars), G1.msm(bytes, scalars), G1.msm([G1.generator], [5n])],
      ...others.map((group) => group.msm(group.randomPoints(60, 1), group.randomScalars(60, 2))),
    ],
    'sums in steps': async () => [
      await G1.msmAsync(points, scalars),
      await G1.msmAsync(bytes, scalars, { onProgress() {} }),
    ],
    'decoding and encoding': async () =>
      [
        ...[G1.points(bytes), G1.points(bytes, { check: 'each' }), G1.points(coordinates)],
        ...[G1.points(prover, { format: 'montgomery-le' }), await G1.pointsAsync(bytes)],
        ...others.map((group) => group.points(group.randomPoints(9, 1).toBytes())),
      ].map((list) => [list.toBytes(), list.slice(0, 2).toBytes('little-endian')]),
    'single points': () => {
      const P = G1.point(bytes.subarray(0, 48)).add(G1.generator).double().negate();
      return [P.multiply(7n), P.isInSubgroup(), P.equals(P), P.toBytes('uncompressed')];
    },
    'fixed bases': async () => {
      const sums = [];
      for (const memory of [0, 2 ** 20]) {
        const basis = await G1.fixedBasis(points, { memory });
        sums.push(basis.msm(scalars), basis.msm([3n, 4n], { indices: [5, 2] }));
        sums.push(await basis.msmAsync(scalars));
        basis.dispose();
      }
      return sums;
    },
    signatures: async () => [
      ...[secp.schnorr.verifyBatch(schnorr), secp.ecdsa.verifyBatch(ecdsa)],
      ...[secp.schnorr.findInvalid(forged(schnorr, 'message'))],
      ...[await secp.ecdsa.findInvalidAsync(forged(ecdsa, 'hash'))],
    ],
    'BLS signatures': async () => [
      ...[minPk.verify(first.signature, first.message, first.publicKey), minPk.verifyBatch(items)],
      ...[await minPk.findInvalidAsync(forged(items, 'message'))],
      minPk.aggregatePublicKeys(items.map(({ publicKey }) => publicKey)),
      minPk.aggregateVerify(first.signature, [first.message], first.publicKey),
    ],
    pairings: () => [
      ...[
        bls.pairingCheck(pairs),
        bls
          .pairing(...pairs[0])
          .pow(5n)
          .toBytes(),
      ],
      ...[G1.hashToCurve(word(1), { dst: 'QUUX-V01' }), eip2537.g1Msm(new Uint8Array(320))],
      eip2537.mapFpToG1(new Uint8Array(64)),
    ],
    'KZG in steps': () => kzg.computeCellsAndKzgProofsAsync(blob),
    KZG: () => {
      const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
      const own = kzg.blobToKzgCommitment(blob);
      const blobProof = kzg.computeBlobKzgProof(blob, own);
      const half = Array.from({ length: 64 }, (_, i) => i);
      return [
        ...[own, proofs, kzg.verifyBlobKzgProof(blob, own, blobProof)],
        kzg.verifyCellKzgProofBatch([own, own], [0, 5], [cells[0], cells[5]], proofs.slice(0, 2)),
        kzg.recoverCellsAndKzgProofs(half, cells.slice(0, 64))[1],
      ];
    },
    Verkle: async () => [
      ...[tree.commitToScalars(vector), tree.commitSparse([[200, vector[0]]])],
      ...[tree.updateCommitment(commitment, 3, vector[0], vector[1])],
      ...[tree.hashCommitments([commitment]), tree.getTreeKey(vector[0], vector[1], 3)],
      ...[tree.verifyProof(proof, claims), await tree.verifyProofAsync(proof, claims)],
      await tree.createProofAsync(inputs),
    ],
    'opening a setup and a tree': async () => {
      const [setup, other] = await Promise.all([bls.kzg(mainnet), bw.verkle({ memory: 2 ** 14 })]);
      const found = [setup.blobToKzgCommitment(blob), other.commitToScalars(vector)];
      for (const part of [setup, other]) part.dispose();
      return found;
    },
  };
}

/** @param {'portable' | 'auto'} backend @param {any[]} [kept] receives the instances */
async function opened(backend, kept = []) {
  /** @type {any[]} */
  const creators = [createBls12381, createSecp256k1, createBanderwagon];
  for (const create of creators) kept.push(await create({ backend }));
  const [bls, secp, bw] = kept;
  return callsOf({ bls, secp, bw });
}

/**
 * The results of all calls. What they import has then arrived: loaders read Object.prototype.
 * @param {'portable' | 'auto'} backend
 */
async function expectedOf(backend) {
  const results = [];
  for (const call of Object.values(await opened(backend))) results.push(hex(await call()));
  return results;
}

describe('Object.prototype', () => {
  const backends = /** @type {const} */ (['portable', 'auto']);

  it.each(backends)('is not read, from the creation of instances on [%s]', async (backend) => {
    const expected = await expectedOf(backend);
    const { result, reads } = await watched(async () => {
      const results = [];
      const instances = [];
      for (const call of Object.values(await opened(backend, instances))) {
        results.push(await call());
      }
      for (const instance of instances) instance.dispose();
      return results;
    });
    expect(reads).toEqual([]);
    expect(hex(result)).toEqual(expected);
  });

  it('changes no result, whatever is there', async () => {
    const expected = await expectedOf('auto');
    for (const [kind, make] of Object.entries(VALUES)) {
      const calls = Object.entries(await opened('auto')).slice(0, -1);
      for (const [i, [name, call]] of calls.entries()) {
        const result = await merged(make(), call);
        expect(hex(result), `${name}, ${kind}`).toEqual(expected[i]);
      }
    }
  });
});
