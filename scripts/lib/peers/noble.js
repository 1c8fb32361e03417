import { pippenger } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * `@noble/curves`: Pippenger's algorithm in BigInt arithmetic.
 * @param {any} Point the class of a curve's points
 * @returns {import('./index.js').Prepare}
 */
function prepareWith(Point) {
  return (points, scalars) => {
    const decoded = points.map((point) => (point ? Point.fromAffine(point) : Point.ZERO));
    return {
      run: () => pippenger(Point, decoded, scalars),
      read: (result) => (result.is0() ? null : result.toAffine()),
    };
  };
}

export const prepareBls12381G1 = prepareWith(bls12_381.G1.Point);

export const prepareBls12381G2 = prepareWith(bls12_381.G2.Point);

export const prepareBn254G1 = prepareWith(bn254.G1.Point);

export const prepareBn254G2 = prepareWith(bn254.G2.Point);

export const prepareSecp256k1 = prepareWith(secp256k1.Point);
