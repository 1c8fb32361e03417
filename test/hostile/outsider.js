/** @import { Group } from '../../src/group/group.js' */

/**
 * A point of BLS12-381's curve outside of G1.
 * @param {Group} group
 */
export function outsiderOf(group) {
  const encoding = group.generator.toBytes();
  for (let last = 0; last < 256; last++) {
    encoding[47] = last;
    try {
      const point = group.point(encoding, { check: false });
      if (!point.isInSubgroup()) return point;
    } catch {
      // This x is not on the curve.
    }
  }
  throw new Error('no point');
}
