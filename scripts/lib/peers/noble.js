import { pippenger } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { Point } = bls12_381.G1;

/**
 * `@noble/curves`: Pippenger's algorithm in BigInt arithmetic.
 *
 * @type {import('./index.js').Prepare}
 */
export function prepareBls12381G1(points, scalars) {
  const decoded = points.map((point) => (point ? Point.fromAffine(point) : Point.ZERO));
  return {
    run: () => pippenger(Point, decoded, scalars),
    read: (result) => (result.is0() ? null : result.toAffine()),
  };
}
