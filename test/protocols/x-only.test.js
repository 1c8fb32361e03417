/** X-only keys and tweaks: against @noble/curves, with every edge, alone and in lists. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import {
  expectInputError,
  expectPointError,
  isInputError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';

const { Point } = secp256k1;
const ORDER = Point.Fn.ORDER;

/** @param {bigint} n */
const word = (n) => fromHex(n.toString(16).padStart(64, '0'));

/** P + t·G, of noble. @param {any} P @param {bigint} t */
function tweaked(P, t) {
  const sum = t === 0n ? P : P.add(Point.BASE.multiply(t));
  return sum.equals(Point.ZERO) ? null : toHex(sum.toBytes());
}

/** @param {Uint8Array | null} bytes */
const hexOrNull = (bytes) => bytes && toHex(bytes);

forEachBackend(
  'x-only keys',
  (context) => {
    it('are lifted to even y', async () => {
      const xOnly = await context.secp.xOnly();
      for (const k of [1n, 2n, 3n, 4n, 5n]) {
        const bytes = Point.BASE.multiply(k).toBytes();
        const lifted = xOnly.lift(bytes.subarray(1)).toBytes();
        expect(lifted[0]).toBe(2);
        expect(lifted.subarray(1)).toEqual(bytes.subarray(1));
      }
      expectPointError(() => xOnly.lift(word(5n)), 'not-on-curve');
      expectPointError(() => xOnly.lift(word(2n ** 256n - 1n)), 'range');
      expectInputError(() => xOnly.lift(new Uint8Array(33)));
    });

    it('are tweaked as by noble, alone and in lists', async () => {
      const xOnly = await context.secp.xOnly();
      const keys = [1n, 2n, 7n, ORDER - 1n, 2n ** 100n].map((k) => Point.BASE.multiply(k));
      // Equal and opposite points, infinity, and digits that are zero.
      const tweaks = [
        0n,
        1n,
        ORDER - 1n,
        7n,
        ORDER - 7n,
        255n << 248n,
        1n << 128n,
        2n ** 254n - 1n,
      ];
      const pairs = keys.flatMap((P) => tweaks.map((t) => ({ P, t: t % ORDER })));
      const expected = pairs.map(({ P, t }) => tweaked(P, t));
      expect(expected).toContain(null);
      const words = pairs.map(({ t }) => word(t));
      for (const form of [
        (/** @type {any} */ P) => P.toBytes(),
        (/** @type {any} */ P) => P.toBytes(false),
        (/** @type {any} */ P) => context.secp.group.point(P.toBytes()),
      ]) {
        const list = pairs.map(({ P }) => form(P));
        expect(xOnly.tweakMany(list, words).map(hexOrNull)).toEqual(expected);
      }
      const mixed = pairs.map(({ P }, i) =>
        i % 2 ? P.toBytes() : context.secp.group.point(P.toBytes()),
      );
      expect(xOnly.tweakMany(mixed, words).map(hexOrNull)).toEqual(expected);
      expect(hexOrNull(xOnly.tweak(keys[2].toBytes(), word(7n)))).toBe(tweaked(keys[2], 7n));
      const [x] = pairs.map(({ P }) => P.toBytes().subarray(1));
      expect(hexOrNull(xOnly.tweak(x, word(9n)))).toBe(
        tweaked(Point.fromBytes(new Uint8Array([2, ...x])), 9n),
      );
      const one = xOnly.tweakMany(
        keys[1].toBytes(),
        tweaks.map((t) => word(t % ORDER)),
      );
      expect(one.map(hexOrNull)).toEqual(tweaks.map((t) => tweaked(keys[1], t % ORDER)));
      expect(xOnly.tweakMany([], [])).toEqual([]);
    });

    it('have no tweak that is not below the order', async () => {
      const xOnly = await context.secp.xOnly();
      const G = Point.BASE.toBytes();
      expect(xOnly.tweak(G, word(ORDER))).toBe(null);
      expect(xOnly.tweak(G, word(2n ** 256n - 1n))).toBe(null);
    });

    it('are as many as the list, longer than a batch', async () => {
      if (context.backend === 'bigint') return expect(context.backend).toBe('bigint');
      const xOnly = await context.secp.xOnly();
      const scalars = context.secp.group.randomScalars(1100, 4);
      const tweaks = Array.from({ length: 1100 }, (_, i) => scalars.slice(32 * i, 32 * i + 32));
      const P = Point.BASE.multiply(99n);
      const many = xOnly.tweakMany(P.toBytes(), tweaks);
      for (const i of [0, 1, 1023, 1024, 1099])
        expect(hexOrNull(many[i])).toBe(tweaked(P, BigInt(`0x${toHex(tweaks[i])}`)));
    });

    it('say what is wrong, and where', async () => {
      const xOnly = await context.secp.xOnly();
      const G = Point.BASE.toBytes();
      const bad = new Uint8Array(33).fill(255);
      for (const list of [
        [G, G, bad],
        [context.secp.group.generator, G, bad],
      ]) {
        const error = thrownBy(() =>
          xOnly.tweakMany(
            list,
            [G, G, G].map(() => word(1n)),
          ),
        );
        expect(error).toMatchObject({ code: 'ERR_POINT', index: 2 });
      }
      for (const [keys, tweaks] of [
        [[G], [word(1n), word(2n)]],
        [
          [G, 'x'],
          [word(1n), word(2n)],
        ],
        [
          [G, new Uint8Array(31)],
          [word(1n), word(2n)],
        ],
        [[G], [new Uint8Array(31)]],
        [[G], word(1n)],
        [G, [1n]],
      ]) {
        expectInputError(() => xOnly.tweakMany(keys, tweaks));
      }
      const other = await context.createOther();
      const ended = await other.xOnly();
      other.dispose();
      expectInputError(() => ended.tweak(G, word(1n)));
      isInputError(await rejectionOf(other.xOnly()));
    });
  },
  'secp256k1',
);
