/**
 * The hash of a circuit with which the second phase begins: of all points of its key before any
 * contribution. Without it the ceremony of one circuit passes as that of another in which a private
 * wire is public, and proofs of that can be forged.
 *
 * snarkjs takes the points of H in chunks of 2^14, the last of which is as long as the others. Of a
 * domain of 2^15 or more it hashes one point too many: a difference of the powers after those that
 * it needs, or, of a file that ends with these, of the bytes behind the section as if they were a
 * point. Both belong to keys in use.
 */
import { fromBytesLE, toBytesBE, toBytesLE, wordBytes } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { FORMAT } from '../groth16/key-points.js';
import { RunningHash } from './running-hash.js';
import { U } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { KeyPoints } from '../groth16/key-points.js' */
/** @import { Work } from './work.js' */

/** Points that snarkjs takes at once. */
const CHUNK = 2 ** 14;

/** Whether snarkjs hashes one point too many. @param {number} domain */
export const hasPointTooMany = (domain) => domain - 1 > CHUNK;

/** Hashes that a key may have: one, but for a domain with a point too many. */
export class CircuitHash {
  #work;
  #hashes;

  /**
   * @param {Work} work
   * @param {{ alpha1: Point<any>, beta1: Point<any>, beta2: Point<any> }} powers
   */
  constructor(work, { alpha1, beta1, beta2 }) {
    this.#work = work;
    const [g1, g2] = [work.generator(1), work.generator(2)];
    const begin = [alpha1, beta1, beta2, g2, g1, g2].map(U);
    this.#hashes = [new RunningHash(work.blake2b).update(...begin)];
  }

  /** The number of points of the next list. @param {number} count */
  begin(count) {
    this.bytes(toBytesBE(BigInt(count), 4));
  }

  /** @param {Uint8Array} bytes */
  bytes(bytes) {
    for (const hash of this.#hashes) hash.update(bytes);
  }

  /** @type {(degree: 1 | 2, part: KeyPoints) => Generator<undefined, void, void>} */
  *pointsSteps(degree, part) {
    for (const bytes of this.#work.encoded(degree, part)) {
      this.bytes(bytes);
      yield;
    }
  }

  /**
   * The point too many, in as many ways as there are.
   * @param {readonly Uint8Array[]} points
   */
  fork(points) {
    this.#hashes = points.map((bytes) => {
      const [hash] = this.#hashes;
      return hash.copy().update(bytes);
    });
  }

  /** @returns {Uint8Array[]} */
  digests() {
    return this.#hashes.map((hash) => hash.digest());
  }
}

/**
 * The difference of the bytes behind the powers of τ in G1 and a point: the head of section 3, and
 * the beginning of G2's generator. No number of them is below q, so that words wrap: one q is added
 * where a difference is negative, one subtracted from what is not below it, all modulo 2^256 (in
 * snarkjs's words). Formulas: mmadd-2007-bl of the Explicit-Formulas Database.
 * @param {Work} work
 * @param {Point<any>} point
 * @param {number} power of the file
 * @returns {Uint8Array} encoded
 */
export function differenceBehind(work, point, power) {
  const { q, fieldBytes } = work.curve;
  const size = wordBytes(q);
  const bits = BigInt(8 * size);
  const wrapped = (/** @type {bigint} */ x) => BigInt.asUintN(Number(bits), x);
  const reduced = (/** @type {bigint} */ x) => wrapped(x >= q ? x - q : x);
  const inverse = wrapped(-invert(q, 1n << bits));
  const add = (/** @type {bigint} */ x, /** @type {bigint} */ y) => reduced(x + y);
  const subtract = (/** @type {bigint} */ x, /** @type {bigint} */ y) =>
    wrapped(x < y ? x - y + q : x - y);
  const multiply = (/** @type {bigint} */ x, /** @type {bigint} */ y) => {
    const product = x * y;
    return reduced((product + wrapped(product * inverse) * q) >> bits);
  };
  const coordinates = (/** @type {Uint8Array} */ bytes) =>
    [0, fieldBytes].map((at) => fromBytesLE(bytes.subarray(at, at + fieldBytes)));
  const [x1, y1] = coordinates(bytesBehind(work, power));
  const [x2, y2] = coordinates(point.negate().toBytes(FORMAT));
  const twice = (/** @type {bigint} */ x) => add(x, x);
  const H = subtract(x2, x1);
  const I = twice(twice(multiply(H, H)));
  const J = multiply(H, I);
  const R = twice(subtract(y2, y1));
  const V = multiply(x1, I);
  const x3 = subtract(subtract(multiply(R, R), J), twice(V));
  const y3 = subtract(multiply(subtract(V, x3), R), twice(multiply(y1, J)));
  const plain = (/** @type {bigint} */ x) => (x * invert(1n << bits, q)) % q;
  const z = invert(plain(twice(H)), q);
  const [x, y] = [plain(x3) * z ** 2n, plain(y3) * z ** 3n];
  const encoded = new Uint8Array(2 * fieldBytes);
  encoded.set(toBytesBE(x % q, fieldBytes));
  encoded.set(toBytesBE(y % q, fieldBytes), fieldBytes);
  return encoded;
}

/** @type {(work: Work, power: number) => Uint8Array} as many as a point of G1 has */
function bytesBehind(work, power) {
  const { size } = work.context(1).formats[FORMAT];
  const G2 = work.generator(2).toBytes(FORMAT);
  const bytes = new Uint8Array(size);
  bytes.set(toBytesLE(3n, 4));
  bytes.set(toBytesLE(BigInt(G2.length * 2 ** power), 8), 4);
  bytes.set(G2.subarray(0, size - 12), 12);
  return bytes;
}
