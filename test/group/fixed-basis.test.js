/** Points with a table, as users see them: arguments, errors, abort, disposal. */
import { expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import {
  expectInputError,
  expectScalarError,
  isInputError,
  rejectionOf,
} from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { scalarBytes } from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';
import { some } from '../support/extent.js';

/** @param {any} point */
const hex = (point) => toHex(point.toBytes());

const KIB = 1024;

forEachGroup('fixed basis', (context) => {
  const { order, infinityInLists } = context.oracle;
  const { expectedMsm, pointsWithLogs } = context.oracle;
  const logs = [1n, 2n, -3n, infinityInLists ? 0n : 2n, 2n ** 200n, 1n, 1n, -1n, 5n];
  const { length } = logs;
  const scalars = [5n, order - 1n, 2n ** 254n, 7n, 1n, 0n, order, -4n, 2n ** 256n - 1n];

  /** The bytes of Σ scalar_i · log_(index_i) · G. */
  const wanted = (list, indices = list.map((_, i) => i)) =>
    toHex(
      expectedMsm(
        indices.map((i) => logs[i]),
        list,
      ),
    );

  /** Builds a basis, uses it, disposes of it. */
  const withBasis = async (options, use) => {
    const basis = await context.group.fixedBasis(pointsWithLogs(logs), options);
    try {
      return await use(basis);
    } finally {
      basis.dispose();
    }
  };

  // BigInt has no tables, and lowered arithmetic is slow to build large ones.
  const memories = {
    bigint: [0, 64 * KIB, undefined],
    wide: [0, 1, 4 * KIB, 64 * KIB],
  }[context.backend] ?? [0, 1, 4 * KIB, 64 * KIB, 512 * KIB, 4096 * KIB, undefined];
  it.each(some(memories, 3, context.backend))(
    'multiplies as msm does, with %s bytes of memory',
    async (memory) => {
      await withBasis(memory === undefined ? {} : { memory }, (basis) => {
        expect(basis.length).toBe(length);
        expect(basis.bytes).toBeLessThanOrEqual(memory ?? 2 ** 24);
        expect(hex(basis.msm(scalars))).toBe(wanted(scalars));
        expect(hex(basis.msm(scalars.slice(0, 3)))).toBe(wanted(scalars.slice(0, 3)));
        expect(basis.msm([]).isIdentity()).toBe(true);
        expect(basis.msm(new Uint8Array()).isIdentity()).toBe(true);
        expect(hex(basis.msm([7n, 9n], { indices: [8, 2] }))).toBe(wanted([7n, 9n], [8, 2]));
        // 1, 1, 1 and −1 times G: equal and opposite points.
        expect(hex(basis.msm([3n, 3n, 3n], { indices: [0, 5, 6] }))).toBe(wanted([9n], [0]));
        expect(basis.msm([3n, 3n], { indices: [0, 7] }).isIdentity()).toBe(true);
      });
    },
  );

  it('takes the points in every form, and lets go of them', async () => {
    const { group } = context;
    const vector = group.points(pointsWithLogs([9n, ...logs]));
    const points = logs.map((log) => group.generator.multiply(log));
    for (const input of [vector.slice(1, length + 1), points]) {
      const basis = await group.fixedBasis(input, { memory: 100 * KIB });
      expect(hex(basis.msm(scalars))).toBe(wanted(scalars));
      basis.dispose();
    }
    const small = await group.fixedBasis(vector, { memory: 0 });
    const large = await group.fixedBasis(vector, { memory: 100 * KIB });
    vector.dispose();
    for (const basis of [small, large]) {
      expect(hex(basis.msm([0n, ...scalars]))).toBe(wanted(scalars));
      basis.dispose();
    }
  });

  it('takes scalars as bytes of both orders', async () => {
    await withBasis({ memory: 100 * KIB }, (basis) => {
      const list = [5n, order - 1n, 2n ** 254n];
      const be = concat(...list.map(scalarBytes));
      const le = concat(...list.map((scalar) => scalarBytes(scalar).reverse()));
      expect(hex(basis.msm(be))).toBe(wanted(list));
      expect(hex(basis.msm(le, { endian: 'le' }))).toBe(wanted(list));
      const indices = Int32Array.of(8, 0, 4);
      expect(hex(basis.msm(le, { endian: 'le', indices }))).toBe(wanted(list, [8, 0, 4]));
    });
  });

  it('strict refuses scalars that are not below the order', async () => {
    await withBasis({ memory: 100 * KIB }, (basis) => {
      expectScalarError(() => basis.msm([1n, order], { strict: true }), 1);
      expect(hex(basis.msm([1n, order - 1n], { strict: true }))).toBe(wanted([1n, -1n]));
    });
  });

  it('agrees with the logarithms for random scalars at random positions', async () => {
    await withBasis({ memory: 200 * KIB }, (basis) => {
      const scalar = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat().map(BigInt));
      const entries = fc.uniqueArray(fc.tuple(fc.nat({ max: length - 1 }), scalar), {
        selector: ([index]) => index,
      });
      assertProperty(
        fc.property(entries, (list) => {
          const indices = list.map(([index]) => index);
          const values = list.map(([, value]) => value);
          expect(hex(basis.msm(values, { indices }))).toBe(wanted(values, indices));
        }),
        context.backend === 'bigint' ? 10 : 30,
      );
    });
  });

  it('of no points gives the identity', async () => {
    const basis = await context.group.fixedBasis([]);
    expect([basis.length, basis.bytes]).toEqual([0, 0]);
    expect(basis.msm([]).isIdentity()).toBe(true);
    expectInputError(() => basis.msm([1n]));
    basis.dispose();
  });

  it('refuses wrong arguments', async () => {
    const { group } = context;
    const points = pointsWithLogs(logs);
    for (const options of [
      { memory: -1 },
      { memory: 1.5 },
      { memory: '16' },
      { memory: NaN },
      { signal: {} },
      { onProgress: 1 },
      { window: 3 },
      null,
    ]) {
      isInputError(await rejectionOf(group.fixedBasis(points, options)));
    }
    isInputError(await rejectionOf(group.fixedBasis('points')));
    await withBasis({ memory: 100 * KIB }, (basis) => {
      for (const [list, options] of [
        [[...scalars, 1n]],
        [[1n, 2n], { indices: [1] }],
        [[1n, 2n], { indices: [1, 1] }],
        [[1n], { indices: [length] }],
        [[1n], { indices: [-1] }],
        [[1n], { indices: [0.5] }],
        [[1n], { indices: 'a' }],
        [[1n], { indices: new Set([1]) }],
        [[1n], { index: 1 }],
        [[1]],
        [new Uint8Array(31)],
      ]) {
        expectInputError(() => basis.msm(list, options));
      }
      expect(hex(basis.msm(scalars))).toBe(wanted(scalars));
    });
  });

  it('aborts with the reason, before and during the work', async () => {
    const { group, backend } = context;
    const vector = group.randomPoints(300, 3);
    const reason = new Error('enough');
    const before = AbortSignal.abort(reason);
    expect(await rejectionOf(group.fixedBasis(vector, { signal: before }))).toBe(reason);
    if (backend !== 'bigint') {
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      const options = { memory: 2 ** 24, signal: controller.signal, onProgress };
      expect(await rejectionOf(group.fixedBasis(vector, options))).toBe(reason);
    }
    const failure = new Error('onProgress');
    const onProgress = ({ phase }) => {
      if (phase === 'done') throw failure;
    };
    expect(await rejectionOf(group.fixedBasis(vector, { onProgress, memory: 2 ** 18 }))).toBe(
      failure,
    );
    vector.dispose();
  });

  it('is refused after its disposal, or its instance’s', async () => {
    const other = await context.createOther();
    const group = context.groupOf(other);
    const basis = await group.fixedBasis([group.generator], { memory: 100 * KIB });
    const kept = await group.fixedBasis([group.generator], { memory: 0 });
    basis.dispose();
    basis.dispose();
    expectInputError(() => basis.msm([1n]));
    other.dispose();
    expectInputError(() => kept.msm([1n]));
    kept.dispose();
    isInputError(await rejectionOf(group.fixedBasis([])));
  });
});
