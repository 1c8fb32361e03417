/**
 * From a setup to an object that computes with it: decodes and checks the points and compares the
 * parts. The package's own setup needs neither. Imported with the first setup.
 *
 * The Lagrange form L_i and the monomial form M_i = [τ^i]G1 belong together if they give the same
 * commitment to every polynomial. For f = Σ ρ^i·X^i, with values f(ω) = (ρ^n − 1)/(ρω − 1), this is
 * one equation between two sums, false with a probability of n/2^255 for a wrong setup, as ρ is a
 * hash of the points.
 */

import { InputError } from '../../errors.js';
import { basisWithoutTable } from '../../group/fixed-basis.js';
import { contextOf } from '../../group/group.js';
import { pointParts } from '../../group/point.js';
import { borrowPoints, vectorParts, VectorStorage } from '../../group/point-vector.js';
import { isBytes, sameBytes } from '../../input/bytes.js';
import { readTableTask } from '../../input/tasks.js';
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { invert, mod, power } from '../../math/modular.js';
import { importsFiles } from '../../parallel/runtime.js';
import { runSteps } from '../../port/slices.js';
import {
  CELL_ELEMENTS,
  ELEMENT,
  FIELD_ELEMENTS,
  G1_BYTES,
  PRIMITIVE_ROOT,
  elementsOf,
  openScalars,
} from './scalars.js';
import { Kzg } from './kzg.js';
import { LatePart } from './late-part.js';
import { inverseDifferences, STEP } from './openings.js';
import { CellProofs } from './proofs.js';
import { bitReversed } from './published.js';
import { loadReady, readSetup, refuseOthers, REVERSED, verificationPoints } from './read-setup.js';
import { Verifier } from './verify.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { PointVector, VectorParts } from '../../group/point-vector.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { KzgGroups, SetupRead } from './create.js' */
/** @import { Setup } from './operations.js' */
/** @import { Scalars } from './scalars.js' */

/**
 * Default memory for the tables of commitments, and as much for those of cells' proofs, 32 MiB:
 * twice as much saves another 5 % (docs/algorithms/fixed-basis.md).
 */
const DEFAULT_MEMORY = 2 ** 25;

const UNCHECKED = { curve: false, subgroup: false };

/**
 * @param {KzgGroups} groups
 * @param {SetupRead & { borrowed?: VectorParts }} setup `borrowed`: the points for commitments
 *   alone, retained by the caller until this settles
 * @param {Record<string, unknown>} options the user's
 * @returns {Promise<Kzg>}
 */
export async function openKzg(groups, { borrowed, ...setup }, options) {
  const { memory, signal, onProgress } = readTableTask(options, 'kzg', DEFAULT_MEMORY);
  const context = contextOf(groups.G1);
  const { ready, [REVERSED]: reversed } = setup.parts;
  if (reversed !== undefined) refuseOthers(setup.parts);
  // Begun before anything is awaited: downloads run side by side.
  const openingScalars = openScalars(context);
  const loading = ready === undefined ? undefined : loadAll(context, ready, openingScalars);
  loading?.catch(() => {}); // Awaited below.
  const scalars = await openingScalars;
  /** @type {Array<{ dispose: () => void }>} freed if anything fails */
  let made = [scalars.lists];
  const opening = {
    ...{ groups, context, scalars, memory, signal },
    keep: (/** @type {any} */ object) => (made.push(object), object),
  };
  try {
    const kzg = isBytes(reversed)
      ? await openEncoded(opening, reversed)
      : borrowed
        ? openForCommitments(opening, borrowed)
        : await (loading ? openReady(opening, await loading) : openPublished(opening, setup));
    made = [kzg];
    if (signal?.aborted) throw signal.reason;
    context.lifetime.check();
    onProgress?.({ phase: 'done', done: 1, total: 1 });
    return kzg;
  } catch (error) {
    if (!context.lifetime.ended) for (const object of made) object.dispose();
    throw error;
  }
}

/**
 * The ready parts, and what computes with the points of cells.
 * @param {GroupContext} context
 * @param {any} ready
 * @param {Promise<Scalars>} scalars
 */
async function loadAll({ engine }, ready, scalars) {
  const [parts, transforms] = await Promise.all([
    loadReady(ready, importsFiles(), async () => (await scalars).hash),
    ready?.cells === undefined ? null : pointTransformsOf(engine),
  ]);
  return { parts, transforms };
}

/**
 * Parts that every way to open shares.
 * @typedef {{ groups: KzgGroups, context: GroupContext, scalars: Scalars, memory: number,
 *   signal: AbortSignal | undefined, keep: (object: any) => any }} Opening
 */

/**
 * Runs steps in slices, and the signal that ends them.
 * @typedef {{ run: <T>(steps: Generator<any, T, void>) => Promise<T>,
 *   signal: AbortSignal | undefined }} Running
 */

/** @param {Opening} opening @param {Uint8Array} encodings */
async function openEncoded(opening, encodings) {
  const { groups, context, signal } = opening;
  const vector = await groups.G1.pointsAsync(encodings, { signal });
  const points = borrowPoints(context, vector);
  vector.dispose();
  try {
    return openForCommitments(opening, points);
  } finally {
    points.storage.release();
  }
}

