/**
 * Whether the parts of a published setup belong together and stand in the published order.
 *
 * The Lagrange form L_i and the monomial form M_i = [τ^i]G1 belong together if they give the same
 * commitment to every polynomial. For f = Σ ρ^i·X^i, with values f(ω) = (ρ^n − 1)/(ρω − 1), this is
 * one equation between two sums, false with a probability of n/2^255 for a wrong setup, as ρ is a
 * hash of the points.
 */
import { InputError } from '../../../errors.js';
import { contextOf } from '../../../group/group.js';
import { pointParts } from '../../../group/point.js';
import { vectorParts } from '../../../group/point-vector.js';
import { sameBytes } from '../../../input/bytes.js';
import { fromBytesBE, toBytesBE } from '../../../math/integers.js';
import { invert, mod, power } from '../../../math/modular.js';
import { inverseDifferences, STEP } from '../openings.js';
import { bitReversed } from './lagrange.js';
import { CELL_ELEMENTS, ELEMENT, FIELD_ELEMENTS, PRIMITIVE_ROOT, elementsOf } from '../scalars.js';
import { Verifier } from '../verifier.js';

/** @import { Group } from '../../../group/group.js' */
/** @import { Point } from '../../../group/point.js' */
/** @import { PointVector, VectorParts } from '../../../group/point-vector.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { Pairings } from '../../../port/pairings.js' */
/** @import { KzgGroups } from '../create.js' */
/** @import { Scalars } from '../scalars.js' */

/**
 * Runs steps in slices, and the signal that ends them.
 * @typedef {{ run: <T>(steps: Generator<any, T, void>) => Promise<T>,
 *   signal: AbortSignal | undefined }} Running
 */

/**
 * The monomial form begins with the generator; no point of the Lagrange form is known to be it.
 * @type {(G1: Group, points: VectorParts) => void}
 */
export function refuseMonomial(G1, { storage, start, end }) {
  const { engine } = contextOf(G1);
  const generator = pointParts(G1.generator).affine;
  if (end > start && sameBytes(engine.toAffine(storage.handle, start, start + 1), generator)) {
    throw new InputError('setup: expected points of the Lagrange form, got the monomial form');
  }
}

/**
 * The points of G1 of a setup, of which one form may be missing, and the encodings of those of G2.
 * @typedef {{ lagrange: PointVector | null, monomial: PointVector | null, bytes: Uint8Array }}
 *   BothGroups
 */

/**
 * Decodes the points of G2 and compares them with those of G1.
 * @param {KzgGroups} groups
 * @param {Scalars} scalars
 * @param {BothGroups} parts
 * @param {Running} running
 * @returns {Promise<Verifier | null>} null without pairings
 * @throws {InputError} the points of G2 are not of the same setup
 */
export async function openVerifier(groups, scalars, parts, { run, signal }) {
  const { G1, G2, pairings } = groups;
  if (!G2 || !pairings) return null;
  const points = await G2.pointsAsync(parts.bytes, { format: 'compressed', signal });
  try {
    return await run(verifierSteps({ G1, G2, pairings }, scalars, { ...parts, points }));
  } finally {
    points.dispose();
  }
}

/**
 * e([τ^i]G1, G2) = e(G1, [τ^i]G2), in one sum with powers of a hash as weights, for all i up to 64.
 * Without the Lagrange form, the points of the monomial form are compared with each other, too.
 * @param {{ G1: Group, G2: Group<any>, pairings: Pairings }} groups
 * @param {Scalars} scalars
 * @param {BothGroups & { points: PointVector<any> }} parts `points`: of G2
 * @returns {Generator<Progress, Verifier, void>}
 */
function* verifierSteps({ G1, G2, pairings }, scalars, parts) {
  const { lagrange, monomial, bytes, points } = parts;
  const rho = hashOf(scalars, bytes, /** @type {PointVector} */ (monomial ?? lagrange));
  yield STEP;
  const powers = powersOf(scalars, rho, points.length);
  const affineOf = (/** @type {Point<any>} */ point) => pointParts(point).affine;
  const fixed = {
    one: affineOf(points.at(0)),
    tau: affineOf(points.at(1)),
    cells: affineOf(points.at(CELL_ELEMENTS)),
  };
  const sum = affineOf(
    monomial
      ? sumOf(G1, monomial, 0, powers)
      : yield* lagrangeSum(G1, scalars, {
          ...{ rho, count: points.length },
          points: /** @type {PointVector} */ (lagrange),
        }),
  );
  yield STEP;
  const twistedSum = affineOf(G2.msm(points, powers));
  yield STEP;
  let isOfSetup = pairings.check([
    [sum, affineOf(G2.generator)],
    [affineOf(G1.generator.negate()), twistedSum],
  ]);
  if (monomial && !lagrange) {
    yield STEP;
    const all = powersOf(scalars, rho, monomial.length - 1);
    isOfSetup &&= pairings.check([
      [affineOf(sumOf(G1, monomial, 1, all)), fixed.one],
      [affineOf(sumOf(G1, monomial, 0, all).negate()), fixed.tau],
    ]);
    isOfSetup &&= monomial.at(0).equals(G1.generator);
  }
  if (!isOfSetup || !points.at(0).equals(G2.generator)) {
    throw new InputError(
      'setup: expected the points of G1 and of G2 of one setup, in the published order, got points that disagree',
    );
  }
  const taus = monomial ? tausOf(G1, monomial) : affineOf(G1.generator);
  return new Verifier(G1, scalars, { powers: taus, pairings, points: fixed });
}

