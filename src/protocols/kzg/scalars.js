/**
 * Lists of scalars as KZG uses them: read with errors, filled with constants, freed together.
 *
 * Numbers of EIP-4844 and EIP-7594, in the order that the specifications prescribe: an element's
 * place in a blob or a cell is the bit reversal of its root's exponent.
 */

import { ScalarError } from '../../errors.js';
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { power } from '../../math/modular.js';
import { builtin } from '../../parallel/runtime.js';
import { absorb, sha256 } from '../sha256.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Polynomials, ScalarList } from '../../port/polynomials.js' */
/** @import { Sha256 } from '../../port/engine.js' */

/**
 * `stepBytes`: bytes hashed between two steps, in a millisecond or less.
 * @typedef {Sha256 & { stepBytes: number }} ChallengeHash
 */

/** A third of a millisecond in WebAssembly, one in JavaScript. */
const STEP_BYTES = 2 ** 17;

/**
 * Polynomials over the scalars, their prime, and the hash that gives challenges.
 * @typedef {{ lists: Polynomials, order: bigint, hash: ChallengeHash }} Scalars
 */

/**
 * @param {GroupContext} context of G1
 * @returns {Promise<Scalars>}
 */
export async function openScalars({ engine, config: { order } }) {
  const open = /** @type {NonNullable<typeof engine.polynomials>} */ (engine.polynomials);
  const root = power(PRIMITIVE_ROOT, (order - 1n) / BigInt(EXTENDED), order);
  const lists = await open({ root, size: EXTENDED });
  const hash = await openHash(lists.sha256 ?? { digest: sha256, absorb, lanes: null });
  return { lists, order, hash };
}

/**
 * The hash of challenges: the runtime's, if it has a synchronous one.
 * @param {Sha256} own of the engine
 * @returns {Promise<ChallengeHash>}
 */
export async function openHash(own) {
  const { createHash } = builtin('node:crypto') ?? {};
  const fast = createHash && (await import('./challenge-hash.js')).hashOfRuntime(createHash, own);
  return fast ?? { ...own, stepBytes: STEP_BYTES };
}

/**
 * Lends lists for the duration of some steps and frees them on every path.
 * @template Result
 * @param {Scalars} scalars
 * @param {readonly number[]} lengths
 * @param {(...lists: ScalarList[]) => Generator<any, Result, void>} use
 * @returns {Generator<any, Result, void>}
 */
export function* borrowing({ lists }, lengths, use) {
  /** @type {ScalarList[]} */
  const borrowed = [];
  try {
    for (const length of lengths) borrowed.push(lists.create(length));
    return yield* use(...borrowed);
  } finally {
    for (const list of borrowed) lists.free(list);
  }
}

/**
 * Reads elements of 32 bytes big-endian.
 * @param {Scalars} scalars
 * @param {ScalarList} list
 * @param {Uint8Array} bytes
 * @param {{ first?: number, name?: string, c?: ScalarList }} [how] index of the first, and what
 *   they belong to, for errors; a constant that multiplies them
 * @throws {ScalarError} one is not below the order, with its index
 */
export function readElements({ lists }, list, bytes, how) {
  const { first, name, c } = { first: 0, name: 'blob', c: undefined, ...how };
  const bad = lists.read(list, bytes, c);
  if (bad < 0) return;
  throw outside(first + bad, name);
}

/**
 * The error of a field element that is not below the order.
 * @param {number} index
 * @param {string} [name] what it belongs to
 */
export const outside = (index, name = 'blob') =>
  new ScalarError(index, undefined, `${name}: field element at index ${index}`);

/**
 * A single field element.
 * @param {bigint} order
 * @param {Uint8Array} bytes 32, big-endian
 * @param {string} name for messages
 * @returns {bigint}
 * @throws {ScalarError} it is not below the order
 */
export function elementOf(order, bytes, name) {
  const value = fromBytesBE(bytes);
  if (value >= order) throw new ScalarError(0, undefined, name);
  return value;
}

/**
 * Writes elements from the start of a list.
 * @type {(scalars: Scalars, list: ScalarList, values: readonly bigint[]) => void}
 */
export function setElements({ lists }, list, values) {
  const bytes = new Uint8Array(ELEMENT * values.length);
  values.forEach((value, i) => bytes.set(toBytesBE(value, ELEMENT), ELEMENT * i));
  lists.read(list, bytes);
}

/** @param {Uint8Array} bytes 32 big-endian each */
export const elementsOf = (bytes) =>
  Array.from({ length: bytes.length / ELEMENT }, (_, i) =>
    fromBytesBE(bytes.subarray(ELEMENT * i, ELEMENT * (i + 1))),
  );

/** Field elements of a blob, and points of a setup. */
export const FIELD_ELEMENTS = 4096;

/** Elements of the extended blob: the values at twice as many points. */
export const EXTENDED = 2 * FIELD_ELEMENTS;

/** Elements of a cell. */
export const CELL_ELEMENTS = 64;

/** Cells of an extended blob. */
export const CELLS = EXTENDED / CELL_ELEMENTS;

/** Bytes of a field element. */
export const ELEMENT = 32;

export const BLOB_BYTES = ELEMENT * FIELD_ELEMENTS;
export const CELL_BYTES = ELEMENT * CELL_ELEMENTS;

/** Bytes of a compressed point of G1 and G2. */
export const G1_BYTES = 48;
export const G2_BYTES = 96;

/** Points of G2 in a setup. */
export const G2_POINTS = CELL_ELEMENTS + 1;

/** The generator of the multiplicative group whose powers are the roots of unity. */
export const PRIMITIVE_ROOT = 7n;
