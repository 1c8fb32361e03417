/**
 * Many openings in one proof: that f_i(z_i) = y_i for commitments C_i to polynomials f_i.
 *
 * Symbols: f_i a polynomial by its values on the domain; C_i = [f_i] its commitment; z_i a point of
 * the domain; y_i the claimed value; r, t the challenges.
 *
 *   g(X) = Σ r^i·(f_i(X) − y_i)/(X − z_i),  D = [g];   h(X) = Σ r^i·f_i(X)/(t − z_i),  E = [h];
 *
 * g is a polynomial if and only if all f_i(z_i) = y_i, and then (h − g)(t) = Σ r^i·y_i/(t − z_i):
 * one inner product argument for E − D. The verifier computes E from the C_i.
 * docs/algorithms/verkle-proofs.md.
 *
 * Sources: Feist, "PCS multiproofs using random evaluation" (2021); go-ipa, multiproof.go.
 */

import { mod } from '../../math/integers.js';
import { reporting } from '../../port/steps.js';
import { addScaled, batchInvert, powers, reduce, WIDTH } from './domain.js';
import { proveSteps as proveInnerProduct, ROUNDS, verify as verifyInnerProduct } from './ipa.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Domain } from './domain.js' */
/** @import { IpaContext, IpaProof, Transcript } from './ipa.js' */

/** @typedef {IpaContext & { domain: Domain }} MultiproofContext */

/**
 * An opening: the encoding of C, the place z in the domain, the value y.
 * @typedef {{ commitment: Uint8Array, z: number, y: bigint }} Opening
 */

/**
 * An opening with the values of f, reduced.
 * @typedef {Opening & { f: readonly bigint[] }} ProverOpening
 */

/**
 * The verifier's claim: at least one opening, the distinct commitments, and for each opening the
 * index of its commitment.
 * @typedef {{ openings: readonly Opening[], commitments: PointVector, numbers: readonly number[] }}
 *   MultiproofClaim
 */

/**
 * Encoding of D, and the inner product argument.
 * @typedef {IpaProof & { D: Uint8Array }} Multiproof
 */

/** Positions of the basis. */
const ALL = Uint16Array.from({ length: WIDTH }, (_, i) => i);

/** Openings of a step: some take 4 µs. */
const STEP = 1024;

/** Multi-scalar multiplications of a proof: D, E, and L and R of every round. */
const MULTIPLICATIONS = 2 + 2 * ROUNDS;

/**
 * Appends the openings to the transcript.
 * @param {Transcript} transcript
 * @param {readonly Opening[]} openings
 * @param {bigint} order
 * @param {Progress} progress reported meanwhile
 * @returns {Generator<Progress, bigint[], void>} powers of r, one for each
 */
function* begin(transcript, openings, order, progress) {
  transcript.separate('multiproof');
  for (const [i, { commitment, z, y }] of openings.entries()) {
    if (i % STEP === STEP - 1) {
      transcript.absorb();
      yield progress;
    }
    transcript.appendPoint('C', commitment);
    transcript.appendScalar('z', BigInt(z));
    transcript.appendScalar('y', y);
  }
  const r = transcript.challenge('r');
  /** @type {bigint[]} */
  const weights = [];
  for (let first = 1n; weights.length < openings.length;) {
    const count = Math.min(STEP, openings.length - weights.length);
    const piece = powers(r, count + 1, order, first);
    first = /** @type {bigint} */ (piece.pop());
    weights.push(...piece);
    if (weights.length < openings.length) yield progress;
  }
  return weights;
}

/**
 * Appends D to the transcript.
 * @param {Transcript} transcript
 * @param {Uint8Array} D
 * @returns {bigint} t
 */
function sayD(transcript, D) {
  transcript.appendPoint('D', D);
  return transcript.challenge('t');
}

/**
 * 1/(t − z) for every distinct z.
 * @type {(t: bigint, points: Iterable<number>, order: bigint) => Map<number, bigint>}
 */
function inversesAt(t, points, order) {
  const different = [...new Set(points)];
  const differences = different.map((z) => mod(t - BigInt(z), order));
  const inverses = batchInvert(differences, order);
  return new Map(different.map((z, i) => [z, inverses[i]]));
}

/**
 * The sum Σ r^i·f_i of the openings at one point, as scale·f.
 * @type {(terms: readonly { weight: bigint, f: readonly bigint[] }[], order: bigint) =>
 *   { scale: bigint, f: readonly bigint[] }}
 */
function combine(terms, order) {
  if (terms.length === 1) return { scale: terms[0].weight, f: terms[0].f };
  const f = new Array(WIDTH).fill(0n);
  for (const { weight, f: values } of terms) addScaled(f, weight, values);
  reduce(f, order);
  return { scale: 1n, f };
}

