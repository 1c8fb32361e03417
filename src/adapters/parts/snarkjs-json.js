/**
 * Keys, proofs, signals and inputs as snarkjs reads them, of the adapter snarkjs: numbers are
 * decimal or hexadecimal text, integers or bigints, points have two coordinates or three, and the
 * names of curves any spelling. All is read once; what this library's own reader refuses is left to
 * it.
 */
import { InputError } from '../../errors.js';
import { elementsOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readFields } from '../../input/items.js';
import { isList, readList, readingOf } from '../../input/lists.js';

/** @typedef {'bn128' | 'bls12381'} CurveName */

/**
 * A number: decimal text, hexadecimal text after 0x, an integer or a bigint.
 * @typedef {string | number | bigint} SnarkjsNumber
 */

/** @typedef {readonly SnarkjsNumber[]} SnarkjsG1 */
/** @typedef {readonly (readonly SnarkjsNumber[])[]} SnarkjsG2 */

/**
 * A proof. Points have two coordinates, or a third that is 1, or 0 for infinity.
 * @typedef {{ readonly pi_a: SnarkjsG1, readonly pi_b: SnarkjsG2, readonly pi_c: SnarkjsG1,
 *   readonly protocol?: string, readonly curve?: string }} SnarkjsProof
 */

/**
 * A verification key. `curve`: any spelling of bn128, BN254, alt_bn128 or BLS12-381.
 * @typedef {{ readonly protocol?: string, readonly curve: string,
 *   readonly nPublic?: number | string, readonly vk_alpha_1: SnarkjsG1,
 *   readonly vk_beta_2: SnarkjsG2, readonly vk_gamma_2: SnarkjsG2, readonly vk_delta_2: SnarkjsG2,
 *   readonly IC: readonly SnarkjsG1[] }} SnarkjsKey
 */

/** snarkjs's names of a curve, without what is neither letter nor digit. */
const CURVES = /** @type {Map<string, CurveName>} */ (
  new Map([
    ['BN128', 'bn128'],
    ['BN254', 'bn128'],
    ['ALTBN128', 'bn128'],
    ['BLS12381', 'bls12381'],
  ])
);

/** @param {unknown} name @returns {CurveName | undefined} */
export const curveNamed = (name) =>
  typeof name === 'string' ? CURVES.get(name.toUpperCase().replace(/[^A-Z0-9]/g, '')) : undefined;

/** Digits that are read: the library's own reader refuses more. */
const NUMBER = /^(0x[0-9a-f]{1,900}|[0-9]{1,900})$/i;

/** A number as a bigint; what is none, as it is. @param {unknown} value @returns {any} */
const numberOf = (value) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && NUMBER.test(value))
    ? BigInt(/** @type {number | string} */ (value))
    : value;

/**
 * A point with three coordinates.
 * @param {unknown} value
 * @param {1 | 2} degree of its coordinates
 * @param {string} what for messages
 * @returns {any}
 */
function pointOf(value, degree, what) {
  const [zero, one] = degree === 1 ? [0n, 1n] : [[0n, 0n], [1n, 0n]]; // prettier-ignore
  const coordinate = (/** @type {unknown} */ part) =>
    degree === 1 ? numberOf(part) : readList(part, what, numberOf);
  const [x, y, z = one, ...rest] = readList(value, what, coordinate);
  return String(z) === String(zero) ? [zero, one, zero] : [x, y, z, ...rest];
}

/**
 * A proof. snarkjs reads neither its protocol nor its curve.
 * @type {(value: unknown) => { pi_a: any, pi_b: any, pi_c: any }}
 */
export function proofOf(value) {
  const { pi_a, pi_b, pi_c } = readFields(value, ['pi_a', 'pi_b', 'pi_c'], 'proof');
  return {
    pi_a: pointOf(pi_a, 1, 'proof.pi_a'),
    pi_b: pointOf(pi_b, 2, 'proof.pi_b'),
    pi_c: pointOf(pi_c, 1, 'proof.pi_c'),
  };
}

/** @param {unknown} value @returns {any[]} */
export const signalsOf = (value) => readList(value, 'publicSignals', numberOf);

const KEY_FIELDS = ['protocol', 'curve', 'vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2'];

/**
 * A verification key. snarkjs does not read its `nPublic`.
 * @type {(value: unknown) => { curve: CurveName, key: any }}
 * @throws {InputError} no key, or one of a curve that snarkjs does not know
 */
export function keyOf(value) {
  const read = readFields(value, [...KEY_FIELDS, 'IC'], 'vk_verifier');
  const curve = curveNamed(read.curve);
  if (!curve) {
    const got = describe(read.curve);
    throw new InputError(`vk_verifier.curve: expected bn128 or bls12381, got ${got}`);
  }
  const { protocol = 'groth16' } = read;
  const IC = readList(read.IC, 'vk_verifier.IC', (item) => pointOf(item, 1, 'vk_verifier.IC'));
  const key = {
    protocol: protocol === 'groth' ? 'groth16' : protocol,
    curve,
    nPublic: IC.length - 1,
    vk_alpha_1: pointOf(read.vk_alpha_1, 1, 'vk_verifier.vk_alpha_1'),
    vk_beta_2: pointOf(read.vk_beta_2, 2, 'vk_verifier.vk_beta_2'),
    vk_gamma_2: pointOf(read.vk_gamma_2, 2, 'vk_verifier.vk_gamma_2'),
    vk_delta_2: pointOf(read.vk_delta_2, 2, 'vk_verifier.vk_delta_2'),
    IC,
  };
  return { curve, key };
}

/** Lists and objects of an input at most, and how deep these are. */
const [MOST_LISTS, MOST_DEPTH] = [2 ** 20, 32];

/**
 * A copy of a circuit's inputs, which are read when its files have come. What the library refuses
 * is left to it.
 * @type {(input: unknown) => any}
 * @throws {InputError} too many lists, such as one that is nested in itself has
 */
export function inputsOf(input) {
  let left = MOST_LISTS;
  /** @param {unknown} value @param {number} depth @returns {unknown} */
  const copy = (value, depth) => {
    if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return value;
    if (left-- === 0) throw new InputError(`input: expected at most ${MOST_LISTS} lists, got more`);
    const next = (/** @type {unknown} */ item) => copy(item, depth + 1);
    if (isList(value)) return readList(value, 'input', next);
    if (elementsOf(value) !== undefined) return Array.from(/** @type {Uint8Array} */ (value));
    const entries = readingOf('input', undefined, () => Object.entries(value));
    return Object.fromEntries(entries.map(([name, item]) => [name, next(item)]));
  };
  return copy(input, 0);
}
