/**
 * Multi-scalar multiplications with known results, as plain data that any engine can read: named
 * lists of points, and cases over them. Cases are public test vectors, or have points with known
 * discrete logarithms and as result a multiple of the generator, computed here with BigInt.
 */
import { mod } from '../../src/math/modular.js';
import { createHash } from 'node:crypto';
import { createBanderwagon } from '../../src/banderwagon.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { toHex } from '../support/hex.js';
import { reversedLagrange } from '../support/kzg.js';
import { casesOfBases } from './check.js';
import {
  order,
  pointsWithLogs,
  progression,
  scalarBytes,
  scalarsFromBytes,
} from '../support/oracle.js';
import { readBytes, vectorsOf } from '../support/vectors.js';

const SIZES = [5, 1, 2, 3, 100, 1000, 4096];
const G2_SIZES = [1, 2, 16, 300];
const SECP256K1_SIZES = [1, 2, 3, 10, 40, 300, 3000];
const BANDERWAGON_SIZES = [1, 2, 3, 5, 16, 40, 300, 3000];
const KZG_POINTS = 4096;

/** Larger public cases are left to Node (test/conformance): the kernels are the same. */
const LARGEST = 4096;

/** @typedef {{ vectors: Record<string, any>, cases: any[] }} Msms */
/**
 * @typedef {Msms & { encodings: Array<{ bytes: string, k: string }>, refused: string[] }} Elements
 */
/**
 * @typedef {Msms & { g2: Msms, banderwagon: Elements,
 *   secp256k1: Msms & { signatures: { ecdsa: any[], schnorr: any[] } } }} Workload
 */

/** How many results an engine is asked for. @param {Workload} workload */
export function countChecks({ cases, g2, secp256k1, banderwagon }) {
  const { ecdsa, schnorr } = secp256k1.signatures;
  const { encodings, refused } = banderwagon;
  const msms = [cases, g2.cases, secp256k1.cases, banderwagon.cases];
  const lists = [...msms, ...msms.map(casesOfBases), ecdsa, schnorr];
  return [...lists, encodings, refused].reduce((sum, { length }) => sum + length, 0);
}

/**
 * @returns {Promise<Workload>} the first case is small
 */
export async function createWorkload() {
  const vectors = {};
  const cases = [];
  const { G1 } = await createBls12381({ backend: 'bigint' });

  /** @param {readonly bigint[]} scalars */
  const encode = (scalars) => scalars.map((k) => toHex(scalarBytes(k))).join('');
  const add = (name, vector, scalars, expected) => cases.push({ name, vector, scalars, expected });
  /** A case over points whose discrete logarithms are known. */
  const addKnown = (name, vector, logs, scalars) => {
    const sum = logs.reduce((total, log, i) => total + log * scalars[i], 0n);
    const expected = G1.generator.multiply(mod(sum, order));
    add(name, vector, encode(scalars), toHex(expected.toBytes('uncompressed')));
  };

  for (const n of SIZES) {
    const name = `random, n = ${n}`;
    vectors[name] = { random: { n, seed: n } };
    const logs = Array.from(randomDiscreteLogs(n, n));
    const scalars = scalarsFromBytes(G1.randomScalars(n, n));
    addKnown(name, name, logs, scalars);
    addKnown(
      `${name}, scalars 0 and 1`,
      name,
      logs,
      scalars.map((k) => k & 1n),
    );
    addKnown(
      `${name}, scalars 0`,
      name,
      logs,
      scalars.map(() => 0n),
    );
  }

  const scalars = scalarsFromBytes(G1.randomScalars(500, 7));
  const equal = Array(500).fill(order - 5n);
  const opposite = equal.map((_, i) => (i % 2 === 0 ? 1n : -1n) * BigInt((i >> 1) + 1));
  for (const [name, logs] of Object.entries({ equal, opposite })) {
    vectors[name] = { bytes: toHex(pointsWithLogs(logs)) };
    addKnown(`${name} points, random scalars`, name, logs, scalars);
    addKnown(`${name} points, equal scalars`, name, logs, Array(500).fill(scalars[0]));
  }

  addEdgeCases(vectors, add);
  addKzgCases(vectors, add);
  return {
    vectors,
    cases,
    g2: await g2Workload(),
    secp256k1: await secp256k1Workload(),
    banderwagon: await banderwagonWorkload(),
  };
}

/**
 * @param {Record<string, any>} vectors
 * @param {(name: string, vector: string, scalars: string, expected: string) => void} add
 */
