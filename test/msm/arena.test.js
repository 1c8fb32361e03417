import { describe, expect, it } from 'vitest';

import { ResourceError } from '../../src/errors.js';
import { ARENA_BASE, Arena } from '../../src/engines/wasm/kernels/arena.js';
import { assertProperty, fc } from '../support/property.js';

const MIB = 2 ** 20;

describe('Arena', () => {
  it('gives aligned blocks behind the static memory, which do not overlap', () => {
    const arena = new Arena();
    const sizes = [1, 63, 64, 65, 100, 0, 70_000, 12];
    const blocks = sizes.map((size) => ({ start: arena.allocate(size, 'test'), size }));
    blocks.sort((a, b) => a.start - b.start);
    blocks.forEach(({ start, size }, i) => {
      expect(start % 64).toBe(0);
      expect(start).toBeGreaterThanOrEqual(ARENA_BASE);
      const end = i + 1 < blocks.length ? blocks[i + 1].start : arena.memory.buffer.byteLength;
      expect(start + Math.max(1, size)).toBeLessThanOrEqual(end);
    });
  });

  it('uses freed memory again, merged with its free neighbours', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
    ]) {
      const arena = new Arena();
      const blocks = [1000, 2000, 3000].map((size) => arena.allocate(size, 'test'));
      const barrier = arena.allocate(64, 'test');
      for (const i of order) arena.free(blocks[i]);
      expect(arena.allocate(1024 + 2048 + 3008, 'test')).toBe(blocks[0]);
      expect(barrier).toBe(blocks[0] + 1024 + 2048 + 3008);
    }
  });

  it('returns to its initial state when everything is freed', () => {
    const arena = new Arena();
    const blocks = Array.from({ length: 10 }, (_, i) => arena.allocate(100 * i, 'test'));
    for (const i of [3, 1, 9, 0, 2, 8, 4, 6, 7, 5]) arena.free(blocks[i]);
    expect(arena.used).toBe(ARENA_BASE);
  });

  it('ignores addresses that are not blocks in use', () => {
    const arena = new Arena();
    const block = arena.allocate(100, 'test');
    arena.free(block + 64);
    arena.free(0);
    arena.free(block);
    arena.free(block);
    expect(arena.allocate(10, 'test')).toBe(block);
    expect(arena.allocate(10, 'test')).toBe(block + 64);
  });

  it('grows, keeps the contents, and renews its views', () => {
    const arena = new Arena();
    const first = arena.allocate(64, 'test');
    arena.u8.fill(7, first, first + 64);
    arena.i32[first >> 2] = -5;
    const before = arena.u8;
    const large = arena.allocate(3 * MIB, 'test');
    expect(arena.u8 === before).toBe(false);
    expect(arena.u8 === arena.u8).toBe(true);
    expect(arena.i32[first >> 2]).toBe(-5);
    expect(arena.u8[first + 63]).toBe(7);
    expect(large + 3 * MIB).toBeLessThanOrEqual(arena.memory.buffer.byteLength);
    arena.u8[large + 3 * MIB - 1] = 1;
    expect(arena.u8[large + 3 * MIB - 1]).toBe(1);
  });

  it('refuses a request beyond its limit with a ResourceError that names the purpose, and remains usable', () => {
    const arena = new Arena(2 * MIB);
    const block = arena.allocate(MIB, 'first');
    expect(() => arena.allocate(MIB, 'vector of 7 points')).toThrow(ResourceError);
    const free = ((MIB - ARENA_BASE) / MIB).toFixed(1);
    expect(() => arena.allocate(MIB, 'vector of 7 points')).toThrow(
      `vector of 7 points: expected 1.0 MiB of memory, got ${free} MiB free: dispose of vectors or tables`,
    );
    const rest = arena.allocate(2 * MIB - ARENA_BASE - MIB, 'all that is left');
    expect(arena.used).toBe(2 * MIB);
    expect(() => arena.allocate(1, 'one more')).toThrow(ResourceError);
    arena.free(block);
    expect(arena.allocate(MIB, 'again')).toBe(block);
    expect(rest).toBe(block + MIB);
  });

  it('counts gaps as room, which it refuses only where there cannot be any', () => {
    const arena = new Arena(3 * MIB);
    const gap = arena.allocate(MIB, 'first');
    arena.allocate(MIB, 'above it');
    const left = 2 * MIB - ARENA_BASE - MIB;
    expect(() => arena.requireRoom(left, 'a proof')).not.toThrow();
    expect(() => arena.requireRoom(MIB, 'a proof')).toThrow(ResourceError);
    arena.free(gap);
    expect(() => arena.requireRoom(MIB + left, 'a proof')).not.toThrow();
    expect(() => arena.requireRoom(MIB + left + 1, 'a proof')).toThrow(/^a proof: expected/);
    // It takes nothing.
    expect(arena.allocate(MIB, 'again')).toBe(gap);
  });

  it('says when the engine has no more memory, and goes on', () => {
    const arena = new Arena();
    const { memory } = arena;
    const used = arena.used;
    memory.grow = () => {
      throw new RangeError('no');
    };
    expect(() => arena.allocate(5 * MIB, 'a vector')).toThrow(ResourceError);
    expect(() => arena.allocate(5 * MIB, 'a vector')).toThrow(/^a vector: the engine refused/);
    expect(arena.used).toBe(used);
    delete (/** @type {any} */ (memory).grow);
    expect(arena.allocate(5 * MIB, 'a vector')).toBe(ARENA_BASE);
  });

  it('agrees with a model on any sequence of allocations and releases', () => {
    const action = fc.oneof(
      { weight: 3, arbitrary: fc.record({ size: fc.integer({ min: 0, max: 3000 }) }) },
      { weight: 2, arbitrary: fc.record({ release: fc.nat() }) },
    );
    const LIMIT = ARENA_BASE + 65536;
    assertProperty(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const arena = new Arena(LIMIT);
        /** Lines of 64 bytes in use. */
        const lines = new Array((LIMIT - ARENA_BASE) / 64).fill(false);
        /** @type {Array<{ start: number, count: number }>} */
        const blocks = [];
        const toLine = (/** @type {number} */ address) => (address - ARENA_BASE) / 64;
        for (const { size, release } of /** @type {any[]} */ (actions)) {
          if (size !== undefined) {
            const count = Math.max(1, Math.ceil(size / 64));
            // First fit: the first run of free lines that is long enough.
            let first = 0;
            for (let run = 0, i = 0; i < lines.length && run < count; i++) {
              run = lines[i] ? 0 : run + 1;
              first = run === count ? i - count + 1 : lines.length;
            }
            if (first === lines.length) {
              expect(() => arena.allocate(size, 'test')).toThrow(ResourceError);
              continue;
            }
            const start = arena.allocate(size, 'test');
            expect(toLine(start)).toBe(first);
            lines.fill(true, first, first + count);
            blocks.push({ start, count });
          } else if (blocks.length) {
            const [{ start, count }] = blocks.splice(release % blocks.length, 1);
            arena.free(start);
            lines.fill(false, toLine(start), toLine(start) + count);
          }
          expect(toLine(arena.used)).toBe(lines.lastIndexOf(true) + 1);
        }
      }),
      200,
    );
  });
});
