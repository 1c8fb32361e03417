/**
 * From a setup to an object that computes with it: decodes and checks the points, compares the
 * parts, builds the tables of commitments. Imported with the first setup.
 *
 * The Lagrange form L_i and the monomial form M_i = [τ^i]G1 belong together if they give the same
 * commitment to every polynomial. For f = Σ ρ^i·X^i, with values f(ω) = (ρ^n − 1)/(ρω − 1), this is
 * one equation between two sums, false with a probability of n/2^255 for a wrong setup, as ρ is a
 * hash of the points.
 */
import { InputError } from '../../errors.js';
import { buildFixedBasis } from '../../group/fixed-basis.js';
import { contextOf } from '../../group/group.js';
import { pointParts } from '../../group/point.js';
import { vectorParts } from '../../group/point-vector.js';
import { sameBytes } from '../../input/bytes.js';
import { readTableTask } from '../../input/tasks.js';
import { fromBytesBE } from '../../math/integers.js';
import { invert, mod, power } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { sha256 } from '../sha256.js';
import { CELL_ELEMENTS, FIELD_ELEMENTS, G1_BYTES } from './constants.js';
import { Kzg } from './kzg.js';
import { STEP, inverseDifferences } from './openings.js';
import { CellProofs } from './proofs.js';
import { bitReversed, readSetup } from './read-setup.js';
import { elementsOf, openScalars } from './scalars.js';
import { Verifier } from './verify.js';

/** @import { Group } from '../../group/group.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { VectorParts } from '../../group/point-vector.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { KzgGroups, SetupRead } from './create.js' */
/** @import { Scalars } from './scalars.js' */

/**
 * Default memory for the table, 32 MiB: twice as much saves another 5 %
 * (docs/algorithms/fixed-basis.md).
 */
const DEFAULT_MEMORY = 2 ** 25;

/**
 * @param {KzgGroups} groups
 * @param {SetupRead & { borrowed?: VectorParts }} setup `borrowed`: the points for commitments
 *   alone, retained by the caller until this settles
 * @param {Record<string, unknown>} options the user's
 * @returns {Promise<Kzg>}
 */
export async function openKzg(groups, { borrowed, ...setup }, options) {
  const task = readTableTask(options, 'kzg', DEFAULT_MEMORY);
  const context = contextOf(groups.G1);
  const scalars = await openScalars(context);
  /** @type {Array<{ dispose: () => void }>} freed if anything fails */
  const made = [scalars.lists];
  const keep = (/** @type {any} */ object) => (made.push(object), object);
  try {
    if (borrowed) {
      refuseMonomial(groups.G1, borrowed);
      const basis = keep(await commitmentBasis(context, borrowed, task));
      return new Kzg(groups, { basis, scalars, monomial: null, proofs: null, verifier: null });
    }
    const parts = await readSetup(setup);
    const { signal } = task;
    const decode = (/** @type {Uint8Array} */ points) =>
      groups.G1.pointsAsync(points, { format: 'compressed', signal });
    const lagrange = keep(await decode(bitReversed(parts.lagrange, G1_BYTES)));
    const monomial = keep(await decode(parts.monomial));
    await compareParts(groups, scalars, { ...parts, lagrangePoints: lagrange, monomial }, task);
    const verifier = openVerifier(groups, scalars, monomial, parts.g2);
    const basis = keep(await commitmentBasis(context, vectorParts(lagrange), task));
    lagrange.dispose();
    const { engine } = context;
    const open = /** @type {NonNullable<typeof engine.pointTransforms>} */ (engine.pointTransforms);
    const proofs = new CellProofs(groups.G1, monomial, await open(), task.memory);
    return new Kzg(groups, { basis, scalars, monomial, proofs, verifier });
  } catch (error) {
    if (!context.lifetime.ended) for (const object of made) object.dispose();
    throw error;
  }
}

/**
 * The monomial form begins with the generator; no point of the Lagrange form is known to be it.
 * @param {Group} G1
 * @param {VectorParts} points
 */