/**
 * A sum of neighbours.
 * @type {(G1: Group, points: PointVector, from: number, factors: bigint[]) => Point}
 */
function sumOf(G1, points, from, factors) {
  const own = points.slice(from, from + factors.length);
  try {
    return G1.msm(own, factors);
  } finally {
    own.dispose();
  }
}

/** The points 1, τ, … τ^63, canonical. @param {Group} G1 @param {PointVector} monomial */
function tausOf(G1, monomial) {
  const { storage, start } = vectorParts(monomial);
  return contextOf(G1).engine.toAffine(storage.handle, start, start + CELL_ELEMENTS);
}

/**
 * Σ ρ^i·[τ^i], i < count, by the Lagrange form: the polynomial has the value
 * (ρ^count·ω^count − 1)/(ρω − 1) at ω, and with z = 1/ρ that is z·(1 − ρ^count·ω^count)/(z − ω).
 * @type {(G1: Group, scalars: Scalars,
 *   sum: { rho: bigint, count: number, points: PointVector }) => Generator<any, Point, void>}
 */
function* lagrangeSum(G1, scalars, { rho, count, points }) {
  const { order } = scalars;
  const z = invert(rho, order);
  const inverses = yield* differencesOf(scalars, z);
  const root = power(PRIMITIVE_ROOT, (order - 1n) / BigInt(FIELD_ELEMENTS), order);
  const step = power(root, BigInt(count), order);
  const numerators = new Uint8Array(ELEMENT * FIELD_ELEMENTS);
  let high = power(rho, BigInt(count), order);
  for (let i = 0; i < FIELD_ELEMENTS; i++) {
    numerators.set(toBytesBE(mod(1n - high, order), ELEMENT), ELEMENT * i);
    high = (high * step) % order;
  }
  yield STEP;
  const inverse = elementsOf(inverses);
  const values = elementsOf(bitReversed(numerators, ELEMENT)).map(
    (n, i) => (n * inverse[i]) % order,
  );
  yield STEP;
  return G1.msm(points, values).multiply(z);
}

/**
 * @param {KzgGroups} groups
 * @param {Scalars} scalars
 * @param {{ bytes: Uint8Array, lagrange: PointVector, monomial: PointVector }} parts `bytes`: of
 *   the Lagrange form, as given
 * @param {Running} running
 * @throws {InputError} the parts are not of one setup, or in another order
 */
export async function compareParts(
  { G1 },
  scalars,
  { bytes, lagrange, monomial },
  { run, signal },
) {
  const { order } = scalars;
  const { rho, z, inverses } = await run(inversesOf(scalars, bytes, monomial));
  const factor = mod((1n - power(rho, BigInt(FIELD_ELEMENTS), order)) * z, order);
  const byValues = (await G1.msmAsync(lagrange, inverses, { signal })).multiply(factor);
  const powers = powersOf(scalars, rho, FIELD_ELEMENTS);
  const byCoefficients = await G1.msmAsync(monomial, powers, { signal });
  if (!monomial.at(0).equals(G1.generator) || !byValues.equals(byCoefficients)) {
    throw new InputError(
      'setup: expected the Lagrange form and the monomial form of one setup, each in the published order, got points that disagree',
    );
  }
}

/**
 * ρ, a hash of the points, z = 1/ρ, and 1/(z − ω_i) for all i.
 * @type {(scalars: Scalars, lagrange: Uint8Array, monomial: PointVector) => Generator<any,
 *   { rho: bigint, z: bigint, inverses: Uint8Array }, void>}
 */
function* inversesOf(scalars, lagrange, monomial) {
  const rho = hashOf(scalars, lagrange, monomial);
  yield STEP;
  const z = invert(rho, scalars.order);
  return { rho, z, inverses: yield* differencesOf(scalars, z) };
}

/**
 * 1/(z − ω_i) for all i, in the order of blobs.
 * @param {Scalars} scalars
 * @param {bigint} z
 * @returns {Generator<any, Uint8Array, void>} 32 bytes big-endian each
 */
function differencesOf(scalars, z) {
  return inverseDifferences(scalars, z, function* (list) {
    yield STEP;
    return scalars.lists.write(list, FIELD_ELEMENTS);
  });
}

/** @type {(scalars: Scalars, bytes: Uint8Array, points: PointVector) => bigint} */
function hashOf({ hash, order }, bytes, points) {
  return mod(fromBytesBE(hash.digest([bytes, points.toBytes()])), order);
}

/** 1, ρ, ρ², … @type {(scalars: Scalars, rho: bigint, count: number) => bigint[]} */
function powersOf({ order }, rho, count) {
  const powers = [1n];
  while (powers.length < count) powers.push((powers[powers.length - 1] * rho) % order);
  return powers;
}
