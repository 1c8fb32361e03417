/** Arrays of encodings, wherever points are taken: as the same bytes back to back. */
import { expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import {
  expectPointError,
  isInputError,
  isPointError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';

const N = 5;
const SCALARS = [3n, -1n, 2n ** 200n, 0n, 1n];

forEachGroup('arrays of encodings', (context) => {
  /** Points, and their encodings in a format. @param {string} [format] */
  const encodings = (format) => {
    const vector = context.group.randomPoints(N, 9);
    const each = Array.from({ length: N }, (_, i) => vector.at(i).toBytes(format));
    const flat = vector.toBytes(format);
    vector.dispose();
    return { each, flat };
  };

  it.each([undefined, 'montgomery-le'])('are points, of any call: %s', async (format) => {
    const { group } = context;
    const { each, flat } = encodings(format);
    const expected = group.points(flat, { format });
    const options = { format };
    for (const points of [
      group.points(each, options),
      await group.pointsAsync(each, options),
      group.points(each, { format, check: 'each' }),
    ]) {
      expect(points).toHaveLength(N);
      expect(toHex(points.toBytes())).toBe(toHex(expected.toBytes()));
      points.dispose();
    }
    expected.dispose();
  });

  it('are points of sums', async () => {
    const { group } = context;
    const { each, flat } = encodings();
    const sum = toHex(group.msm(flat, SCALARS).toBytes());
    expect(toHex(group.msm(each, SCALARS).toBytes())).toBe(sum);
    expect(toHex((await group.msmAsync(each, SCALARS)).toBytes())).toBe(sum);
    const basis = await group.fixedBasis(each, { memory: 2 ** 16 });
    expect(toHex(basis.msm(SCALARS).toBytes())).toBe(sum);
    basis.dispose();
  });

  it('are copied before anything is computed', async () => {
    const { group } = context;
    const { each, flat } = encodings();
    const points = group.pointsAsync(each);
    each.forEach((bytes) => bytes.fill(255));
    expect(toHex((await points).toBytes())).toBe(toHex(flat));
    (await points).dispose();
  });

  it('have one length, that of their format, each', async () => {
    const { group } = context;
    const { each } = encodings();
    const [first, second] = each;
    const both = concat(first, second);
    /** @type {[Uint8Array[], number][]} */
    const refused = [
      [[first, second.subarray(1)], 1],
      [[first, both], 1],
      [[first, new Uint8Array()], 1],
      [[new Uint8Array(), first], 0],
      // Together two points, but none of them is one.
      [[both, both], 0],
    ];
    for (const [list, index] of refused) {
      const format = 'compressed';
      expectPointError(() => group.points(list, { format }), 'length', index);
      isPointError(await rejectionOf(group.pointsAsync(list, { format })), 'length', index);
    }
    expectPointError(() => group.msm([first, both], [1n, 2n]), 'length', 1);
  });

  it('name the one that is no point', async () => {
    const { group } = context;
    const { each } = encodings();
    each[3] = new Uint8Array(each[3]).fill(255);
    for (const error of [
      thrownBy(() => group.points(each)),
      await rejectionOf(group.pointsAsync(each)),
      await rejectionOf(group.msmAsync(each, SCALARS)),
    ]) {
      expect(error).toMatchObject({ code: 'ERR_POINT', index: 3 });
    }
  });

  it('stand alone: no points, coordinates or texts among them', () => {
    const { group } = context;
    const G = group.generator;
    const bytes = G.toBytes();
    for (const list of [
      [bytes, G],
      [G, bytes],
      [bytes, G.toAffine()],
      [bytes, 'ab'],
      [bytes, undefined],
    ]) {
      const error = thrownBy(() => group.points(list));
      isInputError(error);
      expect(error).toMatchObject({ index: 1 });
    }
  });
});
