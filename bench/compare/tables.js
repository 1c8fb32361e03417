/**
 * The comparison's tables, with their rows and contestants.
 */

/** @import { Input } from './inputs.js' */

/**
 * @typedef {{ n: number, label: string, input: Input }} Row
 * @typedef {{ task: string, title: string, systems: readonly string[] }} Work
 *   a kind of work and the systems that do it; the first is this library. The first work of a
 *   table is its subject; the others are for comparison.
 * @typedef {{
 *   id: string, title: string, about: string, column: string, curve: string,
 *   unit: 'ms' | 'µs' | 'ns', perItem: string | null, minutes: number, works: readonly Work[],
 *   rows: (quick: boolean) => Row[],
 * }} Table
 *   `perItem` names the items of a row, if times are per item; `minutes`: duration of a full run
 */

const OURS = 'curvemill';
/** The first column of tables whose lines are works, not sizes. */
const OPERATION = 'operation';
const VERKLE_PEERS = ['go-ipa', 'verkle-cryptography-wasm'];
const SECP256K1_PEERS = ['libsecp256k1', 'gnark-crypto', 'arkworks', 'halo2curves', 'noble'];

/** Of curves whose provers run in browsers. */
const PROVER_PEERS = ['ffjavascript', 'gnark-crypto', 'arkworks', 'noble'];

/** Of curves that bench/native/wasm has. */
const IN_WASM = 'arkworks-wasm';

const ZPRIZE = [14, 16, 18];
const BLST_LIST = [
  10, 15, 20, 25, 30, 31, 32, 35, 40, 45, 50, 100, 200, 300, 400, 1000, 2000, 3000, 4000,
];

/**
 * @param {string} group
 * @returns {Table}
 */
function blstTable(group) {
  const curve = `bls12-381-${group.toLowerCase()}`;
  return {
    id: group === 'G1' ? 'b1' : 'b2',
    title: `BLS12-381 ${group}, n = 10 … 4000`,
    about:
      "The list of blst's MSM benchmark. One by one: a scalar multiplication and an addition for each point.",
    column: 'n',
    curve,
    unit: 'µs',
    perItem: null,
    minutes: group === 'G1' ? 3 : 4,
    works: [
      {
        task: 'msm',
        title: 'MSM',
        systems: [OURS, 'blst', 'gnark-crypto', 'montgomery', 'mcl', 'noble'],
      },
      { task: 'naive', title: 'one by one', systems: [OURS, 'blst'] },
    ],
    rows: (quick) => terms(curve, quick ? [10, 32, 100] : BLST_LIST),
  };
}

/**
 * Whether the rows are sizes of one kind of work, not kinds of work of one size.
 * @param {Table} table
 */
export function isSeries({ column }) {
  return column !== OPERATION;
}

/**
 * @param {string} id
 * @param {string} group
 * @param {number} n
 * @param {string} list how the title calls it
 * @returns {Table}
 */
function decodingTable(id, group, n, list) {
  const curve = `bls12-381-${group.toLowerCase()}`;
  const systems = [OURS, 'blst'];
  return {
    id,
    title: `BLS12-381 ${group}: ${list}`,
    about:
      'A list of compressed points, decoded. Checked: on the curve and in the subgroup; trusted: on the curve, which the square root ensures.',
    column: OPERATION,
    curve,
    unit: 'ns',
    perItem: 'point',
    minutes: 0.2,
    works: [
      { task: 'decode', title: 'checked', systems },
      { task: 'decode-trusted', title: 'trusted', systems },
    ],
    rows: (quick) => {
      const count = quick ? 64 : n;
      return [{ n: count, label: `${count} points`, input: { kind: 'points', curve, n: count } }];
    },
  };
}

