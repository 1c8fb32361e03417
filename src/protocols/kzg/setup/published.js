/**
 * Trusted setups, in the forms in which they are published: c-kzg's text, its JSON, or bytes by
 * name. All give the same parts, as bytes in the published order, that of the exponents: L_i
 * belongs to the root ω^i, M_i is [τ^i]G1, Q_i is [τ^i]G2.
 */

import { InputError } from '../../../errors.js';
import { readBytesOf } from '../../../input/bytes.js';
import { describe } from '../../../input/describe.js';
import { readHex } from '../../../input/hex.js';
import { readList } from '../../../input/lists.js';
import { FIELD_ELEMENTS, G1_BYTES, G2_BYTES, G2_POINTS } from '../scalars.js';
import { loaded } from './download.js';
import { STEP } from '../openings.js';

/** @import { SetupRead } from '../create.js' */

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
 * @type {(setup: SetupRead,
 *   run: (steps: Generator<any, SetupBytes, void>) => Promise<SetupBytes>) => Promise<SetupBytes>}
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
 * Throws if the points for commitments alone are not alone.
 * @type {(parts: Record<string, unknown>) => void}
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

/** @type {(text: string) => Record<string, unknown>} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`setup: expected ${EXPECTED}, got text that is no JSON`, { cause });
  }
}

/**
 * The points of a part are a list of text, or one text without separators, as kzg-wasm has them.
 * @type {(setup: Record<string, unknown>) => Generator<any, SetupBytes, void>}
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
 * @type {(text: string) => Generator<any, SetupBytes, void>}
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
