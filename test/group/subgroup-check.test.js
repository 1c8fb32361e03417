/** Lists with points outside the subgroup: `check: true`, by random sums where they pay. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { add, curveOf, multiply, negate } from '../../src/reference/weierstrass.js';
import { castOf } from '../curves/cast.js';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, isPointError, rejectionOf, thrownBy } from '../support/errors.js';

afterEach(() => vi.restoreAllMocks());

/** More than the sums, and no multiple of anything. */
const N = 147;

for (const config of [bls12381G1, bls12381G2]) {
  const curve = curveOf(config);
  const { smallOrders } = castOf(config);
  const [{ T }] = smallOrders;
  const P = multiply(curve, curve.generator, 77n);

  forEachBackend(
    `lists with points outside ${config.name}`,
    (context) => {
      // BigInt and lowered arithmetic check a list in half a second.
      const isFast = context.backend === 'portable' || context.backend === 'fma';
      // Asynchronous calls wait for the code of the sums; until then every point is checked.
      beforeAll(async () => (await context.group.pointsAsync([])).dispose());

      const test = (/** @type {string} */ title, /** @type {() => unknown} */ run) =>
        context.it(N)(title, run);

      /**
       * Members as `Point`s, and coordinates of others in their places.
       * @param {Record<number, any>} planted
       */
      const listWith = (planted) => {
        const vector = context.group.randomPoints(N, 3);
        const points = Array.from({ length: N }, (_, i) => planted[i] ?? vector.at(i));
        vector.dispose();
        return points;
      };

      /**
       * The error for a list, as items and as bytes.
       * @param {any[]} list
       * @param {boolean | 'each'} check
       */
      const errorsOf = (list, check) => {
        const admitted = context.group.points(list, { check: false });
        const bytes = ['compressed', 'uncompressed'].map((format) => admitted.toBytes(format));
        admitted.dispose();
        return [list, ...bytes].map((points) =>
          thrownBy(() => context.group.points(points, { check }).dispose()),
        );
      };

      describe.each(/** @type {const} */ ([true, 'each']))('check: %j', (check) => {
        test('names the first point outside', () => {
          const orders = isFast ? smallOrders : smallOrders.slice(0, 2);
          for (const [i, { T: point }] of orders.entries()) {
            const [first, second] = [(29 * i) % N, N - 1];
            const list = listWith({ [first]: add(curve, P, point), [second]: point });
            // In every form once; for other orders as coordinates.
            const errors =
              i === 0
                ? errorsOf(list, check)
                : [thrownBy(() => context.group.points(list, { check }))];
            for (const error of errors) isPointError(error, 'not-in-subgroup', first);
          }
        });

        test('is not deceived by points that cancel', () => {
          const list = listWith({ 30: T, 31: negate(curve, T), 90: T });
          for (const error of errorsOf(list, check)) isPointError(error, 'not-in-subgroup', 30);
        });

        test('asynchronously, too, whatever is bad', async () => {
          const admitted = context.group.points(listWith({ 60: T, 100: T }), { check: false });
          const bytes = admitted.toBytes();
          admitted.dispose();
          isPointError(
            await rejectionOf(context.group.pointsAsync(bytes, { check })),
            ...['not-in-subgroup', 60],
          );
          const size = bytes.length / N;
          const spoil = (/** @type {number} */ i) => bytes.fill(0xff, i * size, (i + 1) * size);
          spoil(80);
          isPointError(
            await rejectionOf(context.group.pointsAsync(bytes, { check })),
            ...['not-in-subgroup', 60],
          );
          spoil(40);
          const { index } = await rejectionOf(context.group.pointsAsync(bytes, { check }));
          expect(index).toBe(40);
        });

        test('accepts members', async () => {
          const list = listWith({});
          const points = context.group.points(context.group.points(list).toBytes(), { check });
          expect(points.length).toBe(N);
          expect(points.at(5).equals(list[5])).toBe(true);
          points.dispose();
          const read = await context.group.pointsAsync(list, { check });
          expect(read.at(N - 1).equals(list[N - 1])).toBe(true);
          read.dispose();
        });
      });

      test('draws random numbers for true alone', async () => {
        const bytes = context.group.points(listWith({})).toBytes();
        const random = vi.spyOn(crypto, 'getRandomValues');
        for (const check of ['each', false]) context.group.points(bytes, { check }).dispose();
        expect(random).not.toHaveBeenCalled();
        for (const check of ['each', false])
          (await context.group.pointsAsync(bytes, { check })).dispose();
        expect(random).not.toHaveBeenCalled();
        const hasSums = context.backend !== 'bigint';
        context.group.points(bytes).dispose();
        expect(random.mock.calls.length > 0).toBe(hasSums);
        random.mockClear();
        (await context.group.pointsAsync(bytes)).dispose();
        expect(random.mock.calls.length > 0).toBe(hasSums);
      });

      it("takes 'each', and no other word", () => {
        const bytes = context.group.generator.toBytes();
        for (const check of ['all', 1, null, {}]) {
          expectInputError(() => context.group.points(bytes, { check }));
        }
        expect(thrownBy(() => context.group.points(bytes, { check: 'all' })).message).toBe(
          "check: expected 'each', true or false, got 'all'",
        );
        expect(context.group.point(bytes, { check: 'each' }).toBytes()).toEqual(bytes);
        expectInputError(() => context.group.point(bytes, { check: 'all' }));
      });
    },
    config.name,
  );
}
