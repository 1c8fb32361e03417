/**
 * Trusted setups, in the forms in which they are published: c-kzg's text, its JSON, or bytes by
 * name. All give the same parts, as bytes in the published order, that of the exponents: L_i
 * belongs to the root ω^i, M_i is [τ^i]G1, Q_i is [τ^i]G2.
 *
 * The package's own trusted setup: the ceremony's points in the form in which engines take them, so
 * that opening it needs no square roots, no checks of points and no comparison of its parts. What
 * makes it the ceremony's is the SHA-256 of each part, below; tests compare the parts with the
 * published ones.
 */

import { CurvemillError, EnvironmentError, InputError } from '../../errors.js';
import { readBytesOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readHex, toHex } from '../../input/hex.js';
import { readList } from '../../input/lists.js';
import {
  CELL_ELEMENTS,
  EXTENDED,
  FIELD_ELEMENTS,
  G1_BYTES,
  G2_BYTES,
  G2_POINTS,
} from './scalars.js';
import { LatePart } from './late-part.js';
import { STEP } from './openings.js';

/** @import { SetupRead } from './create.js' */
/** @import { Sha256 } from '../../port/engine.js' */

/**
 * The parts as bytes, null where the setup lacks them: the points of G1 have one form at least.
 * @typedef {{ lagrange: Uint8Array | null, monomial: Uint8Array | null, g2: Uint8Array | null }}
 *   SetupBytes
 */

const NAMES = /** @type {const} */ (['g1Lagrange', 'g1Monomial', 'g2Monomial']);
const JSON_NAMES = /** @type {const} */ (['g1_lagrange', 'g1_monomial', 'g2_monomial']);

/** The name of the points for commitments alone. */
export const REVERSED = 'g1LagrangeBitReversed';

const LENGTHS = [FIELD_ELEMENTS * G1_BYTES, FIELD_ELEMENTS * G1_BYTES, G2_POINTS * G2_BYTES];

const EXPECTED =
  'the text of trusted_setup.txt, its JSON, { g1Lagrange, g1Monomial, g2Monomial } in the published order or some of them, or { g1LagrangeBitReversed }';

/** Points read from text in a step, a millisecond or less. */
const POINTS = 512;

/**
 * All parts of a setup. Text is read in steps.
 * @param {SetupRead} setup
 * @param {(steps: Generator<any, SetupBytes, void>) => Promise<SetupBytes>} run
 * @returns {Promise<SetupBytes>}
 * @throws {InputError} no setup, bare points, whose order cannot be known, or parts of another size
 */
export async function readSetup({ given, parts }, run) {
  if (typeof given === 'string') {
    return run(given.trimStart().startsWith('{') ? partsOfJson(parsed(given)) : partsOfText(given));
  }
  if (JSON_NAMES.some((name) => parts[name] !== undefined)) return run(partsOfJson(parts));
  if (NAMES.every((name) => parts[name] === undefined)) {
    throw new InputError(`setup: expected ${EXPECTED}, got ${describe(given)}`);
  }
  const read = await Promise.all(NAMES.map((name) => loaded(parts[name], `setup.${name}`)));
  const bytesOf = (/** @type {unknown} */ part, /** @type {number} */ i) =>
    new Uint8Array(readBytesOf(part, [LENGTHS[i]], `setup.${NAMES[i]}`));
  return partsOf(read.map((part, i) => (part === undefined ? null : bytesOf(part, i))));
}

/**
 * A part, downloaded if it is a function.
 * @param {unknown} part
 * @param {string} what for messages
 * @returns {Promise<unknown>}
 * @throws {EnvironmentError} the download fails
 */
async function loaded(part, what) {
  if (typeof part !== 'function') return part;
  try {
    return await part();
  } catch (cause) {
    if (cause instanceof CurvemillError) throw cause;
    const got = cause instanceof Error ? `the error '${cause.message}'` : describe(cause);
    throw new EnvironmentError(`${what}: expected its points, got ${got}`, { cause });
  }
}

/**
 * Throws if the points for commitments alone are not alone.
 * @param {Record<string, unknown>} parts
 */
export function refuseOthers(parts) {
  const other = ['ready', ...NAMES, ...JSON_NAMES].find((name) => parts[name] !== undefined);
  if (other) throw new InputError(`setup: expected ${REVERSED} alone, got ${other} beside it`);
}

/**
 * @param {(Uint8Array | null)[]} parts in the order of NAMES
 * @returns {SetupBytes}
 * @throws {InputError} no points of G1, or the monomial form without what its order is checked by
 */
