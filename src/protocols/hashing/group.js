/**
 * Hashing to a group by RFC 9380, suites …_XMD:SHA-256_SSWU_RO_ and …_NU_. Loaded with instances
 * that hash. Variable time: for public messages only.
 */
import { Group, contextOf } from '../../group/group.js';
import { GroupContext } from '../../group/context.js';
import { Point } from '../../group/point.js';
import { readBytes } from '../../input/bytes.js';
import { readOptions } from '../../input/options.js';
import { readTag } from '../../input/tags.js';
import { hashToAffine } from './expand-message.js';

/**
 * `dst`: the domain separation tag, which must be an application's own: an ASCII string or bytes,
 * not empty; at least 16 bytes are recommended, and more than 255 are hashed first.
 * @typedef {{ dst: string | Uint8Array }} HashOptions
 */

/**
 * A group to which messages are hashed.
 * @template [Coordinate=bigint]
 * @extends {Group<Coordinate>}
 */
export class HashingGroup extends Group {
  /**
   * hash_to_curve: a point of the group of prime order that nobody knows a discrete logarithm of,
   * distributed as a random oracle's.
   * @param {Uint8Array} message any length
   * @param {HashOptions} options
   * @returns {Point<Coordinate>}
   * @throws {InputError} wrong types, a missing or empty `dst`, a disposed instance
   * @example
   * bls.G2.hashToCurve(message, { dst: 'MY-APP-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_' });
   */
  hashToCurve(message, options) {
    return hashWith(this, message, { options, count: 2, where: 'hashToCurve' });
  }

  /**
   * encode_to_curve: half the work; its points are not uniform in the group, and tell random
   * oracles apart. For protocols that name it.
   * @param {Uint8Array} message any length
   * @param {HashOptions} options
   * @returns {Point<Coordinate>}
   * @throws {InputError} as for `hashToCurve`
   */
  encodeToCurve(message, options) {
    return hashWith(this, message, { options, count: 1, where: 'encodeToCurve' });
  }
}

/**
 * @param {ConstructorParameters<typeof GroupContext>[0]} parts the engine hashes
 * @returns {HashingGroup<any>}
 */
export function createHashingGroup(parts) {
  return new HashingGroup(new GroupContext(parts));
}

/**
 * @param {Group<any>} group
 * @param {unknown} message
 * @param {{ options: unknown, count: number, where: string }} how `count`: field elements
 * @returns {Point<any>}
 */
function hashWith(group, message, { options, count, where }) {
  const context = contextOf(group);
  context.lifetime.check();
  const { dst } = readOptions(options, ['dst'], where);
  const bytes = readBytes(message, 'message');
  const affine = hashToAffine(context, bytes, readTag(dst, 'dst'), count);
  return new Point(context, affine, undefined, true);
}
