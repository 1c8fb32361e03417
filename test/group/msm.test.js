/** The arguments of msm: points and scalars in every form, lengths, options, errors. */
import { expect, it } from 'vitest';
import { forEachBackend, forEachGroup } from '../support/backends.js';
import { expectInputError, expectPointError, expectScalarError } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { pointsWithLogs as pointsOfG1, scalarBytes } from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';

/** @param {readonly bigint[]} list */
const bigEndian = (list) => concat(...list.map(scalarBytes));

/** @param {readonly bigint[]} list */
const littleEndian = (list) => concat(...list.map((scalar) => scalarBytes(scalar).reverse()));

/** @param {any} point */
const hex = (point) => toHex(point.toBytes());

forEachGroup('msm', (context) => {
  const { order, infinityInLists } = context.oracle;
  const { compressedMultiple, expectedMsm, nobleMultiple, pointsWithLogs } = context.oracle;
  const logs = [1n, 2n, -3n, infinityInLists ? 0n : 2n, 2n ** 200n];
  const scalars = [5n, order - 1n, 2n ** 252n, 7n, 1n];
  const expected = toHex(expectedMsm(logs, scalars));

  /** Calls a function with the points as a vector, and disposes of it. */
  const withVector = (use) => {
    const vector = context.group.points(pointsWithLogs(logs));
    try {
      return use(vector);
    } finally {
      vector.dispose();
    }
  };

  it('takes points as a vector, as bytes of both formats, as Points and as coordinates', () => {
    const { group } = context;
    const uncompressed = pointsWithLogs(logs);
    const compressed = concat(...logs.map(compressedMultiple));
    const points = logs.map((log) => group.generator.multiply(log));
    const mixed = [nobleMultiple(1n).toAffine(), ...points.slice(1)];
    for (const input of [uncompressed, compressed, Buffer.from(compressed), points, mixed]) {
      expect(hex(group.msm(input, scalars))).toBe(expected);
    }
    expect(withVector((vector) => hex(group.msm(vector, scalars)))).toBe(expected);
  });

  it('takes scalars as bigints and as bytes of both orders, big-endian by default', () => {
    withVector((vector) => {
      const { group } = context;
      const be = bigEndian(scalars);
      expect(hex(group.msm(vector, be))).toBe(expected);
      expect(hex(group.msm(vector, be, { endian: 'be' }))).toBe(expected);
      expect(hex(group.msm(vector, Buffer.from(be), { strict: true }))).toBe(expected);
      expect(hex(group.msm(vector, littleEndian(scalars), { endian: 'le' }))).toBe(expected);
      const shifted = concat(new Uint8Array(13).fill(0xff), be).subarray(13);
      expect(hex(group.msm(vector, shifted))).toBe(expected);
      const shared = new Uint8Array(new SharedArrayBuffer(be.length));
      shared.set(be);
      expect(hex(group.msm(vector, shared))).toBe(expected);
    });
  });

  it('takes long lists of scalars in both orders, and leaves them as they are', () => {
    const { group } = context;
    // Lists from 16 scalars on are turned in another way.
    for (const n of [15, 16, 17, 40]) {
      const be = Uint8Array.from({ length: 32 * n }, (_, i) => (i * 167 + (i >> 5)) % 251);
      const le = concat(
        ...Array.from({ length: n }, (_, i) => be.slice(32 * i, 32 * i + 32).reverse()),
      );
      const copy = be.slice();
      const points = group.randomPoints(n, 1);
      const sum = hex(group.msm(points, be));
      expect(hex(group.msm(points, le, { endian: 'le' }))).toBe(sum);
      expect(be).toEqual(copy);
      points.dispose();
    }
  });

  it('reduces scalars of any size and sign', () => {
    const large = [order, 2n ** 256n - 1n, (2n ** 256n / order) * order, order + 5n, 2n ** 255n];
    const any = [-1n, -order, 2n ** 2000n, -(2n ** 300n), BigInt(order * order) + 1n];
    withVector((vector) => {
      const { group } = context;
      for (const list of [large, any]) {
        expect(hex(group.msm(vector, list))).toBe(toHex(expectedMsm(logs, list)));
      }
      const wanted = toHex(expectedMsm(logs, large));
      expect(hex(group.msm(vector, bigEndian(large)))).toBe(wanted);
      expect(hex(group.msm(vector, littleEndian(large), { endian: 'le' }))).toBe(wanted);
    });
  });

  it('takes scalars in Montgomery form, and lets bytes of other forms say theirs', () => {
    withVector((vector) => {
      const { group } = context;
      const list = [1n, 2n, order - 1n, 2n ** 200n, 0n];
      const wanted = toHex(expectedMsm(logs, list));
      const montgomery = littleEndian(list.map((k) => (k << 256n) % order));
      for (const [bytes, format] of /** @type {const} */ ([
        [montgomery, 'montgomery-le'],
        [littleEndian(list), 'little-endian'],
        [bigEndian(list), 'big-endian'],
      ]))
        expect(hex(group.msm(vector, bytes, /** @type {any} */ ({ format }))), format).toBe(wanted);
    });
  });

  it('strict refuses scalars that are not below the order, with the index', () => {
    withVector((vector) => {
      const { group } = context;
      for (const bad of [order, order + 1n, 2n ** 256n - 1n]) {
        const list = [0n, order - 1n, bad, bad, 1n];
        for (const [input, endian] of [
          [list, 'be'],
          [bigEndian(list), 'be'],
          [littleEndian(list), 'le'],
        ]) {
          expectScalarError(() => group.msm(vector, input, { endian, strict: true }), 2);
        }
      }
      for (const bad of [-1n, 2n ** 256n, -order]) {
        expectScalarError(() => group.msm(vector, [0n, 0n, 0n, 0n, bad], { strict: true }), 4);
      }
      const edge = [0n, order - 1n, 1n, 0n, order - 1n];
      expect(hex(group.msm(vector, edge, { strict: true }))).toBe(toHex(expectedMsm(logs, edge)));
    });
  });

  it('of no points is the identity', () => {
    const { group } = context;
    const empty = group.points([]);
    for (const points of [empty, [], new Uint8Array()]) {
      for (const none of [[], new Uint8Array()]) {
        expect(group.msm(points, none).isIdentity()).toBe(true);
      }
    }
    empty.dispose();
  });

  it('different lengths are InputErrors', () => {
    const { group } = context;
    withVector((vector) => {
      for (const list of [scalars.slice(1), [...scalars, 1n], []]) {
        for (const input of [list, bigEndian(list)]) {
          expectInputError(() => group.msm(vector, input));
          expectInputError(() => group.msm(pointsWithLogs(logs), input));
        }
      }
      expectInputError(() => group.msm([], [1n]));
      expect(hex(group.msm(vector, scalars))).toBe(expected);
    });
  });

  it('scalars of the wrong type or length are InputErrors', () => {
    const { group } = context;
    withVector((vector) => {
      const be = bigEndian(scalars);
      const wrong = [undefined, null, 5n, 'abc', {}, be.subarray(1), new Uint8Array(1), be.buffer];
      wrong.push(new BigUint64Array(20), [1, 2, 3, 4, 5], [...scalars.slice(1), '1'], new Array(5));
      for (const bad of wrong) expectInputError(() => group.msm(vector, bad));
      structuredClone(be.buffer, { transfer: [be.buffer] });
      expectInputError(() => group.msm(vector, be));
      expectInputError(() => group.msm([], be));
      expect(hex(group.msm(vector, scalars))).toBe(expected);
    });
  });

  it('points of the wrong type are InputErrors', async () => {
    const { group } = context;
    const bytes = pointsWithLogs(logs);
    const wrong = [undefined, null, group.generator, 5n, 'abc', {}, bytes.buffer];
    wrong.push([bytes.buffer], logs, new Array(5), new Uint16Array(5));
    for (const bad of wrong) expectInputError(() => group.msm(bad, scalars));
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    expectInputError(() => group.msm(bytes, scalars));
    expectInputError(() => group.msm(bytes, []));

    const other = await context.createOther();
    expectInputError(() => group.msm([context.groupOf(other).generator], [1n]));
    other.dispose();
  });

  it('unknown or ill-typed options are InputErrors', () => {
    const { group } = context;
    /** @type {any[]} */
    const wrong = [null, true, 'le', [], { endian: 'little' }, { endian: null }, { strict: 1 }];
    wrong.push({ Endian: 'le' }, { signal: new AbortController().signal }, { check: false });
    for (const options of wrong) {
      expectInputError(() => group.msm([group.generator], [1n], options));
    }
    expect(group.msm([group.generator], [1n], { endian: undefined }).equals(group.generator)).toBe(
      true,
    );
  });

  it('points given as bytes must have the right length', () => {
    const bytes = pointsWithLogs([1n, 2n]);
    expectPointError(
      () => context.group.msm(bytes.subarray(0, bytes.length - 1), [1n, 2n]),
      'length',
    );
  });

  it('does not change its inputs', () => {
    const points = pointsWithLogs(logs);
    const be = bigEndian(scalars);
    const before = [toHex(points), toHex(be)];
    context.group.msm(points, be);
    expect([toHex(points), toHex(be)]).toEqual(before);
  });

  it('agrees with known discrete logarithms for random small lists', () => {
    // Logarithm 0: infinity, as a `Point` where bytes cannot hold it.
    const pointsOf = (ds) =>
      infinityInLists
        ? pointsWithLogs(ds)
        : ds.map((d) => context.group.point(compressedMultiple(d)));
    const log = fc.oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: 0n, max: order }));
    const scalar = fc.oneof(
      fc.bigInt({ min: -3n, max: 3n }),
      fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }),
    );
    assertProperty(
      fc.property(fc.array(fc.tuple(log, scalar), { maxLength: 12 }), (terms) => {
        const [ds, ks] = [terms.map(([d]) => d), terms.map(([, k]) => k)];
        const sum = context.group.msm(pointsOf(ds), ks);
        expect(hex(sum)).toBe(toHex(expectedMsm(ds, ks)));
      }),
      20,
    );
  });
});

forEachBackend('points of an MSM over BLS12-381 are checked', (context) => {
  const outside = concat(new Uint8Array(95), new Uint8Array([2]));

  it.each([
    ['not-in-subgroup', outside],
    ['not-on-curve', concat(new Uint8Array(95), new Uint8Array([3]))],
    ['range', new Uint8Array(96).fill(0x1f)],
    ['flags', new Uint8Array(96).fill(0x20)],
  ])('%s', (reason, bad) => {
    const { group } = context;
    expectPointError(() => group.msm(concat(pointsOfG1([1n, 2n]), bad), [1n, 2n, 3n]), reason, 2);
    expect(hex(group.msm(pointsOfG1([3n]), [5n]))).toBe(hex(group.generator.multiply(15n)));
  });

  it('coordinates too', () => {
    expectPointError(() => context.group.msm([{ x: 0n, y: 2n }], [1n]), 'not-in-subgroup', 0);
  });
});
