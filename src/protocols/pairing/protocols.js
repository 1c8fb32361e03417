/** All that an instance with pairings loads, as one module. */
import { BlsSignatures } from '../bls-signatures/bls-signatures.js';
import { HashingGroup } from '../hashing/group.js';
import { PairingContext, pairing, pairingCheck } from './pairing.js';

/** @import { Group } from '../../group/group.js' */
/** @import { Pairings } from '../../port/pairings.js' */
/** @import { Gt } from './gt.js' */
/** @import { PointPair } from './pairing.js' */

/**
 * The members of an instance with pairings.
 * @typedef {{ pairingCheck: (pairs: readonly PointPair[]) => boolean,
 *   pairing: (...pair: PointPair) => Gt, minPk: BlsSignatures, minSig: BlsSignatures }}
 *   PairingMembers
 */

/**
 * @param {{ readonly G1: Group<any>, readonly G2: Group<any> }} groups
 * @param {Pairings} pairings of their engines
 * @returns {Partial<PairingMembers> & { context: PairingContext }} signatures only if the groups
 *   hash
 */
export function pairingProtocols(groups, pairings) {
  const context = new PairingContext(groups, pairings);
  const hashes = groups.G1 instanceof HashingGroup;
  return {
    pairingCheck: (pairs) => pairingCheck(context, pairs),
    pairing: (P, Q) => pairing(context, P, Q),
    ...(hashes && {
      minPk: new BlsSignatures(context, true),
      minSig: new BlsSignatures(context, false),
    }),
    context,
  };
}
