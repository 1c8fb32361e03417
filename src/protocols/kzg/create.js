/**
 * Opens a trusted setup. What the user passes is read before the call returns; the rest of KZG is
 * imported with the first setup, as most programs have none.
 */

import { contextOf } from '../../group/group.js';
import { borrowPoints, isVector } from '../../group/point-vector.js';
import { isBytes, readBytes } from '../../input/bytes.js';
import { isList, readingOf, readList } from '../../input/lists.js';
import { ownOption, readOptions } from '../../input/options.js';

/** @import { Group, MsmPoints, TaskOptions } from '../../group/group.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { Kzg } from './kzg.js' */
/** @import { VectorParts } from '../../group/point-vector.js' */

/**
 * `memory`: limit of each of the tables that `Kzg.prepare` makes, those for commitments and those
 * for proofs of cells, in bytes; 32 MiB by default.
 * @typedef {{ memory?: number } & TaskOptions} KzgOptions
 */

/**
 * A part of a setup: bytes, or a function that gives them, such as one that downloads them.
 * @typedef {Uint8Array | (() => Uint8Array | Promise<Uint8Array>)} SetupPart
 */

/**
 * A part as JSON has it: hexadecimal text, of each point, or of all back to back.
 * @typedef {readonly string[] | string} JsonPart
 */

/**
 * The ceremony's points, of `curvemill/trusted-setup` alone: known by their hashes. What needs a
 * part that is left out refuses: commitments and openings need `lagrange`, 393 kB, verification
 * `verification`, 7 kB, and proofs of cells `cells`, 786 kB. Where importing a module is a
 * download, a function for `cells` beside `lagrange` is not called before their first use.
 * @typedef {{ readonly lagrange?: SetupPart, readonly verification?: SetupPart,
 *   readonly cells?: SetupPart }} ReadySetup
 */

/**
 * A trusted setup: the text of c-kzg's trusted_setup.txt, in its first form, too; its JSON, as text
 * or read, in which a part may be one text, as kzg-wasm has it; its parts by name in the published
 * order, 4096 points of 48 bytes each, 4096 of 48, 65 of 96; or the points for commitments alone,
 * bit-reversed. Parts may be missing: commitments and openings need the Lagrange form, verification
 * the points of G2 and an instance with pairings, cells both and the monomial form, which is not
 * taken without points of G2. The order of the Lagrange form alone cannot be told, only the
 * monomial form in its place is noticed; all parts that are given are compared. `ready`: the points
 * of `curvemill/trusted-setup` as engines take them, which are used in place of the others.
 * @typedef {string
 *   | { readonly g1_lagrange?: JsonPart, readonly g1_monomial?: JsonPart,
 *       readonly g2_monomial?: JsonPart }
 *   | { readonly g1Lagrange?: SetupPart, readonly g1Monomial?: SetupPart,
 *       readonly g2Monomial?: SetupPart }
 *   | { readonly ready: ReadySetup }
 *   | { readonly g1LagrangeBitReversed: MsmPoints }} KzgSetup
 */

/**
 * The groups of an instance, and their pairing if it has both.
 * @typedef {{ G1: Group, G2: Group<any> | null, pairings: Pairings | null }} KzgGroups
 */

/**
 * A setup as read: text; copies of its parts by name, or what is no setup.
 * @typedef {{ given: unknown, parts: Record<string, unknown> }} SetupRead
 */

/** The points for commitments alone. As in setup/published.js, which is another download. */
const REVERSED = 'g1LagrangeBitReversed';

/**
 * Implements `Bls12381.kzg`.
 * @type {(groups: KzgGroups, setup: KzgSetup, options?: KzgOptions) => Promise<Kzg>}
 */
export async function createKzg(groups, setup, options) {
  const task = readOptions(options, ['memory', 'signal', 'onProgress'], 'kzg');
  const context = contextOf(groups.G1);
  context.lifetime.check();
  const parts = readParts(setup);
  const reversed = parts[REVERSED];
  /** @type {VectorParts | undefined} */
  let borrowed;
  if (isVector(reversed)) borrowed = borrowPoints(context, reversed);
  else if (reversed !== undefined && !isBytes(reversed)) {
    const vector = await groups.G1.pointsAsync(/** @type {any} */ (reversed), {
      signal: /** @type {AbortSignal | undefined} */ (task.signal),
    });
    borrowed = borrowPoints(context, vector);
    vector.dispose();
  }
  try {
    const { openKzg } = await import('./setup/open.js');
    return await openKzg(groups, { given: setup, parts, borrowed }, task);
  } finally {
    borrowed?.storage.release();
  }
}

/**
 * Copies of what can change later. What is no setup has no parts.
 * @type {(setup: unknown) => Record<string, any>}
 */
function readParts(setup) {
  const parts = copiesOf(setup, 'setup');
  if (parts.ready) parts.ready = copiesOf(parts.ready, 'setup.ready');
  return parts;
}

/**
 * @param {unknown} object
 * @param {string} what for messages
 */
function copiesOf(object, what) {
  /** @type {Record<string, any>} */
  const parts = { __proto__: null };
  if (typeof object !== 'object' || object === null || isBytes(object) || isList(object))
    return parts;
  for (const name of readingOf(what, undefined, () => Object.keys(object))) {
    const part = ownOption(object, name);
    if (isBytes(part)) parts[name] = new Uint8Array(readBytes(part, `${what}.${name}`));
    else if (name !== REVERSED && isList(part))
      parts[name] = readList(part, `${what}.${name}`, (item) => item);
    else parts[name] = part;
  }
  return parts;
}
