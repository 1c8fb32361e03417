/**
 * From a setup to an object that computes with it: decodes and checks the points, and has the
 * parts compared. The package's own setup needs neither. Imported with the first setup.
 */

import { InputError } from '../../../errors.js';
import { basisWithoutTable } from '../../../group/fixed-basis.js';
import { contextOf } from '../../../group/group.js';
import { borrowPoints, vectorParts, VectorStorage } from '../../../group/point-vector.js';
import { isBytes } from '../../../input/bytes.js';
import { readTableTask } from '../../../input/tasks.js';
import { importsFiles } from '../../../parallel/runtime.js';
import { runSteps } from '../../../port/slices.js';
import { FIELD_ELEMENTS, G1_BYTES, openScalars } from '../scalars.js';
import { compareParts, openVerifier, refuseMonomial } from './compare-parts.js';
import { Kzg } from '../kzg.js';
import { LatePart, untilOver } from './download.js';
import { CellProofs } from '../cell-proofs.js';
import { bitReversed } from './lagrange.js';
import { readSetup, refuseOthers, REVERSED } from './published.js';
import { loadReady, verificationPoints } from './ready.js';
import { UNCHECKED } from '../../../port/point-checks.js';
import { Verifier } from '../verifier.js';

/** @import { GroupContext } from '../../../group/context.js' */
/** @import { VectorParts } from '../../../group/point-vector.js' */
/** @import { KzgGroups, SetupRead } from '../create.js' */
/** @import { Setup } from '../operations.js' */
/** @import { Running } from './compare-parts.js' */
/** @import { Scalars } from '../scalars.js' */

/**
 * Default memory for the tables of commitments, and as much for those of cells' proofs, 32 MiB:
 * twice as much saves another 5 % (docs/algorithms/fixed-basis.md).
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
        : await (loading
            ? openReady(opening, await untilOver(loading, { signal, lifetime: context.lifetime }))
            : openPublished(opening, setup));
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
  const parts = await untilOver(readSetup(setup, running.run), control);
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

/** @param {import('../../../port/engine.js').Engine} engine */
function pointTransformsOf({ pointTransforms }) {
  return /** @type {NonNullable<typeof pointTransforms>} */ (pointTransforms)();
}
