/**
 * The inner product argument: a proof that the vector a behind C = <a, G> has <a, b> = y for a
 * public b, here the Lagrange coefficients at z, so that y = f(z).
 *
 * Symbols: G the basis; Q the generator for inner products; C the commitment; a, b vectors of 256
 * scalars; a_L, a_R the lower and the upper half of a, likewise b and G; w the challenge of the
 * claim, x that of a round, x_j that of round j; a', b', G' the vectors of the next round.
 *
 * Eight rounds halve the vectors; docs/algorithms/verkle-proofs.md:
 *   q = w·Q;  L = <a_R, G_L> + <a_R, b_L>·q,  R = <a_L, G_R> + <a_L, b_R>·q;
 *   a' = a_L + x·a_R,  b' = b_L + b_R/x,  G' = G_L + G_R/x.
 *
 * Sources: Bootle, Cerulli, Chaidos, Groth, Petit (EUROCRYPT 2016); Bünz et al., "Bulletproofs"
 * (IEEE S&P 2018); in the form of go-ipa, ipa/{prover,verifier}.go.
 *
 * The Fiat–Shamir transcript of Verkle proofs: challenges are hashes of everything both sides know
 * so far. Source: go-ipa, common/transcript.go. Labels are hashed without length prefixes, so their
 * order and spelling are part of the protocol.
 */