/** @type {readonly Table[]} */
export const tables = [
  {
    id: 'a',
    title: 'BLS12-381 G1, the sizes of the ZPrize',
    about: 'Fixed random points and scalars; points are decoded before the clock starts.',
    column: 'n',
    curve: 'bls12-381-g1',
    unit: 'ms',
    perItem: null,
    minutes: 2.5,
    works: [
      {
        task: 'msm',
        title: 'MSM',
        systems: [OURS, 'blst', 'gnark-crypto', IN_WASM, 'montgomery', 'mcl', 'noble'],
      },
    ],
    rows: (quick) =>
      (quick ? [10] : ZPRIZE).map((log) => ({
        n: 2 ** log,
        label: `2^${log}`,
        input: { kind: 'terms', curve: 'bls12-381-g1', n: 2 ** log },
      })),
  },
  blstTable('G1'),
  blstTable('G2'),
  {
    id: 'c1',
    title: 'secp256k1, n = 2 … 1024',
    about:
      'One by one: a scalar multiplication and an addition for each point, which is all that tiny-secp256k1 offers. No base is known in advance, not even for n = 2.',
    column: 'n',
    curve: 'secp256k1',
    unit: 'µs',
    perItem: null,
    minutes: 3,
    works: [
      { task: 'msm', title: 'MSM', systems: [OURS, `${OURS}@portable`, ...SECP256K1_PEERS] },
      {
        task: 'naive',
        title: 'one by one',
        systems: [OURS, ...SECP256K1_PEERS.slice(0, -1), 'tiny-secp256k1'],
      },
    ],
    rows: (quick) => terms('secp256k1', quick ? [2, 64] : powers(1, 10)),
  },
  {
    id: 'c3',
    title: 'secp256k1, u1·G + u2·Q',
    about:
      'The sum that a verification computes, with a table of the generator G made beforehand: 2048 points for each half of u1 here, 8192 in libsecp256k1.',
    column: OPERATION,
    curve: 'secp256k1',
    unit: 'µs',
    perItem: null,
    minutes: 0.2,
    works: [
      {
        task: 'with-generator',
        title: 'u1·G + u2·Q',
        systems: [OURS, `${OURS}@portable`, 'libsecp256k1'],
      },
    ],
    rows: () => terms('secp256k1', [2]),
  },
  {
    id: 'c2',
    title: 'secp256k1, batched affine additions',
    about:
      "K independent additions of affine points with one inversion for all, and with one for each. This library's additions are those of its kernel, which are complete; those of the others are written here over their fields, and are not.",
    column: 'K',
    curve: 'secp256k1',
    unit: 'ns',
    perItem: 'addition',
    minutes: 1,
    works: [
      {
        task: 'additions',
        title: 'one inversion',
        systems: [OURS, ...SECP256K1_PEERS.slice(0, -1)],
      },
      {
        task: 'single-additions',
        title: 'K inversions',
        systems: [OURS, ...SECP256K1_PEERS.slice(0, -1)],
      },
    ],
    rows: (quick) =>
      (quick ? [2, 64] : powers(1, 8)).map((n) => ({
        n,
        label: String(n),
        input: { kind: 'pairs', curve: 'secp256k1', n },
      })),
  },
  fixedTable('d1', 'on the first five of 256 bases', 'first', [1, 2, 3, 4, 5]),
  fixedTable('d2', 'spread over 256 bases', 'spread', [1, 2, 4, 8, 16, 32, 64, 128, 192, 256]),
  {
    id: 'e',
    title: 'Banderwagon: bytes, points, field elements',
    about:
      'Points are results of additions. One by one, and as a list: by the function for lists, or one after the other if there is none. Reading checks curve and subgroup. verkle-cryptography-wasm holds points as 64 affine bytes.',
    column: OPERATION,
    curve: 'banderwagon',
    unit: 'ns',
    perItem: 'point',
    minutes: 0.5,
    works: [
      { task: 'serialize', title: 'serialise, one by one', systems: [OURS, ...VERKLE_PEERS] },
      { task: 'serialize-batch', title: 'serialise, a list', systems: [OURS, ...VERKLE_PEERS] },
      { task: 'deserialize', title: 'deserialise, one by one', systems: [OURS, ...VERKLE_PEERS] },
      {
        task: 'deserialize-batch',
        title: 'deserialise, a list',
        systems: [OURS, ...VERKLE_PEERS],
      },
      {
        task: 'map',
        title: 'map to the scalar field, one by one',
        systems: [OURS, ...VERKLE_PEERS],
      },
      {
        task: 'map-batch',
        title: 'map to the scalar field, a list',
        systems: [OURS, ...VERKLE_PEERS],
      },
    ],
    rows: (quick) => [
      {
        n: quick ? 16 : 256,
        label: `${quick ? 16 : 256} points`,
        input: { kind: 'points', curve: 'banderwagon', n: quick ? 16 : 256 },
      },
    ],
  },
  decodingTable('f1', 'G1', 4096, 'compressed points'),
  decodingTable('f2', 'G2', 4096, 'compressed points'),
  decodingTable('f3', 'G1', 256, '256 compressed points'),
  decodingTable('f4', 'G2', 256, '256 compressed points'),
  {
    id: 'g',
    title: 'BLS12-381 G2, powers of two',
    about: 'Fixed random points and scalars; points are decoded before the clock starts.',
    column: 'n',
    curve: 'bls12-381-g2',
    unit: 'ms',
    perItem: null,
    minutes: 2.5,
    works: [{ task: 'msm', title: 'MSM', systems: [OURS, 'blst', 'gnark-crypto', 'mcl', 'noble'] }],
    rows: (quick) => terms('bls12-381-g2', quick ? [64] : [2 ** 10, 2 ** 12, 2 ** 14]),
  },
  {
    id: 'p',
    title: 'BLS12-381 G2, the kernel for every engine',
    about:
      'The kernel that engines without relaxed SIMD run, beside mcl, which runs everywhere, too.',
    column: 'n',
    curve: 'bls12-381-g2',
    unit: 'ms',
    perItem: null,
    minutes: 0.7,
    works: [{ task: 'msm', title: 'MSM', systems: [`${OURS}@portable`, 'blst', 'mcl'] }],
    rows: (quick) => terms('bls12-381-g2', quick ? [64] : [2 ** 8, 2 ** 10, 2 ** 12]),
  },
  {
    id: 's',
    title: 'secp256k1, powers of two',
    about: 'Fixed random points and scalars; points are decoded before the clock starts.',
    column: 'n',
    curve: 'secp256k1',
    unit: 'µs',
    perItem: null,
    minutes: 0.8,
    works: [{ task: 'msm', title: 'MSM', systems: [OURS, ...SECP256K1_PEERS] }],
    rows: (quick) => terms('secp256k1', quick ? [64] : [128, 1024, 4096]),
  },
  proverTable('m1', 'BN254 G1', 'bn254-g1', [12, 14, 16], [IN_WASM]),
  proverTable('m2', 'BN254 G2', 'bn254-g2', [10, 12, 14]),
  proverTable('m3', 'Pallas', 'pallas', [12, 14, 16]),
  {
    ...{ id: 't', title: "Transforms over BN254's scalar field", column: 'n' },
    about:
      'A transform and its inverse, in natural order. The elements are in the form of each library before the clock starts.',
    ...{ curve: 'bn254-g1', unit: 'ms', perItem: null, minutes: 2 },
    works: [
      {
        task: 'ntt',
        title: 'both',
        systems: [OURS, `${OURS}@portable`, ...PROVER_PEERS.slice(0, -1)],
      },
    ],
    rows: (quick) =>
      (quick ? [10] : [13, 16, 20]).map((log) => ({
        ...{ n: 2 ** log, label: `2^${log}` },
        input: { kind: 'elements', curve: 'bn254-g1', n: 2 ** log },
      })),
  },
  {
    ...{ id: 'r', title: 'BN254: products of pairings', column: 'pairs' },
    about: 'Whether a product of pairings is one. Points are decoded before the clock starts.',
    ...{ curve: 'bn254-g1', unit: 'ms', perItem: null, minutes: 1 },
    works: [{ task: 'pairing', title: 'check', systems: [OURS, 'gnark-crypto', 'mcl', 'noble'] }],
    rows: (quick) => rowsOf('product', 'bn254-g1', quick ? [2] : [2, 4, 16]),
  },
  {
    ...{ id: 'q', title: 'BLS12-381: products of pairings', column: 'pairs' },
    about: 'Whether a product of pairings is one. Points are decoded before the clock starts.',
    ...{ curve: 'bls12-381-g1', unit: 'ms', perItem: null, minutes: 1 },
    works: [{ task: 'pairing', title: 'check', systems: [OURS, 'blst', 'mcl', 'noble'] }],
    rows: (quick) => rowsOf('product', 'bls12-381-g1', quick ? [2, 64] : [2, 4, 16, 64]),
  },
  {
    ...{ id: 'h', title: 'BLS12-381: messages hashed to G2', column: 'messages' },
    about: 'RFC 9380, random oracle, of messages of 32 bytes, one after the other.',
    ...{ curve: 'bls12-381-g2', unit: 'µs', perItem: 'message', minutes: 0.3 },
    works: [{ task: 'hash', title: 'hash', systems: [OURS, 'blst', 'mcl', 'noble'] }],
    rows: () => rowsOf('messages', 'bls12-381-g2', [16]),
  },
  {
    ...{ id: 'v', title: 'BLS signatures with keys in G1, from bytes', column: 'signatures' },
    about:
      'Keys and signatures are read and checked, in the group, too. More than one: a batch with random weights, of 64 bits with blst and 128 here; noble verifies one by one.',
    ...{ curve: 'bls12-381-g1', unit: 'ms', perItem: 'signature', minutes: 1 },
    works: [{ task: 'verify', title: 'verify', systems: [OURS, 'blst', 'noble'] }],
    rows: (quick) => rowsOf('signatures', 'bls12-381-g1', quick ? [1, 64] : [1, 4, 16, 64, 256]),
  },
  {
    ...{ id: 'k', title: 'BLS signatures of a message by many keys', column: 'keys' },
    about: 'The signature is read and checked; the keys are decoded before the clock starts.',
    ...{ curve: 'bls12-381-g1', unit: 'ms', perItem: null, minutes: 0.3 },
    works: [{ task: 'committee', title: 'verify', systems: [OURS, 'blst', 'noble'] }],
    rows: (quick) => rowsOf('committee', 'bls12-381-g1', quick ? [512] : [32, 512]),
  },
];

