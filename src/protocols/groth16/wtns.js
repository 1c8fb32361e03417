/** Witnesses: the values of all wires, the first of which is 1. */
import { InputError } from '../../errors.js';
import { allocate, compareLE, isBytes, readBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { describe } from '../../input/describe.js';
import { SCALAR_BYTES, byteLength, fromBytesLE, toBytesLE } from '../../math/integers.js';
import { inPieces } from '../../port/steps.js';
import { viewOf } from './sections.js';

/** @import { Progress } from '../../port/engine.js' */

/**
 * A witness: the bytes of a .wtns file; its values, 32 bytes little-endian each; or bigints.
 * @typedef {Uint8Array | readonly bigint[]} Witness
 */

/** Wires of a circuit, and the order of its field. */
/** @typedef {{ wires: number, r: bigint }} Size */

/** Values compared in a step, a millisecond or less. */
const STEP = 2 ** 13;

const LETTERS = 'wtns';

/** Bytes before the sections of a file, before the body of a section, and of a count. */
const [HEAD, SECTION, COUNT] = [12, 12, 4];

/**
 * A copy of the values, which the caller must overwrite. It is made before this returns.
 * @param {unknown} witness
 * @param {Size} size
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes little-endian each, not known to be below the order
 * @throws {InputError} no witness, or one of another number of wires or another field
 */
export function readWitness(witness, size) {
  if (!isBytes(witness)) return ofIntegers(witness, size);
  const bytes = readBytes(witness, 'wtns');
  // No witness begins so: its first value is 1.
  const values = textOf(bytes) === LETTERS ? valuesOf(bytes, size) : bytes;
  expect('values', `${size.wires * SCALAR_BYTES} bytes`, values.length, size.wires * SCALAR_BYTES);
  const copy = allocate(values.length);
  copy.set(values);
  return copy;
}

/** @param {Uint8Array} bytes */
const textOf = (bytes) => String.fromCharCode(...bytes.subarray(0, LETTERS.length));

/**
 * @param {string} part
 * @param {string} expected
 * @param {unknown} got
 * @param {unknown} wanted
 */
function expect(part, expected, got, wanted) {
  if (got === wanted) return;
  throw new InputError(`wtns: ${part}: expected ${expected}, got ${got}`);
}

/**
 * The values of a file, a view.
 * @param {Uint8Array} file
 * @param {Size} size
 * @returns {Uint8Array}
 */
function valuesOf(file, { wires, r }) {
  const view = viewOf(file);
  if (file.length < HEAD) expect('head', `${HEAD} bytes`, file.length, HEAD);
  expect('version', '2', view.getUint32(4, true), 2);
  /** @type {Map<number, Uint8Array>} */
  const sections = new Map();
  let at = HEAD;
  for (let left = view.getUint32(8, true); left > 0; left--) {
    if (at + SECTION > file.length) expect('head of a section', `${SECTION} bytes`, 'the end', 0);
    const id = view.getUint32(at, true);
    const length = Number(view.getBigUint64(at + 4, true));
    at += SECTION;
    const name = `section ${id}`;
    if (length > file.length - at) expect(name, `${length} bytes`, file.length - at, length);
    if (sections.has(id)) expect(name, 'one', 'two', 1);
    sections.set(id, file.subarray(at, at + length));
    at += length;
  }
  expect('sections', `${at} bytes`, file.length, at);
  const [header, values] = [1, 2].map((id) => sections.get(id));
  if (!header) throw new InputError('wtns: section 1 (header): expected one, got none');
  if (!values) throw new InputError('wtns: section 2 (values): expected one, got none');
  const bytes = byteLength(r);
  const length = COUNT + bytes + COUNT;
  expect('section 1 (header)', `${length} bytes`, header.length, length);
  expect(
    'section 1 (header)',
    `values of ${bytes} bytes`,
    viewOf(header).getUint32(0, true),
    bytes,
  );
  if (fromBytesLE(header.subarray(COUNT, COUNT + bytes)) !== r) {
    expect('section 1 (header)', 'the order of the group', 'another prime', '');
  }
  const own = viewOf(header).getUint32(COUNT + bytes, true);
  expect('section 1 (header)', `${wires} wires`, own, wires);
  return values;
}

/**
 * @param {unknown} witness
 * @param {Size} size
 */
function ofIntegers(witness, { wires, r }) {
  const expected = 'the bytes of a .wtns, 32 bytes per wire, or an array of bigints';
  const list = readList(
    witness,
    'wtns',
    (value, i) => {
      if (typeof value !== 'bigint') {
        throw new InputError(`wtns: wire ${i}: expected a bigint, got ${describe(value)}`);
      }
      if (value < 0n || value >= r) throw outOfRange(i);
      return value;
    },
    expected,
  );
  expect('values', `${wires} wires`, list.length, wires);
  const bytes = allocate(wires * SCALAR_BYTES);
  list.forEach((value, i) => bytes.set(toBytesLE(value, SCALAR_BYTES), i * SCALAR_BYTES));
  return bytes;
}

/** @param {number} wire */
const outOfRange = (wire) =>
  new InputError(`wtns: wire ${wire}: expected a value below the order of the group, got a larger`);

/**
 * Checks that values are below the order, and the first one 1.
 * @param {Uint8Array} values
 * @param {Size} size
 * @returns {Generator<Progress, void, void>}
 * @throws {InputError} with the number of the wire
 */
export function* checkSteps(values, { wires, r }) {
  if (fromBytesLE(values.subarray(0, SCALAR_BYTES)) !== 1n) {
    throw new InputError('wtns: wire 0: expected the constant 1, got another value');
  }
  const bound = toBytesLE(r, SCALAR_BYTES);
  yield* inPieces(wires, { phase: 'witness', first: STEP, most: STEP }, (start, end) => {
    for (let i = start; i < end; i++) {
      if (compareLE(values, i * SCALAR_BYTES, bound) >= 0) throw outOfRange(i);
    }
  });
}