/** @param {Opening} opening @param {VectorParts} points */
function openForCommitments({ groups, context, scalars, memory, keep }, points) {
  const count = points.end - points.start;
  if (count !== FIELD_ELEMENTS) {
    throw new InputError(`setup: expected ${FIELD_ELEMENTS} points, got ${count}`);
  }
  refuseMonomial(groups.G1, points);
  const basis = keep(basisWithoutTable(context, points));
  return kzgOf(groups, { basis, scalars, memory, proofs: null, verifier: null });
}

/**
 * @param {Opening} opening
 * @param {Awaited<ReturnType<typeof loadAll>>} loaded
 */
function openReady({ groups, context, scalars, memory, keep }, { parts, transforms }) {
  const { engine, lifetime } = context;
  lifetime.check();
  const { lagrange, cells } = parts;
  let basis = null;
  if (lagrange) {
    const handle = engine.decode({ affine: lagrange }, UNCHECKED);
    const storage = new VectorStorage(context, handle);
    basis = keep(basisWithoutTable(context, { storage, start: 0, end: handle.length }));
    storage.dispose();
  }
  const { pairings } = groups;
  const { powers, fixed } = verificationPoints(parts.verification ?? new Uint8Array());
  const verifier =
    pairings && parts.verification
      ? new Verifier(groups.G1, scalars, { powers, pairings, points: fixed })
      : null;
  const source = cells instanceof LatePart ? { later: cells, lagrange } : { points: cells };
  const proofs = transforms && cells ? new CellProofs(groups.G1, source, transforms, memory) : null;
  return kzgOf(groups, { basis, scalars, memory, proofs, verifier });
}

/**
 * @param {Opening} opening
 * @param {SetupRead} setup
 */
async function openPublished({ groups, context, scalars, memory, signal, keep }, setup) {
  const control = { signal, onProgress: undefined, lifetime: context.lifetime };
  /** @type {Running} */
  const running = { signal, run: (steps) => runSteps(steps, control) };
  const parts = await readSetup(setup, running.run);
  const decode = (/** @type {Uint8Array} */ points) =>
    groups.G1.pointsAsync(points, { format: 'compressed', signal });
  const lagrange = parts.lagrange && keep(await decode(bitReversed(parts.lagrange, G1_BYTES)));
  const monomial = parts.monomial && keep(await decode(parts.monomial));
  if (lagrange && monomial) {
    const compared = { bytes: /** @type {Uint8Array} */ (parts.lagrange), lagrange, monomial };
    await compareParts(groups, scalars, compared, running);
  } else if (lagrange) refuseMonomial(groups.G1, vectorParts(lagrange));
  const verifier = parts.g2
    ? await openVerifier(groups, scalars, { lagrange, monomial, bytes: parts.g2 }, running)
    : null;
  if (!lagrange && !verifier) {
    throw new InputError(
      'setup: expected g1Lagrange, or an instance with both groups and pairings, by which the order of g1Monomial is checked, got neither',
    );
  }
  const transforms = await pointTransformsOf(context.engine);
  context.lifetime.check();
  const basis = lagrange && keep(basisWithoutTable(context, vectorParts(lagrange)));
  lagrange?.dispose();
  const proofs = monomial && new CellProofs(groups.G1, { monomial }, transforms, memory);
  return kzgOf(groups, { basis, scalars, memory, proofs, verifier });
}

/**
 * @param {KzgGroups} groups
 * @param {Omit<Setup, 'G1' | 'hasPairings'>} parts
 */
const kzgOf = ({ G1, pairings }, parts) =>
  new Kzg({ G1, hasPairings: pairings !== null, ...parts });

/** @param {import('../../port/engine.js').Engine} engine */
function pointTransformsOf({ pointTransforms }) {
  return /** @type {NonNullable<typeof pointTransforms>} */ (pointTransforms)();
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
async function openVerifier(groups, scalars, parts, { run, signal }) {
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
 * @param {Group} G1
 * @param {PointVector} points
 * @param {number} from
 * @param {bigint[]} factors
 * @returns {Point}
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
 * @param {Group} G1
 * @param {Scalars} scalars
 * @param {{ rho: bigint, count: number, points: PointVector }} sum
 * @returns {Generator<any, Point, void>}
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
async function compareParts({ G1 }, scalars, { bytes, lagrange, monomial }, { run, signal }) {
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
 * @param {Scalars} scalars
 * @param {Uint8Array} lagrange
 * @param {PointVector} monomial
 * @returns {Generator<any, { rho: bigint, z: bigint, inverses: Uint8Array }, void>}
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

/**
 * @param {Scalars} scalars
 * @param {Uint8Array} bytes
 * @param {PointVector} points
 */
function hashOf({ hash, order }, bytes, points) {
  return mod(fromBytesBE(hash.digest([bytes, points.toBytes()])), order);
}

/**
 * 1, ρ, ρ², …
 * @param {Scalars} scalars
 * @param {bigint} rho
 * @param {number} count
 */
function powersOf({ order }, rho, count) {
  const powers = [1n];
  while (powers.length < count) powers.push((powers[powers.length - 1] * rho) % order);
  return powers;
}