function partsOf([lagrange, monomial, g2]) {
  if (!lagrange && !(monomial && g2)) {
    const got = monomial ? 'g1Monomial alone' : 'g2Monomial alone';
    throw new InputError(`setup: expected g1Lagrange, or g1Monomial with g2Monomial, got ${got}`);
  }
  return { lagrange, monomial, g2 };
}

/** @param {string} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`setup: expected ${EXPECTED}, got text that is no JSON`, { cause });
  }
}

/**
 * The points of a part are a list of text, or one text without separators, as kzg-wasm has them.
 * @param {Record<string, unknown>} setup
 * @returns {Generator<any, SetupBytes, void>}
 */
function partsOfJson(setup) {
  const what = JSON_NAMES.map((name) => `setup.${name}`);
  const lists = JSON_NAMES.map((name, i) => {
    const part = setup[name];
    if (part === undefined) return null;
    if (typeof part === 'string') return cutText(part, what[i], i);
    return readList(part, what[i], (point) => point);
  });
  return partsOfLists(lists, what);
}

/**
 * @param {string} text of all points of a part
 * @param {string} what for messages
 * @param {number} part its place in NAMES
 * @returns {string[]}
 */
function cutText(text, what, part) {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length !== 2 * LENGTHS[part]) {
    throw new InputError(
      `${what}: expected a list of points, or ${2 * LENGTHS[part]} digits, got ${digits.length}`,
    );
  }
  const size = 2 * (part === 2 ? G2_BYTES : G1_BYTES);
  return Array.from({ length: digits.length / size }, (_, i) =>
    digits.slice(i * size, (i + 1) * size),
  );
}

/**
 * c-kzg's trusted_setup.txt: the numbers of points, then the points in hexadecimal, each on a line:
 * Lagrange, G2, monomial. Its first version, of 2023, lacks the monomial form.
 * @param {string} text
 * @returns {Generator<any, SetupBytes, void>}
 */
function partsOfText(text) {
  const [n1, n2, ...lines] = text.split(/\s+/).filter((word) => word !== '');
  if (Number(n1) !== FIELD_ELEMENTS || Number(n2) !== G2_POINTS) {
    throw new InputError(
      `setup: expected ${EXPECTED}, got text that does not begin with ${FIELD_ELEMENTS} and ${G2_POINTS}`,
    );
  }
  const [first, total] = [FIELD_ELEMENTS + G2_POINTS, 2 * FIELD_ELEMENTS + G2_POINTS];
  if (lines.length !== total && lines.length !== first) {
    throw new InputError(`setup: expected ${total} points, or ${first}, got ${lines.length}`);
  }
  const g2 = lines.splice(FIELD_ELEMENTS, G2_POINTS);
  const lagrange = lines.splice(0, FIELD_ELEMENTS);
  return partsOfLists(
    [lagrange, lines.length > 0 ? lines : null, g2],
    NAMES.map((name) => `setup, ${name}`),
  );
}

/**
 * @param {(readonly unknown[] | null)[]} lists of points in hexadecimal, in the order of NAMES
 * @param {readonly string[]} what they are, for messages
 * @returns {Generator<any, SetupBytes, void>}
 */
function* partsOfLists(lists, what) {
  const parts = LENGTHS.map((length, i) => (lists[i] ? new Uint8Array(length) : null));
  for (const [i, list] of lists.entries()) {
    const part = parts[i];
    if (!list || !part) continue;
    const size = i === 2 ? G2_BYTES : G1_BYTES;
    const expected = LENGTHS[i] / size;
    if (list.length !== expected) {
      throw new InputError(`${what[i]}: expected ${expected} points, got ${list.length}`);
    }
    for (const [j, digits] of list.entries()) {
      const point = readHex(digits, what[i], j);
      if (point.length !== size) {
        throw new InputError(
          `${what[i]} at index ${j}: expected ${size} bytes, got ${point.length}`,
          { index: j },
        );
      }
      part.set(point, j * size);
      if (j % POINTS === 0) yield STEP;
    }
  }
  return partsOf(parts);
}

/** Bytes of canonical points. */
const [G1_POINT, G2_POINT] = [2 * G1_BYTES, 2 * G2_BYTES];

/**
 * Canonical points: L_i, bit-reversed; [τ^i]G1 for i < 64, then 1, [τ] and [τ^64] of G2; the fixed
 * points of the proofs of cells (proofs.js).
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
 * @param {ReadyName} name
 * @param {unknown} part
 * @param {() => Promise<Sha256>} openHash
 * @returns {Promise<Uint8Array>}
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
