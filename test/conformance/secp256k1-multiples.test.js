/** Multiples of points: of the generator, scalars that test the endomorphism's split, sums. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** @param {string} hex 32 bytes, big-endian */
const scalarOf = (hex) => BigInt(`0x${hex}`);

conformance('secp256k1/multiples.json', (context, { multiples, endomorphism, edge }) => {
  it.each(multiples)('$k · G', ({ k, x, y }) => {
    const { group } = context;
    const expected = { x: scalarOf(x), y: scalarOf(y) };
    expect(group.generator.multiply(BigInt(k)).toAffine()).toEqual(expected);
    expect(group.msm([group.generator], [BigInt(k)]).toAffine()).toEqual(expected);
    expect(group.point(expected).equals(group.generator.multiply(BigInt(k)))).toBe(true);
  });

  it.each(endomorphism)('$desc', ({ ax, ay, scalar, cx, cy }) => {
    const point = context.group.point({ x: BigInt(ax), y: BigInt(ay) });
    expect(point.multiply(BigInt(scalar)).toAffine()).toEqual({ x: BigInt(cx), y: BigInt(cy) });
  });

  it.each(edge)('$k · G', ({ k, point, compressed }) => {
    const { group } = context;
    for (const product of [
      group.generator.multiply(scalarOf(k)),
      group.msm([group.generator], fromHex(k)),
      group.msm(group.generator.toBytes(), [scalarOf(k)]),
    ]) {
      expect(toHex(product.toBytes('uncompressed'))).toBe(point);
      expect(toHex(product.toBytes())).toBe(compressed);
    }
  });
});

conformance('secp256k1/add-mul.json', (context, { pointAdd, pointMultiply, pointAddScalar }) => {
  /** @param {string} hex */
  const decode = (hex) => context.group.point(fromHex(hex));

  /**
   * @param {any} point
   * @param {string | null} expected in either format
   */
  const isExpected = (point, expected) => {
    const format = (expected ?? '00').length > 66 ? 'uncompressed' : 'compressed';
    expect(toHex(point.toBytes(format))).toBe(expected ?? '00');
  };

  it.each(pointAdd)('$P + $Q', ({ P, Q, expected }) => {
    isExpected(decode(P).add(decode(Q)), expected);
    isExpected(context.group.msm([decode(P), decode(Q)], [1n, 1n]), expected);
  });

  it.each(pointMultiply)('$d · $P', ({ P, d, expected }) => {
    isExpected(decode(P).multiply(scalarOf(d)), expected);
    isExpected(context.group.msm(fromHex(P), fromHex(d)), expected);
  });

  it.each(pointAddScalar)('$P + $d · G', ({ P, d, expected }) => {
    const { group } = context;
    isExpected(decode(P).add(group.generator.multiply(scalarOf(d))), expected);
    isExpected(group.msm([decode(P), group.generator], [1n, scalarOf(d)]), expected);
  });
});
