/** @import { Group } from '../../src/group/group.js' */

/** Groups, compressed big-endian, whose curves have points outside of them. */
const WITH_OUTSIDERS = new Set(['bls12-381-g1', 'bls12-381-g2', 'bn254-g2']);

/** @param {Group} group */
export const hasOutsiders = ({ name }) => WITH_OUTSIDERS.has(name);

/**
 * A point of the group's curve outside of the group, if that has a cofactor.
 * @param {Group} group whose format ends with the last byte of a coordinate
 */
export function outsiderOf(group) {
  const encoding = group.generator.toBytes();
  for (let last = 0; last < 256; last++) {
    encoding[encoding.length - 1] = last;
    try {
      const point = group.point(encoding, { check: false });
      if (!point.isInSubgroup()) return point;
    } catch {
      // This x is not on the curve.
    }
  }
  throw new Error('no point');
}
