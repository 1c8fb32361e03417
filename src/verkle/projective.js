/** Projective points of an Edwards curve as kernels return them: x = X/Z and y = Y/Z. */

import { byteLength, invert, mod } from '../math/modular.js';

/**
 * @param {{ readonly p: bigint }} curve
 * @param {readonly number[]} projective the limbs of X, Y and Z, equally many each, least
 *   significant first, of as few bits as hold a field element's bytes: limbs of 32 bits are read as
 *   unsigned, wider ones are signed
 * @returns {{ x: bigint, y: bigint }}
 */
export function fromProjective({ p }, projective) {
  const size = projective.length / 3;
  const limbBits = Math.ceil((8 * byteLength(p)) / size);
  const [X, Y, Z] = [0, 1, 2].map((i) =>
    projective.slice(i * size, (i + 1) * size).reduceRight((sum, number) => {
      const limb = limbBits === 32 ? BigInt.asUintN(32, BigInt(number)) : BigInt(number);
      return (sum << BigInt(limbBits)) + limb;
    }, 0n),
  );
  const inverse = invert(mod(Z, p), p);
  return { x: mod(X * inverse, p), y: mod(Y * inverse, p) };
}
