/**
 * The order of values at roots of unity: snarkjs's roots are powers of the least non-residue, the
 * engine's of a generator, and its transforms take and give values in bit-reversed order.
 */
import { isSquare, power } from '../../math/modular.js';

/**
 * The odd k for which snarkjs's root of order 2n is the k-th power of the engine's.
 * @param {bigint} order of the field
 * @param {bigint} generator
 * @param {number} size 2n, a power of two
 * @returns {number}
 */
export function exponentOf(order, generator, size) {
  let least = 2n;
  while (isSquare(least, order)) least++;
  if (least === generator) return 1;
  const [theirs, ours] = [least, generator].map((base) =>
    power(base, (order - 1n) / BigInt(size), order),
  );
  // Bit by bit: (theirs/ours^k)^(size/2^(i + 1)) is −1 where bit i of k is missing.
  let k = 0n;
  const inverse = power(ours, BigInt(size) - 1n, order);
  for (let bit = 1n; bit < BigInt(size); bit *= 2n) {
    const rest = (theirs * power(inverse, k, order)) % order;
    if (power(rest, BigInt(size) / (2n * bit), order) !== 1n) k += bit;
  }
  return Number(k);
}

/**
 * Bit reversal of indices below n.
 * @param {number} n a power of two
 * @returns {Uint32Array}
 */
function reversal(n) {
  const table = new Uint32Array(n);
  for (let i = 1; i < n; i++) table[i] = (table[i >>> 1] >>> 1) | (i & 1 ? n >>> 1 : 0);
  return table;
}

/**
 * Places of the values at snarkjs's n-th roots, and of those at the odd roots of order 2n.
 * @param {number} n a power of two, below 2^31
 * @param {number} k see `exponentOf`
 * @returns {{ rows: Uint32Array, odd: Uint32Array }}
 */
export function placesOf(n, k) {
  const reversed = reversal(n);
  if (k === 1) return { rows: reversed, odd: reversed };
  const [rows, odd] = [new Uint32Array(n), new Uint32Array(n)];
  for (let i = 0; i < n; i++) {
    rows[i] = reversed[Math.imul(k, i) & (n - 1)];
    odd[i] = reversed[((Math.imul(k, 2 * i + 1) >>> 0) % (2 * n)) >>> 1];
  }
  return { rows, odd };
}

/** Pieces of a list that alternates: any range has its share of both. */
const PIECES = 64;

/**
 * The order of two lists in one, pieces of both in turns, so that workers which take ranges of it
 * have as much of either: the scalars of H are long, those of C may be bits.
 */
export class Alternation {
  #pieces;
  #size;
  #count;

  /**
   * @param {number} n of the first, a power of two
   * @param {number} count of the second
   */
  constructor(n, count) {
    this.#pieces = Math.min(n, PIECES);
    this.#size = n / this.#pieces;
    this.#count = count;
  }

  /** How many of the second are before piece i. @type {(i: number) => number} */
  #before(i) {
    return Math.floor((this.#count * i) / this.#pieces);
  }

  /**
   * Where an item of the first goes.
   * @param {number} place
   */
  placeOf(place) {
    return place + this.#before(Math.floor(place / this.#size));
  }

  /**
   * Where an item comes from.
   * @param {number} index
   * @returns {{ isFirst: boolean, place: number }}
   */
  originOf(index) {
    let i = 0;
    while ((i + 1) * this.#size + this.#before(i + 1) <= index) i++;
    const place = index - this.#before(i);
    const isFirst = place < (i + 1) * this.#size;
    return { isFirst, place: isFirst ? place : index - (i + 1) * this.#size };
  }

  /**
   * Copies the pieces of a list to their places.
   * @param {Uint8Array} target
   * @param {Uint8Array} source
   * @param {{ isFirst: boolean, size: number }} what `size`: bytes of an item
   */
  copy(target, source, { isFirst, size }) {
    for (let i = 0; i < this.#pieces; i++) {
      const [start, end] = [i, i + 1].map((j) => (isFirst ? j * this.#size : this.#before(j)));
      const at = isFirst ? start + this.#before(i) : start + (i + 1) * this.#size;
      target.set(source.subarray(start * size, end * size), at * size);
    }
  }
}
