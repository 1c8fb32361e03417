/**
 * The pairing for users: products over pairs of `Point`s. Membership in the groups of prime order
 * is tested here, before the engine's loop, which is wrong for other points.
 */
import { InputError, PointError } from '../../errors.js';
import { contextOf } from '../../group/group.js';
import { isMember, readPoint } from '../../group/point.js';
import { nameOf } from '../../input/describe.js';
import { readList } from '../../input/lists.js';
import { Gt } from './gt.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Extension, Point } from '../../group/point.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { Pairings } from '../../port/pairings.js' */

/**
 * The members of an instance with a pairing.
 * @typedef {{ pairingCheck: (pairs: readonly PointPair[]) => boolean,
 *   pairing: (...pair: PointPair) => Gt }} PairingMembers
 */

/**
 * @param {{ readonly G1: Group<any, any>, readonly G2: Group<any, any> }} groups
 * @param {Pairings} pairings of their engines
 * @returns {PairingMembers & { context: PairingContext }}
 */
export function createPairing(groups, pairings) {
  const context = new PairingContext(groups, pairings);
  return {
    context,
    pairingCheck: (pairs) => pairingCheck(context, pairs),
    pairing: (P, Q) => new Gt(context, context.pairings.product([readPair(context, P, Q)])),
  };
}

/**
 * Both groups and their pairing, while the instance lives. Values outlive it; they reach the engine
 * only through here.
 */
export class PairingContext {
  /** @type {Pairings | undefined} */
  #pairings;
  #lifetime;

  /**
   * @param {{ readonly G1: Group<any, any>, readonly G2: Group<any, any> }} groups
   * @param {Pairings} pairings of their engines
   */
  constructor({ G1, G2 }, pairings) {
    /** @type {GroupContext} @readonly */
    this.g1 = contextOf(G1);
    /** @type {GroupContext} @readonly */
    this.g2 = contextOf(G2);
    this.order = G1.order;
    this.#pairings = pairings;
    this.#lifetime = this.g1.lifetime;
    this.#lifetime.onEnd(() => {
      this.#pairings = undefined;
    });
  }

  /** Whether the instance lives. */
  get isAlive() {
    return !this.#lifetime.ended;
  }

  /**
   * The pairing of the live instance.
   * @returns {Pairings}
   * @throws {InputError} the instance is disposed
   */
  get pairings() {
    this.#lifetime.check();
    return /** @type {Pairings} */ (this.#pairings);
  }
}

/**
 * A point of each group.
 * @typedef {readonly [P: Point<bigint>, Q: Point<Extension>]} PointPair
 */

/** Whether ∏ e(P_i, Q_i) = 1. @type {(context: PairingContext, pairs: unknown) => boolean} */
function pairingCheck(context, pairs) {
  const read = readList(pairs, 'pairs', (pair, i) => {
    const expected = 'an array of a point of G1 and a point of G2';
    const points = readList(pair, 'pairs', (point) => point, expected, 2, i);
    if (points.length < 2) {
      const message = `${nameOf('pairs', i)}: expected ${expected}, got ${points.length}`;
      throw new InputError(message, { index: i });
    }
    return readPair(context, points[0], points[1], i);
  });
  // After the pairs were read, by which the caller may have disposed of the instance.
  return context.pairings.check(read);
}

/**
 * @type {(context: PairingContext, P: unknown, Q: unknown,
 *   index?: number) => [Uint8Array, Uint8Array]}
 */
const readPair = ({ g1, g2 }, P, Q, index) => [
  readMember(P, g1, 'P', index),
  readMember(Q, g2, 'Q', index),
];

/**
 * The canonical bytes of a point of this group that is in the group of prime order: whether it is,
 * is tested once for each point that was not checked when it was made.
 * @param {unknown} value
 * @param {GroupContext} context
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array} not to be changed
 * @throws {InputError} not a point, or a point of another group or instance
 * @throws {PointError} `'not-in-subgroup'`, with the index
 */
function readMember(value, context, what, index) {
  const affine = readPoint(value, context, what, index);
  if (!isMember(/** @type {Point<any>} */ (value))) throw new PointError('not-in-subgroup', index);
  return affine;
}
