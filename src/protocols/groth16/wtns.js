/** Witnesses: the values of all wires, the first of which is 1. */
import { InputError } from '../../errors.js';
import { allocate, compareLE, isBytes, readBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { describe } from '../../input/describe.js';
import { SCALAR_BYTES, byteLength, fromBytesLE, toBytesLE } from '../../math/integers.js';
import { inSteps } from '../../port/steps.js';
import { HEAD_BYTES, SECTION_BYTES, WTNS, readSections, viewOf } from './sections.js';
import { Source } from './source.js';

/** @import { Progress } from '../../port/engine.js' */

/**
 * A witness: the bytes of a .wtns file; its values, 32 bytes little-endian each; or bigints.
 * @typedef {Uint8Array | readonly bigint[]} Witness
 */

/** Wires of a circuit, and the order of its field. */
/** @typedef {{ wires: number, r: bigint }} Size */

/** Values compared in a step, a millisecond or less. */
const STEP = 2 ** 13;

/** Bytes of a count. */
const COUNT = 4;

/** For messages. */
const HEADER = 'section 1 (header)';

/**
 * Values of wires, which whoever reads them must overwrite. `form`: what they were given as.
 * @typedef {{ values: Uint8Array<ArrayBuffer>, form: 'file' | 'bytes' | 'integers' }} WitnessValues
 */

/**
 * A copy of the values, from a multiple of 4 bytes in its buffer on. Bytes are copied before this
 * returns.
 * @param {unknown} witness
 * @param {bigint} r the order of the field
 * @param {boolean} [isOwned] whether bytes need no copy, as the caller overwrites them
 * @returns {Promise<WitnessValues>} 32 bytes little-endian each, not known to be below the order
 * @throws {InputError} no witness, or one of another field
 */
export async function readWitness(witness, r, isOwned = false) {
  if (!isBytes(witness)) return { values: ofIntegers(witness, r), form: 'integers' };
  const bytes = readBytes(witness, 'wtns');
  // No value of a wire begins a file: the first is 1.
  const isFile = String.fromCharCode(...bytes.subarray(0, 4)) === WTNS.letters;
  const copy = isOwned ? /** @type {Uint8Array<ArrayBuffer>} */ (bytes) : bytes.slice();
  if (!isFile) return { values: copy, form: 'bytes' };
  try {
    return { values: await valuesOf(copy, r), form: 'file' };
  } catch (error) {
    copy.fill(0);
    throw error;
  }
}

/** @type {(part: string, expected: string, got: unknown, wanted: unknown) => void} */
function expect(part, expected, got, wanted) {
  if (got === wanted) return;
  throw new InputError(`wtns: ${part}: expected ${expected}, got ${got}`);
}

/**
 * @param {WitnessValues} witness
 * @param {number} wires of the key
 * @throws {InputError} another number of values
 */
export function expectWires({ values, form }, wires) {
  const got = values.length / SCALAR_BYTES;
  if (form === 'bytes') {
    expect('values', `${wires * SCALAR_BYTES} bytes`, values.length, wires * SCALAR_BYTES);
  } else {
    expect(form === 'file' ? HEADER : 'values', `${wires} wires`, got, wires);
  }
}

/**
 * The values of a file, in its memory.
 * @type {(file: Uint8Array<ArrayBuffer>, r: bigint) => Promise<Uint8Array<ArrayBuffer>>}
 */
async function valuesOf(file, r) {
  const source = new Source(file, 'wtns');
  /** @type {number | undefined} */
  let wires;
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let values;
  for await (const { id, size, name } of readSections(source, WTNS)) {
    if (id === 1) wires = readHeader(await source.read(size, name), r);
    else if (id === 2) {
      const { position } = source;
      await source.skip(size, name);
      values = file.subarray(position, position + size);
    }
  }
  if (wires === undefined) {
    throw new InputError('wtns: section 1 (header): expected one, got none');
  }
  if (!values) throw new InputError('wtns: section 2 (values): expected one, got none');
  expect('values', `${wires * SCALAR_BYTES} bytes`, values.length, wires * SCALAR_BYTES);
  if (values.byteOffset % 4 === 0) return values;
  const aligned = values.slice();
  file.fill(0);
  return aligned;
}

/** @type {(header: Uint8Array, r: bigint) => number} the number of wires */
function readHeader(header, r) {
  const bytes = byteLength(r);
  const length = COUNT + bytes + COUNT;
  expect(HEADER, `${length} bytes`, header.length, length);
  const view = viewOf(header);
  expect(HEADER, `values of ${bytes} bytes`, view.getUint32(0, true), bytes);
  if (fromBytesLE(header.subarray(COUNT, COUNT + bytes)) !== r) {
    expect(HEADER, 'the order of the group', 'another prime', '');
  }
  return view.getUint32(COUNT + bytes, true);
}

/**
 * A file for values that are still to be written.
 * @param {Size} size
 * @returns {{ file: Uint8Array<ArrayBuffer>, values: Uint8Array<ArrayBuffer> }} `values`: the place
 *   in the file for 32 bytes little-endian for each wire
 */
export function createWitness({ wires, r }) {
  const bytes = byteLength(r);
  const header = COUNT + bytes + COUNT;
  const length = wires * SCALAR_BYTES;
  const start = HEAD_BYTES + SECTION_BYTES + header + SECTION_BYTES;
  const file = allocate(start + length);
  const view = viewOf(file);
  let at = 0;
  const writeCount = (/** @type {number} */ count) => view.setUint32((at += 4) - 4, count, true);
  const writeSection = (/** @type {number} */ id, /** @type {number} */ size) => {
    writeCount(id);
    view.setBigUint64(at, BigInt(size), true);
    at += 8;
  };
  for (const letter of WTNS.letters) file[at++] = letter.charCodeAt(0);
  writeCount(WTNS.version);
  writeCount(WTNS.sections.size);
  writeSection(1, header);
  writeCount(bytes);
  file.set(toBytesLE(r, bytes), at);
  at += bytes;
  writeCount(wires);
  writeSection(2, length);
  return { file, values: file.subarray(at) };
}

/** @type {(witness: unknown, r: bigint) => Uint8Array<ArrayBuffer>} */
function ofIntegers(witness, r) {
  const expected = 'the bytes of a .wtns, 32 bytes per wire, or an array of bigints';
  const list = readList(
    witness,
    'wtns',
    (value, i) => {
      if (typeof value !== 'bigint') {
        throw new InputError(`wtns: wire ${i}: expected a bigint, got ${describe(value)}`, {
          index: i,
        });
      }
      if (value < 0n || value >= r) throw outOfRange(i);
      return value;
    },
    expected,
  );
  const bytes = allocate(list.length * SCALAR_BYTES);
  list.forEach((value, i) => bytes.set(toBytesLE(value, SCALAR_BYTES), i * SCALAR_BYTES));
  return bytes;
}

/** @param {number} wire */
const outOfRange = (wire) =>
  new InputError(`wtns: wire ${wire}: expected a value below the order of the group, got another`, {
    index: wire,
  });

/**
 * Checks that values are below the order, and the first one 1.
 * @type {(values: Uint8Array, size: Size) => Generator<Progress, void, void>}
 * @throws {InputError} with the number of the wire
 */
export function* checkSteps(values, { wires, r }) {
  if (fromBytesLE(values.subarray(0, SCALAR_BYTES)) !== 1n) {
    throw new InputError('wtns: wire 0: expected the constant 1, got another value', { index: 0 });
  }
  const bound = toBytesLE(r, SCALAR_BYTES);
  yield* inSteps(wires, { phase: 'witness', first: STEP, most: STEP }, (start, end) => {
    for (let i = start; i < end; i++) {
      if (compareLE(values, i * SCALAR_BYTES, bound) >= 0) throw outOfRange(i);
    }
  });
}
