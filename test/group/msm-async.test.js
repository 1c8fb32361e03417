/** Breaks, progress, abort and disposal during msmAsync. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import {
  isInputError,
  isPointError,
  isScalarError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { isWhole } from '../support/extent.js';
import { watchTurns } from '../support/costs.js';
import { outsiderOf } from '../hostile/outsider.js';

/** Points such that an MSM takes long enough for several breaks. */
const FAST = isWhole ? 2 ** 13 : 2 ** 11;
const MANY = { bigint: 120, portable: FAST, fma: FAST, wide: 2 ** 11 };

forEachBackend('msmAsync', (context) => {
  const n = MANY[context.backend];
  let encodings;
  let scalars;
  beforeAll(() => {
    const points = context.G1.randomPoints(n, 1);
    encodings = points.toBytes('uncompressed');
    scalars = context.G1.randomScalars(n, 2);
    points.dispose();
  });
  /** A vector and scalars of one's own, as tests dispose of the one and overwrite the other. */
  const many = () => ({
    n,
    points: context.G1.points(encodings, { check: false }),
    scalars: scalars.slice(),
  });

  /** @param {any} point */
  const hex = (point) => toHex(point.toBytes());

  /** The instance still computes the right thing. */
  const isUsable = () => {
    const { G1 } = context;
    expect(hex(G1.msm([G1.generator, G1.generator], [2n, 3n]))).toBe(
      hex(G1.generator.multiply(5n)),
    );
  };

  it('equals msm', async () => {
    const { points, scalars } = many();
    const sum = await context.G1.msmAsync(points, scalars);
    expect(hex(sum)).toBe(hex(context.G1.msm(points, scalars)));
    const le = new Uint8Array(scalars).reverse();
    const reversed = await context.G1.msmAsync(points, le, { endian: 'le' });
    expect(hex(reversed)).toBe(hex(context.G1.msm(points, le, { endian: 'le' })));
    points.dispose();
  });

  it('of no points is the identity, and reports 100 %', async () => {
    const reports = [];
    const onProgress = (report) => reports.push(report);
    const sum = await context.G1.msmAsync([], [], { onProgress });
    expect(sum.isIdentity()).toBe(true);
    expect(reports).toHaveLength(1);
    expect(reports[0].done).toBe(reports[0].total);
  });

  it('lets the event loop turn meanwhile', async () => {
    const { points, scalars } = many();
    // Each look at the clock takes a third of a slice, so that a fast machine has turns, too.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 4));
    const longestGap = watchTurns(() => clock);
    await context.G1.msmAsync(points, scalars).finally(vi.restoreAllMocks);
    expect(clock).toBeGreaterThan(100);
    expect(longestGap()).toBeLessThan(30);
    points.dispose();
  });

  it('reports progress: monotone, not too often, 100 % last', async () => {
    const { points, scalars } = many();
    const reports = [];
    // Of a clock that each look at it moves: a busy machine shows neither less nor more.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 7));
    const times = [];
    const onProgress = (report) => {
      reports.push(report);
      times.push(clock);
    };
    await context.G1.msmAsync(points, scalars, { onProgress }).finally(vi.restoreAllMocks);
    expect(reports.length).toBeGreaterThan(1);
    for (let i = 0; i < reports.length; i++) {
      const { phase, done, total } = reports[i];
      expect(typeof phase).toBe('string');
      expect(total).toBe(reports[0].total);
      expect(done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
      expect(done).toBeLessThanOrEqual(total);
      // The last report comes when it comes.
      if (i > 0 && i < reports.length - 1) {
        expect(times[i] - times[i - 1]).toBeGreaterThanOrEqual(50);
      }
    }
    const last = reports[reports.length - 1];
    expect(last.done).toBe(last.total);
    points.dispose();
  });

  it('an onProgress that throws rejects', async () => {
    const { points, scalars } = many();
    const failure = new Error('from onProgress');
    const onProgress = () => {
      throw failure;
    };
    expect(await rejectionOf(context.G1.msmAsync(points, scalars, { onProgress }))).toBe(failure);
    isUsable();
    points.dispose();
  });

  it('of several errors names the one that msm does', async () => {
    const { G1 } = context;
    const size = 96;
    const good = G1.randomPoints(20, 1).toBytes('uncompressed');
    const off = G1.generator.toBytes('uncompressed').map((byte, i) => (i === 95 ? byte ^ 1 : byte));
    const outside = outsiderOf(G1).toBytes('uncompressed');
    const bad = {
      range: new Uint8Array(size).fill(0xff).fill(0x1f, 0, 1),
      flags: new Uint8Array(size).fill(0x3f),
      zeros: new Uint8Array(size),
      off,
      outside,
    };
    const compressed = {
      flags: new Uint8Array(48).fill(0x3f),
      range: new Uint8Array(48).fill(0xff).fill(0x9f, 0, 1),
      outside: outsiderOf(G1).toBytes(),
    };
    const lists = [];
    const insert = (bytes, bads, unit) => {
      const copy = bytes.slice();
      bads.forEach((one, i) => copy.set(one, (3 + 4 * i) * unit));
      return copy;
    };
    const few = G1.randomPoints(20, 1).toBytes();
    for (const [bytes, all, unit] of [
      [good, bad, size],
      [few, compressed, 48],
    ]) {
      for (const first of Object.values(all))
        for (const second of Object.values(all)) lists.push(insert(bytes, [first, second], unit));
      lists.push(insert(bytes, Object.values(all), unit), bytes.slice(1));
    }
    const { x, y } = /** @type {any} */ (outsiderOf(G1).toAffine());
    const pairs = Array(20).fill({ x, y });
    const gone = G1.randomPoints(20, 1);
    gone.dispose();
    lists.push(pairs, pairs.with(4, { x, y: y + 1n }), pairs.with(3, { x: -1n, y }), gone, 'x');
    const strict = new Uint8Array(32 * 20).fill(1);
    strict.fill(0xff, 32 * 7, 32 * 8);
    const numbers = Array(20).fill(1n);
    const all = [scalars.subarray(0, 640), scalars.subarray(0, 32), strict, numbers.with(3, -1n)];
    for (const points of lists) {
      // A list of errors takes a while to decode without WebAssembly.
      const some = points === lists[0] || !(points instanceof Uint8Array) ? all : all.slice(0, 1);
      for (const given of some) {
        const options = { strict: true };
        const expected = thrownBy(() => G1.msm(points, given, options));
        const error = await rejectionOf(G1.msmAsync(points, given, options));
        expect(error.constructor).toBe(expected.constructor);
        expect(error.message).toBe(expected.message);
      }
    }
  });

  describe('abort', () => {
    it('before the start', async () => {
      const { points, scalars } = many();
      const reason = new Error('never mind');
      const signal = AbortSignal.abort(reason);
      expect(await rejectionOf(context.G1.msmAsync(points, scalars, { signal }))).toBe(reason);
      const plain = await rejectionOf(
        context.G1.msmAsync(points, scalars, { signal: AbortSignal.abort() }),
      );
      expect(plain.name).toBe('AbortError');
      isUsable();
      points.dispose();
    });

    it('during the work, by a timer', async () => {
      const { points, scalars } = many();
      const controller = new AbortController();
      const reason = { any: 'value' };
      setTimeout(() => controller.abort(reason), 1);
      const { signal } = controller;
      expect(await rejectionOf(context.G1.msmAsync(points, scalars, { signal }))).toBe(reason);
      isUsable();
      points.dispose();
    });

    it('from onProgress, at once', async () => {
      const { points, scalars } = many();
      const controller = new AbortController();
      let reports = 0;
      const onProgress = () => {
        reports++;
        controller.abort('enough');
      };
      const { signal } = controller;
      const rejection = rejectionOf(context.G1.msmAsync(points, scalars, { signal, onProgress }));
      expect(await rejection).toBe('enough');
      expect(reports).toBe(1);
      isUsable();
      points.dispose();
    });

    it('after the end changes nothing', async () => {
      const controller = new AbortController();
      const { G1 } = context;
      const sum = await G1.msmAsync([G1.generator], [2n], { signal: controller.signal });
      controller.abort();
      expect(hex(sum)).toBe(hex(G1.generator.double()));
    });
  });

  it('reads its inputs before it returns: later changes do nothing', async () => {
    const { points, scalars } = many();
    const wanted = hex(context.G1.msm(points, scalars));
    const bytes = points.toBytes('uncompressed').subarray(0, 96 * 100);
    const some = scalars.slice(0, 32 * 100);
    const wantedSome = hex(context.G1.msm(points.slice(0, 100), some));
    const fromVector = context.G1.msmAsync(points, scalars);
    const fromBytes = context.G1.msmAsync(bytes, some);
    scalars.fill(1);
    bytes.fill(0);
    some.fill(2);
    expect(hex(await fromVector)).toBe(wanted);
    expect(hex(await fromBytes)).toBe(wantedSome);
    points.dispose();
  });

  it('several at a time, with other calls in between', async () => {
    const { G1 } = context;
    const { n, points, scalars } = many();
    const half = n / 2;
    const parts = [points, points.slice(0, half), points.slice(half, n), points.slice(1, 9)];
    const lists = [scalars, scalars.slice(0, 32 * half), scalars.slice(32 * half)];
    lists.push(scalars.slice(32, 32 * 9));
    const wanted = parts.map((part, i) => hex(G1.msm(part, lists[i])));
    const running = parts.map((part, i) => G1.msmAsync(part, lists[i]));
    const timer = setInterval(() => {
      isUsable();
      G1.points([G1.generator, G1.generator.double()]).dispose();
    }, 2);
    const sums = await Promise.all(running).finally(() => clearInterval(timer));
    expect(sums.map(hex)).toEqual(wanted);
    points.dispose();
  });

  it('a vector disposed of meanwhile is used to the end, and refused afterwards', async () => {
    const { points, scalars } = many();
    const wanted = hex(context.G1.msm(points, scalars));
    const running = [context.G1.msmAsync(points, scalars), context.G1.msmAsync(points, scalars)];
    points.dispose();
    isInputError(await rejectionOf(context.G1.msmAsync(points, scalars)));
    // New vectors must not overwrite the old one.
    const others = [1, 2, 3].map((seed) => context.G1.randomPoints(100, seed));
    expect((await Promise.all(running)).map(hex)).toEqual([wanted, wanted]);
    others.forEach((vector) => vector.dispose());
    isUsable();
  });

  it('an instance disposed of meanwhile rejects with an InputError', async () => {
    const other = await context.createOther();
    const n = MANY[context.backend];
    const points = other.G1.randomPoints(n, 1);
    const scalars = other.G1.randomScalars(n, 2);
    const running = other.G1.msmAsync(points, scalars);
    other.dispose();
    isInputError(await rejectionOf(running));
    points.dispose();
    isUsable();
  });

  it('wrong arguments reject', async () => {
    const { G1 } = context;
    const G = G1.generator;
    isInputError(await rejectionOf(G1.msmAsync([G], [])));
    isInputError(await rejectionOf(G1.msmAsync(undefined, [])));
    isInputError(await rejectionOf(G1.msmAsync([G], [1])));
    isScalarError(await rejectionOf(G1.msmAsync([G], [-1n], { strict: true })), 0);
    isPointError(await rejectionOf(G1.msmAsync(new Uint8Array(96), [1n])), 'not-on-curve', 0);
    /** @type {any[]} */
    const wrong = [null, 'le', { signal: {} }, { signal: null }, { signal: new AbortController() }];
    wrong.push(
      { onProgress: true },
      { onProgress: null },
      { onprogress: () => {} },
      { endian: 'x' },
    );
    for (const options of wrong) isInputError(await rejectionOf(G1.msmAsync([G], [1n], options)));
    isUsable();
  });
});
