/**
 * The package's own trusted setup: the ceremony's points in the form in which engines take them, so
 * that opening it needs no square roots, no checks of points and no comparison of its parts. What
 * makes it the ceremony's is the SHA-256 of each part, below; tests compare the parts with the
 * published ones.
 */

import { InputError } from '../../../errors.js';
import { readBytesOf } from '../../../input/bytes.js';
import { describe } from '../../../input/describe.js';
import { toHex } from '../../../input/hex.js';
import { CELL_ELEMENTS, EXTENDED, FIELD_ELEMENTS, G1_BYTES, G2_BYTES } from '../scalars.js';
import { LatePart, loaded } from './download.js';

/** @import { Sha256 } from '../../../port/engine.js' */

/** Bytes of canonical points. */
const [G1_POINT, G2_POINT] = [2 * G1_BYTES, 2 * G2_BYTES];

/**
 * Canonical points: L_i, bit-reversed; [τ^i]G1 for i < 64, then 1, [τ] and [τ^64] of G2; the fixed
 * points of the proofs of cells (fk20.js).
 */
const PARTS = {
  lagrange: {
    length: FIELD_ELEMENTS * G1_POINT,
    digest: '0x260eb5af68ba0b4db0ca366f212912b4b944e4bcfea8ac8a97099ca27701019c',
  },
  verification: {
    length: CELL_ELEMENTS * G1_POINT + 3 * G2_POINT,
    digest: '0xe133d5f9b30349a28802a14be09296209f9e2a9d6c15d706d289dde25e7a5408',
  },
  cells: {
    length: EXTENDED * G1_POINT,
    digest: '0x3c82d0275fb296a79d8549dedfd8cd40b50cee39395597f9b17e00d71d0f5554',
  },
};

/** @typedef {keyof typeof PARTS} ReadyName */

/**
 * The parts, downloaded all at once, and compared by their hashes; but the points of cells with
 * their first use, where a function gives them and the Lagrange form could replace them.
 * @param {unknown} given bytes and functions by name
 * @param {boolean} isPatient whether nothing is left for later
 * @param {() => Promise<Sha256>} openHash for runtimes without their own
 * @returns {Promise<{ lagrange?: Uint8Array, verification?: Uint8Array,
 *   cells?: Uint8Array | LatePart<Uint8Array> }>}
 * @throws {InputError} a part is not the ceremony's, or there is none
 */
export async function loadReady(given, isPatient, openHash) {
  if (typeof given !== 'object' || given === null) {
    throw new InputError(`setup.ready: expected an object, got ${describe(given)}`);
  }
  const parts = /** @type {Record<string, unknown>} */ (given);
  const names = /** @type {ReadyName[]} */ (Object.keys(PARTS));
  if (names.every((name) => parts[name] === undefined)) {
    throw new InputError(`setup.ready: expected one of ${names.join(', ')}, got none`);
  }
  const isLate = typeof parts.cells === 'function' && parts.lagrange !== undefined && !isPatient;
  const loading = names.map(async (name) => {
    if (parts[name] === undefined) return [name, undefined];
    const load = () => readPart(name, parts[name], openHash);
    return [name, name === 'cells' && isLate ? new LatePart(load) : await load()];
  });
  return Object.fromEntries(await Promise.all(loading));
}

/**
 * @type {(name: ReadyName, part: unknown, openHash: () => Promise<Sha256>) => Promise<Uint8Array>}
 */
async function readPart(name, part, openHash) {
  const what = `setup.ready.${name}`;
  const { length, digest } = PARTS[name];
  const bytes = new Uint8Array(readBytesOf(await loaded(part, what), [length], what));
  const found = toHex(await digestOf(bytes, openHash));
  if (found === digest) return bytes;
  const expected = `the points of curvemill/trusted-setup, with the SHA-256 ${digest}`;
  throw new InputError(`${what}: expected ${expected}, got bytes with ${found}`);
}

/**
 * SHA-256 by the runtime, on another thread: in the first call, the module takes 30 ms for all
 * parts in a page. Pages without a secure context, and old runtimes, lack it.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {() => Promise<Sha256>} openHash
 */
async function digestOf(bytes, openHash) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return (await openHash()).digest([bytes]);
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/**
 * The points of the verification.
 * @param {Uint8Array} bytes
 */
export function verificationPoints(bytes) {
  const start = CELL_ELEMENTS * G1_POINT;
  const [one, tau, cells] = [0, 1, 2].map((i) =>
    bytes.slice(start + G2_POINT * i, start + G2_POINT * (i + 1)),
  );
  return { powers: bytes.slice(0, start), fixed: { one, tau, cells } };
}
