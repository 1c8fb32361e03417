/** Verification of proofs under one key. */
import { InputError, PointError } from '../../errors.js';
import { isZero, joined } from '../../input/bytes.js';
import { describe, nameOf } from '../../input/describe.js';
import { readFields } from '../../input/items.js';
import { indexed, readList } from '../../input/lists.js';
import { readInteger } from '../../input/options.js';
import { BatchVerifier, verifyOne } from '../batches.js';
import { Groth16Equations } from './equations.js';
import { refuseForgeable } from './forgeable.js';
import { isName, readJsonPoint, readProof, readSignals } from './json.js';

/** @import { NoOptions } from '../batches.js' */
/** @import { TaskOptions } from '../../group/group.js' */
/** @import { Curve } from './curve.js' */
/** @import { Item, KeyBytes, Place } from './equations.js' */
/** @import { JsonNumber, ProofLike } from './json.js' */

/**
 * Public signals and their proof.
 * @typedef {{ publicSignals: readonly JsonNumber[], proof: ProofLike }} Groth16Item
 */

/** Steps of batches on the caller's thread, and parts for a worker. */
const BATCHES = {
  sizes: { first: 4, most: 16, search: 2.5 },
  part: /** @type {const} */ ([8, 64]),
};

/** For no proof. @type {Item} */
const NO_PROOF = [new Uint8Array(), new Uint8Array()];

/** Points of a key beside IC, in the order of the equations; which of them must be finite. */
const POINTS = /** @type {const} */ ([
  ['vk_alpha_1', 1, false],
  ['vk_beta_2', 2, false],
  ['vk_gamma_2', 2, true],
  ['vk_delta_2', 2, true],
]);

/** Public signals of a key at most. */
const MOST_SIGNALS = 2 ** 24;

/**
 * A verification key: it tells whether proofs are valid. Its points are checked once, and the lines
 * of β, γ and δ are kept. Proofs and signals are data of others: what cannot be right is false.
 *
 * A signal must be below the order of the group, and π_B in the group of prime order: a proof has
 * one encoding.
 * @extends {BatchVerifier<Groth16Item, NoOptions>}
 */
export class Groth16VerifyingKey extends BatchVerifier {
  #curve;
  #equations;
  #key;

  /**
   * Internal: see `Groth16.verifyingKey`.
   * @param {Curve} curve
   * @param {KeyBytes} key canonical points of the groups
   */
  constructor(curve, key) {
    const equations = new Groth16Equations(placeOf(curve));
    super({
      ...BATCHES,
      context: curve.g1,
      task: 'groth16',
      equations,
      prepare: null,
      options: [],
      readHow: () => ({ key }),
      fields: ['publicSignals', 'proof'],
      readItem({ publicSignals, proof }, index) {
        const read = () => readItem(publicSignals, proof, curve);
        return index === undefined ? read() : indexed(index, read, nameOf('item', index));
      },
    });
    this.#curve = curve;
    this.#equations = equations;
    this.#key = key;
  }

  /** Number of public signals. */
  get publics() {
    return this.#key.IC.length / (2 * this.#curve.fieldBytes) - 1;
  }

