import { expect, it } from 'vitest';
import { expectPointError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** Reasons of `PointError` by their names in the vectors. */
const REASONS = {
  'not in subgroup': 'not-in-subgroup',
  'not on curve': 'not-on-curve',
  'non-canonical x >= p': 'range',
  'wrong length (hex may be odd)': 'length',
};

/** @param {string} hex little-endian */
const integerLE = (hex) => BigInt(`0x${toHex(fromHex(hex).reverse())}`);

const testBanderwagon = (/** @type {any} */ context, /** @type {any} */ data) => {
  const encoded = (point) => toHex(point.toBytes());
  const mapped = (point) => context.bw.mapToScalarField(point);

  it('doublings of the generator', () => {
    const { group } = context;
    for (const { log2k, compressed, decompressed } of data.generatorDoublings) {
      const multiple = group.generator.multiply(2n ** BigInt(log2k));
      expect(encoded(multiple)).toBe(compressed);
      const point = group.point(fromHex(compressed));
      expect(point.equals(multiple)).toBe(true);
      if (decompressed) {
        const { x, y } = point.toAffine();
        expect([x, y]).toEqual([decompressed.x, decompressed.y].map((hex) => BigInt(`0x${hex}`)));
        expect(toHex(point.toBytes('uncompressed'))).toBe(decompressed.x + decompressed.y);
      }
    }
  });

  it('multiples of the generator, and their images in the scalar field', () => {
    const { group, bw } = context;
    const multiples = data.generatorMultiples.map(({ k }) => group.generator.multiply(BigInt(k)));
    data.generatorMultiples.forEach(({ compressed, mapToScalarFieldLE }, i) => {
      expect(encoded(multiples[i])).toBe(compressed);
      expect(mapped(multiples[i])).toBe(integerLE(mapToScalarFieldLE));
    });
    const vector = group.points(multiples);
    expect(toHex(bw.mapToScalarFieldBatch(vector))).toBe(
      data.generatorMultiples.map(({ mapToScalarFieldLE }) => mapToScalarFieldLE).join(''),
    );
    expect(toHex(vector.toBytes())).toBe(
      data.generatorMultiples.map(({ compressed }) => compressed).join(''),
    );
    vector.dispose();
  });

  it('invalid encodings', () => {
    const { group } = context;
    const good = group.generator.toBytes();
    for (const { compressed, reason } of data.deserialiseInvalid) {
      const bytes = fromHex(compressed.length % 2 ? `0${compressed}` : compressed);
      const expected = REASONS[reason];
      expectPointError(() => group.point(bytes), expected);
      if (expected === 'length') continue;
      expectPointError(() => group.points(concat(good, bytes, good)), expected, 1);
      expectPointError(() => group.points(concat(good, good, bytes)), expected, 2);
      if (expected !== 'not-in-subgroup') {
        expectPointError(() => group.point(bytes, { check: false }), expected);
      } else {
        expect(group.point(bytes, { check: false }).isInSubgroup()).toBe(false);
      }
    }
  });

  it('the identity', () => {
    const { group } = context;
    for (const { compressed } of data.deserialiseEdge) {
      const point = group.point(fromHex(compressed));
      expect(point.isIdentity()).toBe(true);
      expect(encoded(point)).toBe(compressed);
    }
  });

  it('two points of one element', () => {
    const { group } = context;
    const read = ({ x, y }) => group.point({ x: BigInt(`0x${x}`), y: BigInt(`0x${y}`) });
    for (const { k, P, PplusTorsion, compressed } of data.twoTorsionEquality) {
      expect(read(P).equals(read(PplusTorsion))).toBe(true);
      expect(read(P).equals(group.generator.multiply(BigInt(k)))).toBe(true);
      expect(encoded(read(PplusTorsion))).toBe(compressed);
    }
    for (const { x, y, compressed } of data.serialise) {
      expect(encoded(read({ x, y }))).toBe(compressed);
    }
  });

  it('uncompressed encodings that are not canonical', () => {
    const { group } = context;
    for (const { uncompressedBE } of data.deserialiseUncompressedInvalid) {
      expect(() => group.point(fromHex(uncompressedBE), { format: 'uncompressed' })).toThrow(
        expect.objectContaining({ code: 'ERR_POINT' }),
      );
    }
  });

  it('the map to the scalar field', () => {
    for (const { compressed, scalarLE } of data.mapToScalarField) {
      expect(mapped(context.group.point(fromHex(compressed)))).toBe(integerLE(scalarLE));
    }
  });

  it('the commitment basis', () => {
    const { group, bw } = context;
    const [{ count, first, last, points }] = data.crs;
    const { crs } = bw;
    expect(crs.length).toBe(count);
    expect([encoded(crs.at(0)), encoded(crs.at(count - 1))]).toEqual([first, last]);
    for (const { i, compressed, uncompressedLE } of points) {
      expect(encoded(crs.at(i))).toBe(compressed);
      const bytes = fromHex(uncompressedLE);
      expect(group.point(bytes, { format: 'uncompressed-le' }).equals(crs.at(i))).toBe(true);
    }
  });

  it('commitments', () => {
    const { group, bw } = context;
    for (const { scalarsLE, compressed, hashLE } of data.commitments) {
      const scalars = concat(...scalarsLE.map(fromHex));
      const points = bw.crs.slice(0, scalarsLE.length);
      const sum = group.msm(points, scalars, { endian: 'le' });
      if (compressed) expect(encoded(sum)).toBe(compressed);
      if (hashLE) expect(mapped(sum)).toBe(integerLE(hashLE));
    }
    for (const { indexScalarLE, compressed, hashLE } of data.sparseCommitments) {
      const points = indexScalarLE.map(([i]) => bw.crs.at(i));
      const sum = group.msm(
        points,
        indexScalarLE.map(([, hex]) => integerLE(hex)),
      );
      expect(encoded(sum)).toBe(compressed);
      expect(mapped(sum)).toBe(integerLE(hashLE));
    }
    for (const { indices, scalarLE, compressed } of data.signedWindowEdges) {
      const points = indices.map((i) => bw.crs.at(i));
      const sum = group.msm(
        points,
        indices.map(() => integerLE(scalarLE)),
      );
      expect(encoded(sum)).toBe(compressed);
    }
  });

  it('sums in the encoding of verkle-cryptography-wasm', () => {
    const { group } = context;
    const read = (hex) => group.point(fromHex(hex), { format: 'uncompressed-le' });
    for (const { lhsLE, rhsLE, outLE } of data.addCommitments) {
      expect(read(lhsLE).add(read(rhsLE)).equals(read(outLE))).toBe(true);
    }
  });
};

conformance('banderwagon.json', testBanderwagon, { withBigint: true });