import { fromBytesLE, mod, SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { batchInvert, dot, WIDTH } from './domain.js';
import { toUtf8 } from '../../math/text.js';
import { absorb, sha256 } from '../../protocols/sha256.js';

/** @import { Point } from '../../group/point.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Generators } from './commitments.js' */
/** @import { Midstate } from '../../protocols/sha256.js' */

/** Rounds: log2 of the vectors' length. */
export const ROUNDS = 8;

/** All positions of the basis. */
const ALL = Uint16Array.from({ length: WIDTH }, (_, i) => i);

/**
 * State that prover and verifier share.
 * @typedef {{ order: bigint, generators: Generators, transcript: Transcript }} IpaContext
 */

/**
 * Encodings of the L and R of every round, and the last a.
 * @typedef {{ L: Uint8Array[], R: Uint8Array[], a: bigint }} IpaProof
 */

/**
 * A claim f(z) = y: the encoding of C, the point z and the value y.
 * @typedef {{ commitment: Uint8Array, z: bigint, y: bigint }} Claim
 */

/**
 * Appends the claim to the transcript.
 * @param {Transcript} transcript
 * @param {Claim} claim
 * @returns {bigint} w
 */
function begin(transcript, { commitment, z, y }) {
  transcript.separate('ipa');
  transcript.appendPoint('C', commitment);
  transcript.appendScalar('input point', z);
  transcript.appendScalar('output point', y);
  return transcript.challenge('w');
}

/**
 * Appends L and R to the transcript.
 * @param {Transcript} transcript
 * @param {Uint8Array} L
 * @param {Uint8Array} R
 * @returns {bigint} x
 */
function nextRound(transcript, L, R) {
  transcript.appendPoint('L', L);
  transcript.appendPoint('R', R);
  return transcript.challenge('x');
}

/**
 * Proves. No points are folded: with G'_k = Σ s_i·G_i over i ≡ k, the prover keeps v_i = s_i·a'_k
 * for all 256 i. Then L = Σ v_(i + half)·G_i, over half of the basis with its tables.
 * @param {IpaContext} context
 * @param {{ commitment: Uint8Array, a: readonly bigint[], b: readonly bigint[], z: bigint }}
 *   claim a and b reduced
 * @returns {Generator<void, IpaProof, void>} a step after every multiplication of points
 */
export function* proveSteps({ order, generators, transcript }, { commitment, a, b, z }) {
  const w = begin(transcript, { commitment, z, y: dot(a, b, order) });
  const v = a.slice();
  const coefficients = b.slice();
  /** @type {{ L: Uint8Array[], R: Uint8Array[] }} */
  const { L, R } = { L: [], R: [] };
  for (let half = WIDTH / 2; half >= 1; half /= 2) {
    // s_i = 1 for i < 2·half, so there v is a'.
    let [left, right] = [0n, 0n];
    for (let k = 0; k < half; k++) {
      left += v[k + half] * coefficients[k];
      right += v[k] * coefficients[k + half];
    }
    const [low, high] = [0, half].map((bit) => ALL.filter((i) => (i & half) === bit));
    const inLow = Array.from(low, (i) => v[i]);
    const inHigh = Array.from(high, (i) => v[i]);
    L.push(generators.sum(inHigh, low, { factor: w * left }).toBytes('compressed'));
    yield;
    R.push(generators.sum(inLow, high, { factor: w * right }).toBytes('compressed'));
    yield;
    const x = nextRound(transcript, L[L.length - 1], R[R.length - 1]);
    const inverse = x === 0n ? 0n : invert(x, order);
    low.forEach((i, k) => (v[i] = (inLow[k] + x * inHigh[k]) % order));
    if (half > 1) high.forEach((i, k) => (v[i] = (inverse * v[low[k]]) % order));
    for (let k = 0; k < half; k++) {
      coefficients[k] = (coefficients[k] + inverse * coefficients[k + half]) % order;
    }
  }
  return { L, R, a: v[0] };
}

/**
 * Verifies: C + Σ (x_j·L_j + R_j/x_j) + (y − a·b')·q = a·Σ s_i·G_i, where s_i is the product of
 * 1/x_j over the rounds j in which i is in the upper half, and b' = Σ s_i·b_i. One multi-scalar
 * multiplication, compared with the identity.
 * @param {IpaContext} context
 * @param {Claim & { C: Point, evaluate: (values: readonly bigint[]) => bigint }} claim
 *   `evaluate`: <values, b>
 * @param {IpaProof & { points: PointVector }} proof `points`: those of L, then those of R
 * @returns {boolean}
 */
export function verify({ order, generators, transcript }, claim, { L, R, a, points }) {
  const { C, y, evaluate } = claim;
  const w = begin(transcript, claim);
  const challenges = L.map((encoding, j) => nextRound(transcript, encoding, R[j]));
  const inverses = batchInvert(challenges, order);
  // −a·s_i.
  const scalars = [mod(-a, order)];
  for (let j = ROUNDS - 1; j >= 0; j--) {
    for (let i = 0, n = scalars.length; i < n; i++) {
      scalars.push((scalars[i] * inverses[j]) % order);
    }
  }
  const factor = w * (y + evaluate(scalars));
  const plus = generators.msm(points, [...challenges, ...inverses]).add(C);
  return generators.sum(scalars, ALL, { factor, plus }).isIdentity();
}

/** The transcript of one protocol run. */
export class Transcript {
  #order;
  /** @type {Uint8Array[]} since the last challenge */
  #parts = [];
  /** After the parts hashed early. @type {Midstate | undefined} */
  #midstate;
  /** Labels as bytes: of a long claim, the same ones 10^5 times. @type {Map<string, Uint8Array>} */
  #labels = new Map();

  /**
   * @param {string} label of the protocol
   * @param {bigint} order of the group
   */
  constructor(label, order) {
    this.#order = order;
    this.separate(label);
  }

  /**
   * Begins a protocol inside the protocol.
   * @param {string} label
   */
  separate(label) {
    let bytes = this.#labels.get(label);
    if (!bytes) this.#labels.set(label, (bytes = toUtf8(label)));
    this.#parts.push(bytes);
  }

  /**
   * @param {string} label
   * @param {bigint} scalar below the order; as 32 bytes, little-endian
   */
  appendScalar(label, scalar) {
    this.separate(label);
    this.#parts.push(toBytesLE(scalar, SCALAR_BYTES));
  }

  /**
   * @param {string} label
   * @param {Uint8Array} encoding 32 bytes, compressed
   */
  appendPoint(label, encoding) {
    this.separate(label);
    this.#parts.push(encoding);
  }

  /** Hashes what was appended so far, so that a challenge over much of it takes several steps. */
  absorb() {
    const { midstate, left } = absorb(this.#parts, this.#midstate);
    this.#midstate = midstate;
    this.#parts = [left];
  }

  /**
   * Draws a challenge: SHA-256 of all parts since the last one, little-endian, modulo the order.
   * The challenge opens the next segment of the transcript.
   * @param {string} label
   * @returns {bigint}
   */
  challenge(label) {
    this.separate(label);
    const challenge = fromBytesLE(sha256(this.#parts, this.#midstate)) % this.#order;
    this.#parts = [];
    this.#midstate = undefined;
    this.appendScalar(label, challenge);
    return challenge;
  }
}
