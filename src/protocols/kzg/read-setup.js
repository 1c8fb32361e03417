/**
 * Trusted setups, in the forms in which they are published: c-kzg's text, its JSON, or bytes by
 * name. All give the same parts, as bytes in the published order, that of the exponents: L_i
 * belongs to the root ω^i, M_i is [τ^i]G1, Q_i is [τ^i]G2.
 */
import { InputError } from '../../errors.js';
import { readBytesOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readHex } from '../../input/hex.js';
import { readList } from '../../input/lists.js';
import { FIELD_ELEMENTS, G1_BYTES, G2_BYTES, G2_POINTS } from './constants.js';

/** @import { SetupRead } from './create.js' */

/**
 * The parts as bytes.
 * @typedef {{ lagrange: Uint8Array, monomial: Uint8Array, g2: Uint8Array }} SetupBytes
 */

const NAMES = /** @type {const} */ (['g1Lagrange', 'g1Monomial', 'g2Monomial']);
const JSON_NAMES = /** @type {const} */ (['g1_lagrange', 'g1_monomial', 'g2_monomial']);

/** The name of the points for commitments alone. */
export const REVERSED = 'g1LagrangeBitReversed';

const LENGTHS = [FIELD_ELEMENTS * G1_BYTES, FIELD_ELEMENTS * G1_BYTES, G2_POINTS * G2_BYTES];

const EXPECTED =
  'the text of trusted_setup.txt, its JSON, { g1Lagrange, g1Monomial, g2Monomial } in the published order, or { g1LagrangeBitReversed }';

/**
 * All parts of a setup.
 * @param {SetupRead} setup
 * @returns {Promise<SetupBytes>}
 * @throws {InputError} no setup, bare points, whose order cannot be known, or parts of another size
 */
export async function readSetup({ given, parts }) {
  if (typeof given === 'string') {
    return given.trimStart().startsWith('{') ? partsOfJson(parsed(given)) : partsOfText(given);
  }
  if (JSON_NAMES.some((name) => parts[name] !== undefined)) return partsOfJson(parts);
  if (NAMES.every((name) => parts[name] === undefined)) {
    throw new InputError(`setup: expected ${EXPECTED}, got ${describe(given)}`);
  }
  const read = await Promise.all(
    NAMES.map((name) => {
      const part = parts[name];
      return typeof part === 'function' ? part() : part;
    }),
  );
  return partsOf(
    read.map((part, i) => new Uint8Array(readBytesOf(part, [LENGTHS[i]], `setup.${NAMES[i]}`))),
  );
}

/**
 * Throws if the points for commitments alone are not alone.
 * @param {Record<string, unknown>} parts
 */
export function refuseOthers(parts) {
  const other = ['ready', ...NAMES, ...JSON_NAMES].find((name) => parts[name] !== undefined);
  if (other) throw new InputError(`setup: expected ${REVERSED} alone, got ${other} beside it`);
}

/** @param {Uint8Array[]} parts in the order of NAMES @returns {SetupBytes} */
const partsOf = ([lagrange, monomial, g2]) => ({ lagrange, monomial, g2 });

/** @param {string} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`setup: expected ${EXPECTED}, got text that is no JSON`, { cause });
  }
}

/**
 * @param {Record<string, unknown>} setup
 * @returns {SetupBytes}
 */
function partsOfJson(setup) {
  const parts = JSON_NAMES.map((name, i) => {
    const what = `setup.${name}`;
    const points = readList(setup[name], what, (point, j) => readHex(point, what, j));
    return joined(points, what, i === 2 ? G2_BYTES : G1_BYTES, LENGTHS[i]);
  });
  return partsOf(parts);
}

/**
 * c-kzg's trusted_setup.txt: the numbers of points, then the points in hexadecimal, each on a line:
 * Lagrange, G2, monomial.
 * @param {string} text
 * @returns {SetupBytes}
 */
function partsOfText(text) {
  const [n1, n2, ...lines] = text.split(/\s+/).filter((word) => word !== '');
  if (Number(n1) !== FIELD_ELEMENTS || Number(n2) !== G2_POINTS) {
    throw new InputError(
      `setup: expected ${EXPECTED}, got text that does not begin with ${FIELD_ELEMENTS} and ${G2_POINTS}`,
    );
  }
  const total = 2 * FIELD_ELEMENTS + G2_POINTS;
  if (lines.length !== total) {
    throw new InputError(`setup: expected ${total} points, got ${lines.length}`);
  }
  const points = lines.map((line, i) => readHex(line, 'setup, point', i));
  const part = (/** @type {number} */ from, /** @type {number} */ i) => {
    const size = i === 2 ? G2_BYTES : G1_BYTES;
    const list = points.slice(from, from + LENGTHS[i] / size);
    return joined(list, `setup, ${NAMES[i]}`, size, LENGTHS[i]);
  };
  return partsOf([part(0, 0), part(FIELD_ELEMENTS + G2_POINTS, 1), part(FIELD_ELEMENTS, 2)]);
}

/**
 * @param {readonly Uint8Array[]} points
 * @param {string} what
 * @param {number} size of a point
 * @param {number} length of all
 */
function joined(points, what, size, length) {
  if (points.length * size !== length) {
    throw new InputError(`${what}: expected ${length / size} points, got ${points.length}`);
  }
  const bytes = new Uint8Array(length);
  points.forEach((point, i) => {
    if (point.length !== size) {
      throw new InputError(`${what} at index ${i}: expected ${size} bytes, got ${point.length}`);
    }
    bytes.set(point, i * size);
  });
  return bytes;
}

/**
 * Points in bit-reversed order.
 * @param {Uint8Array} points
 * @param {number} size of a point
 */
export function bitReversed(points, size) {
  const result = new Uint8Array(points.length);
  const n = points.length / size;
  for (let i = 0, j = 0; i < n; i++) {
    result.set(points.subarray(size * j, size * (j + 1)), size * i);
    // The next in reversed binary: carries run to the right.
    let bit = n / 2;
    for (; bit > 0 && j & bit; bit /= 2) j ^= bit;
    j |= bit;
  }
  return result;
}