/**
 * Proves. The values y and the commitments enter only the transcript; if they are false, the proof
 * is invalid.
 * @param {MultiproofContext} context
 * @param {readonly ProverOpening[]} openings at least one
 * @returns {Generator<Progress, Multiproof, void>}
 */
export function* proveSteps(context, openings) {
  const { order, domain, generators, transcript } = context;
  const total = MULTIPLICATIONS + new Set(openings.map(({ z }) => z)).size;
  const weights = yield* begin(transcript, openings, order, { phase: 'proof', done: 0, total });
  /** @type {Map<number, { weight: bigint, f: readonly bigint[] }[]>} */
  const byPoint = new Map();
  openings.forEach(({ z, f }, i) => {
    const terms = byPoint.get(z) ?? [];
    terms.push({ weight: weights[i], f });
    byPoint.set(z, terms);
  });
  let done = 0;
  const step = () => ({ phase: 'proof', done: ++done, total });

  const g = new Array(WIDTH).fill(0n);
  /** @type {Map<number, { scale: bigint, f: readonly bigint[] }>} */
  const combined = new Map();
  for (const [z, terms] of byPoint) {
    const sum = combine(terms, order);
    combined.set(z, sum);
    addScaled(g, sum.scale, domain.divide(sum.f, z));
    yield step();
  }
  reduce(g, order);
  const D = generators.sum(g, ALL);
  const encodedD = D.toBytes('compressed');
  const t = sayD(transcript, encodedD);
  yield step();

  const inverses = inversesAt(t, byPoint.keys(), order);
  // A vector opened at many points is scaled once.
  /** @type {Map<readonly bigint[], bigint>} */
  const factors = new Map();
  for (const [z, { scale, f }] of combined) {
    const factor = scale * /** @type {bigint} */ (inverses.get(z));
    factors.set(f, ((factors.get(f) ?? 0n) + factor) % order);
  }
  const h = new Array(WIDTH).fill(0n);
  for (const [f, factor] of factors) addScaled(h, factor, f);
  reduce(h, order);
  const E = generators.sum(h, ALL);
  transcript.appendPoint('E', E.toBytes('compressed'));
  yield step();

  const claim = {
    commitment: E.subtract(D).toBytes('compressed'),
    a: h.map((value, i) => mod(value - /** @type {bigint} */ (g[i]), order)),
    b: domain.lagrangeCoefficients(t),
    z: t,
  };
  const proof = yield* reporting(proveInnerProduct(context, claim), step);
  return { D: encodedD, ...proof };
}

/**
 * Progress of a verification after each step: points decoded, openings in the transcript,
 * E, inner product.
 */
const [READ, SAID, SUMMED, VERIFIED] = [30, 50, 90, 100];

/** @type {(done: number) => Progress} */
const verified = (done) => ({ phase: 'verification', done, total: VERIFIED });

/**
 * The steps of E, reporting overall progress. Closing it early closes them.
 * @param {Generator<Progress, Point, void>} steps
 */
const summed = (steps) =>
  reporting(steps, ({ done, total }) =>
    verified(SAID + Math.floor(((SUMMED - SAID) * done) / total)),
  );

/**
 * Verifies.
 * @param {MultiproofContext} context
 * @param {MultiproofClaim} claim
 * @param {{ proof: Multiproof, points: PointVector }} evidence the proof, and its points: D, L, R
 * @returns {Generator<Progress, boolean, void>}
 */
export function* verifySteps(context, { openings, commitments, numbers }, { proof, points }) {
  const { order, domain, generators, transcript } = context;
  yield verified(READ);
  const weights = yield* begin(transcript, openings, order, verified(READ));
  yield verified(SAID);
  const t = sayD(transcript, proof.D);
  const inverses = inversesAt(
    t,
    openings.map(({ z }) => z),
    order,
  );
  /** @type {bigint[]} */
  const scalars = new Array(commitments.length).fill(0n);
  let y = 0n;
  for (const [i, opening] of openings.entries()) {
    if (i % STEP === STEP - 1) yield verified(SAID);
    const factor = (weights[i] * /** @type {bigint} */ (inverses.get(opening.z))) % order;
    scalars[numbers[i]] += factor;
    y += factor * opening.y;
  }
  const E = yield* summed(generators.msmSteps(commitments, scalars));
  transcript.appendPoint('E', E.toBytes('compressed'));
  const C = E.subtract(points.at(0));
  const claim = {
    commitment: C.toBytes('compressed'),
    C,
    z: t,
    y: mod(y, order),
    evaluate: (/** @type {readonly bigint[]} */ values) => domain.evaluate(values, t),
  };
  return verifyInnerProduct(context, claim, { ...proof, points: points.slice(1, points.length) });
}