/**
 * @param {string} id
 * @param {string} title
 * @param {string} curve
 * @param {readonly number[]} logs
 * @param {readonly string[]} [others] systems
 * @returns {Table}
 */
function proverTable(id, title, curve, logs, others = []) {
  return {
    ...{ id, title: `${title}, powers of two`, column: 'n', curve },
    about: 'Fixed random points and scalars; points are decoded before the clock starts.',
    ...{ unit: 'ms', perItem: null, minutes: 2 },
    works: [
      {
        task: 'msm',
        title: 'MSM',
        systems: [OURS, `${OURS}@portable`, ...PROVER_PEERS, ...others],
      },
    ],
    rows: (quick) =>
      (quick ? [6] : logs).map((log) => ({
        ...{ n: 2 ** log, label: `2^${log}` },
        input: { kind: 'terms', curve, n: 2 ** log },
      })),
  };
}

/**
 * @param {Input['kind']} kind
 * @param {string} curve
 * @param {readonly number[]} counts
 * @returns {Row[]}
 */
function rowsOf(kind, curve, counts) {
  return counts.map((n) => ({ n, label: String(n), input: { kind, curve, n } }));
}

/**
 * @param {string} id
 * @param {string} where
 * @param {'first' | 'spread'} kind
 * @param {readonly number[]} counts of non-zero scalars
 * @returns {Table}
 */
