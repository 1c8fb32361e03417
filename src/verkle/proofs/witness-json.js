/**
 * Parses execution witnesses in JSON, with the names of go-verkle and of the Kaustinen testnets.
 */
import { InputError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readInteger } from '../../input/options.js';
import { joinProof } from './encoding.js';
import { parseInSteps } from './json.js';

/** @import { Progress } from '../../port/engine.js' */

/**
 * @typedef {{ stem: Uint8Array, values: { suffix: number, value: Uint8Array | null }[] }} StemDiff
 */

/**
 * `statuses`: a byte per stem, in order, depth·8 + status. `commitments`: of all nodes but the
 * root, ordered by path.
 * @typedef {{
 *   stateDiff: StemDiff[], statuses: Uint8Array, otherStems: Uint8Array[],
 *   commitments: Uint8Array[], proof: Uint8Array,
 * }} ExecutionWitness
 */

/** Items of a step, a millisecond or less; and what a step reports. */
export const STEP = 256;
/** @type {Progress} */
export const READING = { phase: 'witness', done: 0, total: 1 };

const WORD_BYTES = 32;
const STEM_BYTES = 31;

/**
 * Bytes as hexadecimal digits, with or without 0x.
 * @param {unknown} value
 * @param {number | null} length in bytes; null for any
 * @param {string} what
 * @returns {Uint8Array}
 * @throws {InputError}
 */
export function readHex(value, length, what) {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : '-';
  // Searches for a non-digit: an expression that matches a whole long string overflows V8's stack.
  const isHex = digits.length % 2 === 0 && !/[^0-9a-f]/i.test(digits);
  if (!isHex || (length !== null && digits.length !== 2 * length)) {
    const size = length === null ? 'bytes' : `${length} bytes`;
    throw new InputError(`${what}: expected ${size} as hexadecimal digits, got ${describe(value)}`);
  }
  const bytes = new Uint8Array(digits.length / 2);
  const digit = (/** @type {number} */ i) => {
    const code = digits.charCodeAt(i);
    // '0' is 0x30, 'A' 0x41, 'a' 0x61.
    return (code & 15) + (code >> 6) * 9;
  };
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1);
  return bytes;
}

/**
 * Reads a witness in steps.
 * @param {unknown} json a string
 * @returns {Generator<Progress, ExecutionWitness, void>}
 * @throws {InputError} invalid JSON, or not an execution witness; the message says where
 */
export function* readWitness(json) {
  if (typeof json !== 'string') {
    throw new InputError(`witness: expected a string of JSON, got ${describe(json)}`);
  }
  const { stateDiff, verkleProof } = readObject(yield* parse(json), 'witness');
  yield READING;
  const parts = readObject(verkleProof, 'verkleProof');
  const { cl, cr, finalEvaluation } = readObject(parts.ipaProof, 'ipaProof');
  const word = (/** @type {unknown} */ value, /** @type {string} */ what) =>
    readHex(value, WORD_BYTES, what);
  const words = (/** @type {unknown} */ list, /** @type {string} */ what) =>
    inSteps(readArray(list, what), (value, i) => word(value, `${what}[${i}]`));
  const stateDiffs = [];
  for (const [i, value] of readArray(stateDiff, 'stateDiff').entries()) {
    if (i % STEP === 0) yield READING;
    stateDiffs.push(yield* readStemDiff(value, i));
  }
  return {
    stateDiff: stateDiffs,
    statuses: yield* readStatuses(parts.depthExtensionPresent),
    otherStems: yield* inSteps(readArray(parts.otherStems, 'otherStems'), (stem, i) =>
      readHex(stem, STEM_BYTES, `otherStems[${i}]`),
    ),
    commitments: yield* words(parts.commitmentsByPath, 'commitmentsByPath'),
    proof: joinProof({
      d: word(parts.d, 'd'),
      cl: yield* words(cl, 'cl'),
      cr: yield* words(cr, 'cr'),
      finalEvaluation: word(finalEvaluation, 'finalEvaluation').reverse(),
    }),
  };
}

/** Digits read in a step. */
const DIGITS = 2 ** 16;

/**
 * Bytes of any number, which may be a long text.
 * @type {(value: unknown) => Generator<Progress, Uint8Array, void>}
 */
function* readStatuses(value) {
  const what = 'depthExtensionPresent';
  if (typeof value !== 'string' || value.length <= DIGITS) return readHex(value, null, what);
  const digits = value.replace(/^0x/, '');
  const bytes = new Uint8Array(Math.ceil(digits.length / 2));
  for (let at = 0; at < digits.length; at += DIGITS) {
    // A second 0x, at the start of a piece, is no digit.
    const piece = `0x${digits.slice(at, at + DIGITS)}`;
    bytes.set(readHex(piece, null, what), at / 2);
    yield READING;
  }
  return bytes;
}

/** @type {(value: unknown, i: number) => Generator<Progress, StemDiff, void>} */
function* readStemDiff(value, i) {
  const where = `stateDiff[${i}]`;
  const { stem, suffixDiffs } = readObject(value, where);
  return {
    stem: readHex(stem, STEM_BYTES, `stem of ${where}`),
    values: yield* inSteps(readArray(suffixDiffs, `suffixDiffs of ${where}`), (diff) => {
      const { suffix, currentValue } = readObject(diff, `suffixDiffs of ${where}`);
      return {
        suffix: readInteger(suffix, 0, 255, `suffix of ${where}`),
        value:
          currentValue === null
            ? null
            : readHex(currentValue, WORD_BYTES, `currentValue of ${where}`),
      };
    }),
  };
}

/**
 * `list.map(read)`.
 * @template Item
 * @param {readonly unknown[]} list
 * @param {(value: unknown, i: number) => Item} read
 * @returns {Generator<Progress, Item[], void>}
 */
function* inSteps(list, read) {
  const items = [];
  for (let i = 0; i < list.length; i++) {
    if (i % STEP === STEP - 1) yield READING;
    items.push(read(list[i], i));
  }
  return items;
}

/** The shape of a witness, as `readWitness` reads it. @type {import('./json.js').Shape} */
const SHAPE = {
  stateDiff: [{ stem: false, suffixDiffs: [{ suffix: false, currentValue: false }] }],
  verkleProof: {
    otherStems: [false],
    depthExtensionPresent: false,
    commitmentsByPath: [false],
    d: false,
    ipaProof: { cl: [false], cr: [false], finalEvaluation: false },
  },
};

/** Characters that `JSON.parse` reads in a millisecond or two. */
const SHORT = 2 ** 18;

/** @type {(json: string) => Generator<Progress, unknown, void>} */
function* parse(json) {
  try {
    return json.length <= SHORT ? JSON.parse(json) : yield* parseInSteps(json, SHAPE);
  } catch (cause) {
    throw new InputError('witness: expected JSON, got something else', { cause });
  }
}

/** @type {(value: unknown, what: string) => Record<string, unknown>} */
function readObject(value, what) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`${what}: expected an object, got ${describe(value)}`);
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/** @type {(value: unknown, what: string) => unknown[]} */
function readArray(value, what) {
  if (!Array.isArray(value)) {
    throw new InputError(`${what}: expected an array, got ${describe(value)}`);
  }
  return value;
}
