/**
 * Tree keys of EIP-6800: commitments to an address and a tree index, 16386·G_0 + Σ
 * (16 bytes each)·G_1 … G_4, before the map to the scalar field. The partial sum of an address that
 * recurs is cached.
 */
import { keyOf } from '../input/bytes.js';
import { toBytesLE } from '../math/integers.js';

/** @import { Point } from '../group/point.js' */

/**
 * The index of a basis point, and its scalar, 32 bytes little-endian.
 * @typedef {[index: number, scalar: Uint8Array]} Term
 */

/** Σ scalar·G_index + `plus`. @typedef {(terms: Term[], plus?: Point) => Point} Sum */

const WORD_BYTES = 32;

/** The scalar of G_0: 2 + 256·(bytes hashed). */
const DOMAIN = 2n + 256n * 64n;

/** Number of addresses in the cache. */
const KEPT_ADDRESSES = 1024;

/** Commitments behind tree keys. */
export class TreeKeys {
  #sum;
  /** The term that all addresses share. @type {Point | undefined} */
  #domain;
  /**
   * Sum of the domain's and the address's terms by address, oldest first; null for an
   * address seen once.
   * @type {Map<string, Point | null>}
   */
  #addresses = new Map();

  /** @param {Sum} sum */
  constructor(sum) {
    this.#sum = sum;
  }

  /**
   * @param {Uint8Array} address 32 bytes
   * @param {Uint8Array} treeIndex 32 bytes little-endian
   * @returns {Point}
   */
  commit(address, treeIndex) {
    const part = this.#addressPart(address);
    const index = halves(treeIndex, 3);
    const terms = part === undefined ? halves(address, 1).concat(index) : index;
    return this.#sum(terms, part ?? this.#domainPart());
  }

  /** Forgets the addresses. */
  clear() {
    this.#addresses.clear();
  }

  #domainPart() {
    this.#domain ??= this.#sum([[0, toBytesLE(DOMAIN, WORD_BYTES)]]);
    return this.#domain;
  }

  /**
   * The partial sum of an address seen before. A new address is only recorded: for a single use,
   * one sum is cheaper than two.
   * @param {Uint8Array} address 32 bytes
   * @returns {Point | undefined}
   */
  #addressPart(address) {
    const key = keyOf(address);
    let part = this.#addresses.get(key);
    if (part === undefined) {
      if (this.#addresses.size >= KEPT_ADDRESSES) {
        const [oldest] = this.#addresses.keys();
        this.#addresses.delete(oldest);
      }
      this.#addresses.set(key, null);
      return undefined;
    }
    if (part === null) {
      part = this.#sum(halves(address, 1), this.#domainPart());
      this.#addresses.set(key, part);
    }
    return part;
  }
}

/**
 * The two halves of 32 bytes as terms of two adjacent points, omitting zeros.
 * @param {Uint8Array} bytes
 * @param {number} index of the first
 * @returns {Term[]}
 */
function halves(bytes, index) {
  return [0, 1].flatMap((i) => {
    const half = new Uint8Array(WORD_BYTES);
    half.set(bytes.subarray(16 * i, 16 * i + 16));
    return half.some((byte) => byte !== 0) ? [/** @type {Term} */ ([index + i, half])] : [];
  });
}
