/** Inputs of pairings, hashes and BLS signatures (keys in G1): the layouts of formats.js. */
import { bytesToBigint, chunks, concat } from '../../scripts/lib/bytes.js';
import { integers, readCount, writeInput } from './formats.js';

/** The tag of hashes to G2, that of Ethereum's signatures. */
export const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

export const MESSAGE_BYTES = 32;

/** Bytes of points of BLS12-381. */
export const SIZES = { G1: 96, G2: 192, key: 48, signature: 96 };

/**
 * Points of the pairs of a product: n of G1, n of G2, half the bytes of those.
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {Uint8Array[][]}
 */
export function readPairs(input) {
  const n = readCount(input);
  const size = (input.length - 4) / n / 3;
  return readLists(input, [
    [n, size],
    [n, 2 * size],
  ]);
}

/** @typedef {'product' | 'signatures' | 'committee' | 'messages'} PairingKind */

/**
 * Makers of the files. `G1`, `G2`: the groups of an instance.
 * @type {Record<PairingKind, (groups: any, n: number, seed: number) => Uint8Array>}
 */
export const PAIRING_INPUTS = {
  product: ({ G1, G2 }, n, seed) => {
    const [a, b] = [integersOf(G1, n - 1, seed), integersOf(G1, n - 1, seed + 1)];
    const sum = a.reduce((total, value, i) => total + value * b[i], 0n);
    const first = [...a, -sum].map((value) => G1.generator.multiply(value));
    const second = [...b, 1n].map((value) => G2.generator.multiply(value));
    return writeInput(n, ...[...first, ...second].map((point) => point.toBytes('uncompressed')));
  },
  signatures: ({ G1, G2 }, n, seed) => {
    const messages = messagesOf(n, seed);
    const secrets = integersOf(G1, n, seed);
    const signatures = messages.map((message, i) => sign(G2, message, secrets[i]));
    const keys = secrets.map((secret) => G1.generator.multiply(secret).toBytes());
    return writeInput(n, ...signatures, ...messages, ...keys);
  },
  committee: ({ G1, G2 }, n, seed) => {
    const [message] = messagesOf(1, seed);
    const secrets = integersOf(G1, n, seed);
    const signature = sign(
      G2,
      message,
      secrets.reduce((total, value) => total + value),
    );
    const keys = secrets.map((secret) => G1.generator.multiply(secret).toBytes('uncompressed'));
    return writeInput(n, signature, message, ...keys);
  },
  messages: (_, n, seed) => writeInput(n, ...messagesOf(n, seed)),
};

/** @param {any} group @param {Uint8Array} message @param {bigint} secret @returns {Uint8Array} */
const sign = (group, message, secret) =>
  group.hashToCurve(message, { dst: TAG }).multiply(secret).toBytes();

/** @param {any} group @param {number} n @param {number} seed @returns {bigint[]} */
const integersOf = (group, n, seed) =>
  chunks(group.randomScalars(n, seed), MESSAGE_BYTES).map((bytes) => bytesToBigint(bytes, 'be'));

/** @param {number} n @param {number} seed */
const messagesOf = (n, seed) =>
  Array.from({ length: n }, (_, i) => concat([integers([seed, i]), new Uint8Array(24)]));

/**
 * Reads a file back: its lists, each a number of items of so many bytes.
 * @param {Uint8Array<ArrayBuffer>} input
 * @param {[count: number, size: number][]} lists
 * @returns {Uint8Array[][]}
 */
export function readLists(input, lists) {
  let at = 4;
  return lists.map(([count, size]) => chunks(input.slice(at, (at += count * size)), size));
}

/** The answer of a check. @param {boolean} isRight */
export const encodeAnswer = (isRight) => Uint8Array.of(Number(isRight));