function addEdgeCases(vectors, add) {
  const { pool, cases, big } = vectorsOf('bls12-381/msm-edge-g1.json')[0].data;
  for (const { name, p, k, expected } of cases) {
    vectors[`edge: ${name}`] = { bytes: p.map((index) => pool[index]).join('') };
    add(name, `edge: ${name}`, k.map((hex) => hex.padStart(64, '0')).join(''), expected);
  }
  for (const { name, n, start, label, expected } of big) {
    if (n > LARGEST) continue;
    vectors[name] = { bytes: toHex(progression(BigInt(`0x${start}`), 1n, n)) };
    const scalars = Array.from({ length: n }, (_, i) => {
      const index = Buffer.alloc(4);
      index.writeUInt32BE(i);
      return createHash('sha256').update(label).update(index).digest('hex');
    });
    add(name, name, scalars.join(''), expected);
  }
}

/**
 * @param {Record<string, any>} vectors
 * @param {(name: string, vector: string, scalars: string, expected: string) => void} add
 */
function addKzgCases(vectors, add) {
  vectors.kzg = { bytes: toHex(reversedLagrange()) };
  for (const { name, scalars, constant, sparse, expected } of vectorsOf('kzg/cases.json')[0].data
    .cases) {
    if (scalars) add(name, 'kzg', toHex(readBytes(`kzg/${scalars}`)), expected);
    else if (constant) add(name, 'kzg', constant.repeat(KZG_POINTS), expected);
    else if (sparse) {
      const all = Array(KZG_POINTS).fill('00'.repeat(32));
      for (const [index, scalar] of sparse) all[index] = scalar;
      add(name, 'kzg', all.join(''), expected);
    } else {
      // The only other case adds two blobs, element by element, and does not reduce the sums.
      const [a, b] = [2, 3].map((i) => scalarsFromBytes(readBytes(`kzg/blob-${i}.bin`)));
      const sums = a.map((scalar, i) => toHex(scalarBytes(scalar + b[i])));
      add(name, 'kzg', sums.join(''), expected);
    }
  }
}

/** MSMs over G2. @returns {Promise<Msms>} */
async function g2Workload() {
  const { G2 } = await createBls12381({ backend: 'bigint' });
  return knownCases(G2, G2_SIZES);
}

/**
 * MSMs over points whose discrete logarithms are known.
 * @param {any} group of the bigint backend
 * @param {readonly number[]} sizes
 * @returns {Msms}
 */
function knownCases(group, sizes) {
  const vectors = {};
  const cases = sizes.map((n) => {
    const name = `${group.name}, n = ${n}`;
    vectors[name] = { random: { n, seed: n } };
    const logs = Array.from(randomDiscreteLogs(n, n));
    const scalars = group.randomScalars(n, n);
    const sum = scalarsFromBytes(scalars).reduce((total, k, i) => total + k * logs[i], 0n);
    const expected = group.generator.multiply(sum % group.order).toBytes('uncompressed');
    return { name, vector: name, scalars: toHex(scalars), expected: toHex(expected) };
  });
  return { vectors, cases };
}

/**
 * Sums of every strategy; encodings of multiples of the generator, and bad ones.
 * @returns {Promise<Elements>}
 */
async function banderwagonWorkload() {
  const { group, crs } = await createBanderwagon({ backend: 'bigint' });
  /** @type {Elements} */
  const work = { ...knownCases(group, BANDERWAGON_SIZES), encodings: [], refused: [] };
  for (let k = 0; k < 16; k++) {
    const bytes = toHex(group.generator.multiply(BigInt(k)).toBytes());
    work.encodings.push({ bytes, k: `${k}` });
  }
  // x is not below p.
  work.refused.push('ff'.repeat(32));
  const data = vectorsOf('banderwagon.json')[0].data;
  for (const { compressed, k } of data.generatorMultiples)
    work.encodings.push({ bytes: compressed, k });
  for (const { compressed, log2k } of data.generatorDoublings)
    work.encodings.push({ bytes: compressed, k: `${2n ** BigInt(log2k)}` });
  for (const { compressed } of data.deserialiseInvalid)
    if (compressed.length === 64) work.refused.push(compressed);
  const basis = toHex(crs.toBytes());
  data.commitments.forEach(({ scalarsLE, compressed }, i) => {
    const name = `Banderwagon, commitment ${i}`;
    work.vectors[name] = { bytes: basis.slice(0, 64 * scalarsLE.length) };
    const scalars = scalarsLE.map((hex) => Buffer.from(hex, 'hex').reverse().toString('hex'));
    work.cases.push({ name, vector: name, scalars: scalars.join(''), expected: compressed });
  });
  return work;
}

/** Sums of every strategy, and signatures. */
async function secp256k1Workload() {
  const { group } = await createSecp256k1({ backend: 'bigint' });
  const { vectors, cases } = knownCases(group, SECP256K1_SIZES);
  const encode = (item) =>
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => [
        key,
        value instanceof Uint8Array ? toHex(value) : value,
      ]),
    );
  const signatures = {
    ecdsa: ecdsaItems(20).map(encode),
    schnorr: schnorrItems(20).map(encode),
  };
  return { vectors, cases, signatures };
}