function fixedTable(id, where, kind, counts) {
  return {
    id,
    title: `Verkle's fixed basis: non-zero scalars ${where}`,
    about:
      "Tables of the 256 points of Verkle's basis; the number after @ is the mebibytes that this library may use. go-ipa has windows of 16 bits for the first five points and of 8 bits for the others. Both end with a projective point; verkle-cryptography-wasm with bytes.",
    column: 'non-zero scalars',
    curve: 'banderwagon',
    unit: 'µs',
    perItem: null,
    minutes: kind === 'first' ? 0.7 : 1.2,
    works: [
      {
        task: 'fixed',
        title: 'MSM',
        systems: [`${OURS}@64`, `${OURS}@16`, `${OURS}@4`, `${OURS}@334`, ...VERKLE_PEERS],
      },
    ],
    rows: (quick) =>
      (quick ? counts.slice(0, 2) : counts).map((n) => ({
        n,
        label: String(n),
        input: { kind, curve: 'banderwagon', n },
      })),
  };
}

/**
 * @param {string} curve
 * @param {readonly number[]} counts
 * @returns {Row[]}
 */
function terms(curve, counts) {
  return rowsOf('terms', curve, counts);
}

/**
 * @param {number} first
 * @param {number} last
 */
function powers(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => 2 ** (first + i));
}