function refuseMonomial(G1, { storage, start, end }) {
  const { engine } = contextOf(G1);
  const generator = pointParts(G1.generator).affine;
  if (end > start && sameBytes(engine.toAffine(storage.handle, start, start + 1), generator)) {
    throw new InputError('setup: expected points of the Lagrange form, got the monomial form');
  }
}

/**
 * @param {import('../../group/context.js').GroupContext} context
 * @param {VectorParts} points
 * @param {Task & { memory: number }} task
 */
function commitmentBasis(context, points, task) {
  const count = points.end - points.start;
  if (count !== FIELD_ELEMENTS) {
    throw new InputError(`setup: expected ${FIELD_ELEMENTS} points, got ${count}`);
  }
  return buildFixedBasis(context, points, task);
}

/**
 * Decodes the points of G2 and compares them with those of G1: e([τ^i]G1, G2) = e(G1, [τ^i]G2), in
 * one sum with powers of a hash as weights, for all i up to 64.
 * @param {KzgGroups} groups
 * @param {Scalars} scalars
 * @param {PointVector} monomial
 * @param {Uint8Array} bytes of the points of G2
 * @returns {Verifier | null} null without pairings
 * @throws {InputError} the points of G2 are not of the same setup
 */
function openVerifier({ G1, G2, pairings }, scalars, monomial, bytes) {
  if (!G2 || !pairings) return null;
  const points = G2.points(bytes, { format: 'compressed' });
  const first = monomial.slice(0, points.length);
  try {
    const { order } = scalars;
    const rho = mod(fromBytesBE(sha256([bytes, monomial.toBytes()])), order);
    const powers = [1n];
    while (powers.length < points.length) powers.push((powers[powers.length - 1] * rho) % order);
    const affineOf = (/** @type {Point<any>} */ point) => pointParts(point).affine;
    const one = affineOf(points.at(0));
    const isOfSetup = pairings.check([
      [affineOf(G1.msm(first, powers)), affineOf(G2.generator)],
      [affineOf(G1.generator.negate()), affineOf(G2.msm(points, powers))],
    ]);
    if (!isOfSetup || !points.at(0).equals(G2.generator)) {
      throw new InputError(
        'setup: expected the points of G1 and of G2 of one setup, in the published order, got points that disagree',
      );
    }
    const fixed = { one, tau: affineOf(points.at(1)), cells: affineOf(points.at(CELL_ELEMENTS)) };
    return new Verifier(G1, scalars, monomial, { pairings, points: fixed });
  } finally {
    first.dispose();
    points.dispose();
  }
}

/**
 * @param {KzgGroups} groups
 * @param {Scalars} scalars
 * @param {{ lagrange: Uint8Array, monomial: PointVector, lagrangePoints: PointVector }} parts
 * @param {Task} task
 * @throws {InputError} the parts are not of one setup, or in another order
 */
async function compareParts({ G1 }, scalars, { lagrange, monomial, lagrangePoints }, { signal }) {
  const { lists, order } = scalars;
  const { lifetime } = contextOf(G1);
  const seed = sha256([lagrange, monomial.toBytes()]);
  const rho = mod(fromBytesBE(seed), order);
  const z = invert(rho, order);
  const inverses = await runSteps(
    inverseDifferences(scalars, z, function* (list) {
      yield STEP;
      return lists.write(list, FIELD_ELEMENTS);
    }),
    { signal, onProgress: undefined, lifetime },
  );
  const powers = [1n];
  while (powers.length < FIELD_ELEMENTS) powers.push((powers[powers.length - 1] * rho) % order);
  const factor = mod((1n - power(rho, BigInt(FIELD_ELEMENTS), order)) * z, order);
  const byValues = await G1.msmAsync(
    lagrangePoints,
    elementsOf(inverses).map((inverse) => (inverse * factor) % order),
    { signal },
  );
  const byCoefficients = await G1.msmAsync(monomial, powers, { signal });
  if (!monomial.at(0).equals(G1.generator) || !byValues.equals(byCoefficients)) {
    throw new InputError(
      'setup: expected the Lagrange form and the monomial form of one setup, each in the published order, got points that disagree',
    );
  }
}
