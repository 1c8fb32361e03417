/**
 * The equation of Groth16 on canonical points: e(A, B) = e(α, β)·e(Σ s_i·IC_i, γ)·e(C, δ) for
 * s_0 = 1 and the public signals s_1, … (Groth, "On the Size of Pairing-based Non-interactive
 * Arguments", EUROCRYPT 2016).
 *
 * In a batch Σ ρ_i·(equation i) with random ρ_i, one of 2^128, must hold: the three fixed pairs are
 * shared, so each proof adds one pair. Here and in workers.
 */

import { PointError } from '../../errors.js';
import { allocate, joined, sameBytes } from '../../input/bytes.js';
import { fromBytesLE, mod, SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { runNow } from '../../port/steps.js';
import { findInvalid, randomCoefficients, spread } from '../signatures/batch.js';
import { CHECKED, UNCHECKED } from '../../port/point-checks.js';

/** @import { Engine } from '../../port/engine.js' */
/** @import { FixedLines, GtElement, Pairings } from '../../port/pairings.js' */

/**
 * Both groups and their pairing; on the caller's thread while the instance lives.
 * @typedef {{ readonly g1: { readonly engine: Engine }, readonly g2: { readonly engine: Engine },
 *   readonly q: bigint, readonly r: bigint, readonly fieldBytes: number,
 *   readonly pairings: Pairings }} Place
 */

/**
 * A verification key: canonical points of the groups. `fixed`: α, β, γ, δ; `IC`: one point for each
 * public signal, after that of the constant.
 * @typedef {{ readonly fixed: Uint8Array, readonly IC: Uint8Array }} KeyBytes
 */

/** An item: its public signals, 32 bytes little-endian each, and A, B, C, or no bytes. */
/** @typedef {[signals: Uint8Array, proof: Uint8Array]} Item */

/**
 * A key as the equations take it: γ, δ, β with their lines, and e(−α, β).
 * @typedef {{ alpha: Uint8Array, beta: FixedLines, gamma: FixedLines, delta: FixedLines,
 *   target: GtElement, IC: Uint8Array, signals: number }} Prepared
 */

/** An item whose points are in their groups. */
/** @typedef {{ signals: Uint8Array, A: Uint8Array, B: Uint8Array, C: Uint8Array }} Decoded */

/** From so many items a batch is faster than single checks. */
const SMALLEST_BATCH = 2;

/** The equations of one key at a time. */
export class Groth16Equations {
  #place;
  /** The last key. @type {{ key: KeyBytes, prepared: Prepared } | undefined} */
  #last;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
  }

  /**
   * Whether one proof is valid.
   * @param {Item} item
   * @param {{ key: KeyBytes }} how
   */
  holds(item, { key }) {
    const prepared = this.#prepare(key);
    const [decoded] = this.#decodeEach([item], prepared);
    return decoded !== null && this.#holds(decoded, prepared);
  }

  /**
   * Whether all items are valid, by one product of pairings.
   * @param {readonly Item[]} items
   * @param {{ key: KeyBytes }} how
   * @returns {boolean}
   */
  verify(items, { key }) {
    const prepared = this.#prepare(key);
    if (items.some((item) => !this.#fits(item, prepared))) return false;
    const decoded = this.#decodeAll(items);
    return decoded !== null && this.#allHold(decoded, prepared);
  }

  /**
   * The indices of invalid items.
   * @param {readonly Item[]} items
   * @param {{ key: KeyBytes }} how
   * @returns {number[]} ascending
   */
  findInvalid(items, { key }) {
    const prepared = this.#prepare(key);
    const fitting = items.every((item) => this.#fits(item, prepared));
    const decoded = (fitting && this.#decodeAll(items)) || this.#decodeEach(items, prepared);
    const places = decoded.flatMap((item, i) => (item ? i : []));
    const wrong = findInvalid(
      places.map((i) => /** @type {Decoded} */ (decoded[i])),
      SMALLEST_BATCH,
      (item) => this.#holds(item, prepared),
      (part) => this.#allHold(part, prepared),
    );
    const valid = new Set(places);
    for (const i of wrong) valid.delete(places[i]);
    return items.flatMap((_, i) => (valid.has(i) ? [] : i));
  }

  /** @type {(key: KeyBytes) => Prepared} */
  #prepare(key) {
    const last = this.#last;
    if (last && sameBytes(last.key.fixed, key.fixed) && sameBytes(last.key.IC, key.IC)) {
      return last.prepared;
    }
    const { pairings, fieldBytes } = this.#place;
    const [g1, g2] = [2 * fieldBytes, 4 * fieldBytes];
    const alpha = key.fixed.subarray(0, g1);
    const [beta, gamma, delta] = [0, 1, 2].map((i) =>
      pairings.prepare(key.fixed.subarray(g1 + i * g2, g1 + (i + 1) * g2)),
    );
    const target = pairings.product([[this.#negate(alpha), beta]]);
    const { IC } = key;
    const prepared = { alpha, beta, gamma, delta, target, IC, signals: IC.length / g1 - 1 };
    this.#last = { key, prepared };
    return prepared;
  }

  /** Whether an item has the lengths of the key. @param {Item} item @param {Prepared} prepared */
  #fits([signals, proof], prepared) {
    return proof.length > 0 && signals.length === prepared.signals * SCALAR_BYTES;
  }

  /**
   * e(−A, B)·e(IC, γ)·e(C, δ) = e(−α, β).
   * @type {(item: Decoded, prepared: Prepared) => boolean}
   */
  #holds({ signals, A, B, C }, { gamma, delta, target, IC }) {
    const { pairings } = this.#place;
    const scalars = allocate(SCALAR_BYTES + signals.length);
    scalars[0] = 1;
    scalars.set(signals, SCALAR_BYTES);
    const product = pairings.product([
      [this.#negate(A), B],
      [this.#sum(IC, scalars), gamma],
      [C, delta],
    ]);
    return pairings.equals(product, target);
  }

  /**
   * ∏ e(ρ_i·A_i, B_i) = e((Σ ρ_i)·α, β)·e(Σ_j (Σ_i ρ_i·s_ij)·IC_j, γ)·e(Σ ρ_i·C_i, δ), but for
   * 2^−128.
   * @type {(items: readonly Decoded[], prepared: Prepared) => boolean}
   */
  #allHold(items, prepared) {
    if (items.length < SMALLEST_BATCH) return items.every((item) => this.#holds(item, prepared));
    const { pairings, r, g1 } = this.#place;
    const { alpha, beta, gamma, delta, IC } = prepared;
    const parts = items.flatMap(({ signals, A, B, C }) => [signals, A, B, C]);
    const weights = spread(randomCoefficients(items.length, [IC, ...parts]), pairings.lambda);
    const rho = items.map((_, i) => integerAt(weights, i));
    const sums = combined(items, rho, prepared.signals, r);
    const A = pairings.terms(
      items.map((item) => item.A),
      weights,
    );
    const C = this.#sum(joined(items.map((item) => item.C)), weights);
    return pairings.check([
      ...items.map(({ B }, i) => /** @type {[Uint8Array, Uint8Array]} */ ([A[i], B])),
      [this.#negate(g1.engine.multiply(alpha, fromBytesLE(sums.subarray(0, SCALAR_BYTES)))), beta],
      [this.#negate(this.#sum(IC, sums)), gamma],
      [this.#negate(C), delta],
    ]);
  }

  /**
   * Points of all items, by lists.
   * @param {readonly Item[]} items that fit the key
   * @returns {Decoded[] | null} null if one of them is no point of its group
   */
  #decodeAll(items) {
    const { g1, g2, fieldBytes } = this.#place;
    const [size1, size2] = [2 * fieldBytes, 4 * fieldBytes];
    const list = (/** @type {number} */ start, /** @type {number} */ size) =>
      joined(items.map(([, proof]) => proof.subarray(start, start + size)));
    try {
      check(g1.engine, list(0, size1));
      check(g2.engine, list(size1, size2));
      check(g1.engine, list(size1 + size2, size1));
    } catch (error) {
      if (error instanceof PointError) return null;
      throw error;
    }
    return items.map((item) => this.#partsOf(item));
  }

  /**
   * The same one by one, null for items that do not fit the key or are no points.
   * @param {readonly Item[]} items
   * @param {Prepared} prepared
   */
  #decodeEach(items, prepared) {
    const { g1, g2 } = this.#place;
    return items.map((item) => {
      if (!this.#fits(item, prepared)) return null;
      const decoded = this.#partsOf(item);
      try {
        for (const [{ engine }, affine] of /** @type {const} */ ([
          [g1, decoded.A],
          [g2, decoded.B],
          [g1, decoded.C],
        ])) {
          engine.decodeOne({ affine }, CHECKED);
        }
      } catch (error) {
        if (error instanceof PointError) return null;
        throw error;
      }
      return decoded;
    });
  }

  /** @type {(item: Item) => Decoded} */
  #partsOf([signals, proof]) {
    const { fieldBytes } = this.#place;
    const [b, c] = [2 * fieldBytes, 6 * fieldBytes];
    return { signals, A: proof.subarray(0, b), B: proof.subarray(b, c), C: proof.subarray(c) };
  }

  /**
   * @param {Uint8Array} points of G1, canonical, known to be in the group
   * @param {Uint8Array} scalars
   */
  #sum(points, scalars) {
    const { engine } = this.#place.g1;
    const handle = engine.decode({ affine: points }, UNCHECKED);
    try {
      return runNow(engine.msmSteps(handle, 0, handle.length, scalars));
    } finally {
      engine.free(handle);
    }
  }

  /** −P of a canonical point of G1, in the group. @param {Uint8Array} point */
  #negate(point) {
    const { q, fieldBytes } = this.#place;
    const y = fromBytesLE(point.subarray(fieldBytes));
    const negated = new Uint8Array(point);
    // The order is odd: y = 0 is that of infinity.
    if (y > 0n) negated.set(toBytesLE(q - y, fieldBytes), fieldBytes);
    return negated;
  }
}

/** @param {Engine} engine @param {Uint8Array} affine @throws {PointError} */
function check(engine, affine) {
  engine.free(engine.decode({ affine }, CHECKED));
}

/** @type {(scalars: Uint8Array, i: number) => bigint} */
const integerAt = (scalars, i) =>
  fromBytesLE(scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES));

/**
 * Σ_i ρ_i·s_ij for every j, with s_i0 = 1.
 * @param {readonly Decoded[]} items
 * @param {readonly bigint[]} rho
 * @param {number} count of public signals
 * @param {bigint} order
 * @returns {Uint8Array} scalars
 */
function combined(items, rho, count, order) {
  const sums = allocate((count + 1) * SCALAR_BYTES);
  for (let j = 0; j <= count; j++) {
    let sum = 0n;
    items.forEach(({ signals }, i) => {
      sum += rho[i] * (j === 0 ? 1n : integerAt(signals, j - 1));
    });
    sums.set(toBytesLE(mod(sum, order), SCALAR_BYTES), j * SCALAR_BYTES);
  }
  return sums;
}
