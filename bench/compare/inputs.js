/**
 * Makes the input files of a row, determined by the seed; all contestants of a row
 * read the same file.
 */
import { openCurve, wholeFormat } from '../../scripts/lib/curves.js';
import { integers, writeInput } from './formats.js';
import { PAIRING_INPUTS } from './pairing-inputs.js';

/** @import { PairingKind } from './pairing-inputs.js' */

/**
 * @typedef {{ kind: 'terms' | 'pairs' | 'first' | 'spread' | 'points' | 'elements' | PairingKind,
 *   curve: string, n: number }} Input
 */

const BASIS = 256;
const SCALAR_BYTES = 32;

/** @type {Map<string, Promise<import('../../scripts/lib/curves.js').Opened>>} */
const opened = new Map();

/**
 * @param {Input} input
 * @param {number} seed
 * @returns {Promise<Uint8Array>}
 */
export async function makeInput({ kind, curve, n }, seed) {
  if (!opened.has(curve)) opened.set(curve, openCurve(curve, { backend: 'auto', threads: 1 }));
  const { group, instance } = await /** @type {Promise<any>} */ (opened.get(curve));
  switch (kind) {
    case 'terms':
      return writeInput(
        n,
        encode(group, n, seed, wholeFormat(group)),
        group.randomScalars(n, seed),
      );
    case 'elements':
      return writeInput(n, group.randomScalars(n, seed));
    case 'pairs':
      return writeInput(n, encode(group, 2 * n, seed, 'uncompressed'));
    case 'points':
      return writeInput(n, encode(group, n, seed, 'compressed'));
    case 'first':
    case 'spread': {
      const positions = kind === 'first' ? firstPositions(n) : spreadPositions(n);
      return writeInput(n, integers(positions), reversed(group.randomScalars(n, seed)));
    }
    default:
      return PAIRING_INPUTS[kind](instance, n, seed);
  }
}

/**
 * @param {any} group
 * @param {number} n
 * @param {number} seed
 * @param {string} format
 * @returns {Uint8Array}
 */
function encode(group, n, seed, format) {
  const points = group.randomPoints(n, seed);
  const bytes = points.toBytes(format);
  points.dispose();
  return bytes;
}

/** @param {number} k */
function firstPositions(k) {
  return Array.from({ length: k }, (_, i) => i);
}

/**
 * k of the 256 positions at distances that are not a power of two: 5 + (97·i mod 251), and the
 * first five only if k exceeds 251.
 * @param {number} k
 */
function spreadPositions(k) {
  const first = 5;
  const rest = BASIS - first;
  return Array.from({ length: k }, (_, i) => (i < rest ? first + ((97 * i) % rest) : i - rest));
}

/**
 * Converts big-endian scalars to little-endian.
 * @param {Uint8Array} scalars
 */
function reversed(scalars) {
  const result = scalars.slice();
  for (let at = 0; at < result.length; at += SCALAR_BYTES) {
    result.subarray(at, at + SCALAR_BYTES).reverse();
  }
  return result;
}
