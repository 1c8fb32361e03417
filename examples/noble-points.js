/**
 * Points of @noble/curves in and out: the sum is computed here, the rest of a program stays as it
 * is.
 *
 *   node examples/noble-points.js
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createBls12381 } from 'curvemill/bls12-381';

const { Point } = bls12_381.G1;
const bls = await createBls12381({ groups: ['G1'] });

const points = Array.from({ length: 100 }, (_, i) => Point.BASE.multiply(BigInt(i + 1)));
const scalars = points.map((_, i) => BigInt(i) ** 40n);

// In: the points as they are. Infinity alone has no coordinates: pass its encoding.
const sum = bls.G1.msm(points, scalars);

// Out: by bytes, which noble checks, or by coordinates.
const result = Point.fromBytes(sum.toBytes());
const same = Point.fromAffine(/** @type {{ x: bigint, y: bigint }} */ (sum.toAffine()));

const expected = scalars.reduce((total, scalar, i) => total + scalar * BigInt(i + 1), 0n);
console.log(result.equals(Point.BASE.multiply(expected % bls.G1.order)), same.equals(result));
bls.dispose();
