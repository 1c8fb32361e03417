/**
 * Points that nobody knows the discrete logarithms of, from hashes, and the secrets of a beacon,
 * which everybody knows: as snarkjs derives both.
 */
import { PointError } from '../../errors.js';
import { toBytesLE, wordBytes } from '../../math/integers.js';
import { UNCHECKED } from '../../port/point-checks.js';
import { Point } from '../../group/point.js';
import { ContentError } from '../groth16/content-error.js';
import { sha256 } from '../sha256.js';
import { Words } from './words.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { BeaconParameters } from './records.js' */
/** @import { Work } from './work.js' */

/** SHA-256 iterated in a step: a millisecond or two. */
const STEP = 2 ** 10;

/** The least exponent of a beacon that snarkjs makes. */
const LEAST_EXPONENT = 10;

/**
 * A point of the curve: x and the choice of y are drawn until there is one.
 * @param {GroupContext} context
 * @param {Words} words
 * @returns {Uint8Array} canonical
 */
function drawPoint({ engine, config, field }, words) {
  const { p } = config;
  for (;;) {
    const xs = new Uint8Array(field.bytes);
    for (let i = 0; i < field.degree; i++) {
      xs.set(toBytesLE(words.number(p), wordBytes(p)), i * wordBytes(p));
    }
    const signs = Uint8Array.of(words.next() & 1);
    try {
      return engine.decodeOne({ xs, signs }, UNCHECKED);
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
    }
  }
}

/**
 * A point of a group: a point of its curve times the cofactor, exactly. Multiples by endomorphisms
 * are other points, and the engine's multiplication is for the group of prime order.
 * @param {GroupContext} context
 * @param {bigint} cofactor
 * @param {Words} words
 * @returns {Point<any, any>}
 */
function drawn(context, cofactor, words) {
  const { engine } = context;
  const point = drawPoint(context, words);
  let multiple = point;
  for (const bit of cofactor.toString(2).slice(1)) {
    multiple = engine.add(multiple, multiple);
    if (bit === '1') multiple = engine.add(multiple, point);
  }
  return new Point(context, multiple, undefined, true);
}

/** @type {(work: Work, words: Words) => Point<any, any>} */
export const drawG1 = ({ curve, cofactors }, words) => drawn(curve.g1, cofactors[0], words);

/** @type {(work: Work, hash: Uint8Array) => Point<any, any>} */
export const hashToG2 = ({ curve, cofactors }, hash) =>
  drawn(curve.g2, cofactors[1], new Words(hash));

/**
 * The words of a beacon: SHA-256 iterated 2^exponent times is their key.
 * @param {BeaconParameters} beacon
 * @param {number} limit of the exponent, looked at before anything is computed
 * @param {string} where for messages
 * @returns {Generator<undefined, Words, void>}
 * @throws {ContentError} another exponent
 */
export function* beaconWordSteps({ bytes, exponent }, limit, where) {
  if (exponent < LEAST_EXPONENT || exponent > limit) {
    throw new ContentError(
      `${where}: beacon: expected 2^${LEAST_EXPONENT} to 2^${limit} (beaconLimit) iterations, got 2^${exponent}`,
    );
  }
  let hash = bytes;
  for (let left = 2 ** exponent; left > 0; left--) {
    hash = sha256([hash]);
    if (left % STEP === 0) yield;
  }
  return new Words(hash);
}
