/** The arguments of msm: points and scalars in every form, lengths, options, errors. */
import { describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { forEachBackend } from '../support/backends.js';
import { isInputError, isPointError, isScalarError, thrownBy } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import {
  compressedMultiple,
  expectedMsm,
  nobleMultiple,
  order,
  pointsWithLogs,
  scalarBytes,
} from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';

const logs = [1n, 2n, -3n, 0n, 2n ** 200n];
const scalars = [5n, order - 1n, 2n ** 254n, 7n, 1n];
const expected = toHex(expectedMsm(logs, scalars));

/** @param {readonly bigint[]} list */
const bigEndian = (list) => concat(...list.map(scalarBytes));

/** @param {readonly bigint[]} list */
const littleEndian = (list) => concat(...list.map((scalar) => scalarBytes(scalar).reverse()));

forEachBackend('msm', (context) => {
  /** @param {any} point */
  const hex = (point) => toHex(point.toBytes());

  /** Calls a function with the points as a vector, and disposes of it. */
  const withVector = (use) => {
    const vector = context.G1.points(pointsWithLogs(logs));
    try {
      return use(vector);
    } finally {
      vector.dispose();
    }
  };

  it('takes points as a vector, as bytes of both formats, as Points and as coordinates', () => {
    const { G1 } = context;
    const uncompressed = pointsWithLogs(logs);
    const compressed = concat(...logs.map(compressedMultiple));
    const points = logs.map((log) => G1.generator.multiply(log));
    const mixed = [nobleMultiple(1n).toAffine(), ...points.slice(1)];
    for (const input of [uncompressed, compressed, Buffer.from(compressed), points, mixed]) {
      expect(hex(G1.msm(input, scalars))).toBe(expected);
    }
    expect(withVector((vector) => hex(G1.msm(vector, scalars)))).toBe(expected);
  });

  it('takes scalars as bigints and as bytes of both orders, big-endian by default', () => {
    withVector((vector) => {
      const { G1 } = context;
      const be = bigEndian(scalars);
      expect(hex(G1.msm(vector, be))).toBe(expected);
      expect(hex(G1.msm(vector, be, { endian: 'be' }))).toBe(expected);
      expect(hex(G1.msm(vector, Buffer.from(be), { strict: true }))).toBe(expected);
      expect(hex(G1.msm(vector, littleEndian(scalars), { endian: 'le' }))).toBe(expected);
      const shifted = concat(new Uint8Array(13).fill(0xff), be).subarray(13);
      expect(hex(G1.msm(vector, shifted))).toBe(expected);
      const shared = new Uint8Array(new SharedArrayBuffer(be.length));
      shared.set(be);
      expect(hex(G1.msm(vector, shared))).toBe(expected);
    });
  });

  it('reduces scalars of any size and sign', () => {
    const large = [order, 2n ** 256n - 1n, 2n * order, order + 5n, 2n ** 255n];
    const any = [-1n, -order, 2n ** 2000n, -(2n ** 300n), order * order + 1n];
    withVector((vector) => {
      const { G1 } = context;
      for (const list of [large, any]) {
        expect(hex(G1.msm(vector, list))).toBe(toHex(expectedMsm(logs, list)));
      }
      const wanted = toHex(expectedMsm(logs, large));
      expect(hex(G1.msm(vector, bigEndian(large)))).toBe(wanted);
      expect(hex(G1.msm(vector, littleEndian(large), { endian: 'le' }))).toBe(wanted);
    });
  });

  it('strict refuses scalars that are not below the order, with the index', () => {
    withVector((vector) => {
      const { G1 } = context;
      for (const bad of [order, order + 1n, 2n ** 256n - 1n]) {
        const list = [0n, order - 1n, bad, bad, 1n];
        for (const [input, endian] of [
          [list, 'be'],
          [bigEndian(list), 'be'],
          [littleEndian(list), 'le'],
        ]) {
          isScalarError(
            thrownBy(() => G1.msm(vector, input, { endian, strict: true })),
            2,
          );
        }
      }
      for (const bad of [-1n, 2n ** 256n, -order]) {
        isScalarError(
          thrownBy(() => G1.msm(vector, [0n, 0n, 0n, 0n, bad], { strict: true })),
          4,
        );
      }
      const edge = [0n, order - 1n, 1n, 0n, order - 1n];
      expect(hex(G1.msm(vector, edge, { strict: true }))).toBe(toHex(expectedMsm(logs, edge)));
    });
  });

  it('of no points is the identity', () => {
    const { G1 } = context;
    const empty = G1.points([]);
    for (const points of [empty, [], new Uint8Array()]) {
      for (const none of [[], new Uint8Array()]) {
        expect(G1.msm(points, none).isIdentity()).toBe(true);
      }
    }
    empty.dispose();
  });

  it('different lengths are InputErrors', () => {
    const { G1 } = context;
    withVector((vector) => {
      for (const list of [scalars.slice(1), [...scalars, 1n], []]) {
        for (const input of [list, bigEndian(list)]) {
          isInputError(thrownBy(() => G1.msm(vector, input)));
          isInputError(thrownBy(() => G1.msm(pointsWithLogs(logs), input)));
        }
      }
      isInputError(thrownBy(() => G1.msm([], [1n])));
      expect(hex(G1.msm(vector, scalars))).toBe(expected);
    });
  });

  it('scalars of the wrong type or length are InputErrors', () => {
    const { G1 } = context;
    withVector((vector) => {
      const be = bigEndian(scalars);
      const wrong = [undefined, null, 5n, 'abc', {}, be.subarray(1), new Uint8Array(1), be.buffer];
      wrong.push(new BigUint64Array(20), [1, 2, 3, 4, 5], [...scalars.slice(1), '1'], new Array(5));
      for (const bad of wrong) isInputError(thrownBy(() => G1.msm(vector, bad)));
      structuredClone(be.buffer, { transfer: [be.buffer] });
      isInputError(thrownBy(() => G1.msm(vector, be)));
      isInputError(thrownBy(() => G1.msm([], be)));
      expect(hex(G1.msm(vector, scalars))).toBe(expected);
    });
  });

  it('points of the wrong type are InputErrors', async () => {
    const { G1 } = context;
    const bytes = pointsWithLogs(logs);
    const wrong = [undefined, null, G1.generator, 5n, 'abc', {}, bytes.buffer];
    wrong.push([bytes], logs, new Array(5), new Uint16Array(5));
    for (const bad of wrong) isInputError(thrownBy(() => G1.msm(bad, scalars)));
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    isInputError(thrownBy(() => G1.msm(bytes, scalars)));
    isInputError(thrownBy(() => G1.msm(bytes, [])));

    const other = await createBls12381({ backend: context.backend });
    isInputError(thrownBy(() => G1.msm([other.G1.generator], [1n])));
    other.dispose();
  });

  it('unknown or ill-typed options are InputErrors', () => {
    const { G1 } = context;
    const wrong = [null, true, 'le', [], { endian: 'little' }, { endian: null }, { strict: 1 }];
    wrong.push({ Endian: 'le' }, { signal: new AbortController().signal }, { check: false });
    for (const options of wrong) {
      isInputError(thrownBy(() => G1.msm([G1.generator], [1n], options)));
    }
    expect(G1.msm([G1.generator], [1n], { endian: undefined }).equals(G1.generator)).toBe(true);
  });

  describe('points given as bytes are checked', () => {
    const outside = concat(new Uint8Array(95), new Uint8Array([2]));

    it.each([
      ['not-in-subgroup', outside],
      ['not-on-curve', concat(new Uint8Array(95), new Uint8Array([3]))],
      ['range', new Uint8Array(96).fill(0x1f)],
      ['flags', new Uint8Array(96).fill(0x20)],
    ])('%s', (reason, bad) => {
      const { G1 } = context;
      isPointError(
        thrownBy(() => G1.msm(concat(pointsWithLogs([1n, 2n]), bad), [1n, 2n, 3n])),
        reason,
        2,
      );
      expect(hex(G1.msm(pointsWithLogs(logs), scalars))).toBe(expected);
    });

    it('length', () => {
      const { G1 } = context;
      const bytes = pointsWithLogs([1n, 2n]);
      isPointError(
        thrownBy(() => G1.msm(bytes.subarray(0, 191), [1n, 2n])),
        'length',
      );
    });

    it('coordinates too', () => {
      isPointError(
        thrownBy(() => context.G1.msm([{ x: 0n, y: 2n }], [1n])),
        'not-in-subgroup',
        0,
      );
    });
  });

  it('does not change its inputs', () => {
    const points = pointsWithLogs(logs);
    const be = bigEndian(scalars);
    const before = [toHex(points), toHex(be)];
    context.G1.msm(points, be);
    expect([toHex(points), toHex(be)]).toEqual(before);
  });

  it('agrees with known discrete logarithms for random small lists', () => {
    const log = fc.oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: 0n, max: order }));
    const scalar = fc.oneof(
      fc.bigInt({ min: -3n, max: 3n }),
      fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }),
    );
    assertProperty(
      fc.property(fc.array(fc.tuple(log, scalar), { maxLength: 12 }), (terms) => {
        const [ds, ks] = [terms.map(([d]) => d), terms.map(([, k]) => k)];
        const sum = context.G1.msm(pointsWithLogs(ds), ks);
        expect(hex(sum)).toBe(toHex(expectedMsm(ds, ks)));
      }),
      20,
    );
  });
});
