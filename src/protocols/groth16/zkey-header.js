/**
 * The header of a zkey, and what it says about the lengths of the other sections. Layout (snarkjs):
 * bytes of q, q, bytes of r, r, wires, public signals, size of the domain; then α₁ β₁ (G1) β₂ γ₂
 * (G2) δ₁ (G1) δ₂ (G2), in Montgomery form. Integers are little-endian, counts of 4 bytes.
 */
import { byteLength, fromBytesLE } from '../../math/integers.js';
import { ContentError } from './content-error.js';
import { viewOf } from './sections.js';

/** @import { Curve } from './curve.js' */

/** Protocols of snarkjs's keys, by number. */
const PROTOCOLS = new Map([
  [1, 'Groth16'],
  [2, 'PLONK'],
  [10, 'FFLONK'],
]);

const COUNT_BYTES = 4;

/** Names of the points of the header, in their order. */
export const FIXED_POINTS = /** @type {const} */ ([
  ['alpha1', 1],
  ['beta1', 1],
  ['beta2', 2],
  ['gamma2', 2],
  ['delta1', 1],
  ['delta2', 2],
]);

/** @typedef {(typeof FIXED_POINTS)[number][0]} FixedName */

/**
 * `domain`: rows of the matrices, a power of two. `points`: those of the header, encoded.
 * @typedef {{ wires: number, publics: number, domain: number,
 *   points: ReadonlyMap<FixedName, Uint8Array> }} Header
 */

/**
 * @param {Uint8Array} bytes of section 1
 * @throws {ContentError} a key of another protocol
 */
export function readProtocol(bytes) {
  if (bytes.length !== COUNT_BYTES) {
    throw new ContentError(`zkey: section 1 (protocol): expected 4 bytes, got ${bytes.length}`);
  }
  const number = viewOf(bytes).getUint32(0, true);
  const name = PROTOCOLS.get(number);
  if (name === 'Groth16') return;
  const got = name ? `a key of ${name}` : `protocol ${number}`;
  throw new ContentError(`zkey: section 1 (protocol): expected a key of Groth16, got ${got}`);
}

/**
 * @param {Uint8Array} bytes of section 2
 * @param {Curve} curve
 * @returns {Header}
 * @throws {ContentError} of another curve, or numbers that do not fit each other
 */
export function readHeader(bytes, curve) {
  const { q, r, fieldBytes } = curve;
  const refuse = (/** @type {string} */ expected, /** @type {string} */ got) => {
    throw new ContentError(`zkey: section 2 (header): expected ${expected}, got ${got}`);
  };
  const view = viewOf(bytes);
  let at = 0;
  const readCount = () => {
    if (at + COUNT_BYTES > bytes.length) refuse('a count', 'the end');
    return view.getUint32((at += COUNT_BYTES) - COUNT_BYTES, true);
  };
  for (const [name, prime] of /** @type {const} */ ([
    ['q', q],
    ['r', r],
  ])) {
    const size = byteLength(prime);
    const got = readCount();
    const value = bytes.subarray(at, (at += got));
    if (got !== size || value.length < size || fromBytesLE(value) !== prime) {
      refuse(`${name} of ${curve.name}`, `another prime, of ${got} bytes`);
    }
  }
  const [wires, publics, domain] = [readCount(), readCount(), readCount()];
  /** @type {Map<FixedName, Uint8Array>} */
  const points = new Map();
  for (const [name, degree] of FIXED_POINTS) {
    points.set(name, bytes.subarray(at, (at += 2 * degree * fieldBytes)));
  }
  if (at !== bytes.length) refuse(`${at} bytes`, `${bytes.length}`);
  if (wires < 1) refuse('a wire for the constant 1', 'none');
  if (publics >= wires) refuse(`fewer public signals than wires (${wires})`, `${publics}`);
  const most = 2 ** (curve.twoAdicity - 1);
  const isPower = domain > 0 && (domain & (domain - 1)) === 0;
  if (!isPower || domain > most) {
    refuse(`a domain of a power of two, at most ${most}`, `${domain}`);
  }
  if (domain <= publics) refuse(`a domain larger than ${publics} public signals`, `${domain}`);
  return { wires, publics, domain, points };
}

/**
 * Items that the header gives the other sections: points, and rows of the matrices.
 * @param {Pick<Header, 'wires' | 'publics' | 'domain'>} header
 * @returns {ReadonlyMap<number, number>} by number of a section
 */
export function countsOf({ wires, publics, domain }) {
  return new Map([
    [3, publics + 1],
    [4, domain],
    [5, wires],
    [6, wires],
    [7, wires],
    [8, wires - publics - 1],
    [9, domain],
  ]);
}

/**
 * Shares of sections in a whole.
 * @param {Header} header
 * @param {ReadonlyMap<number, number>} costs of an item, by number of a section
 * @returns {(id: number, count: number) => number} the share of so many items
 */
export function sharesOf(header, costs) {
  const counts = countsOf(header);
  const cost = (/** @type {number} */ id, /** @type {number} */ count) =>
    count * (costs.get(id) ?? 0);
  const all = [...counts].reduce((sum, [id, count]) => sum + cost(id, count), 0);
  return (id, count) => cost(id, count) / all;
}
