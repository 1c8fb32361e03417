/** Calls that cost what they should, however often they are repeated. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBls12381 } from '../../src/index.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { runSteps } from '../../src/port/slices.js';
import { Lifetime } from '../../src/port/lifetime.js';
import { batchSteps } from '../../src/protocols/batch-runs.js';
import { ratioOf, watchTurns } from '../support/costs.js';

describe('work that grows like its input', () => {
  it('a vector as a queue: views of views of views', async () => {
    const bls = await createBls12381({ backend: 'portable', groups: ['G1'] });
    const points = bls.G1.randomPoints(32_000, 1);
    const shift = (/** @type {number} */ times) => () => () => {
      let queue = points;
      for (let i = 0; i < times; i++) {
        queue = queue.slice(1, queue.length);
        queue.slice(0, 1).dispose();
      }
      expect(queue.at(0).equals(points.at(times))).toBe(true);
    };
    // Sixteen times the work; 256 times, if each looked at all views before it.
    expect(ratioOf(shift(32_000 - 1), shift(2000), 80)).toBeLessThan(80);
    bls.dispose();
  });

  it('every second of many blocks is freed', () => {
    const free = (/** @type {number} */ n) => () => {
      const arena = new Arena();
      const blocks = Array.from({ length: n }, () => arena.allocate(64, 'a block'));
      return () => {
        for (let i = 0; i < n; i += 2) arena.free(blocks[i]);
      };
    };
    // The gaps move in memory, so a little more than ten times.
    expect(ratioOf(free(60_000), free(6000), 60)).toBeLessThan(60);
  });
});

describe('slices', () => {
  let clock = 0;
  const stopped = () => vi.spyOn(performance, 'now').mockImplementation(() => clock);
  afterEach(() => vi.restoreAllMocks());

  it('end before a step that would not fit', async () => {
    stopped();
    for (const ms of [0.4, 2, 5, 7, 11]) {
      const longestGap = watchTurns(() => clock);
      const steps = (function* () {
        for (let done = 0; done < 60; done++) {
          clock += ms;
          yield { phase: 'work', done, total: 60 };
        }
      })();
      await runSteps(steps, { signal: undefined, onProgress: undefined, lifetime: new Lifetime() });
      expect(longestGap()).toBeLessThanOrEqual(12.001);
    }
  });

  it('share turns with other calls of the instance, in order', async () => {
    stopped();
    const lifetime = new Lifetime();
    const control = { signal: undefined, onProgress: undefined, lifetime };
    const longestGap = watchTurns(() => clock);
    /** Who worked when. @type {string[]} */
    const order = [];
    const working = function* (/** @type {string} */ who, /** @type {number} */ steps) {
      for (let done = 0; done < steps; done++) {
        clock += 2;
        if (order.at(-1) !== who) order.push(who);
        yield { phase: 'work', done, total: steps };
      }
    };
    // One after the other without a turn between them, beside others.
    const chain = (async () => {
      for (let i = 0; i < 10; i++) await runSteps(working('c', 2), control);
    })();
    await Promise.all([...'ab'].map((who) => runSteps(working(who, 20), control)).concat(chain));
    expect(longestGap()).toBeLessThanOrEqual(12);
    // Nobody waits for more than two others.
    for (const who of 'ab') {
      const at = order.flatMap((one, i) => (one === who ? i : []));
      expect(Math.max(...at.slice(1).map((place, i) => place - at[i]))).toBeLessThanOrEqual(4);
    }
  });

  it('go on a second after an earlier call waits for a turn that never comes', async () => {
    const control = { signal: undefined, onProgress: undefined, lifetime: new Lifetime() };
    const working = function* () {
      for (let done = 0; done < 40; done++) {
        clock += 2;
        yield { phase: 'work', done, total: 40 };
      }
      return 'done';
    };
    stopped();
    vi.stubGlobal('setImmediate', () => {});
    void runSteps(working(), control);
    vi.unstubAllGlobals();
    clock += 1100;
    expect(await runSteps(working(), control)).toBe('done');
  });

  it('take less than 16 ms to find invalid items, whichever follow valid ones', () => {
    stopped();
    // Milliseconds of a search: all are valid, or one is not.
    const [batch, single] = [0.018, 0.055];
    for (const from of [100, 1000, 3000]) {
      const list = Array.from({ length: 5000 }, (_, i) => i < from);
      let began = clock;
      const findInvalid = (/** @type {boolean[]} */ some) => {
        const invalid = some.flatMap((isValid, i) => (isValid ? [] : i));
        clock += some.length * (invalid.length > 0 ? 1.4 * single : batch);
        return invalid;
      };
      const protocol = {
        equations: { findInvalid, verify: () => true },
        prepare: null,
        sizes: { first: 16, most: 1024, search: 4.5 },
      };
      const steps = batchSteps(protocol, 'findInvalid', list, {});
      for (const step of steps) {
        expect(step.done).toBeGreaterThan(0);
        expect(clock - began).toBeLessThan(16);
        began = clock;
      }
    }
  });
});

describe('views', () => {
  it('end with any vector that they are views of, and only with those', async () => {
    const bls = await createBls12381({ backend: 'portable', groups: ['G1'] });
    const root = bls.G1.randomPoints(10, 1);
    const [a, b] = [root.slice(0, 9), root.slice(1, 10)];
    const [aa, ab] = [a.slice(0, 5), a.slice(5, 9)];
    const aaa = aa.slice(0, 2);
    for (const view of [root, a, b, aa, ab, aaa]) view.at(0);
    aa.dispose();
    for (const view of [aa, aaa]) expect(() => view.at(0)).toThrow('disposed');
    for (const view of [root, a, b, ab]) view.at(0);
    const later = ab.slice(0, 2);
    a.dispose();
    for (const view of [a, ab, later]) expect(() => view.at(0)).toThrow('disposed');
    for (const view of [root, b]) view.at(0);
    root.dispose();
    expect(() => b.at(0)).toThrow('disposed');
    bls.dispose();
  });
});