  /**
   * Whether a proof is valid for its public signals.
   * @param {readonly JsonNumber[]} publicSignals decimal text or bigints
   * @param {ProofLike} proof as snarkjs writes it: `pi_a`, `pi_b`, `pi_c`
   * @returns {boolean} false also for another number of signals, one that is not below the order,
   *   text that is no number, and what are no points of the groups
   * @throws {InputError} missing members, wrong types or shapes, or a disposed instance
   * @example
   * const vk = groth16.verifyingKey(await (await fetch('verification_key.json')).text());
   * vk.verify(publicSignals, proof);
   */
  verify(publicSignals, proof) {
    this.#curve.g1.lifetime.check();
    const item = readItem(publicSignals, proof, this.#curve);
    return this.#equations.holds(item, { key: this.#key });
  }

  /**
   * `verify` as a promise, in a slice of its own. The proof is read before it returns.
   * @param {readonly JsonNumber[]} publicSignals
   * @param {ProofLike} proof
   * @param {TaskOptions} [options]
   * @returns {Promise<boolean>} rejects with what `verify` throws; with `signal.reason` on abort;
   *   with what `onProgress` throws
   */
  verifyAsync(publicSignals, proof, options) {
    return verifyOne(this, { publicSignals, proof }, options, 'verifyAsync');
  }
}

/** A curve as the equations take it. @type {(curve: Curve) => Place} */
export function placeOf({ g1, g2, q, r, fieldBytes, pairing }) {
  return {
    ...{ g1, g2, q, r, fieldBytes },
    get pairings() {
      return pairing.pairings;
    },
  };
}

/** @type {(publicSignals: unknown, proof: unknown, curve: Curve) => Item} */
function readItem(publicSignals, proof, curve) {
  const signals = readSignals(publicSignals, curve);
  const points = readProof(proof, curve);
  return signals && points ? [signals, points] : NO_PROOF;
}

/**
 * A key of JSON.
 * @param {unknown} json text, or what it says
 * @param {Curve} curve
 * @param {boolean} insecure whether keys are taken by which anybody can forge
 * @returns {KeyBytes}
 * @throws {InputError} no key of Groth16 of this curve, numbers that are none, infinity as γ or δ,
 *   a key without a contribution
 * @throws {PointError} a point off its curve, or outside of its group
 */
export function readVerifyingKey(json, curve, insecure) {
  const names = ['protocol', 'curve', 'nPublic', 'IC', ...POINTS.map(([name]) => name)];
  const fields = readFields(typeof json === 'string' ? parsed(json) : json, names, 'key');
  if (fields.protocol !== 'groth16') {
    throw new InputError(`key.protocol: expected 'groth16', got ${describe(fields.protocol)}`);
  }
  if (!isName(fields.curve, curve)) {
    throw new InputError(`key.curve: expected '${curve.name}', got ${describe(fields.curve)}`);
  }
  const count = readInteger(fields.nPublic, 0, MOST_SIGNALS, 'key.nPublic');
  const fixed = POINTS.map(([name, degree, isFinite]) => {
    const bytes = readPoint(fields[name], degree, `key.${name}`, curve);
    if (isFinite && isZero(bytes, 0, bytes.length)) {
      throw new InputError(`key.${name}: expected a finite point, got infinity`);
    }
    return bytes;
  });
  const [, beta, gamma, delta] = fixed;
  if (!insecure) {
    refuseForgeable(
      [
        ['β', beta],
        ['γ', gamma],
        ['δ', delta],
      ],
      'key',
      curve,
    );
  }
  const expected = `an array of ${count + 1} points`;
  const read = (/** @type {unknown} */ point, /** @type {number} */ i) =>
    indexed(i, () => readPoint(point, 1, 'key.IC', curve, i));
  const IC = readList(fields.IC, 'key.IC', read, expected, count + 1);
  if (IC.length <= count) {
    throw new InputError(`key.IC: expected ${expected}, got one of ${IC.length}`);
  }
  return { fixed: joined(fixed), IC: joined(IC) };
}

/**
 * @param {unknown} value
 * @param {number} degree
 * @param {string} name
 * @param {Curve} curve
 * @param {number} [index] in a list
 * @returns {Uint8Array} canonical, of the group
 */
function readPoint(value, degree, name, curve, index) {
  const what = nameOf(name, index);
  const affine = readJsonPoint(value, degree, what, curve);
  if (affine === null) {
    throw new InputError(`${what}: expected a point of numbers, got another`);
  }
  const { engine } = degree === 1 ? curve.g1 : curve.g2;
  try {
    return engine.decodeOne({ affine }, { curve: true, subgroup: true });
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const { reason, expected, got } = error;
    throw new PointError(reason, index, { expected: `${expected} (${name})`, got });
  }
}

/** @type {(text: string) => unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError('key: expected JSON, got other text', { cause });
  }
}
