/**
 * Batches of additions on a group of 109 elements. Each entry's steps are proven; whole batches are
 * tested here, with the inversion between both loops: every pair, 0 to 9 entries, in place, apart.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { add } from '../../src/reference/weierstrass.js';
import { some } from '../support/extent.js';
import { castOf } from './cast.js';
import { tiny } from './configs/tiny.js';
import { kernelNames, kernelOf } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Kernel } from './kernels.js' */

/** Bytes around all that a batch writes, which it must leave as they are. */
const GUARD = 0x5a;
const GUARDED = 64;

describe.each(some(kernelNames, 1, 'batches'))(
  'batches of the tiny group, of 0 to 9 entries [%s]',
  (name) => {
    const { curve } = castOf(tiny);
    const n = Number(curve.order);
    /** @type {Kernel} */
    let kernel;
    /** All multiples of the generator, and their canonical bytes. @type {number} */
    let points;
    /** @type {Uint8Array[]} */
    let encoded;

    /** The bytes of points. @param {number} address @param {number} count */
    const bytesOf = (address, count) => {
      const { wasm, arena, size } = kernel;
      const target = kernel.allocate(2 * size * (count + 1));
      wasm.points_to_affine(target, address, count);
      const found = arena.u8.slice(target, target + 2 * size * count);
      arena.free(target);
      return found;
    };

    beforeAll(async () => {
      kernel = await kernelOf(tiny, name, { debug: false });
      /** @type {AffinePoint[]} */
      const group = [null];
      while (group.length < n) group.push(add(curve, group[group.length - 1], curve.generator));
      points = kernel.place(group);
      encoded = group.map((_, i) => bytesOf(points + i * kernel.pointBytes, 1));
    });

    /** A block with guards around it, of which `isWhole` says that they are there. */
    const guarded = (/** @type {number} */ bytes) => {
      const { arena } = kernel;
      const size = Math.ceil(bytes / 16) * 16;
      const block = kernel.allocate(size + 2 * GUARDED);
      arena.u8.fill(GUARD, block, block + size + 2 * GUARDED);
      const at = block + GUARDED;
      const isWhole = () =>
        [block, at + bytes].every((start, i) =>
          arena.u8.subarray(start, i ? at + size + GUARDED : at).every((byte) => byte === GUARD),
        );
      return { at, isWhole, free: () => arena.free(block) };
    };

    /**
     * Adds pairs in one batch, where the guards stand, and says which sums are wrong.
     * @param {ReadonlyArray<[i: number, j: number, sign: number]>} pairs
     * @param {'apart' | 'A' | 'B'} to where sums go
     * @param {'batch_add' | 'batch_add_both'} [operation]
     */
    const wrongOf = (pairs, to, operation = 'batch_add') => {
      const { arena, wasm, pointBytes } = kernel;
      const each = operation === 'batch_add' ? 1 : 2;
      const count = pairs.length;
      const targets = guarded(each * pointBytes * count);
      const list = guarded(12 * count);
      const work = guarded((count + 3) * wasm.work_bytes.value);
      const inputs = arena.u8.slice(points, points + n * pointBytes);
      pairs.forEach(([i, j, sign], k) => {
        const target = targets.at + k * each * pointBytes;
        const [from, other] = to === 'B' ? [j, i] : [i, j];
        // The one that is overwritten is a copy.
        if (to !== 'apart')
          arena.u8.copyWithin(target, points + from * pointBytes, points + (from + 1) * pointBytes);
        const [first, second] = [to === 'apart' ? points + from * pointBytes : target].concat(
          points + other * pointBytes,
        );
        const [A, B] = to === 'B' ? [second, first] : [first, second];
        arena.i32.set([target, A, B | sign], list.at / 4 + 3 * k);
      });
      const entries = arena.u8.slice(list.at, list.at + 12 * count);
      wasm[operation](list.at, count, work.at);
      const found = bytesOf(targets.at, each * count);
      const width = encoded[0].length;
      const wrong = pairs.flatMap(([i, j, sign], k) => {
        const wanted = [sign, 1 - sign].slice(0, each).map((s) => (i + (s ? n - j : j)) % n);
        const isRight = wanted.every((sum, m) => {
          const at = (each * k + m) * width;
          return encoded[sum].every((byte, b) => byte === found[at + b]);
        });
        return isRight ? [] : [`${i} ${sign ? '−' : '+'} ${j} in ${count}, to ${to}`];
      });
      if (![targets, list, work].every(({ isWhole }) => isWhole())) wrong.push('a guard');
      if (Buffer.compare(arena.u8.slice(points, points + n * pointBytes), inputs))
        wrong.push('inputs');
      // Of sums and differences, the list's end is where entries are kept for another batch.
      if (each === 1 && Buffer.compare(arena.u8.slice(list.at, list.at + 12 * count), entries))
        wrong.push('the list');
      for (const block of [targets, list, work]) block.free();
      return wrong;
    };

    /** Every pair with both signs. @type {[number, number, number][]} */
    const all = [];
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) all.push([i, j, 0], [i, j, 1]);

    it.each(/** @type {const} */ (['apart', 'A', 'B']))('every pair, sums go %s', (to) => {
      expect(wrongOf([], to)).toEqual([]);
      for (let count = 1; count <= 9; count++) {
        const wrong = [];
        for (let at = 0; at < all.length; at += count)
          wrong.push(...wrongOf(all.slice(at, at + count), to));
        expect(wrong.slice(0, 5), `of ${count}`).toEqual([]);
      }
    });

    it('every pair, sums and differences', ({ skip }) => {
      skip(!kernel.wasm.batch_add_both, 'this kernel does not pair additions');
      for (let count = 1; count <= 9; count++) {
        const wrong = [];
        for (let at = 0; at < all.length; at += count)
          wrong.push(...wrongOf(all.slice(at, at + count), 'apart', 'batch_add_both'));
        expect(wrong.slice(0, 5), `of ${count}`).toEqual([]);
      }
    });
  },
);
